"""Score files as mt-metrics-eval reads them: `PREFIX.seg.score` and `PREFIX.sys.score`, on each line a system, a tab and a score.

The segments of a system stand together, in order. Both files are written whole or not at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from bolide.errors import InputError
from bolide.files.whole_file import unfinished_file

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
    with unfinished_file(targets[0]) as segment_file:
        _write(segment_file, (f"{name}\t{value!r}\n" for name, values in segments.items() for value in values))
        with unfinished_file(targets[1]) as system_file:
            _write(system_file, (f"{name}\t{value!r}\n" for name, value in systems.items()))
    return targets


def _write(path: Path, lines: Iterable[str]) -> None:
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(lines)
