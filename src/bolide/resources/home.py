"""Where resources live on this machine: a folder per user, or `BOLIDE_HOME`."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

from bolide import _core
from bolide.errors import ResourceError
from bolide.resources.catalogue import Resource

__all__ = ["home", "is_offline", "locked_workspace", "resource_path"]


def home() -> Path:
    """Return the folder of all resources; it need not exist."""
    if chosen := os.environ.get("BOLIDE_HOME"):
        return Path(chosen)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = str(Path.home() / "Library" / "Caches")
    else:
        base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "bolide"


def _compiled() -> Path:
    """Files of another format version are never looked at, so that versions of bolide live side by side."""
    return home() / f"resources-{_core.RESOURCE_FORMAT}"


def resource_path(resource: Resource | str) -> Path:
    """Return where a resource is, or would be."""
    name = resource if isinstance(resource, str) else resource.id
    return _compiled() / f"{name}.bolide"


def is_offline(offline: bool | None) -> bool:
    """Whether nothing may be fetched: as asked for, else as `BOLIDE_OFFLINE` says."""
    if offline is not None:
        return offline
    return os.environ.get("BOLIDE_OFFLINE", "").lower() not in ("", "0", "false", "no")


@contextlib.contextmanager
def locked_workspace() -> Iterator[Path]:
    """Give an empty folder to work in, on the same file system as the resources, to one process at a time.

    Whatever an earlier process left there when it was killed is removed first: nobody else can be using it.
    """
    workspace = _compiled() / "workspace"
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
