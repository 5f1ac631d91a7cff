"""`bolide score --also chrf`: chrF and chrF++ beside the score, with sacreBLEU's numbers."""

import csv
import json

import pytest
import sacrebleu

from bolide import Meteor
from bolide.cli import score, score_target
from bolide.cli.score import Also

HYPOTHESES = ["o gato dormia", "A casa (branca)!", "", "rio e ponte"]
REFERENCES = [["os gatos dormiam bem", "A casa branca.", "nada", "o rio"], ["o gato", "uma casa", "x", "rio, ponte"]]
METRICS = {
    "chrf": sacrebleu.CHRF(),
    "chrf++": sacrebleu.CHRF(word_order=2),
    "bleu-unsmoothed": sacrebleu.BLEU(smooth_method="none"),
}


@pytest.fixture
def files(write) -> list[str]:
    """Return a system and two references."""
    texts = [HYPOTHESES, *REFERENCES]
    return [write(name, "\n".join(lines) + "\n") for name, lines in zip(("h", "r1", "r2"), texts, strict=True)]


@pytest.mark.parametrize("name", METRICS)
def test_numbers_are_those_of_sacrebleu(bolide, files, name, monkeypatch):
    """Of segments and of the corpus, with several references, however the text is cut into batches; the score stays what it is."""
    monkeypatch.setattr(score, "BATCH", 3)
    outcome = bolide("score", *files, "-l", "pt", "--also", name, "--segments", "--format", "json")
    (system,) = json.loads(outcome.out)["systems"]
    assert 100 * system[name] == METRICS[name].corpus_score(HYPOTHESES, REFERENCES).score
    pairs = zip(HYPOTHESES, zip(*REFERENCES, strict=True), strict=True)
    expected = [METRICS[name].sentence_score(hypothesis, list(texts)).score for hypothesis, texts in pairs]
    assert [100 * segment[name] for segment in system["segments"]] == expected
    alone = bolide("score", *files, "-l", "pt", "--segments", "--format", "json")
    assert json.loads(alone.out)["systems"][0]["score"] == system["score"]


def test_mean(bolide, files, monkeypatch):
    """`mean` is the mean of the segments' scores beside the score of their sums, also in `compare`."""
    monkeypatch.setattr(score, "BATCH", 3)
    told = bolide("score", *files, "-l", "pt", "--also", "mean", "--segments", "--format", "json")
    (system,) = json.loads(told.out)["systems"]
    scores = [segment["score"] for segment in system["segments"]]
    assert system["mean"] == pytest.approx(sum(scores) / 4, abs=1e-15)
    assert abs(system["mean"] - system["score"]) > 0.01
    compared = json.loads(bolide("compare", *files, "-l", "pt", "--also", "mean", "--format", "json").out)
    assert compared["also"]["mean"]["systems"][0]["score"] != compared["systems"][0]["score"]


def test_they_use_the_same_threads(bolide, files, monkeypatch):
    """`--threads` holds for the other metrics too."""
    used, rows = [], Meteor.rows
    monkeypatch.setattr(Meteor, "rows", lambda *given: used.append(given[-1]) or rows(*given))
    assert bolide("score", *files, "-l", "pt", "--also", "mean", "--segments", "--threads", "2").code == 0
    assert used == [2]


def test_every_format_has_them(bolide, files):
    """A column for each metric in tables, a key in lines of JSON, and how they were computed below the text."""
    options = ("score", *files, "-l", "pt", "--also", "chrf", "--also", "chrf++", "--segments", "--format")
    lines = [json.loads(line) for line in bolide(*options, "jsonl").out.splitlines()]
    rows = list(csv.DictReader(bolide(*options, "tsv").out.splitlines(), delimiter="\t"))
    assert [(line["chrf"], line["chrf++"]) for line in lines] == [
        (float(row["chrf"]), float(row["chrf++"])) for row in rows
    ]
    text = bolide(*options, "text").out
    assert text.splitlines()[1].split() == ["1", *(f"{lines[0][name]:.4f}" for name in ("score", "chrf", "chrf++"))]
    assert "\nchrf       case:mixed|eff:yes|nc:6|nw:0|space:no, from 0 to 1\n" in text
    assert f"{lines[-1]['chrf']:.4f}" in bolide(*options, "markdown").out


def test_an_interrupted_run_goes_on_with_them(bolide, files, tmp_path, monkeypatch):
    """The sums of all metrics are in the journal; a run that has other metrics is refused."""
    monkeypatch.setattr(score, "BATCH", 1)
    monkeypatch.setattr(score_target, "SECONDS", 0)
    saved, add, calls = tmp_path / "scores.tsv", Also.add, []
    options = ("score", *files, "-l", "pt", "--segments", "--format", "tsv", "-o", str(saved), "--also", "chrf")

    def interrupt(*given):
        calls.append(given)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return add(*given)

    monkeypatch.setattr(Also, "add", interrupt)
    assert bolide(*options).code == 130
    assert "it was made with signature" in bolide(*options, "--also", "chrf++", "--resume").err
    assert bolide(*options, "--resume").code == 0
    assert saved.read_text(encoding="utf-8") == bolide(*options[:-4], "--also", "chrf").out
    assert len(calls) == 3 + 2 + 4


def test_shares_are_shown(bolide, files):
    """Parts with a share in the score have a column, so that the columns explain the score; others have none."""
    options = ("score", *files[:2], "-l", "sw", "--task", "mixed", "--segments", "--format")
    (system,) = json.loads(bolide(*options, "json").out)["systems"]
    for scores in (system, *(segment for segment in system["segments"] if segment["precision"])):
        meteor = scores["f_mean"] * (1 - scores["penalty"])
        assert scores["score"] == pytest.approx((meteor + scores["chrf"]) / 2, abs=1e-12)
    assert 100 * system["chrf"] == METRICS["chrf"].corpus_score(HYPOTHESES, REFERENCES[:1]).score
    rows = list(csv.DictReader(bolide(*options, "tsv").out.splitlines(), delimiter="\t"))
    assert [float(row["chrf"]) for row in rows] == [one["chrf"] for one in system["segments"]]
    ends = {
        "--task=mixed": ["penalty", "chrf"],
        "--task=letters": ["chrf", "lcs"],
        "--task=universal": ["f_mean", "penalty"],
        "--also=chrf": ["penalty", "chrf"],
    }
    for option, end in ends.items():
        assert end in [line.split()[-2:] for line in bolide(*options[:-2], option).out.splitlines()]
    compared = bolide("compare", files[0], files[2], files[1], *options[3:7], "--samples", "10", "--format", "json")
    assert json.loads(compared.out)["systems"][0]["chrf"] == system["chrf"]


@pytest.mark.parametrize("command", ["score", "compare"])
def test_sacrebleu_and_files_beside_the_score(bolide, files, write, command):
    """BLEU and TER have sacreBLEU's numbers of the corpus, from 0 to 1; a corpus has the mean of a file's scores, of either layout."""
    table = ["system\tseg_id\tscore", *(f"{system}\t{n}\t{n / 8}" for system in ("h", "r1") for n in (1, 2, 3, 4))]
    lines, named = write("c", ".1 0\n.2 0\n.3 0\n.6 0\n"), write("t.tsv", "\n".join(table))
    wanted = ("BLEU", "ter", f"comet={lines}", f"named={named}")
    options = (*(f"--also={name}" for name in wanted), "-l", "pt", "--format", "json")
    systems = ("--system", f"h={files[0]}", "--system", f"r1={files[1]}", "--ref", files[2])
    found = json.loads(bolide(command, *systems, *options).out)
    bleu, ter = (
        metric.corpus_score(HYPOTHESES, REFERENCES[1:]).score for metric in (sacrebleu.BLEU(), sacrebleu.TER())
    )
    names = ("bleu", "ter", "comet", "named")
    if command == "score":
        values = [found["systems"][0][name] for name in names]
    else:
        values = [found["also"][name]["systems"][0]["score"] for name in names]
        assert found["also"]["comet"]["pairs"][0]["losses"] == 4
        (pair,) = found["also"]["ter"]["pairs"]
        assert pair["wins"] < pair["losses"] if pair["difference"] > 0 else pair["wins"] > pair["losses"]
    assert values == pytest.approx([bleu / 100, ter / 100, 0.3, 0.3125])
