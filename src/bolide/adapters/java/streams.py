"""What a program reads and writes, so that it can run inside of another one."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO, TextIO

__all__ = ["Streams", "line_writer"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Streams:
    """Standard input as bytes; standard output and error as text."""

    input: IO[bytes]
    output: TextIO
    errors: TextIO

    def warn(self, line: str) -> None:
        """Write a line to standard error."""
        self.errors.write(line + "\n")


@contextmanager
def line_writer(stream: IO[bytes]) -> Iterator[TextIO]:
    """Give a writer of UTF-8 text with line feeds, whatever the platform and the locale; the stream stays open."""
    writer = io.TextIOWrapper(stream, encoding="utf-8", errors="surrogateescape", newline="\n", write_through=False)
    try:
        yield writer
        writer.flush()
    finally:
        writer.detach()
