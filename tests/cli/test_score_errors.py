"""`bolide score` with wrong input: the message verbatim, exit code 2, and nothing on standard output."""

from __future__ import annotations

import gzip
import io
import sys

import pytest

from bolide.metric.known_presets import presets

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


def test_files_that_cannot_be_read(bolide, write, tmp_path):
    """A missing file is named, whichever it is, and so is a damaged one."""
    good, missing = write("good", "a\n"), str(tmp_path / "missing")
    for pair in ((good, missing), (missing, good)):
        _refused(bolide("score", *pair, "-l", "pt"), f"cannot read {missing}: No such file or directory")
    damaged = write("damaged", gzip.compress(b"a\n" * 100)[:-3])
    result = bolide("score", damaged, good, "-l", "pt")
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith(f"bolide score: {damaged} is damaged gzip data or a broken file: ")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "a hypothesis file and a reference file are needed; see: bolide score --help"),
        (["h"], "a hypothesis file and a reference file are needed; see: bolide score --help"),
        (["--ref", "r"], "a hypothesis file and a reference file are needed; see: bolide score --help"),
        (["--system", "a=x"], "a hypothesis file and a reference file are needed; see: bolide score --help"),
        (["--system", "=x", "--ref", "r"], "--system takes FILE or NAME=FILE, not '=x'"),
        (["--system", "x=", "--ref", "r"], "--system takes FILE or NAME=FILE, not 'x='"),
        (["--system", "a=x", "--system", "a=y", "--ref", "r"], "two systems are named a"),
        (["--ref", "r", "x", "x"], "two systems are named x"),
        (["-", "-"], "standard input (-) can be read only once"),
        (["--ref", "-", "--system", "a=-"], "standard input (-) can be read only once"),
        (["h", "r", "s", "--refs-per-segment", "2"], "--refs-per-segment goes with one reference file"),
    ],
)
def test_wrong_usage(bolide, arguments, message):
    """What does not fit together is refused before any file is opened."""
    _refused(bolide("score", *arguments, "-l", "pt"), message)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["-l", "zz", "--preset", "meteor-1.5"], "'zz' is not a language: give a code such as de, deu or pt-BR, a name such as German or Deutsch, or other"),
        (["--task", "foo"], "preset meteor-1.5 has no task 'foo'; for English it has: adq hter li rank tune universal util"),
        (["--preset", "x"], f"unknown preset 'x': choose one of {' '.join(preset.name for preset in presets())}, or give a preset file (.toml)"),
        (
            ["--matchers", "exact,sound"],
            "unknown matcher 'sound': choose one of exact stem synonym paraphrase spelling meaning nearest",
        ),
        (["-l", "pt", "--weights", "1"], "weights have to be 2 numbers (exact, stem), not (1.0,)"),
        (["-l", "pt", "--parameters", ".5,1,-1,.5"], "gamma has to be a number from 0 to 1, not -1.0"),
        (["-l", "de", "--preset", "meteor-1.5"], "the German paraphrase table is not installed; get https://www.cs.cmu.edu/~alavie/METEOR/download/meteor-1.5.tar.gz, then run: bolide resources install de --from METEOR-1.5-DIRECTORY"),
        (["-l", "pt", "--function-words", "no-such-file"], "cannot read no-such-file: No such file or directory"),
        (["-l", "pt", "--task", "universal", "--paraphrases", "no-such-file"], "cannot read no-such-file: No such file or directory"),
    ],
)  # fmt: skip
def test_wrong_options(bolide, files, options, message):
    """A metric that cannot be is refused with the message of the API, and nothing on standard output."""
    _refused(bolide("score", files[0], files[2], *options), message)
