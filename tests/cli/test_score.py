"""`bolide score`: what it prints in each format, for one system and for several, and what it refuses."""

from __future__ import annotations

import csv
import io
import json
import math
import sys
from pathlib import Path

import pytest

from bolide import Meteor

SIGNATURE = str(Meteor("pt").signature)
EVAL_ID = "meteor-1.5-wo-pt-lc_only-0.75_1.4_0.7_0.5-ex_st-1.0_0.5"
FIELDS = ("score", "precision", "recall", "f_mean", "penalty")


def _expected(hypotheses: str, *references: str):
    """Score the files through the API."""

    def lines(path: str) -> list[str]:
        return Path(path).read_text(encoding="utf-8").removesuffix("\n").split("\n")

    columns = [lines(path) for path in references]
    return Meteor("pt").score(lines(hypotheses), [list(row) for row in zip(*columns, strict=True)])


def _same(value: float | None, expected: float) -> bool:
    return (value is None or math.isnan(value)) if math.isnan(expected) else value == expected


def test_text_output_is_verbatim(bolide, write):
    """Segments, a table of systems, and the signature, in this order and form; a long name stands above its numbers."""
    paths = write("h", "um dois\n\n"), write("r", "um dois\ntrês\n")
    name = "a system with a name"
    result = bolide("score", "--system", f"{name}={paths[0]}", "--ref", paths[1], "-l", "pt", "--segments")
    assert (result.code, result.err) == (0, "")
    score, precision, recall, f_mean, penalty = (getattr(_expected(*paths), field) for field in FIELDS)
    assert result.out == (
        f"segment  {name}\n"
        "      1  1.0000\n"
        "      2  0.0000\n"
        "\n"
        f"{'system'.ljust(len(name))}   score  precision  recall  f_mean  penalty\n"
        f"{name}  {score:.4f}     {precision:.4f}  {recall:.4f}  {f_mean:.4f}   {penalty:.4f}\n"
        "\n"
        "segments   2\n"
        f"signature  {SIGNATURE}\n"
        f"eval id    {EVAL_ID}\n"
    )
    long = bolide("score", "--system", f"{3 * name}={paths[0]}", "--ref", paths[1], "-l", "pt").out
    assert long.startswith(f"system\n     score  precision  recall  f_mean  penalty\n{3 * name}\n    {score:.4f}  ")


def test_json_reads_back_exactly(bolide, files):
    """Every number in JSON is the API's number; what is undefined is null."""
    first, second, reference = files
    result = bolide("score", "--ref", reference, first, second, "-l", "pt", "--segments", "--format", "json")
    document = json.loads(result.out, parse_constant=pytest.fail)
    assert (result.code, result.err) == (0, "")
    assert (document["signature"], document["eval_id"], document["segment_count"]) == (SIGNATURE, EVAL_ID, 3)
    assert [system["name"] for system in document["systems"]] == [first, second]
    for system in document["systems"]:
        expected = _expected(system["name"], reference)
        assert all(_same(system[field], getattr(expected, field)) for field in FIELDS)
        for index, segment in enumerate(system["segments"]):
            assert all(_same(segment[field], getattr(expected.segments, field)[index]) for field in FIELDS)
            assert segment["reference"] == 0


def test_tsv_reads_back_exactly(bolide, files):
    """Every number in TSV is the API's number, segment by segment, then the corpus with its signature."""
    first, second, reference = files
    result = bolide("score", "--ref", reference, first, second, "-l", "pt", "--segments", "--format", "tsv")
    rows = list(csv.DictReader(io.StringIO(result.out), delimiter="\t", quoting=csv.QUOTE_NONE))
    assert [(row["system"], row["segment"]) for row in rows] == [
        *((name, number) for number in "123" for name in (first, second)),
        (first, "corpus"),
        (second, "corpus"),
    ]
    for row in rows:
        expected = _expected(row["system"], reference)
        if row["segment"] == "corpus":
            assert row["signature"] == SIGNATURE
            assert all(_same(float(row[field]), getattr(expected, field)) for field in FIELDS)
        else:
            index = int(row["segment"]) - 1
            assert row["signature"] == ""
            assert all(_same(float(row[field]), getattr(expected.segments, field)[index]) for field in FIELDS)


def test_several_references(bolide, files, write):
    """Several reference files are several references of each segment; so are lines of one, with --refs-per-segment."""
    first, second, reference = files
    options = ("-l", "pt", "--segments", "--format", "json")
    apart = bolide("score", first, second, reference, *options)
    (system,) = json.loads(apart.out)["systems"]
    assert system["score"] == _expected(first, second, reference).score
    assert [segment["reference"] for segment in system["segments"]] == [1, 1, 0]
    mixed = write("mixed", "os gatos dormiam\no gato dormia\numa casa\na casa verde\nnada\nalgo\n")
    grouped = bolide("score", first, mixed, "--refs-per-segment", "2", *options)
    assert (grouped.code, grouped.out) == (0, apart.out)


@pytest.mark.parametrize(("limit", "most"), [("cli.score.BATCH", 2), ("files.corpus.CHARACTERS", 1)])
def test_batches_follow_each_other(bolide, files, monkeypatch, limit, most):
    """However the segments are cut into batches, by their number or by their text, the output is the same."""
    arguments = ("score", "--ref", files[2], files[0], files[1], "-l", "pt", "--segments")
    whole = bolide(*arguments)
    monkeypatch.setattr(f"bolide.{limit}", most)
    assert bolide(*arguments) == whole


def test_a_refused_segment_is_named_by_its_line(bolide, write, monkeypatch):
    """A segment that cannot be scored is named by its number in the file, from 1 as everywhere in the command line."""
    monkeypatch.setattr(sys.modules["bolide.cli.score"], "BATCH", 2)
    long = "b\n" * 4 + "a " * 6000 + "\nb\n"
    arguments = ("score", write("h", long), write("r", long.replace("a", "a a", 1)), "-l", "other")
    result = bolide(*arguments, "--preset", "meteor-1.5")
    assert result.code == 2
    assert "segment 5: more than 33554432 candidate matches" in result.err
    assert bolide(*arguments).code == 0  # `universal+` cuts what is long.


@pytest.mark.parametrize("place", [0, 1], ids=["hypotheses", "references"])
def test_standard_input(bolide, files, place, monkeypatch):
    """- is standard input, on either side."""
    names = [files[0], files[2]]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(Path(names[place]).read_bytes())))
    expected, names[place] = _expected(*names).score, "-"
    assert json.loads(bolide("score", *names, "-l", "pt", "--format", "json").out)["systems"][0]["score"] == expected


def test_options_reach_the_metric(bolide, files, write):
    """Every option of the metric shows in the signature."""
    words = write("words", "o\ncasa\n")
    result = bolide(
        *("score", files[0], files[2], "-l", "pt", "--text", "raw", "--matchers", "stem,exact", "--beam", "3"),
        *("--parameters", "0.1 0.2 0.3 0.4", "--weights", "0.5,0.6", "--unit", "characters", "--function-words", words),
        *("--aligner", "java", "--preset", "meteor-1.5", "--threads", "2", "--offline", "--format", "json"),
    )
    numbers = {"beam": 3, "parameters": (0.1, 0.2, 0.3, 0.4), "weights": (0.5, 0.6)}
    words = {"text": "raw", "matchers": ["stem", "exact"], "unit": "characters", "function_words": ["o", "casa"]}
    assert json.loads(result.out)["signature"] == str(Meteor("pt", **numbers, **words).signature)
