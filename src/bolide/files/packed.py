"""Gzip data as a stream of bytes."""

from __future__ import annotations

import gzip
import zlib
from typing import IO

from bolide.files.live import LiveStream

__all__ = ["PackedStream"]


class PackedStream(gzip.GzipFile):
    """Unpacks a stream while it is read. Damaged data is an `OSError` or `EOFError`, whatever is wrong with it."""

    def __init__(self, stream: IO[bytes] | LiveStream) -> None:
        """Read from a stream, which stays the caller's to close."""
        super().__init__(fileobj=stream)  # type: ignore[arg-type]

    def read(self, size: int | None = -1) -> bytes:
        """Return at most so many bytes, unpacked."""
        try:
            return super().read(size)
        except zlib.error as error:
            raise OSError(str(error)) from error

    def read1(self, size: int = -1) -> bytes:
        """Return some bytes, unpacked, without waiting for more than there is."""
        try:
            return super().read1(size)
        except zlib.error as error:
            raise OSError(str(error)) from error
