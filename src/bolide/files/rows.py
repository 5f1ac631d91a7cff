"""A corpus from rows: any number of systems, in blocks or mixed, without holding them in memory."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, suppress
from hashlib import sha256
from itertools import islice
from typing import IO, Any

from bolide.errors import InputError
from bolide.files.columns import Row
from bolide.files.corpus import MOST_SYSTEMS, Batch, Corpus, SegmentId, Source

__all__ = ["RowCorpus"]

_DIFFER = "the systems have different segments ({}), or not in the same order: each is scored on its own, and scores of different segments do not tell which system is better"


class _System:
    """The rows of one system, in a temporary file: a JSON array [id, hypothesis, references] on each line."""

    def __init__(self, file: IO[str], source: Source) -> None:
        self.file = file
        self.source = source
        self.count = 0
        self.ids = sha256()

    def add(self, segment: SegmentId | None, hypothesis: str, references: list[str]) -> None:
        """Keep a segment."""
        self.file.write(json.dumps([segment, hypothesis, references]) + "\n")
        self.ids.update(f"{segment}\n".encode())
        self.count += 1

    def read(self) -> Iterator[Any]:
        """Yield what was kept, from the beginning."""
        try:
            self.file.seek(0)  # Writes what waits in the buffer.
        except OSError as error:
            raise InputError(f"cannot write a temporary file: {error.strerror or error}") from error
        return map(json.loads, self.file)


class RowCorpus(Corpus):
    """Reads all rows once, and keeps them in temporary files, a file for each system, until they are asked for."""

    def __init__(self, tables: Iterable[tuple[Source, Iterable[Row]]], *, may_differ: bool = False) -> None:
        """Read the tables; `InputError` if they are damaged, or if the systems differ in their segments and may not."""
        self._systems: dict[str, _System] = {}
        self._with_ids: bool | None = None
        with ExitStack() as stack:
            for source, rows in tables:
                self._read(source, rows, stack)
            if not self._systems:
                raise InputError("there are no segments to score: the input has no rows")
            counts = {name: system.count for name, system in self._systems.items()}
            differ = len({(system.count, system.ids.digest()) for system in self._systems.values()}) > 1
            if differ and not may_differ:
                self._refuse(counts)
            super().__init__(
                list(self._systems),
                sum(counts.values()) if differ else next(iter(counts.values())),
                has_ids=bool(self._with_ids),
                note=_DIFFER.format(", ".join(f"{name} {count:,}" for name, count in counts.items()))
                if differ
                else None,
                apart=counts if differ else None,
            )
            self._open = stack.pop_all()

    def close(self) -> None:
        """Remove the temporary files."""
        self._open.close()

    def batches(self, size: int) -> Iterator[Batch]:
        """Yield the segments of all systems in step; of systems that differ, one after the other."""
        groups = [[name] for name in self._systems] if self.apart else [list(self._systems)]
        for names in groups:
            yield from self._in_step({name: self._systems[name].read() for name in names}, size)

    def _in_step(self, readers: dict[str, Iterator[Any]], size: int) -> Iterator[Batch]:
        while True:
            rows = {name: list(islice(reader, size)) for name, reader in readers.items()}
            if not any(rows.values()):
                return
            first = next(iter(rows.values()))
            yield Batch(
                ids=[row[0] for row in first] if self.has_ids else None,
                hypotheses={name: [row[1] for row in part] for name, part in rows.items()},
                references={name: [row[2] for row in part] for name, part in rows.items()},
            )

    def _read(self, source: Source, rows: Iterable[Row], stack: ExitStack) -> None:
        for row in rows:
            if self._with_ids is None:
                self._with_ids = row.segment is not None
            if self._with_ids != (row.segment is not None):
                raise InputError(f"{row.place}: either all segments have ids or none: --columns segment= ignores them")
            for name, hypothesis in row.hypotheses.items():
                system = self._system(name, source, row.place, stack)
                try:
                    system.add(row.segment, hypothesis, row.references)
                except OSError as error:
                    raise InputError(f"cannot write a temporary file: {error.strerror or error}") from error

    def _system(self, given: str | None, source: Source, place: str, stack: ExitStack) -> _System:
        """Return the system of a row, new or known."""
        if given is not None and source.name is not None:
            raise InputError(f"{place}: the file names its systems itself: give it without --system {source.name}=")
        name = given or source.name or source.path
        system = self._systems.get(name)
        if system is None:
            if len(self._systems) == MOST_SYSTEMS:
                raise InputError(
                    f"{place}: this is system number {MOST_SYSTEMS + 1}, more than can be scored at once: "
                    "is the column of systems the right one (--columns system=COLUMN)?"
                )
            file = _temporary()
            stack.callback(_discard, file)
            system = self._systems[name] = _System(file, source)
        elif system.source is not source:
            raise InputError(f"{place}: two systems are named {name}, the other is in {system.source.path}")
        return system

    def _refuse(self, counts: dict[str, int]) -> None:
        """Raise `InputError`: all systems need the same segments in the same order."""
        if len(set(counts.values())) > 1:
            listing = ", ".join(f"{name} has {count}" for name, count in counts.items())
            raise InputError(f"the systems differ in their number of segments: {listing}")
        first, *others = self._systems
        for other in others:
            if self._systems[other].ids.digest() != self._systems[first].ids.digest():
                self._explain(first, other)

    def _explain(self, first: str, other: str) -> None:
        pairs = zip(self._systems[first].read(), self._systems[other].read(), strict=True)
        names = ((str(a[0]), str(b[0])) for a, b in pairs)
        place, a, b = next((i, a, b) for i, (a, b) in enumerate(names, start=1) if a != b)
        raise InputError(
            f"the systems differ in their segments: number {place} is {a} in {first} and {b} in {other}: "
            "put them into the same order, or ignore the ids with --columns segment="
        )


def _temporary() -> IO[str]:
    try:
        return tempfile.TemporaryFile("w+", encoding="utf-8", newline="\n")
    except OSError as error:
        raise InputError(f"cannot write a temporary file: {error.strerror or error}") from error


def _discard(file: IO[str]) -> None:
    """Close a temporary file; what it cannot write any more is not wanted either."""
    with suppress(OSError):
        file.close()
