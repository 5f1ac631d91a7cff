"""Plain text: a segment on each line, UTF-8, gzip or not, standard input as `-`.

Differs from the jar: only a line feed ends a line; a carriage return before it is dropped, and so is a byte order mark at the beginning. Bytes that are not
UTF-8 become U+FFFD. A last line without a line feed counts; an empty one behind the last line feed does not.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator

from bolide.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType
    from typing import IO

    from bolide.formats.packed import PackedStream

__all__ = ["LineFile"]

_BLOCK = 1 << 18
_GZIP = b"\x1f\x8b"
_BOM = b"\xef\xbb\xbf"
# Parity: Java's decoder makes one U+FFFD of an encoded surrogate, Python's three.
_SURROGATE = re.compile(rb"\xed[\xa0-\xbf][\x80-\xbf]")


class LineFile:
    """A text file that can be counted and then read in batches, without holding it in memory.

    What cannot be read twice (standard input, a pipe) is kept in a temporary file that goes away with this object.
    """

    def __init__(self, path: str) -> None:
        """Open a file, or standard input for `-`; `InputError` if that fails."""
        self.name = "standard input" if path == "-" else path
        try:
            raw = self._spooled(sys.stdin.buffer) if path == "-" else self._opened(path)
            self._raw = raw
            is_gzip = _begins_gzip(raw)
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else error
            raise InputError(f"cannot read {self.name}: {reason}") from error
        self._stream: IO[bytes] | PackedStream = _unpacked(raw) if is_gzip else raw
        self._lines = self._read_lines()

    def __enter__(self) -> LineFile:
        """Return itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the file."""
        self._raw.close()

    def _opened(self, path: str) -> IO[bytes]:
        stream = open(path, "rb")  # noqa: SIM115 - this object is its context
        if stream.seekable() and os.path.isfile(path):
            return stream
        with stream:
            return self._spooled(stream)

    @staticmethod
    def _spooled(stream: IO[bytes]) -> IO[bytes]:
        import shutil  # noqa: PLC0415 - for what cannot be read twice
        import tempfile  # noqa: PLC0415

        copy = tempfile.TemporaryFile()  # noqa: SIM115 - this object is its context
        shutil.copyfileobj(stream, copy)
        copy.seek(0)
        return copy

    def count(self) -> int:
        """Return the number of lines; reading starts over."""
        lines, last = 0, b"\n"
        self._stream.seek(0)
        for place, block in enumerate(self._blocks()):
            lines += block.count(b"\n")
            last = b"\n" if place == 0 and block == _BOM else block[-1:]
        self._stream.seek(0)
        self._lines = self._read_lines()
        return lines + (last != b"\n")

    def take(self, count: int) -> list[str]:
        """Return the next lines, at most `count`; none at the end."""
        return [line for _, line in zip(range(count), self._lines, strict=False)]

    def numbered(self) -> Iterator[tuple[int, str]]:
        """Yield the lines that are left, numbered from 1."""
        yield from enumerate(self._lines, start=1)

    def blocks(self) -> Iterator[bytes]:
        """Yield the bytes from the beginning, unpacked, byte order mark and all; reading starts over."""
        self._stream.seek(0)
        self._lines = self._read_lines()
        yield from self._blocks()

    def _blocks(self) -> Iterator[bytes]:
        try:
            while block := self._stream.read(_BLOCK):
                yield block
        except (OSError, EOFError) as error:
            raise InputError(f"cannot read {self.name}: damaged gzip data or a broken file ({error})") from error

    def _read_lines(self) -> Iterator[str]:
        rest: list[bytes] = []  # A line that is longer than a block stays in pieces until its end is there.
        for place, read in enumerate(self._blocks()):
            block = read.removeprefix(_BOM) if place == 0 else read
            head, separator, tail = block.rpartition(b"\n")
            if separator:
                yield from _split(b"".join((*rest, head)))
                rest.clear()
            if tail:
                rest.append(tail)
        if rest:
            yield from _split(b"".join(rest))


def _unpacked(stream: IO[bytes]) -> PackedStream:
    from bolide.formats.packed import PackedStream  # noqa: PLC0415 - for gzip files alone

    return PackedStream(stream)


def _begins_gzip(stream: IO[bytes]) -> bool:
    """Whether a stream, which stays at its beginning, is packed; one that cannot be read is closed."""
    try:
        is_gzip = stream.read(2) == _GZIP
        stream.seek(0)
    except OSError:
        stream.close()
        raise
    return is_gzip


def _split(data: bytes) -> list[str]:
    if b"\xed" in data:
        data = _SURROGATE.sub(b"\xef\xbf\xbd", data)
    lines = data.decode("utf-8", errors="replace").split("\n")
    return [line.removesuffix("\r") for line in lines] if b"\r" in data else lines
