"""Plain text files: where lines end, what is decoded how, and what cannot be read."""

import gzip
import io
import os
import sys
import threading

import pytest

from bolide import InputError
from bolide.files.plain import LineFile

# The bytes of a file, and its lines.
FILES = {
    "line feeds": (b"a\nb\n", ["a", "b"]),
    "no final line feed": (b"a\nb", ["a", "b"]),
    "CRLF": (b"a\r\nb\r\n", ["a", "b"]),
    "CRLF without the last": (b"a\r\nb\r", ["a", "b"]),
    "lone CR": (b"a\rb\nc\n", ["a\rb", "c"]),
    "CR at the end": (b"a\r", ["a"]),
    "empty": (b"", []),
    "one empty line": (b"\n", [""]),
    "empty lines": (b"\n\na\n\n", ["", "", "a", ""]),
    "blank line at the end": (b"a\n ", ["a", " "]),
    "BOM": (b"\xef\xbb\xbfa\nb\n", ["a", "b"]),
    "BOM only": (b"\xef\xbb\xbf", []),
    "BOM later": (b"a\n\xef\xbb\xbfb\n", ["a", "\ufeffb"]),
    "line separator": ("a\u2028b\u2029c\u0085d\x0be\x0cf\x1cg\n".encode(), ["a\u2028b\u2029c\u0085d\x0be\x0cf\x1cg"]),
    "NUL": (b"a\0b\n", ["a\0b"]),
    "UTF-16": ("a\nção\n".encode("utf-16"), ["a", "ção"]),
    "astral": ("😀\n".encode(), ["😀"]),
}


@pytest.mark.parametrize(("data", "lines"), FILES.values(), ids=FILES)
@pytest.mark.parametrize("packed", [False, True], ids=["plain", "gzip"])
def test_lines(data, lines, packed, write):
    """A file has the same number of lines when counted and when read, and they are the right ones."""
    with LineFile(write("file", gzip.compress(data) if packed else data)) as file:
        assert file.count() == len(lines)
        assert file.take(100) == lines
        assert file.take(100) == []


@pytest.mark.parametrize("read", [LineFile.count, lambda file: file.take(9)], ids=["counted", "read"])
def test_carriage_returns_alone(write, read):
    """Lines of an old Mac would be one segment: it is an error that says how to mend them."""
    told = r"mac.txt: lines end in carriage returns alone, .* tr '\\r' '\\n'"
    with LineFile(write("mac.txt", b"um\rdois\r")) as file, pytest.raises(InputError, match=told):
        read(file)


@pytest.mark.parametrize("packed", [False, True], ids=["plain", "gzip"])
def test_reading_in_batches(packed, write):
    """Batches of any size follow each other without loss, also across the blocks that are read, and counting starts over."""
    lines = [f"{number} {'é' * (number % 97)}" for number in range(20_000)]
    data = "\n".join(lines).encode()
    with LineFile(write("file", gzip.compress(data) if packed else data)) as file:
        assert file.take(3) == lines[:3]
        assert file.count() == len(lines)
        batches = [file.take(7001) for _ in range(4)]
        assert [len(batch) for batch in batches] == [7001, 7001, 5998, 0]
        assert [line for batch in batches for line in batch] == lines


def test_standard_input(monkeypatch):
    """Standard input is counted and read like a file; a gzip file may have several members, as `cat a.gz b.gz` makes it."""
    stream = io.BytesIO(gzip.compress(b"um\n") + gzip.compress(b"dois\n"))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(stream))
    with LineFile("-") as file:
        assert (file.name, file.count(), file.take(9)) == ("standard input", 2, ["um", "dois"])


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this platform has no named pipes")
def test_named_pipe(tmp_path):
    """Input that can be read only once is kept until it is closed."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(b"um\ndois\n",))
    writer.start()
    with LineFile(str(pipe)) as file:
        writer.join()
        assert (file.count(), file.take(9)) == (2, ["um", "dois"])


PACKED = gzip.compress(os.urandom(1000))


@pytest.mark.parametrize(
    "data",
    [
        PACKED[:20],
        PACKED[:500],
        PACKED[:-4],
        PACKED[:-8] + bytes(8),
        PACKED[:100] + b"\0" * 50 + PACKED[150:],
        PACKED[:3],
    ],
    ids=["header only", "half", "no length", "wrong checksum", "damaged", "three bytes"],
)
def test_damaged_gzip_is_named(data, write):
    """A gzip file that is cut or damaged is an error with its name, whenever it is noticed."""
    path = write("file.gz", data)
    with LineFile(path) as file, pytest.raises(InputError) as caught:
        file.count()
    assert str(caught.value).startswith(f"{path} is damaged gzip data or a broken file: ")


def test_missing_files_and_folders(tmp_path):
    """A file that is not there, or is a folder, is named with the system's reason."""
    for path, reason in (
        (tmp_path / "no", "No such file or directory"),
        (tmp_path, "Is a directory"),
        ("a\0b", "embedded null byte"),
    ):
        with pytest.raises(InputError) as caught:
            LineFile(str(path))
        assert str(caught.value) == f"cannot read {path}: {reason}"
