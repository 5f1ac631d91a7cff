"""`bolide mbr`: the candidate that agrees best with all of them."""

from __future__ import annotations

import pytest

from bolide import Meteor

FILES = ["o gato\na\n", "um gato\nb\n", "o gato\r\nb"]


def test_several_files(bolide, write):
    """Line n of every file is a candidate for segment n; the first of equals wins."""
    files = [write(f"c{i}", text) for i, text in enumerate(FILES)]
    result = bolide("mbr", *files, "-l", "pt")
    assert (result.code, result.out, result.err) == (0, "o gato\nb\n", "")


def test_one_file(bolide, write):
    """One file holds the candidates of each segment one after the other; TSV tells which one, and its utility."""
    file = write("nbest", "o gato\num gato\no gato\na\nb\nb\n")
    result = bolide("mbr", "--candidates", "3", file, "-l", "pt", "--format", "tsv", "--threads", "2")
    (gato, _, _), (_, b, _) = Meteor("pt").utilities([["o gato", "um gato", "o gato"], ["a", "b", "b"]])
    expected = f"segment\tcandidate\tutility\ttext\n1\t1\t{gato!r}\to gato\n2\t2\t{b!r}\tb\n"
    assert (result.code, result.out, result.err) == (0, expected, "")


def test_more_than_a_batch(bolide, write):
    """Segments beyond the first batch are chosen from too."""
    file = write("nbest", "".join(f"x{i}\ny\ny\n" for i in range(1500)))
    assert bolide("mbr", "--candidates", "3", file, "-l", "pt", "--matchers", "exact").out == "y\n" * 1500


@pytest.mark.parametrize(
    ("options", "texts", "message"),
    [
        ([], ["a\n"], "either several files, or one file and --candidates N, are needed; see: bolide mbr --help"),
        (["--candidates", "2"], ["a\n", "b\n"], "either several files, or one file and --candidates N, are needed"),
        ([], ["a\n", "a\nb\n"], "the files do not fit together: {0} has 1 lines, {1} has 2 lines"),
        (["--candidates", "2"], ["a\nb\nc\n"], "2 candidates for each segment: {0} has 3 lines"),
        ([], ["", ""], "there are no segments: all files are empty"),
    ],
)
def test_errors(bolide, write, options, texts, message):
    """What does not fit together is said before anything is printed."""
    files = [write(f"c{i}", text) for i, text in enumerate(texts)]
    result = bolide("mbr", *options, *files, "-l", "pt")
    assert (result.code, result.out) == (2, "")
    assert message.format(*files) in result.err
