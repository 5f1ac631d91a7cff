"""`bolide compare`: its five formats, its inputs, and what it refuses."""

import csv
import json

import pytest

from bolide import Meteor, chrf


@pytest.fixture
def compare(bolide, files):
    """Return a function that compares the two systems of `files`."""

    def run(*options):
        a, b, reference = files
        common = ("--ref", reference, "--system", f"A={a}", "--system", f"B={b}", "-l", "pt", "--samples", "200")
        return bolide("compare", *common, *options)

    return run


def test_json_has_everything(compare, files):
    """Numbers in full; the scores are those of `bolide score`."""
    found = json.loads(compare("--format", "json").out, parse_constant=pytest.fail)
    meteor = Meteor("pt")
    hypotheses = ["o gato dormia", "a casa branca", ""]
    expected = meteor.score(hypotheses, ["o gato dormia", "a casa verde", "algo"])
    assert found["signature"] == str(meteor.signature)
    assert found["systems"][0]["score"] == expected.score
    assert found["systems"][0]["recall"] == expected.recall
    fields = {"difference", "interval", "bootstrap_p", "randomisation_p", "wins", "ties", "losses"}
    assert fields <= found["pairs"][0].keys()
    assert (found["segments"], found["samples"], found["seed"]) == (3, 200, 1)


def test_several_runs_of_a_system(bolide, files):
    """Files joined by commas are runs: counted, averaged, and their deviation shown."""
    a, b, reference = files
    common = ("--ref", reference, "--system", f"A={a},{b}", "--system", f"B={b}", "-l", "pt", "--samples", "50")
    found = json.loads(bolide("compare", *common, "--format", "json").out)
    runs = (["o gato dormia", "a casa branca", ""], ["os gatos dormiam", "uma casa", "nada"])
    scores = [Meteor("pt").score(lines, ["o gato dormia", "a casa verde", "algo"]).score for lines in runs]
    assert [(system["name"], system["runs"]) for system in found["systems"]] == [("A", 2), ("B", 1)]
    assert found["systems"][0]["score"] == pytest.approx(sum(scores) / 2)
    assert found["systems"][0]["run_deviation"] > 0
    assert "2 ± 0." in bolide("compare", *common).out


def test_names_and_formats_of_files(bolide, files, write):
    """A comma in a file name does not separate runs; a table has its own systems."""
    odd = write("odd,name.txt", "o gato dormia\na casa branca\n\n")
    result = bolide(
        *("compare", "--ref", files[2], "--system", f"A={odd}", files[1]),
        *("-l", "pt", "--samples", "5", "--format", "json"),
    )
    assert json.loads(result.out)["systems"][0]["runs"] == 1
    table = write("t.tsv", "system\thypothesis\treference\nA\to gato\to gato\nB\tum gato\to gato\n")
    found = json.loads(bolide("compare", table, "-l", "pt", "--samples", "5", "--format", "json").out)
    assert [system["name"] for system in found["systems"]] == ["A", "B"]


def test_many_systems_are_corrected_for(bolide, files):
    """With several pairs there is a p-value corrected by Holm for their number, by which stars and verdicts go; one pair has none."""
    a, b, reference = files
    systems = ("--system", f"A={a}", "--system", f"B={b}", "--system", f"C={reference}")
    options = ("compare", "--ref", reference, *systems, "-l", "pt", "--samples", "200")
    pairs = json.loads(bolide(*options, "--format", "json").out)["pairs"]
    larger = sorted(max(pair["bootstrap_p"], pair["randomisation_p"]) for pair in pairs)
    assert sorted(pair["corrected_p"] for pair in pairs) == pytest.approx(
        [min(1, 2 * larger[0]), max(min(1, 2 * larger[0]), larger[1])]
    )
    text = bolide(*options).out
    assert "p (rand.)   Holm  wins " in text
    assert "Holm: the larger, corrected for 2 pairs\n" in text


def test_other_metrics(bolide, write):
    """--also compares by chrF too: separate tables, rows and a key, with sacreBLEU's numbers; METEOR's stay the same."""
    lines = {
        "a": ["o gato dormia", "a casa azul"],
        "b": ["um gato dorme", "a casa"],
        "r": ["o gato dormiu", "a casa azul"],
    }
    files = [write(name, "\n".join(texts) + "\n") for name, texts in lines.items()]
    options = ("compare", *files, "-l", "pt", "--samples", "20", "--format")
    found = json.loads(bolide(*options, "json", "--also", "chrf", "--also", "chrf++").out)
    others = found.pop("also")
    assert found == json.loads(bolide(*options, "json").out)
    for name, order in (("chrf", 0), ("chrf++", 2)):
        scores = [chrf(lines[system], lines["r"], word_order=order).score for system in ("a", "b")]
        assert [system["score"] for system in others[name]["systems"]] == scores
        (pair,) = others[name]["pairs"]
        assert pair["difference"] == pytest.approx(scores[1] - scores[0])
        assert f"|nw:{order}|" in others[name]["signature"]
    rows = list(csv.DictReader(bolide(*options, "tsv", "--also", "chrf").out.splitlines(), delimiter="\t"))
    assert [row["signature"].partition(":")[0] for row in rows] == ["bolide", "bolide", "chrf|case", "chrf|case"]
    text = bolide(*options, "text", "--also", "chrf").out
    assert "\nchrf: compared with " in text
    assert "\nchrf  case:mixed|eff:yes|nc:6|nw:0|space:no, from 0 to 1\n" in text
