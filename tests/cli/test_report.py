"""`bolide report` and the pages of `bolide align`: what is written, and what is refused before any work."""

import re
from pathlib import Path

import pytest
from report_data import data_of

from bolide import Meteor, chrf


@pytest.fixture
def report(bolide, files, tmp_path):
    """Return a function that writes a report of the two systems of `files`, and the place of the page."""
    target = tmp_path / "out.html"

    def run(*options):
        a, b, reference = files
        common = ("--ref", reference, "--system", f"A={a}", "--system", f"B={b}", "-l", "pt", "--samples", "50")
        return bolide("report", *common, "-o", str(target), *options), target

    return run


def test_a_page_is_written(report, files):
    """The page holds systems, signature, resources and the command; standard output stays empty."""
    result, target = report("--title", "Ours & theirs")
    data = data_of(target)
    assert (result.code, result.out) == (0, "")
    assert re.fullmatch(rf"wrote {re.escape(str(target))} \(0\.\d MB\)\n", result.err)
    assert data["heading"]["title"] == "Ours & theirs"
    assert data["heading"]["signature"] == str(Meteor("pt").signature)
    assert data["heading"]["resources"]["stems"] == "snowball-meteor-1.5"
    assert data["heading"]["command"].startswith("bolide report --ref ")
    assert [system["name"] for system in data["systems"]] == ["A", "B"]
    assert "<title>Ours &amp; theirs" in target.read_text(encoding="utf-8")
    assert [path.name for path in target.parent.glob(".*")] == []


def test_other_metrics_have_a_table(report, files):
    """--also shows the corpus scores of other metrics, those that `bolide.chrf` gives."""
    result, target = report("--also", "chrf")
    assert result.code == 0
    (table,) = data_of(target)["tables"]
    texts = [Path(path).read_text(encoding="utf-8").splitlines() for path in files]
    assert (table["title"], table["head"]) == ("Other metrics", ["system", "chrf"])
    assert [value for _, value in table["rows"]] == pytest.approx(
        [chrf(lines, texts[2]).score for lines in texts[:2]], abs=1e-4
    )


def test_one_system(bolide, files, write, tmp_path):
    """One system makes a report without comparisons; ids of the input are shown; with -o - the page is the result."""
    table = write("t.tsv", "segment\thypothesis\treference\ndoc:7\to gato\to gato\ndoc:9\to\to\n")
    target = tmp_path / "one.html"
    assert bolide("report", table, "-l", "pt", "-o", str(target)).code == 0
    data = data_of(target)
    assert (data["comparison"]["pairs"], data["ids"]) == ([], ["doc:7", "doc:9"])
    result = bolide("report", files[0], files[2], "-l", "pt", "-o", "-")
    assert (result.out.startswith("<!DOCTYPE html>"), result.err) == (True, "")


def test_align_writes_a_drawing(bolide, files, tmp_path):
    """--svg draws the one segment that is chosen."""
    target = tmp_path / "a.svg"
    result = bolide("align", files[0], files[2], "-l", "pt", "--segment", "2", "--svg", str(target))
    assert (result.code, result.out, result.err) == (0, "", "")
    assert target.read_text(encoding="utf-8") == Meteor("pt").align("a casa branca", "a casa verde").svg() + "\n"
    result = bolide("align", "--text-pair", "o gato", "um gato", "-l", "pt", "--svg", "-")
    assert result.out.startswith("<svg ")


def test_align_writes_a_page(bolide, files, tmp_path):
    """--html writes the page of a report, with the segments that are chosen and their numbers."""
    target = tmp_path / "a.html"
    chosen = ("--segment", "1", "--segment", "3")
    result = bolide("align", files[0], files[2], "-l", "pt", *chosen, "--html", str(target))
    assert (result.code, result.out) == (0, "")
    assert data_of(target)["ids"] == ["1", "3"]
