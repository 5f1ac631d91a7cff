"""Where `bolide score` writes: standard output, or a file that is there when it is whole.

Text is handed over in whole batches, each in one piece, so that what was written ends in a whole line at any time but during
that one call.
"""

from __future__ import annotations

import os
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import TracebackType
from typing import TYPE_CHECKING, TextIO

from bolide.errors import InputError
from bolide.files.corpus import Batch
from bolide.metric.statistics import Statistics

if TYPE_CHECKING:
    from bolide.cli.score_journal import Origin

__all__ = ["StreamTarget", "Target", "explained", "open_target"]


_MOST = 1 << 20  # Text of more characters does not wait for the end of its batch.


class Target(ABC):
    """Takes text, and writes it when a batch is complete."""

    can_resume = False

    def __init__(self) -> None:
        """Begin with no text."""
        self._text: list[str] = []
        self._length = 0

    def write(self, text: str) -> None:
        """Take text."""
        self._text.append(text)
        self._length += len(text)
        if self._length > _MOST:
            self._drain()

    def _drain(self) -> None:
        """Write what was taken."""
        if self._text:
            text = "".join(self._text)
            self._text.clear()
            self._length = 0
            self._put(text.encode("utf-8", "backslashreplace"))

    @abstractmethod
    def _put(self, data: bytes) -> None:
        """Write bytes."""

    def restore(self, columns: tuple[str, ...]) -> tuple[int, dict[str, Statistics]]:
        """Return how many segments an earlier run has scored, and their statistics."""
        return 0, {}

    def skip(self, batch: Batch) -> None:
        """Take note of segments that an earlier run has scored."""
        return

    def check_skipped(self) -> None:
        """Raise `InputError` unless the text that was skipped is the text that was scored."""
        return

    @abstractmethod
    def commit(self, batch: Batch, done: int, totals: dict[str, Statistics]) -> None:
        """Write what was taken for a batch; `done` segments have been scored."""

    @abstractmethod
    def finish(self) -> None:
        """Write the rest: the output is complete."""

    def __enter__(self) -> Target:
        """Return itself."""
        return self

    @abstractmethod
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Let go of files."""


class StreamTarget(Target):
    """Standard output, or something that is not a file: a device, a pipe."""

    def __init__(self, stream: TextIO | None, path: str | None = None) -> None:
        """Write to a stream, if there is one; with a path it is closed at the end, and errors name it."""
        super().__init__()
        self._stream = stream
        self._path = path

    def commit(self, batch: Batch, done: int, totals: dict[str, Statistics]) -> None:
        """Write a batch."""
        self._drain()

    def finish(self) -> None:
        """Write the rest."""
        self._drain()

    def _put(self, data: bytes) -> None:
        if self._stream is None:
            return
        buffer = getattr(self._stream, "buffer", None)
        with explained(self._path):
            if buffer is None:
                self._stream.write(data.decode("utf-8"))
            else:  # An unbuffered stream may take a part of what it is given, and says how much.
                left = memoryview(data)
                while left:
                    left = left[buffer.write(left) or 0 :]
            self._stream.flush()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close a stream that is ours; what it would not take is lost, and was told."""
        if self._path is not None and self._stream is not None:
            with suppress(OSError):
                self._stream.close()


@contextmanager
def explained(path: str | None) -> Iterator[None]:
    """Say which file could not be written, if it has a name; that its reader has gone is for others to say."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        if path is None:
            raise
        raise InputError(f"cannot write {path}: {error.strerror or error}") from error


def open_target(path: str | None, origin: Origin | None, *, resume: bool, inputs: list[str]) -> Target:
    """Return where to write; with an origin, an interrupted file can be continued later. `InputError` for a place that will not do."""
    if path is None:
        return StreamTarget(sys.stdout)
    if os.path.isdir(path):
        raise InputError(f"cannot write {path}: it is a folder")
    if os.path.exists(path) and not os.path.isfile(path):
        if resume:
            raise InputError(f"--resume needs a file that can be continued, and {path} is not one")
        with explained(path):
            return StreamTarget(open(path, "w", encoding="utf-8", newline="\n"), path)
    if any(os.path.exists(name) and os.path.exists(path) and os.path.samefile(name, path) for name in inputs):
        raise InputError(f"{path} is one of the files to score: write to another")
    from bolide.cli.score_partial import PartialFile

    return PartialFile(os.path.realpath(path), origin, resume=resume)
