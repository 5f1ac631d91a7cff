"""Where `bolide score` writes: a stream, or a file that gets its name when it is complete and can be continued if it was interrupted."""

from __future__ import annotations

import argparse
import io
import os
import sys
import time
from contextlib import suppress
from typing import IO, Any

from bolide.cli.score_output import STEADY
from bolide.errors import InputError
from bolide.files.boundary import writing
from bolide.files.corpus import Corpus
from bolide.metric.statistics import Statistics

SECONDS = 1.0  # The most work that a kill may undo.
FORMAT = 2


class Target:
    """Writes text to a stream; with a `path`, the stream is closed and errors name it.

    `done` segments were scored by an earlier run, and `totals` are the sums of their statistics.
    """

    can_resume = False

    def __init__(self, stream: IO[Any], path: str | None = None) -> None:
        self._stream, self._path = stream, path
        self.done = 0
        self.totals: dict[str, Statistics] = {}

    def write(self, text: str) -> None:
        """Write text completely."""
        data = text.encode("utf-8", "backslashreplace")
        buffer = getattr(self._stream, "buffer", self._stream)
        with writing(self._path):
            if isinstance(buffer, io.StringIO):
                buffer.write(data.decode())
            else:  # An unbuffered stream may write only a part, and returns its length.
                left = memoryview(data)
                while left:
                    left = left[buffer.write(left) or 0 :]
            self._stream.flush()

    def commit(self, done: int, totals: dict[str, Statistics]) -> None:
        """Note that the text of `done` segments is written; `totals` are their sums."""

    def finish(self) -> None:
        """Note that the output is complete."""

    def refusal(self, reason: str) -> InputError:
        """Return the error for an output that cannot be continued."""
        return InputError(
            f"cannot continue {self._path}: {reason}; repeat the options and files of the first run, or start over without --resume"
        )

    def __enter__(self) -> Target:
        return self

    def __exit__(self, *_: object) -> None:
        if self._path is not None:
            with suppress(OSError):
                self._stream.close()


class PartialFile(Target):
    """A file named FILE.partial until it is complete. With an `origin`, another run of the same origin can continue it.

    FILE.partial.json (docs/formats.md, "Interrupted output") has its progress.
    """

    def __init__(self, path: str, origin: dict[str, str] | None, columns: tuple[str, ...], *, resume: bool) -> None:
        """Open the file of an earlier run, or begin a new one; `InputError` if it does not belong to this run."""
        from bolide.files.whole_file import try_lock

        self._whole, self._beside, self._origin = path, f"{path}.partial.json", origin
        self.can_resume = origin is not None
        is_left = resume and os.path.exists(f"{path}.partial") and os.path.exists(self._beside)
        with writing(f"{path}.partial"):
            file = open(f"{path}.partial", "a+b")  # noqa: SIM115 - closed at the end
        super().__init__(file, f"{path}.partial")
        if not try_lock(file.fileno()):
            file.close()
            raise InputError(f"another process is writing {path}.partial: wait for it, or write to another file")
        self._state: dict[str, Any] | None = None
        self._saved = float("-inf")
        try:
            if is_left:
                self._continue(columns)
            else:
                _remove(self._beside)
            file.truncate(self._state["bytes"] if self._state else 0)
        except BaseException:
            file.close()
            raise

    def _continue(self, columns: tuple[str, ...]) -> None:
        """Take over the state of an earlier run; text written after it, such as half a line, is cut off."""
        from array import array

        from bolide.files.boundary import load_json

        shape = {
            "bolide-partial": FORMAT,
            "origin": {str: str},
            "segments": range(1 << 63),
            "bytes": range(1 << 63),
            "statistics": {str: [range(-(1 << 63), 1 << 63)]},
        }
        try:
            state = load_json(self._beside, shape, InputError)
        except InputError as error:
            raise self.refusal(str(error)) from error
        for name, value in (self._origin or {}).items():
            if state["origin"].get(name) != value:
                raise self.refusal(f"it was made with {name} {state['origin'].get(name)}, but this run has {value}")
        counts = {name: array("q", sums) for name, sums in state["statistics"].items()}
        if os.path.getsize(f"{self._whole}.partial") < state["bytes"] or {*map(len, counts.values())} != {len(columns)}:
            raise self.refusal("it has been changed or damaged")
        self._state, self.done = state, state["segments"]
        self.totals = {name: Statistics.from_bytes(sums.tobytes(), columns) for name, sums in counts.items()}

    def commit(self, done: int, totals: dict[str, Statistics]) -> None:
        """Write the progress, once a second."""
        if self._origin is None:
            return
        sums = {name: memoryview(total.to_bytes()).cast("q").tolist() for name, total in totals.items()}
        self._state = {
            "bolide-partial": FORMAT,
            "origin": self._origin,
            "segments": done,
            "bytes": os.fstat(self._stream.fileno()).st_size,
            "statistics": sums,
        }
        if time.monotonic() - self._saved >= SECONDS:
            self._save()

    def _save(self) -> None:
        """Write the progress, completely or not at all, after the output is on the disk."""
        import json

        with writing(self._beside):
            os.fsync(self._stream.fileno())
            with open(f"{self._beside}.new", "w", encoding="utf-8") as file:
                json.dump(self._state, file)
                file.flush()
                os.fsync(file.fileno())
            os.replace(f"{self._beside}.new", self._beside)
        self._saved = time.monotonic()

    def finish(self) -> None:
        """Give the file its name."""
        with writing(self._whole):
            os.fsync(self._stream.fileno())
            self._stream.close()
            os.replace(f"{self._whole}.partial", self._whole)
        _remove(self._beside, f"{self._beside}.new")

    def __exit__(self, *_: object) -> None:
        if self._stream.closed:
            return
        if self._state:
            with suppress(InputError):  # The user sees the error that ended the run.
                self._save()
        super().__exit__()
        if not self._state:
            _remove(f"{self._whole}.partial", self._beside)


def _remove(*paths: str) -> None:
    for path in paths:
        with suppress(FileNotFoundError):
            os.remove(path)


def open_target(options: argparse.Namespace, corpus: Corpus, signature: str, columns: tuple[str, ...]) -> Target:
    """Return standard output, or the file, device or pipe to write; `InputError` if it cannot be written or continued."""
    path, is_elsewhere = options.output, options.format == "mt-metrics-eval"
    if corpus.apart and (options.resume or is_elsewhere):
        given = "--resume" if options.resume else "--format mt-metrics-eval"
        raise InputError(f"{given} needs systems that have the same segments")
    if not path or is_elsewhere:
        return Target(sys.stdout)
    from bolide.files.whole_file import check_writable

    check_writable(path)
    if os.path.exists(path) and not os.path.isfile(path):
        if options.resume:
            raise InputError(f"--resume needs a file that can be continued, but {path} is not one")
        with writing(path):
            return Target(open(path, "wb"), path)
    inputs = [*(text.partition("=")[2] for text in options.system), *options.ref, *options.files]
    sizes = [f"{name} ({os.path.getsize(name):,} bytes)" if os.path.isfile(name) else name for name in inputs]
    origin = {
        "signature": " also ".join([signature, *options.also]),
        "format": options.format,
        "segments": "printed" if options.segments else "not printed",
        "systems": ", ".join(corpus.systems),
        "input": ", ".join(sizes),
    }
    can_resume = options.format in STEADY and not corpus.apart
    return PartialFile(os.path.realpath(path), origin if can_resume else None, columns, resume=options.resume)
