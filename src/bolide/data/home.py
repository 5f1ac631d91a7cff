"""The folder of resources on this machine: one per user, or `BOLIDE_HOME`.

Scoring uses file names as text: `pathlib` takes longer to load than the files to read.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from bolide import _core
from bolide.data.catalogue import Resource
from bolide.errors import ResourceError

if TYPE_CHECKING:
    from pathlib import Path


def _home() -> str:
    if chosen := os.environ.get("BOLIDE_HOME"):
        return chosen
    user = os.path.expanduser("~")
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or os.path.join(user, "AppData", "Local")
    elif sys.platform == "darwin":
        base = os.path.join(user, "Library", "Caches")
    else:
        base = os.environ.get("XDG_CACHE_HOME") or os.path.join(user, ".cache")
    return os.path.join(base, "bolide")


def home() -> Path:
    """Return the folder of all resources; it need not exist."""
    from pathlib import Path

    return Path(_home())


# Begins the names of files that were made from encoders; raise it when they are made otherwise.
ENCODED = "encoder-3-"


def compiled_folder() -> str:
    """Return the folder of compiled files. Each format version has its own, so that versions of bolide can be used side by side."""
    return os.path.join(_home(), f"resources-{_core.RESOURCE_FORMAT}")


def resource_file(resource: Resource | str) -> str:
    """Return the file name of a resource, installed or not; of an encoder, its folder."""
    if isinstance(resource, str):
        name = f"{resource}.bolide"
    else:
        name = resource.id if resource.is_encoder else f"{resource.id}.bolide"
    return os.path.join(compiled_folder(), name)


def resource_path(resource: Resource | str) -> Path:
    """Return the path of a resource, installed or not."""
    from pathlib import Path

    return Path(resource_file(resource))


def is_offline(offline: bool | None) -> bool:
    """Whether nothing may be fetched: by the option, else by `BOLIDE_OFFLINE`."""
    if offline is not None:
        return offline
    return os.environ.get("BOLIDE_OFFLINE", "").lower() not in ("", "0", "false", "no")


@contextlib.contextmanager
def locked_workspace() -> Iterator[Path]:
    """Give an empty folder to work in, on the same file system as the resources, to one process at a time.

    Files left by an earlier process that was killed are removed first: nobody else can be using them.
    """
    import shutil
    from pathlib import Path

    from bolide.files.whole_file import wait_for_lock

    workspace = Path(compiled_folder(), "workspace")
    try:
        workspace.parent.mkdir(parents=True, exist_ok=True)
        with (workspace.parent / "lock").open("a+b") as lock:
            wait_for_lock(lock.fileno())
            shutil.rmtree(workspace, ignore_errors=True)
            workspace.mkdir()
            try:
                yield workspace
            finally:
                shutil.rmtree(workspace, ignore_errors=True)
    except OSError as error:  # about the resources' home, or about another file
        reason = error.strerror or str(error)
        if error.filename is not None and not str(error.filename).startswith(str(home())):
            raise ResourceError(f"{error.filename}: {reason}") from error
        advice = "make room there, or set BOLIDE_HOME to another folder"
        raise ResourceError(f"cannot write to {home()}: {reason}; {advice}") from error
