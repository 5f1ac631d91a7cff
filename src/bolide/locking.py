"""Files that one process at a time may work on. A lock is given back when its file is closed, also by a kill."""

from __future__ import annotations

import os
import sys

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

__all__ = ["try_lock"]


def try_lock(descriptor: int) -> bool:
    """Take the lock of an open file; False if another process has it."""
    try:
        if sys.platform == "win32":  # Windows locks bytes: one far behind the end, so that the file can be read.
            place = os.lseek(descriptor, 0, os.SEEK_CUR)
            os.lseek(descriptor, 1 << 40, os.SEEK_SET)
            try:
                msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
            finally:
                os.lseek(descriptor, place, os.SEEK_SET)
        else:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
