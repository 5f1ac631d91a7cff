"""A pipe as a stream that is read once, while it is written."""

from __future__ import annotations

from typing import IO

__all__ = ["LiveStream"]


class LiveStream:
    """Hands out what is there, without waiting for more than that."""

    def __init__(self, stream: IO[bytes], *, closes: bool) -> None:
        """Read from a stream; `closes` says whether it is closed with this object."""
        self._stream = stream
        self._closes = closes
        self._begin = b""  # What was looked at, and is still to be read.

    def peek(self, size: int) -> bytes:
        """Return the first bytes, for which it waits; they are still to be read."""
        while len(self._begin) < size and (more := self._stream.read(size - len(self._begin))):
            self._begin += more
        return self._begin

    def read(self, size: int = -1) -> bytes:
        """Return some bytes, at most so many, as soon as there are any; none at the end."""
        begin, self._begin = self._begin, b""
        return begin or self._stream.read1(size)  # type: ignore[attr-defined]

    read1 = read

    def close(self) -> None:
        """Close the stream."""
        if self._closes:
            self._stream.close()
