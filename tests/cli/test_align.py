"""`bolide align`: pictures and JSON of alignments, and what it refuses."""

import dataclasses
import io
import json
import math

import pytest

from bolide import Meteor
from bolide.cli import main


def test_text_pair(bolide):
    """Two texts are aligned as given, printed as the picture of the API."""
    result = bolide("align", "--text-pair", "o gato", "os gatos velhos", "-l", "pt")
    picture = Meteor("pt").align("o gato", "os gatos velhos")
    assert (result.code, result.out, result.err) == (0, f"segment 1\n{picture}\n\n", "")


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
            "matches": [dataclasses.asdict(match) for match in alignment.matches],
            "chunks": alignment.chunks,
            **{name: None if math.isnan(value) else value for name, value in numbers.items()},
        }


@pytest.mark.parametrize("arguments", [[], ["h"], ["h", "r", "s"], ["h", "r", "--text-pair", "a", "b"]])
def test_wrong_usage(bolide, arguments):
    """Either two files or two texts are needed."""
    result = bolide("align", *arguments, "-l", "pt")
    message = "either a hypothesis file and a reference file, or --text-pair with two texts, is needed"
    assert (result.code, result.out, result.err) == (2, "", f"bolide align: {message}\n")


def test_what_cannot_be_aligned(bolide, files, write):
    """Files of different lengths, a number that no segment has and a pair that is too long are refused, and nothing is printed."""
    short = write("short", "a\n")
    for arguments, message in (
        ((files[0], short), f"the files differ in length: {files[0]} has 3 lines, {short} has 1 lines"),
        ((files[0], files[2], "--segment=1", "--segment=4"), "there is no segment 4: the files have 3 lines"),
        (("--text-pair", "a " * 6000, "a " * 6001, "--preset=meteor-1.5"), "more than 33554432 candidate matches"),
    ):
        result = bolide("align", *arguments, "-l", "pt")
        assert (result.code, result.out, message in result.err) == (2, "", True)


@pytest.mark.parametrize(
    ("variables", "is_coloured"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)]
)
def test_colours_on_a_terminal(monkeypatch, variables, is_coloured):
    """A terminal gets colours, unless the user or the terminal does not want them."""
    for name in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    terminal = io.StringIO()
    terminal.isatty = lambda: True
    monkeypatch.setattr("sys.stdout", terminal)
    assert main(["align", "--text-pair", "o gato", "o gato", "-l", "pt"]) == 0
    assert ("\033[32m" in terminal.getvalue()) == is_coloured
