"""Files that one process at a time may work on. A lock is given back when its file is closed, also by a kill."""

from __future__ import annotations

import os
import sys
import time
from contextlib import suppress

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

__all__ = ["try_lock", "wait_for_lock"]

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
