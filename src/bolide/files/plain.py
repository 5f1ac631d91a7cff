"""Plain text: one segment per line, gzip or not, standard input as `-`; and the longest line, for all readers of text.

Text is UTF-8, UTF-16 if it has a byte order mark, or in the user's encoding. Invalid bytes are an error with their place, and so is UTF-16
without a mark, since text in the wrong encoding would get wrong scores.

Differs from the jar: only a line feed ends a line; a carriage return before it is dropped, and so is a byte order mark at the beginning.
A last line without a line feed counts; an empty one after the last line feed does not.
"""

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from typing import IO, Any

from bolide.errors import InputError
from bolide.files.boundary import reading

# In bytes, as UTF-8. A line is held in memory several times: as bytes, as text, as tokens. A novel has a twentieth of this.
LONGEST_LINE = 1 << 24
# For documents that are read whole, with lines of any length. The captions of COCO's training set have 64 MiB, on one line.
LARGEST_DOCUMENT = 1 << 28
_MIB = 1 << 20
_BLOCK = 1 << 18
_GZIP = b"\x1f\x8b"
_BOM = b"\xef\xbb\xbf"
# Parity: Java's decoder makes one U+FFFD of an encoded surrogate, Python's three.
_SURROGATE = rb"\xed[\xa0-\xbf][\x80-\xbf]"


class LineFile:
    """A text file that can be counted and then read in batches, without holding it in memory.

    Input that cannot be read twice (standard input, a pipe) is copied to a temporary file that is removed with this object; or it is
    read once, as data arrives: then it `is_live`, and counting reads it to the end.
    """

    def __init__(self, path: str, *, live: bool = False) -> None:
        """Open a file, or standard input for `-`; `InputError` if that fails. With `live`, a pipe is read as data arrives."""
        self.name = "standard input" if path == "-" else path
        self.is_live = live and (path == "-" or not os.path.isfile(path))
        self.taken = 0  # The number of lines read.
        self._encoding = _chosen[-1]
        with reading(self.name):
            if self.is_live:
                self._raw: IO[bytes] | LiveStream = LiveStream(path)
            else:
                self._raw = _copied(sys.stdin.buffer, self.name) if path == "-" else open_kept(path)
            self._stream: Any = None if self.is_live else _unpacked(self._raw)  # A pipe may still be empty.
        self._start_over()

    def _start_over(self) -> None:
        if not self.is_live:
            self._stream.seek(0)
        self._groups = self._read_groups()
        self._waiting: list[str] = []

    def __enter__(self) -> "LineFile":
        return self

    def __exit__(self, *_: object) -> None:
        self._raw.close()

    def count(self) -> int:
        """Return the number of lines; reading starts over."""
        self._start_over()
        lines, last = 0, b"\n"
        for place, block in enumerate(self._blocks()):
            lines += block.count(b"\n")
            last = b"\n" if place == 0 and block == _BOM else block[-1:]
        self._start_over()
        return lines + (last != b"\n")

    def count_rest(self) -> int:
        """Return the number of all lines; reads the rest."""
        return self.taken + sum(1 for _ in self.numbered())

    def ready(self, count: int, *, least: int, characters: int = 0) -> int:
        """Read on until `count` lines wait, and return how many do, at most `count`.

        Once there are `least`, it stops after `characters`; and if a pipe `is_live`, at the end of the data that has arrived.
        """
        while len(self._waiting) < count:
            if len(self._waiting) >= least and (self.is_live or sum(map(len, self._waiting)) >= characters):
                break
            more = next(self._groups, None)
            if more is None:
                break
            self._waiting += more
        return min(count, len(self._waiting))

    def take(self, count: int) -> list[str]:
        """Return the next lines, at most `count`; none at the end."""
        taken = self._waiting[: self.ready(count, least=count)]
        del self._waiting[: len(taken)]
        self.taken += len(taken)
        return taken

    def first_line(self) -> str:
        """Return the first line, which stays to be read; empty if there is none."""
        return self._waiting[0] if self.ready(1, least=1) else ""

    def numbered(self) -> Iterator[tuple[int, str]]:
        """Yield the remaining lines, numbered from 1."""
        number = 0
        while lines := self._waiting or next(self._groups, []):
            self._waiting = []
            yield from enumerate(lines, start=number + 1)
            number += len(lines)

    def blocks(self, *, as_is: bool = False) -> Iterator[bytes]:
        """Yield the bytes from the beginning, unpacked, with a byte order mark, as lines of UTF-8 or as a document `as_is`; reading starts over."""
        self._start_over()
        yield from self._document(self._raw_blocks()) if as_is else self._blocks()

    def _blocks(self) -> Iterator[bytes]:
        """Yield blocks of lines; `InputError` if only carriage returns separate them, which would be one segment."""
        returns = 0  # Carriage returns of a file without any line feed; a single one at its end is allowed.
        for block in bounded(recoded(self._raw_blocks(), self._encoding, self.name), self.name):
            yield block
            returns = -1 if returns < 0 or b"\n" in block else returns + block.count(b"\r")
        if returns > 0 and returns > block.endswith(b"\r"):
            raise InputError(
                f"{self.name}: lines end in carriage returns alone, as on old Macs: save it with line feeds, "
                "such as by tr '\\r' '\\n'"
            )

    def _document(self, blocks: Iterator[bytes]) -> Iterator[bytes]:
        """Yield the blocks of a document; `InputError` if it is too large to be read whole."""
        size = 0
        for block in blocks:
            size += len(block)
            if size > LARGEST_DOCUMENT:
                raise InputError(f"{self.name}: the file has more than {LARGEST_DOCUMENT // _MIB} MiB: split it")
            yield block

    def _raw_blocks(self) -> Iterator[bytes]:
        with reading(self.name, InputError, "is damaged gzip data or a broken file"):
            self._stream = self._stream or _unpacked(self._raw)
            read = self._stream.read1 if self.is_live else self._stream.read
            while block := read(_BLOCK):
                yield block

    def _read_groups(self) -> Iterator[list[str]]:
        """Yield the lines of each block, with those that end in it."""
        rest: list[bytes] = []  # The pieces of a line that is longer than a block.
        done = 0
        for place, block in enumerate(self._blocks()):
            head, separator, tail = (block if place else block.removeprefix(_BOM)).rpartition(b"\n")
            if separator:
                lines = self._split(b"".join((*rest, head)), done)
                done += len(lines)
                yield lines
                rest.clear()
            if tail:
                rest.append(tail)
        if rest:
            yield self._split(b"".join(rest), done)

    def text(self) -> str:
        """Return the whole text of a document, without a byte order mark; reading starts over."""
        self._start_over()
        blocks = self._document(recoded(self._raw_blocks(), self._encoding, self.name))
        return self._decoded(b"".join(blocks), 0).removeprefix("\ufeff")

    def _split(self, data: bytes, done: int) -> list[str]:
        """Return the lines of some bytes; `done` lines came before them."""
        lines = self._decoded(data, done).split("\n")
        return [line.removesuffix("\r") for line in lines] if b"\r" in data else lines

    def _decoded(self, data: bytes, done: int) -> str:
        if self._encoding == LENIENT:
            data = re.sub(_SURROGATE, b"\xef\xbf\xbd", data) if b"\xed" in data else data
            return data.decode("utf-8", errors="replace")
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError as error:
            line = done + data.count(b"\n", 0, error.start) + 1
            asked = f"give the encoding, such as --encoding latin-1; --encoding {LENIENT} replaces these bytes"
            raise InputError(
                f"{self.name}:{line}: this line is not UTF-8 (byte 0x{data[error.start]:02x}): {_advice(asked, 'latin1')}"
            ) from error


def read_lines(path: str) -> Iterator[str]:
    """Yield the lines of a file."""
    with LineFile(path) as file:
        yield from (line for _, line in file.numbered())


def bounded(blocks: Iterator[bytes], name: str, longest: int = LONGEST_LINE) -> Iterator[bytes]:
    """Yield the blocks of a text; `InputError` with its number for a line that is too long, before all of it is read."""
    line, size = 1, 0
    for block in blocks:
        end = block.find(b"\n")
        size += len(block) if end < 0 else end
        if size > longest:
            raise too_long(name, line, longest)
        if end >= 0:
            line += block.count(b"\n")
            size = len(block) - block.rfind(b"\n") - 1
        yield block


def too_long(name: str, line: int, longest: int = LONGEST_LINE) -> InputError:
    """Return the error for a line that is too long."""
    return InputError(f"{name}:{line}: this line has more than {longest // _MIB} MiB: is this a text file?")


def open_kept(path: str) -> IO[bytes]:
    """Open a file, or a temporary copy if it cannot be read twice; `InputError` if that has no line ends, and perhaps no end."""
    stream = open(path, "rb")
    if os.path.isfile(path):
        return stream
    with stream:
        return _copied(stream, path)


def _copied(stream: IO[bytes], name: str) -> IO[bytes]:
    import tempfile

    copy = tempfile.TemporaryFile()
    try:
        blocks = iter(lambda: stream.read(_BLOCK), b"")
        for block in bounded(blocks, name, LARGEST_DOCUMENT):  # It may be a document, with long lines.
            copy.write(block)
        copy.seek(0)
    except BaseException:
        copy.close()
        raise
    return copy


def _unpacked(stream: "IO[bytes] | LiveStream") -> Any:
    """Return a stream, unpacked if it begins like gzip data; if it cannot be read, close it."""
    try:
        is_gzip = stream.peek(2)[:2] == _GZIP  # type: ignore[union-attr]
    except OSError:
        stream.close()
        raise
    if not is_gzip:
        return stream
    import gzip

    return gzip.GzipFile(fileobj=stream)  # type: ignore[arg-type]


LENIENT = "utf-8-replace"  # Bytes that are not UTF-8 become U+FFFD, as in the jar.
_NULS = 8
_MARKS = (b"\xff\xfe", b"\xfe\xff")
# The encodings of text files, the innermost last; None: UTF-8, checked, or UTF-16 with a byte order mark.
_chosen: list[str | None] = [None]


def _advice(asked: str, encoding: str) -> str:
    """Return what to do about text that is not UTF-8: what is `asked` of the user where an encoding can be given, else to convert it."""
    return asked if len(_chosen) > 1 else f"convert it, as with: iconv -f {encoding} -t utf-8"


@contextmanager
def reading_as(name: str | None) -> Iterator[None]:
    """Let the user set the encoding of all text files opened inside; `InputError` if Python does not know it."""
    if name is not None and name != LENIENT:
        import io

        try:
            io.TextIOWrapper(io.BytesIO(), name)  # Refuses codecs that are not for text, such as zip and rot13.
        except LookupError as error:
            raise InputError(
                f"there is no encoding {name!r}: give utf-8, latin-1, cp1252, utf-16, shift-jis, gb18030 or another that Python knows"
            ) from error
    _chosen.append(None if name is not None and name.lower() in ("utf-8", "utf8") else name)
    try:
        yield
    finally:
        _chosen.pop()


def recoded(blocks: Iterator[bytes], encoding: str | None, name: str) -> Iterator[bytes]:
    """Yield the blocks of a file as UTF-8; blocks that should be UTF-8 already are not checked."""
    if encoding in (None, LENIENT):  # The first block has the whole mark; a pipe may deliver it byte by byte.
        begun = next(blocks, b"")
        while any(mark.startswith(begun) and mark != begun for mark in (_BOM, *_MARKS)) and (more := next(blocks, b"")):
            begun += more
        blocks, encoding = chain([begun] if begun else [], blocks), "utf-16" if begun.startswith(_MARKS) else encoding
        if encoding is None and (order := _unmarked(begun[:4096])):
            mend = _advice(f"use --encoding utf-16-{order}", f"utf-16{order}")
            raise InputError(f"{name}:1: this looks like UTF-16 (it has NUL bytes): {mend}")
    if encoding in (None, LENIENT):
        yield from blocks
        return
    import codecs

    decoder = codecs.getincrementaldecoder(encoding)()
    lines = 0
    fault, mend = f"or a later line is not {encoding}", "; give another --encoding"
    with reading(lambda: f"{name}:{lines + 1}", InputError, fault, mend):
        for block in chain(blocks, [b""]):
            text = decoder.decode(block, final=not block)
            lines += text.count("\n")
            if text:
                yield text.encode("utf-8", "surrogatepass")


def _unmarked(begun: bytes) -> str | None:
    """Return the byte order of text that begins like UTF-16 without a mark: only one byte of its pairs is ever NUL, and often."""
    nuls = begun[::2].count(0), begun[1::2].count(0)
    is_often = sum(nuls) >= max(_NULS, len(begun) // 40)  # Every twentieth character: other scripts have it in blanks.
    return ("be" if nuls[0] else "le") if is_often and not min(nuls) else None


class LiveStream:
    """Returns the data that has arrived, without waiting for more."""

    def __init__(self, path: str) -> None:
        """Read from a file that is closed with this object, or from standard input, which is not."""
        self._closes = path != "-"
        self._stream: IO[bytes] = open(path, "rb") if self._closes else sys.stdin.buffer
        self._begin = b""  # Bytes that were peeked at but not read.

    def peek(self, size: int) -> bytes:
        """Wait for the first bytes and return them without consuming them."""
        while len(self._begin) < size and (more := self._stream.read(size - len(self._begin))):
            self._begin += more
        return self._begin

    def read(self, size: int = -1) -> bytes:
        """Return at most `size` bytes as soon as there are any; none at the end."""
        begin, self._begin = self._begin, b""
        return begin or self._stream.read1(size)  # type: ignore[attr-defined]

    read1 = read

    def close(self) -> None:
        """Close the stream."""
        if self._closes:
            self._stream.close()
