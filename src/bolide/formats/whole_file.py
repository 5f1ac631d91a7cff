"""Writing a file whole or not at all."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

from bolide.errors import InputError

__all__ = ["check_writable", "write_whole"]


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
    """Write text as UTF-8 into a file beside the target, then put it in its place; `-` is standard output."""
    if path == "-":
        sys.stdout.write(text)
        return
    target = Path(path)
    temporary = target.with_name(f".{target.name}.{uuid4().hex}")
    try:
        temporary.write_bytes(text.encode("utf-8", errors="replace"))
        os.replace(temporary, target)
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror or error}") from error
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
