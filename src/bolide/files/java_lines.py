r"""Lines as Java's readers see them: `\n`, `\r` and `\r\n` end a line, nothing else does; bytes that are not UTF-8 become U+FFFD.

A byte order mark stays. A last line without an end counts; an empty one after the last end does not.

Differs: a line that is longer than `LONGEST_LINE` is an `InputError`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from types import TracebackType
from typing import IO

from bolide.files.plain import LONGEST_LINE, open_kept, too_long

__all__ = ["JavaLineFile", "java_decode", "java_lines", "java_trim", "raw_lines"]

_END = re.compile("\r\n|\r|\n")
_SURROGATE = re.compile(rb"\xed[\xa0-\xbf][\x80-\xbf]?")
_TRIMMED = "".join(map(chr, range(0x21)))


def java_decode(data: bytes) -> str:
    r"""Return bytes as text, with U+FFFD for what is not UTF-8: as Python does, but for surrogates, which count once.

    >>> ascii(java_decode(b"a\xe2\x82b\xed\xa0\x80\xff"))
    "'a\\ufffdb\\ufffd\\ufffd'"
    """
    try:
        return data.decode()
    except UnicodeDecodeError:
        return _SURROGATE.sub(b"\xff", data).decode("utf-8", "replace")


def java_trim(text: str) -> str:
    r"""Return a text without the blanks and control characters at its ends, as `String.trim` does.

    >>> java_trim("\t a\x00b\x1c")
    'a\x00b'
    """
    return text.strip(_TRIMMED)


def raw_lines(stream: IO[bytes], name: str | None = None) -> Iterator[bytes]:
    """Return what line feeds end in a stream, one after the other; messages call it by its own name unless they get one."""
    number = 0
    while data := stream.readline(LONGEST_LINE + 1):
        number += 1
        if len(data) > LONGEST_LINE and not data.endswith(b"\n"):
            own = getattr(stream, "name", None)
            raise too_long(name or (own if isinstance(own, str) and own != "<stdin>" else "standard input"), number)
        yield data


def java_lines(stream: IO[bytes], name: str | None = None) -> Iterator[str]:
    r"""Return the lines of a stream, one after the other, without their ends.

    >>> import io
    >>> list(java_lines(io.BytesIO("a\rb\r\n\x85c".encode())))
    ['a', 'b', '\x85c']
    """
    for data in raw_lines(stream, name):
        text = java_decode(data)
        if "\r" not in text:
            yield text.removesuffix("\n")
            continue
        *lines, last = _END.split(text)
        yield from (*lines, last) if last else lines


class JavaLineFile:
    """A file that can be counted and then read in batches, without holding it in memory; `OSError` if it cannot be read.

    What cannot be read twice (a pipe) is kept in a temporary file that goes away with this object.
    """

    def __init__(self, path: str) -> None:
        self._name = path
        self._stream = open_kept(path)
        self._lines = java_lines(self._stream, path)

    def __enter__(self) -> JavaLineFile:
        """Return itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the file."""
        self._lines.close()  # type: ignore[attr-defined]
        self._stream.close()

    def count(self) -> int:
        """Return the number of lines; reading starts over."""
        lines = sum(1 for _ in self._lines)
        self._stream.seek(0)
        self._lines = java_lines(self._stream, self._name)
        return lines

    def take(self, count: int) -> list[str]:
        """Return the next lines, at most `count`; none at the end."""
        return list(islice(self._lines, count))
