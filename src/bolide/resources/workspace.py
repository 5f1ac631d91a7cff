"""A place to make resources in: for one process at a time, and empty."""

from __future__ import annotations

import contextlib
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

from bolide.errors import ResourceError
from bolide.resources.home import compiled_folder, home

__all__ = ["locked_workspace"]


@contextlib.contextmanager
def locked_workspace() -> Iterator[Path]:
    """Give an empty folder to work in, on the same file system as the resources, to one process at a time.

    Whatever an earlier process left there when it was killed is removed first: nobody else can be using it.
    """
    workspace = Path(compiled_folder(), "workspace")
    with _own_errors():
        workspace.parent.mkdir(parents=True, exist_ok=True)
        lock = (workspace.parent / "lock").open("a+b")
    with lock, _own_errors():
        _wait_for(lock.fileno())
        shutil.rmtree(workspace, ignore_errors=True)
        workspace.mkdir()
        try:
            yield workspace
        finally:
            shutil.rmtree(workspace, ignore_errors=True)


@contextlib.contextmanager
def _own_errors() -> Iterator[None]:
    """Explain errors of the file system: about the resources' home, or about another file."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        if error.filename is not None and not str(error.filename).startswith(str(home())):
            raise ResourceError(f"{error.filename}: {reason}") from error
        advice = "make room there, or set BOLIDE_HOME to another folder"
        raise ResourceError(f"cannot write to {home()}: {reason}; {advice}") from error


def _wait_for(descriptor: int) -> None:
    """Wait until no other process holds the lock; it is given back when the file is closed, also by a kill."""
    if sys.platform == "win32":
        while not _locked_on_windows(descriptor):
            pass
    else:
        fcntl.flock(descriptor, fcntl.LOCK_EX)


if sys.platform == "win32":

    def _locked_on_windows(descriptor: int) -> bool:
        """Wait for ten seconds at the most: another process may take longer."""
        try:
            msvcrt.locking(descriptor, msvcrt.LK_LOCK, 1)
        except OSError:
            return False
        return True
