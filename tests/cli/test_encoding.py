"""Text files in other encodings than UTF-8: said, recognised, or refused with the place; never scored as they are not."""

import os
import subprocess
import sys

import pytest

LINES = "o coração\na manhã fria\no pão\n"


@pytest.fixture
def reference(write):
    return write("r.txt", LINES)


def test_a_file_in_latin_1_is_refused(bolide, write, reference):
    """The error names file, line and option."""
    path = write("l.txt", ("o dia\n" + LINES.split("\n", 1)[1]).encode("latin-1"))
    result = bolide("score", path, reference, "-l", "pt")
    assert (result.code, result.out) == (2, "")
    assert result.err == (
        f"bolide score: {path}:2: this line is not UTF-8 (byte 0xe3): give the encoding, such as --encoding latin-1; "
        "--encoding utf-8-replace replaces these bytes\n"
    )
    result = bolide("java", "xray", path)  # which has no such option
    assert result.err.endswith("this line is not UTF-8 (byte 0xe3): convert it, as with: iconv -f latin1 -t utf-8\n")


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252", "utf-16-le", "utf-8"])
def test_an_encoding_that_is_said(bolide, write, encoding):
    """Files in an encoding score as they do in UTF-8."""
    path = write("h.txt", LINES.encode(encoding))
    result = bolide("score", path, path, "-l", "pt", "--encoding", encoding, "--format", "json")
    plain = write("u.txt", LINES)
    assert result.code == 0
    assert result.out.replace(path, "x") == bolide("score", plain, plain, "-l", "pt", "--format", "json").out.replace(
        plain, "x"
    )


def test_marks_and_bytes_that_are_passed_over(bolide, write, reference):
    """A byte order mark identifies UTF-16, and may precede UTF-8; on request other bytes count as U+FFFD, as in the jar."""
    replacing = ("--encoding", "utf-8-replace")
    for encoding, options, score in (("utf-16", (), "1.0"), ("utf-8-sig", (), "1.0"), ("latin-1", replacing, "0.")):
        path = write("h.txt", LINES.encode(encoding))
        result = bolide("score", path, reference, "-l", "pt", "--format", "tsv", *options)
        assert (result.code, result.out.splitlines()[1].split("\t")[2][: len(score)]) == (0, score)


@pytest.mark.parametrize("order", ["le", "be"])
@pytest.mark.parametrize("line", ["o gato dormia bem\n", "кот спал на диване, а пёс лежал на полу\n"])
def test_utf_16_without_a_mark(bolide, write, order, line):
    """It is recognised by its NUL bytes; UTF-8 may have some, too."""
    path = write("h.txt", (line * 3).encode(f"utf-16-{order}"))
    result = bolide("score", path, path, "-l", "pt")
    told = f"bolide score: {path}:1: this looks like UTF-16 (it has NUL bytes): use --encoding utf-16-{order}\n"
    assert (result.code, result.out, result.err) == (2, "", told)
    path = write("n.txt", line + "um\0\0dois\0\n" * 9)
    assert bolide("score", path, path, "-l", "pt").code == 0


@pytest.mark.parametrize("name", ["latin-99", "zip", "bz2", "rot13", "hex", ""])
def test_an_encoding_that_there_is_not(bolide, reference, name):
    """The error names some that there are. Python's other codecs are none of text."""
    result = bolide("score", reference, reference, "-l", "pt", "--encoding", name)
    assert (result.code, f"there is no encoding {name!r}: give utf-8, latin-1" in result.err) == (2, True)


def test_text_that_is_not_in_the_encoding_that_was_said(bolide, write):
    """The place is named, for any exception of the codec."""
    path = write("h.txt", b"um\ndois\x81\n")
    for name in ("cp1252", "utf-16", "undefined"):
        result = bolide("score", path, path, "-l", "pt", "--encoding", name)
        assert (result.code, f"{path}:1 or a later line is not {name}: " in result.err) == (2, True)


@pytest.mark.skipif(os.name != "posix", reason="names as POSIX has them")
@pytest.mark.parametrize("form", ["text", "tsv", "json"])
def test_names_that_are_not_utf8(form, tmp_path, files):
    """A file with a name that is not UTF-8 is scored, and named somehow, even if output is strict."""
    name = os.fsencode(tmp_path / "h") + b"\xff"
    os.link(files[0], name)
    command = [sys.executable, "-m", "bolide", "score", name, files[2], "-l", "pt", "--format", form]
    result = subprocess.run(
        command, capture_output=True, check=False, env=os.environ | {"PYTHONIOENCODING": "utf-8:strict"}
    )
    assert (result.returncode, result.stderr) == (0, b"")
    assert result.stdout.decode()
