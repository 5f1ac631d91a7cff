"""`bolide align`: pictures and JSON of alignments, and what it refuses."""

import json
import math

import pytest

from bolide import Meteor


def test_json_reads_back_exactly(bolide, files):
    """One object a line: tokens, matches with all their fields, and the numbers of the API; undefined is null."""
    result = bolide("align", files[0], files[2], "-l", "pt", "--format", "json")
    objects = [json.loads(line, parse_constant=pytest.fail) for line in result.out.splitlines()]
    texts = [("o gato dormia", "o gato dormia"), ("a casa branca", "a casa verde"), ("", "algo")]
    for number, (found, pair) in enumerate(zip(objects, texts, strict=True), start=1):
        alignment = Meteor("pt").align(*pair)
        assert found.pop("segment") == number
        numbers = {name: getattr(alignment, name) for name in ("score", "precision", "recall", "penalty")}
        assert found == {
            "hypothesis": list(alignment.hypothesis),
            "reference": list(alignment.reference),
            "matches": [match._asdict() for match in alignment.matches],
            "chunks": alignment.chunks,
            **{name: None if math.isnan(value) else value for name, value in numbers.items()},
        }


def test_what_cannot_be_aligned(bolide, files, write):
    """Files of different lengths, a number that no segment has and a pair that is too long are refused, and nothing is printed."""
    short = write("short", "a\n")
    for arguments, message in (
        (
            ("o gato", "um gato"),
            "cannot read o gato: No such file or directory; to align two texts: bolide align --text-pair",
        ),
        ((files[0], short), f"the files differ in length: {files[0]} has 3 lines, {short} has 1 lines"),
        ((files[0], files[2], "--segment=1", "--segment=4"), "there is no segment 4: the files have 3 lines"),
        (("--text-pair", "a " * 6000, "a " * 6001, "--preset=meteor-1.5"), "more than 33554432 candidate matches"),
    ):
        result = bolide("align", *arguments, "-l", "pt")
        assert (result.code, result.out, message in result.err) == (2, "", True)
