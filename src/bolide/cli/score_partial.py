"""Output files of `bolide score` that outlive an interruption: FILE.partial, until it is complete and becomes FILE.

A run that continues reads the same input again, checks that it is the same, cuts off what was written after the last entry of
the journal, and goes on from there.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from typing import IO, TYPE_CHECKING

from bolide.cli.score_journal import InputDigest, Journal, Origin, digest, read_journal, write_journal
from bolide.cli.score_target import Target, explained
from bolide.errors import InputError
from bolide.files.corpus import Batch
from bolide.files.whole_file import check_writable, try_lock
from bolide.metric.statistics import Statistics

if TYPE_CHECKING:
    from types import TracebackType

__all__ = ["PartialFile"]

SECONDS = 1.0  # How much work a kill may undo.
_BLOCK = 1 << 20


class PartialFile(Target):
    """A file that has another name until it is complete. Without an origin it cannot be continued."""

    def __init__(self, path: str, origin: Origin | None, *, resume: bool) -> None:
        """Open what an earlier run left, or begin anew; `InputError` if it does not belong to this run."""
        super().__init__()
        self.can_resume = origin is not None
        self._path, self._partial, self._beside = path, f"{path}.partial", f"{path}.partial.json"
        self._origin = origin
        self._inputs = InputDigest()
        self._outputs = digest()
        self._size = 0
        self._journal: Journal | None = None
        self._saved = float("-inf")
        is_left = os.path.exists(self._partial) and os.path.exists(self._beside)
        check_writable(path)
        with explained(self._partial):
            self._file = self._open()
        try:
            if resume and is_left:
                self._continue()
            self._file.truncate(self._size)
            self._file.seek(self._size)
            if self._journal is None:
                _remove(self._beside, f"{self._beside}.new")
        except BaseException:
            self._file.close()
            raise

    def _open(self) -> IO[bytes]:
        descriptor = os.open(self._partial, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666)
        if not try_lock(descriptor):
            os.close(descriptor)
            raise InputError(f"another process is writing {self._partial}: wait for it, or write to another file")
        return open(descriptor, "r+b")

    def _continue(self) -> None:
        """Take over the state of an earlier run."""
        try:
            journal = read_journal(self._beside)
        except InputError as error:
            raise self._refusal(f"{error}") from error
        difference = journal.origin.compare(self._origin) if self._origin else "this format is written in one piece"
        if difference:
            raise self._refusal(difference)
        left = journal.bytes
        while left and (block := self._file.read(min(left, _BLOCK))):
            self._outputs.update(block)
            left -= len(block)
        if left or self._outputs.hexdigest() != journal.output:
            raise self._refusal("it was changed or damaged since")
        self._size, self._journal = journal.bytes, journal

    def _refusal(self, reason: str) -> InputError:
        return InputError(
            f"cannot continue {self._partial}: {reason}; repeat the options and files of the first run, or start over without --resume"
        )

    def restore(self, columns: tuple[str, ...]) -> tuple[int, dict[str, Statistics]]:
        """Return how many segments an earlier run has scored, and their statistics."""
        if self._journal is None:
            return 0, {}
        totals = self._journal.totals(columns)
        if any(len(total.to_bytes()) != 8 * len(columns) for total in totals.values()):
            raise self._refusal(f"{self._beside} is damaged")
        return self._journal.segments, totals

    def skip(self, batch: Batch) -> None:
        """Take note of segments that an earlier run has scored."""
        self._inputs.add(batch)

    def check_skipped(self) -> None:
        """Raise `InputError` unless the text that was skipped is the text that was scored."""
        if self._journal and str(self._inputs) != self._journal.input:
            first = f"the first {self._journal.segments:,} segments of the input"
            raise self._refusal(f"{first} are not those that were scored")

    def commit(self, batch: Batch, done: int, totals: dict[str, Statistics]) -> None:
        """Write a batch, and once a second what has been done."""
        self._drain()
        if self._origin is None:
            return
        self._inputs.add(batch)
        self._journal = Journal(
            origin=self._origin,
            segments=done,
            bytes=self._size,
            input=str(self._inputs),
            output=self._outputs.hexdigest(),
            statistics={name: memoryview(total.to_bytes()).cast("q").tolist() for name, total in totals.items()},
        )
        if time.monotonic() - self._saved >= SECONDS:
            self._save()

    def _put(self, data: bytes) -> None:
        with explained(self._partial):
            self._file.write(data)
            self._file.flush()
        self._outputs.update(data)
        self._size += len(data)

    def _save(self) -> None:
        """Write what has been done, after it is on the disk."""
        if self._journal:
            with explained(self._beside):
                os.fsync(self._file.fileno())
                write_journal(self._beside, self._journal)
            self._saved = time.monotonic()

    def finish(self) -> None:
        """Write the rest, and give the file its name."""
        self._drain()
        with explained(self._path):
            os.fsync(self._file.fileno())
            self._file.close()
            os.replace(self._partial, self._path)
        _remove(self._beside, f"{self._beside}.new")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """After an interruption, keep what can be continued."""
        if self._file.closed:
            return
        with suppress(InputError):  # What ended the run is what the user is told.
            self._save()
        with suppress(OSError):  # Closing writes what could not be written, once more.
            self._file.close()
        if self._journal is None:
            _remove(self._partial)


def _remove(*paths: str) -> None:
    for path in paths:
        with suppress(FileNotFoundError):
            os.remove(path)
