"""Parallel files of plain text: line n of every file belongs to segment n."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack

from bolide.errors import InputError
from bolide.formats.corpus import Batch, Corpus
from bolide.formats.plain import LineFile

__all__ = ["ParallelCorpus"]


class ParallelCorpus(Corpus):
    """A file for each system, and one or more reference files; read in step, never held in memory."""

    def __init__(self, systems: Mapping[str, str], references: Sequence[str], per_segment: int = 1) -> None:
        """Open the files and count their lines; with `per_segment`, the one reference file has that many for each segment."""
        with ExitStack() as stack:
            self._systems = {name: stack.enter_context(LineFile(path)) for name, path in systems.items()}
            self._references = [stack.enter_context(LineFile(path)) for path in references]
            self._per_segment = per_segment
            super().__init__(list(systems), _count(self._systems, self._references, per_segment))
            self._open = stack.pop_all()

    def close(self) -> None:
        """Close the files."""
        self._open.close()

    def batches(self, size: int) -> Iterator[Batch]:
        """Yield the segments, without ids."""
        while True:
            columns = [file.take(size * self._per_segment) for file in self._references]
            if not columns[0]:
                return
            references = self._grouped(columns)
            hypotheses = {name: file.take(len(references)) for name, file in self._systems.items()}
            yield Batch(ids=None, hypotheses=hypotheses, references=dict.fromkeys(hypotheses, references))

    def _grouped(self, columns: list[list[str]]) -> list[list[str]]:
        """Return the references segment by segment."""
        if self._per_segment == 1:
            return [list(row) for row in zip(*columns, strict=True)]
        lines = columns[0]
        return [lines[i : i + self._per_segment] for i in range(0, len(lines), self._per_segment)]


def _count(systems: Mapping[str, LineFile], references: Sequence[LineFile], per_segment: int) -> int:
    """Return the number of segments; `InputError` with all counts if they differ.

    Differs: the jar prints an error, scores nothing and exits with 0.
    """
    counts = {file.name: file.count() for file in systems.values()}
    reference_counts = {file.name: file.count() for file in references}
    segments = set(counts.values())
    wanted = {count / per_segment for count in reference_counts.values()}
    if len(segments) != 1 or wanted != segments:
        listing = ", ".join(f"{name} has {count} lines" for name, count in (counts | reference_counts).items())
        groups = f" ({per_segment} reference lines for each segment)" if per_segment > 1 else ""
        raise InputError(f"the files differ in length{groups}: {listing}")
    (total,) = segments
    if not total:
        raise InputError("there are no segments to score: all files are empty")
    return total
