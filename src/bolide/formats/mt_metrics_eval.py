"""Score files as mt-metrics-eval reads them: `PREFIX.seg.score` and `PREFIX.sys.score`, on each line a system, a tab and a score.

The segments of a system stand together, in order. Both files are written whole or not at all.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from uuid import uuid4

from bolide.errors import InputError

__all__ = ["check_systems", "write_scores"]


def check_systems(systems: Iterable[str]) -> None:
    """Raise `InputError` for a name that these files cannot hold: white space separates."""
    for name in systems:
        if not name or any(character.isspace() for character in name):
            raise InputError(f"mt-metrics-eval allows no white space in the name of a system: rename {name!r}")


def write_scores(
    prefix: str, segments: Mapping[str, Iterable[float]], systems: Mapping[str, float]
) -> tuple[Path, Path]:
    """Write both files and return where they are."""
    check_systems(systems)
    targets = Path(f"{prefix}.seg.score"), Path(f"{prefix}.sys.score")
    for target in targets:
        if target.is_dir():
            raise InputError(f"cannot write {target}: it is a folder")
    lines = (
        (f"{name}\t{value!r}\n" for name, values in segments.items() for value in values),
        (f"{name}\t{value!r}\n" for name, value in systems.items()),
    )
    try:
        with ExitStack() as stack:
            written = [_write_beside(path, text, stack) for path, text in zip(targets, lines, strict=True)]
            for temporary, target in zip(written, targets, strict=True):
                os.replace(temporary, target)
    except OSError as error:
        raise InputError(f"cannot write {targets[0]} and {targets[1]}: {error.strerror or error}") from error
    return targets


def _write_beside(target: Path, lines: Iterable[str], stack: ExitStack) -> Path:
    """Write a temporary file in the same folder; it goes away unless it is renamed."""
    path = target.with_name(f".{target.name}.{uuid4().hex}")
    stack.callback(_remove, path)
    with path.open("x", encoding="utf-8", newline="\n") as file:
        file.writelines(lines)
    return path


def _remove(path: Path) -> None:
    with suppress(FileNotFoundError):
        path.unlink()
