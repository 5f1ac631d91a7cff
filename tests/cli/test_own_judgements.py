"""Judgements as people have them: CSV, COMET's header, no ids, no language in the name."""

from __future__ import annotations

import csv
import io
import json

import pytest

SENTENCES = [
    ("der hund schläft auf dem sofa und die katze sitzt am fenster", "der hund schlief auf dem sofa, die katze saß am fenster", 80),
    ("wir haben gestern einen langen spaziergang an der elbe gemacht", "gestern machten wir an der elbe einen spaziergang", 60),
    ("das neue museum wird im nächsten jahr von der stadt eröffnet", "das museum wird eröffnet", 30),
    ("sie hat das buch, das auf dem tisch liegt, noch nicht gelesen", "sie hat das buch auf dem tisch noch nicht gelesen", 90),
]  # fmt: skip


def _csv() -> str:
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(["src", "mt", "ref", "score"])
    table.writerows([f"source {number}", mt, ref, score] for number, (ref, mt, score) in enumerate(SENTENCES))
    return text.getvalue()


def _tsv() -> str:
    rows = (f"{number}\t{ref}\t{mt}\t{score}\n" for number, (ref, mt, score) in enumerate(SENTENCES))
    return "seg_id\treference\thypothesis\thuman\n" + "".join(rows)


@pytest.fixture
def judged(write):
    return write("comet.csv", _csv())


def _agreement(text: str) -> float:
    return json.loads(text)["agreements"][0]["value"]


def test_csv_with_the_header_of_comet(bolide, judged, write):
    """It says what TSV with ids says; the language is guessed, with a note."""
    options = (
        "--preset",
        "universal",
        "--matchers",
        "exact",
        "--samples",
        "0",
        "--format",
        "json",
        "--measure",
        "pearson",
    )
    found = bolide("evaluate", judged, *options)
    assert found.code == 0
    assert "note: comet does not say its language and looks like German; if it is another: -l CODE\n" in found.err
    told = bolide("evaluate", write("tsv.tsv", _tsv()), "-l", "de", *options, "--quiet")
    assert _agreement(found.out) == _agreement(told.out)
    assert "note:" not in told.err


def test_tune_has_a_default_objective(bolide, judged, write, tmp_path):
    """Scores are tuned for pearson, with a note; evaluating the preset on the same file is not silent."""
    preset = str(tmp_path / "tuned.toml")
    grid = ("--grid", "rough alpha=.5,.9 beta=1 gamma=.5 delta=.5", "-o", preset)
    common = ("-l", "de", "--matchers", "exact")
    tuned = bolide("tune", judged, *common, "--preset", "universal", *grid)
    assert tuned.code == 0, tuned.err
    assert "note: what is maximised is pearson; choose with --objective\n" in tuned.err
    found = bolide("evaluate", judged, *common, "--preset", preset, "--samples", "0")
    assert found.code == 0, found.err
    assert (
        f"note: {preset} was tuned on comet: how well it does there says nothing about other judgements\n" in found.err
    )
    other = write("other.csv", _csv().replace(",80\n", ",70\n"))
    assert "was tuned on" not in bolide("evaluate", other, *common, "--preset", preset, "--samples", "0").err


def test_judgements_of_a_language_without_tables(bolide, judged):
    """They are evaluated with what there is for the language."""
    found = bolide("evaluate", judged, "--samples", "0")
    assert found.code == 0, found.err
    assert "default" in found.out
