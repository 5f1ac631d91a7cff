"""Sets of paraphrase tables: every union of some tables, to be swept over as well (Denkowski and Lavie 2010, section 4.2)."""

from __future__ import annotations

import gzip
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path

from bolide.errors import InputError
from bolide.files.plain import LineFile

__all__ = ["merge_tables", "table_sets"]


def table_sets(tables: Sequence[tuple[str, str]]) -> Iterator[tuple[tuple[str, str], ...]]:
    """Yield every set of at least one of some tables (name and file), the smaller sets first."""
    for size in range(1, len(tables) + 1):
        yield from combinations(tables, size)


def merge_tables(files: Sequence[str], target: Path) -> int:
    """Write the union of paraphrase tables in Meteor's format, each pair of phrases once; return how many pairs there are.

    A pair that several tables have keeps the probability of the first: scores do not depend on it.
    """
    seen: set[tuple[str, str]] = set()
    with gzip.GzipFile(target, "wb", compresslevel=1, mtime=0) as out:
        for name in files:
            with LineFile(name) as file:
                for probability, phrase, paraphrase in _entries(file):
                    if (phrase, paraphrase) not in seen:
                        seen.add((phrase, paraphrase))
                        out.write(f"{probability}\n{phrase}\n{paraphrase}\n".encode())
    return len(seen)


def _entries(file: LineFile) -> Iterator[tuple[str, str, str]]:
    lines = [line for _, line in file.numbered()]
    if len(lines) % 3:
        raise InputError(f"{file.name}: {len(lines)} lines, but an entry of a paraphrase table has three")
    return zip(lines[::3], lines[1::3], lines[2::3], strict=True)
