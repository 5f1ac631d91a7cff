"""A place to make resources in: for one process at a time, and empty."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator
from pathlib import Path

from bolide.data.home import compiled_folder, home
from bolide.errors import ResourceError
from bolide.files.whole_file import wait_for_lock

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
        wait_for_lock(lock.fileno())
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
