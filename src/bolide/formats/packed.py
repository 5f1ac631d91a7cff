"""Gzip data as a stream of bytes."""

from __future__ import annotations

import gzip
import zlib
from typing import IO

__all__ = ["PackedStream"]


class PackedStream(gzip.GzipFile):
    """Unpacks a stream while it is read. Damaged data is an `OSError` or `EOFError`, whatever is wrong with it."""

    def __init__(self, stream: IO[bytes]) -> None:
        """Read from a stream, which stays the caller's to close."""
        super().__init__(fileobj=stream)

    def read(self, size: int | None = -1) -> bytes:
        """Return at most so many bytes, unpacked."""
        try:
            return super().read(size)
        except zlib.error as error:
            raise OSError(str(error)) from error
