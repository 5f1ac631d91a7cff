"""Writing a file whole or not at all, and locks: files that one process at a time may work on."""

import os
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO
from uuid import uuid4

from bolide.errors import InputError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


_PAUSE = 0.1  # seconds between two attempts, where the system cannot wait


def try_lock(descriptor: int) -> bool:
    """Take the lock of an open file; False if another process has it. A file system without locks has nobody else's."""
    try:
        if sys.platform == "win32":  # Windows locks bytes: one far after the end, so that the file can be read.
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
    if sys.platform == "win32":
        while not try_lock(descriptor):
            time.sleep(_PAUSE)
    else:
        with suppress(OSError):  # A file system without locks.
            fcntl.flock(descriptor, fcntl.LOCK_EX)


_ENDING = ".unfinished"


def check_writable(path: str) -> None:
    """Refuse early, before long work, what cannot be written at its end; `-` is standard output."""
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
    """Do the same with a text that comes in parts; return how many bytes the file has."""
    if path == "-":
        return sum(sys.stdout.write(part) for part in parts)
    with unfinished_file(path) as unfinished, unfinished.open("wb") as file:
        return sum(file.write(part.encode("utf-8", errors="replace")) for part in parts)


@contextmanager
def unfinished_file(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Give a file beside the target to write to. It takes the target's place at the end; after a failure it goes away.

    Errors of the file system become an `InputError` that names the target. What a killed run left beside the same target is removed.
    """
    target = Path(os.path.realpath(path))
    try:
        if target.is_dir():
            raise InputError(f"cannot write {path}: it is a folder")
        if target.exists() and not target.is_file():  # A device or a pipe takes what it is given, and stays.
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
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror or error}") from error


def _begin(target: Path) -> tuple[Path, IO[bytes]]:
    """Make the file, and lock it for as long as it is open: by that others see that somebody is writing it."""
    while True:
        unfinished = target.with_name(f".{target.name}.{uuid4().hex}{_ENDING}")
        lock = unfinished.open("xb")
        if try_lock(lock.fileno()) and unfinished.exists():  # Else it was swept away between the two.
            if sys.platform == "win32":  # It renames and removes closed files only, and nothing is swept there.
                lock.close()
            return unfinished, lock
        lock.close()


def _sweep(target: Path) -> None:
    """Remove what runs that were killed left behind: files that nobody holds a lock on."""
    if sys.platform == "win32":
        return
    begin = f".{target.name}."
    length = len(begin) + 32 + len(_ENDING)
    for left in target.absolute().parent.iterdir():
        if left.name.startswith(begin) and left.name.endswith(_ENDING) and len(left.name) == length:
            with suppress(OSError), left.open("rb") as file:
                if try_lock(file.fileno()):
                    left.unlink()
