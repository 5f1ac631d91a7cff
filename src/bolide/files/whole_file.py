"""Writes a file completely or not at all; and locks, with which one process at a time may work on a file."""

import os
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO
from uuid import uuid4

from bolide.errors import InputError
from bolide.files.boundary import writing

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


_PAUSE = 0.1  # seconds between two attempts


def try_lock(descriptor: int) -> bool:
    """Take the lock of an open file; False if another process has it. Without locks in the file system, always True."""
    try:
        if sys.platform == "win32":  # Windows locks bytes: take one far after the end, so that the file can be read.
            place = os.lseek(descriptor, 0, os.SEEK_CUR)
            os.lseek(descriptor, 1 << 40, os.SEEK_SET)
            try:
                msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
            finally:
                os.lseek(descriptor, place, os.SEEK_SET)
        else:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    except OSError:
        return True
    return True


def wait_for_lock(descriptor: int) -> None:
    """Take the lock of an open file, as soon as no other process has it."""
    while not try_lock(descriptor):
        time.sleep(_PAUSE)


_ENDING = ".unfinished"


def check_writable(path: str) -> None:
    """Refuse a path that cannot be written, before long work begins; `-` is standard output."""
    target = Path(path)
    if path == "-":
        return
    if target.is_dir():
        raise InputError(f"cannot write {path}: it is a folder")
    if not target.absolute().parent.is_dir():
        raise InputError(f"cannot write {path}: there is no folder {target.absolute().parent}")


def write_whole(path: str, text: str) -> None:
    """Write text as UTF-8 into a file; `-` is standard output. `InputError` if that fails."""
    write_parts(path, [text])


def write_parts(path: str, parts: Iterable[str]) -> int:
    """Write parts of text as UTF-8 into a file; return its size in bytes."""
    if path == "-":
        return sum(sys.stdout.write(part) for part in parts)
    with unfinished_file(path) as unfinished, unfinished.open("wb") as file:
        return sum(file.write(part.encode("utf-8", errors="replace")) for part in parts)


@contextmanager
def unfinished_file(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Give a file beside the target to write to. It replaces the target at the end; after a failure it is removed.

    Errors of the file system become an `InputError` that names the target. Files that a killed run left there are removed.
    """
    target = Path(os.path.realpath(path))
    with writing(path):
        if target.is_dir():
            raise InputError(f"cannot write {path}: it is a folder")
        if target.exists() and not target.is_file():  # A device or a pipe is written directly.
            yield target
            return
        _sweep(target)
        unfinished, lock = _begin(target)
        with lock:
            try:
                yield unfinished
                os.replace(unfinished, target)
            finally:
                with suppress(OSError):
                    unfinished.unlink(missing_ok=True)


def _begin(target: Path) -> tuple[Path, IO[bytes]]:
    """Make the file, and lock it while it is open, so that others see that it is being written."""
    while True:
        unfinished = target.with_name(f".{target.name}.{uuid4().hex}{_ENDING}")
        lock = unfinished.open("xb")
        if try_lock(lock.fileno()) and unfinished.exists():  # Else it was swept away in between.
            if sys.platform == "win32":  # Windows renames and removes only closed files, and nothing is swept there.
                lock.close()
            return unfinished, lock
        lock.close()


def _sweep(target: Path) -> None:
    """Remove files left by killed runs: those without a lock."""
    if sys.platform == "win32":
        return
    begin = f".{target.name}."
    length = len(begin) + 32 + len(_ENDING)
    for left in target.absolute().parent.iterdir():
        if left.name.startswith(begin) and left.name.endswith(_ENDING) and len(left.name) == length:
            with suppress(OSError), left.open("rb") as file:
                if try_lock(file.fileno()):
                    left.unlink()
