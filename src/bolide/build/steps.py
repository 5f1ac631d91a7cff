"""Steps of a build that can be resumed: each leaves a complete folder with a record of its inputs."""

import contextlib
import errno
import hashlib
import json
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

from bolide._core import VERSION
from bolide.build.databases import Engine, open_engine
from bolide.build.phrase_table import Facts, Table, count_rows
from bolide.build.request import EngineOptions
from bolide.data.download import sha256_of
from bolide.data.folders import DESCRIPTION
from bolide.errors import BolideError, InputError, ResourceError
from bolide.files import Progress
from bolide.files.boundary import load_json, reading
from bolide.files.whole_file import try_lock
from bolide.records import record

# Change it when a step writes something else from the same input; the version of the package counts as well, so that steps of other
# code are not resumed.
STEP_FORMAT = 4
_RECORD = "step.json"


@record
class Step:
    """A finished step: its folder, the hash of all its inputs, and its notes."""

    folder: Path
    key: str
    facts: Facts


class Workspace:
    """The folder of a build's steps, and the engine that computes some of them."""

    def __init__(self, folder: Path, engine: EngineOptions) -> None:
        self.folder, self._engine = folder, engine

    def step(self, name: str, inputs: object, make: Callable[[Path], Facts]) -> Step:
        """Return a finished step with the same inputs, or let `make` fill a folder, and store the notes that it returns.

        `inputs` are JSON values: options, digests of files, keys of earlier steps. Unfinished files of a killed run are removed.
        """
        key = hashlib.sha256(json.dumps([STEP_FORMAT, VERSION, name, inputs], sort_keys=True).encode()).hexdigest()
        folder = self.folder / name
        if (facts := _recorded(folder, key)) is None:
            facts = self._make(folder, key, make)
        return Step(folder=folder, key=key, facts=facts)

    def computed(self, name: str, inputs: object, expression: Callable[[Engine], Table], **facts: int) -> Step:
        """Return a step with the rows of an expression, computed by the engine, and some more notes."""

        def make(folder: Path) -> Facts:
            with open_engine(self._engine, folder / "scratch") as engine, Progress(f"computing {name}"):
                engine.write(expression(engine), folder)
            return {"rows": count_rows(folder), **facts}

        return self.step(name, [inputs, facts], make)

    def _make(self, folder: Path, key: str, make: Callable[[Path], Facts]) -> Facts:
        unfinished = folder.with_name(folder.name + ".unfinished")
        for left in (unfinished, folder):
            shutil.rmtree(left, ignore_errors=True)
        unfinished.mkdir()
        facts = make(unfinished)
        (unfinished / _RECORD).write_text(json.dumps({"key": key, "facts": facts}), encoding="utf-8")
        os.replace(unfinished, folder)
        return facts


def _recorded(folder: Path, key: str) -> Facts | None:
    """Return the notes of a finished step; None if there is none, or it had other inputs."""
    try:
        record = load_json(folder / _RECORD, {"key": str, "facts": {str: int}})
    except ResourceError:
        return None
    facts: Facts = record["facts"]
    return facts if record["key"] == key else None


@contextlib.contextmanager
def open_workspace(out: Path, engine: EngineOptions, *, keep: bool = False) -> Iterator[Workspace]:
    """Give the workspace of an output to one process at a time; explain errors of the file system.

    It is removed at the end, unless `keep` is set, or something failed after a step was finished or a download begun: these remain for
    the next run. A folder with other files is refused. A lock is released when its file is closed, even by a kill.
    """
    folder, was_there = out / "work", out.exists()
    lock, is_mine = folder / "lock", False
    if was_there and any(out.iterdir()) and not lock.exists() and (folder.exists() or not _is_built(out)):
        raise InputError(f"{out} already exists and is not a bolide build: choose another folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with lock.open("a+b") as opened:
            is_mine, is_done = try_lock(opened.fileno()), False
            if not is_mine:
                raise InputError(f"another process is building in {out}: wait for it, or build elsewhere")
            try:
                yield Workspace(folder, engine)
                is_done = not keep
            finally:
                if is_done or not any([*folder.glob(f"*/{_RECORD}"), *folder.glob("*/downloads/*")]):
                    for path in folder.iterdir():
                        shutil.rmtree(path, ignore_errors=True)
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else str(error)
        advice = "make room there" if error.errno == errno.ENOSPC else "mend that"
        raise BolideError(
            f"cannot write to {error.filename or folder}: {reason}; {advice} and run it again: finished steps are kept"
        ) from error
    finally:
        with contextlib.suppress(OSError):
            if is_mine and [*folder.iterdir()] == [lock]:
                lock.unlink()
                folder.rmdir()
                if not was_there:
                    out.rmdir()  # It stays if there is a result in it.


def _is_built(folder: Path) -> bool:
    """Whether a folder holds the result of a build."""
    try:
        load_json(folder / DESCRIPTION, {"bolide": str})
    except ResourceError:
        return False
    return True


def digest_file(path: str) -> str:
    """Return the SHA-256 of a file; `InputError` if it cannot be read."""
    with reading(path):
        return sha256_of(Path(path))
