"""`bolide score`: what it prints in each format, for one system and for several, apart or not, and what it refuses, verbatim."""

import csv
import gzip
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
    """Every number in TSV is the API's number: rows of systems with the signature, or of segments, which have the systems beside them."""
    first, second, reference = files

    def read(*options):
        result = bolide("score", "--ref", reference, first, second, "-l", "pt", "--format", "tsv", *options)
        return list(csv.DictReader(io.StringIO(result.out), delimiter="\t", quoting=csv.QUOTE_NONE)), result.err

    systems, told = read()
    assert ([row["system"] for row in systems], told) == ([first, second], "")
    for row in systems:
        assert row["signature"] == SIGNATURE
        assert all(_same(float(row[field]), getattr(_expected(row["system"], reference), field)) for field in FIELDS)
    rows, told = read("--segments")
    assert [(row["system"], row["segment"]) for row in rows] == [(n, i) for i in "123" for n in (first, second)]
    for row in rows:
        values = _expected(row["system"], reference).segments
        assert all(_same(float(row[field]), getattr(values, field)[int(row["segment"]) - 1]) for field in FIELDS)
    assert f"\nsignature  {SIGNATURE}\n" in told
    assert read("--segments", "--quiet") == (rows, "")


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


SAME = "; line n of each is segment n, so all need the same number"


def _refused(result, message: str) -> None:
    assert (result.code, result.out, result.err) == (2, "", f"bolide score: {message}\n")


@pytest.mark.parametrize("form", ["text", "json", "tsv"])
def test_different_lengths(bolide, write, form):
    """Files of different lengths are named with their counts, in every format."""
    h, r = write("h", "a\nb\n"), write("r", "a\n")
    result = bolide("score", h, r, "-l", "pt", "--segments", "--format", form)
    _refused(
        result,
        f"the files differ in length: {h} has 2 lines, {r} has 1 lines{SAME}",
    )


def test_a_short_group_of_references(bolide, write):
    """Interleaved references have to come out even."""
    h, r = write("h", "a\nb\n"), write("r", "a\nb\nc\n")
    result = bolide("score", h, r, "--refs-per-segment", "2", "-l", "pt")
    _refused(
        result,
        f"the files differ in length (2 reference lines for each segment): {h} has 2 lines, {r} has 3 lines{SAME}",
    )


def test_empty_files(bolide, write, monkeypatch):
    """Nothing to score is an error, also when a byte order mark is all there is, and from a pipe."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"")))
    names = [write(str(place), content) for place, content in enumerate((b"", gzip.compress(b""), b"\xef\xbb\xbf"))]
    for name in (*names, "-"):
        _refused(bolide("score", name, names[0], "-l", "pt"), "there are no segments to score: all files are empty")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "give a hypothesis file and a reference file; see: bolide score --help"),
        (["h"], "there is no reference file for h: add --ref REF"),
        (["--ref", "r"], "give a hypothesis file and a reference file; see: bolide score --help"),
        (["--system", "a=x"], "there is no reference file for a: add --ref REF"),
        (["--system", "=x", "--ref", "r"], "--system takes FILE or NAME=FILE, not '=x'"),
        (["--system", "x=", "--ref", "r"], "--system takes FILE or NAME=FILE, not 'x='"),
        (["--system", "a=x", "--system", "a=y", "--ref", "r"], "two systems are named a"),
        (["--ref", "r", "x", "x"], "two systems are named x"),
        (["-", "-"], "standard input (-) can be read only once"),
        (["--ref", "-", "--system", "a=-"], "standard input (-) can be read only once"),
        (["h", "r", "s", "--refs-per-segment", "2"], "--refs-per-segment works only with one reference file"),
    ],
)
def test_wrong_usage(bolide, arguments, message):
    """Contradictory options are refused before any file is opened."""
    _refused(bolide("score", *arguments, "-l", "pt"), message)


TABLE = "system\tid\tmt\tref\nA\t1\to rio\to rio\nB\t7\tum gato\to gato\nA\t2\ta casa\tuma casa\nB\t1\to rio\to rio\nB\t8\tsim\tsim\n"
NOTE = (
    "note: the systems have different segments (A 2, B 3), or not in the same order: each is scored on its own, and scores of "
    "different segments do not tell which system is better\n"
)


@pytest.fixture
def table(write):
    """Return a table of two systems with other segments each."""
    return write("t.tsv", TABLE)


def _alone(bolide, write, rows):
    hypotheses, references = (
        write(name, "".join(f"{text}\n" for text in side))
        for name, side in zip("hr", zip(*rows, strict=True), strict=True)
    )
    (system,) = json.loads(bolide("score", hypotheses, references, "-l", "pt", "--format", "json").out)["systems"]
    return system["score"]


def test_each_system_has_the_score_of_its_own_segments(bolide, write, table):
    """As if it stood alone in its files, with its number of segments; the note is on standard error."""
    result = bolide("score", table, "-l", "pt", "--format", "json", "--segments")
    assert (result.code, result.err) == (0, NOTE)
    document = json.loads(result.out)
    assert document["segment_count"] is None
    first, second = document["systems"]
    assert (first["segment_count"], second["segment_count"]) == (2, 3)
    assert [segment["id"] for segment in second["segments"]] == ["7", "1", "8"]
    assert first["score"] == _alone(bolide, write, [("o rio", "o rio"), ("a casa", "uma casa")])
    assert second["score"] == _alone(bolide, write, [("um gato", "o gato"), ("o rio", "o rio"), ("sim", "sim")])


def test_every_format_says_so(bolide, table, tmp_path):
    """People read it under the table; programs by the number of each system's segments; a file holds the same."""
    text = bolide("score", table, "-l", "pt", "--segments").out.splitlines()
    assert text[:6] == [
        "segment  A       B",
        "      1  1.0000",
        "      2  0.1500",
        "      7          0.1500",
        "      1          1.0000",
        "      8          1.0000",
    ]
    foot = "A 2, B 3 (different ones: the scores do not say which system is better)"
    assert f"segments   {foot}" in text
    assert f"segments: {foot}" in bolide("score", table, "-l", "pt", "--format", "markdown").out
    found = bolide("score", table, "-l", "pt", "--format", "jsonl", "--segments").out.splitlines()
    lines = [json.loads(line) for line in found]
    assert [(line["system"], line["segment"]) for line in lines] == [("A", 1), ("A", 2), ("B", 1), ("B", 2), ("B", 3)]
    options = ("score", table, "-l", "pt", "--format", "tsv", "--segments")
    rows = [line.split("\t")[:3] for line in bolide(*options).out.splitlines()]
    assert rows[1:6] == [["A", "1", "1"], ["A", "2", "2"], ["B", "1", "7"], ["B", "2", "1"], ["B", "3", "8"]]
    assert bolide(*options, "--output", str(tmp_path / "out")).code == 0
    assert (tmp_path / "out").read_text(encoding="utf-8") == bolide(*options).out


@pytest.mark.parametrize(
    ("command", "options", "message"),
    [
        ("compare", (), "the systems differ in their number of segments: A has 2, B has 3"),
        (
            "score",
            ("--resume", "--output", "{table}.out", "--format", "tsv"),
            "--resume needs systems that have the same segments",
        ),
        (
            "score",
            ("--output", "{table}.out", "--format", "mt-metrics-eval"),
            "--format mt-metrics-eval needs systems that have the same segments",
        ),
    ],
)
def test_where_systems_stand_in_step(bolide, table, command, options, message):
    """Commands that compare segments of systems side by side refuse them."""
    result = bolide(command, table, "-l", "pt", *(option.format(table=table) for option in options))
    assert (result.code, result.err.removeprefix(NOTE)) == (2, f"bolide {command}: {message}\n")
