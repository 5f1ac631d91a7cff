"""`bolide score` on systems that have different segments: each is scored on its own, and the output says so; `compare` refuses them."""

from __future__ import annotations

import json

import pytest

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
    foot = "A 2, B 3 (different ones: the scores do not tell which system is better)"
    assert f"segments   {foot}" in text
    assert f"segments: {foot}" in bolide("score", table, "-l", "pt", "--format", "markdown").out
    found = bolide("score", table, "-l", "pt", "--format", "jsonl", "--segments").out.splitlines()
    lines = [json.loads(line) for line in found]
    assert [(line["system"], line.get("segment"), line.get("segment_count")) for line in lines] == [
        ("A", 1, None), ("A", 2, None), ("B", 1, None), ("B", 2, None), ("B", 3, None), ("A", None, 2), ("B", None, 3),
    ]  # fmt: skip
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
    """What puts segments of systems side by side does not take them."""
    result = bolide(command, table, "-l", "pt", *(option.format(table=table) for option in options))
    assert (result.code, result.err.removeprefix(NOTE)) == (2, f"bolide {command}: {message}\n")
