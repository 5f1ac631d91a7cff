"""Parallel files of plain text: line n of every file belongs to segment n."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack

from bolide.errors import InputError
from bolide.files.corpus import Batch, Corpus
from bolide.files.plain import LineFile

__all__ = ["ParallelCorpus"]

# A batch takes no more text than this from a file, beyond its last line: bounds memory where lines are long.
CHARACTERS = 1 << 21


class ParallelCorpus(Corpus):
    """A file for each system, and one or more reference files; read in step, never held in memory."""

    def __init__(
        self, systems: Mapping[str, str], references: Sequence[str], per_segment: int = 1, *, live: bool = False
    ) -> None:
        """Open the files and count their lines; with `per_segment`, the one reference file has that many for each segment.

        With `live`, pipes are read as they come: that they fit is known only at their end.
        """
        with ExitStack() as stack:
            self._systems = {name: stack.enter_context(LineFile(path, live=live)) for name, path in systems.items()}
            self._references = [stack.enter_context(LineFile(path, live=live)) for path in references]
            self._per_segment = per_segment
            self._files = [*self._systems.values(), *self._references]
            counts = {file: file.count() for file in self._files if not file.is_live}
            super().__init__(list(systems), self._count(counts))
            self.references = list(references)
            self._open = stack.pop_all()

    def close(self) -> None:
        """Close the files."""
        self._open.close()

    def batches(self, size: int) -> Iterator[Batch]:
        """Yield the segments, without ids; `InputError` at the end if a pipe turns out not to fit."""
        done = 0
        while count := self._ready(size):
            done += count
            hypotheses = {name: file.take(count) for name, file in self._systems.items()}
            references = self._grouped([file.take(count * self._per_segment) for file in self._references])
            yield Batch(ids=None, hypotheses=hypotheses, references=dict.fromkeys(hypotheses, references))
        if any(file.is_live for file in self._files):
            self._count({file: file.count_rest() for file in self._files})
        elif done != self.count:
            raise InputError(f"a file was changed while it was read: {done} of {self.count} segments are left of it")

    def _ready(self, size: int) -> int:
        """Return how many segments all files have for the next batch."""
        counts = []
        for file in self._files:
            width = self._width(file)
            lines = file.take(size * width, least=width, characters=CHARACTERS)
            file.put_back(lines)
            counts.append(len(lines) // width)
        return min(counts)

    def _width(self, file: LineFile) -> int:
        return self._per_segment if file in self._references else 1

    def _grouped(self, columns: list[list[str]]) -> list[list[str]]:
        """Return the references segment by segment."""
        if self._per_segment == 1:
            return [list(row) for row in zip(*columns, strict=True)]
        lines = columns[0]
        return [lines[i : i + self._per_segment] for i in range(0, len(lines), self._per_segment)]

    def _count(self, counts: Mapping[LineFile, int]) -> int | None:
        """Return the number of segments that the counted files have; `InputError` with all counts if they differ.

        Differs: the jar prints an error, scores nothing and exits with 0.
        """
        segments = {count / self._width(file) for file, count in counts.items()}
        if len(segments) > 1 or any(not count.is_integer() for count in segments):
            listing = ", ".join(f"{file.name} has {count} lines" for file, count in counts.items())
            groups = f" ({self._per_segment} reference lines for each segment)" if self._per_segment > 1 else ""
            raise InputError(
                f"the files differ in length{groups}: {listing}; line n of each is segment n, so all need the same number"
            )
        if segments == {0} and len(counts) == len(self._files):
            raise InputError("there are no segments to score: all files are empty")
        return int(segments.pop()) if segments else None
