"""What is written beside an unfinished output of `bolide score`, so that another run can continue it.

The file (docs/formats.md, "Interrupted output") names the metric and the form of the output, counts segments, bytes and
statistics so far, and has digests of the text that was scored and of what was written.
"""

from __future__ import annotations

import json
import os
from array import array
from collections.abc import Iterable
from hashlib import blake2b
from typing import Any

from bolide.errors import InputError
from bolide.files.boundary import check_shape, load_json, reading
from bolide.files.corpus import Batch
from bolide.metric.statistics import Statistics
from bolide.records import record

__all__ = ["InputDigest", "Journal", "Origin", "digest", "read_journal", "write_journal"]

FORMAT = 1
_COUNT = range(1 << 63)
_SHAPE = {
    "origin": {"signature": str, "format": str, "segments": bool, "ids": bool, "systems": [str]},
    "segments": _COUNT,
    "bytes": _COUNT,
    "input": str,
    "output": str,
    "statistics": {str: [int]},
}


def digest(data: bytes = b"") -> blake2b:
    """Begin a digest."""
    return blake2b(data, digest_size=16)


@record
class Origin:
    """What an output comes from, as far as it is known before reading: alike in runs that can continue each other."""

    signature: str
    format: str
    segments: bool
    ids: bool
    systems: list[str]

    def compare(self, other: Origin) -> str | None:
        """Say what is different in another run; None if nothing is."""
        for name in ("signature", "format", "segments", "ids", "systems"):
            ours, theirs = getattr(self, name), getattr(other, name)
            if ours != theirs:
                return f"it was made with {name} {_shown(ours)}, this run has {_shown(theirs)}"
        return None


@record
class Journal:
    """How far a run has come: so many segments, and bytes of output; digests of the text and of these bytes; the sums."""

    origin: Origin
    segments: int
    bytes: int
    input: str
    output: str
    statistics: dict[str, list[int]]

    def totals(self, columns: tuple[str, ...]) -> dict[str, Statistics]:
        """Return the statistics of the systems."""
        return {
            name: Statistics.from_bytes(array("q", counts).tobytes(), columns)
            for name, counts in self.statistics.items()
        }


class InputDigest:
    """A digest of all text scored so far, however it was cut into batches."""

    def __init__(self) -> None:
        """Begin with no text."""
        self._hash = digest()

    def add(self, batch: Batch) -> None:
        """Add the segments of a batch."""
        distinct = {id(references): references for references in batch.references.values()}.values()
        columns: list[Iterable[str]] = [] if batch.ids is None else [map(str, batch.ids)]
        columns += batch.hypotheses.values()
        columns += [map("\1".join, references) for references in distinct]
        text = "".join(["\0".join(row) + "\0\n" for row in zip(*columns, strict=True)])
        self._hash.update(text.encode("utf-8", "surrogatepass"))

    def __str__(self) -> str:
        return self._hash.hexdigest()


def read_journal(path: str) -> Journal:
    """Return what a file says; `InputError` if it is damaged."""
    found: dict[str, Any] = load_json(path, {"bolide-partial": int}, InputError)
    if found.pop("bolide-partial") != FORMAT:
        raise InputError(f"{path} was written by another version of bolide")
    with reading(path, InputError, "is damaged"):
        check_shape(found, _SHAPE)
        journal = Journal(**found | {"origin": Origin(**found["origin"])})
        if list(journal.statistics) != journal.origin.systems:
            raise ValueError("it names other systems")
        if len({len(array("q", counts)) for counts in journal.statistics.values()}) != 1:
            raise ValueError("its systems have different numbers of counts")
    return journal


def write_journal(path: str, journal: Journal) -> None:
    """Write a file whole or not at all, and see it onto the disk."""
    names = ("segments", "bytes", "input", "output", "statistics")
    origin = {name: getattr(journal.origin, name) for name in ("signature", "format", "segments", "ids", "systems")}
    document = {"bolide-partial": FORMAT, "origin": origin} | {name: getattr(journal, name) for name in names}
    with open(f"{path}.new", "w", encoding="utf-8") as file:
        json.dump(document, file)
        file.flush()
        os.fsync(file.fileno())
    os.replace(f"{path}.new", path)


def _shown(value: Any) -> str:
    return (
        ("without", "with")[value]
        if isinstance(value, bool)
        else ", ".join(value)
        if isinstance(value, list)
        else value
    )
