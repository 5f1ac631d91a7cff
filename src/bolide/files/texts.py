"""A corpus of texts that are in memory already."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bolide.errors import InputError
from bolide.files.corpus import Batch, Corpus

__all__ = ["TextCorpus"]


class TextCorpus(Corpus):
    """Systems by name, and one or more references: lists of segments of the same length."""

    def __init__(self, systems: Mapping[str, Sequence[str]], references: Sequence[Sequence[str]]) -> None:
        """Take the lists; `InputError` with all counts if they differ in length."""
        counts = {name: len(lines) for name, lines in systems.items()}
        counts |= {f"reference {number}": len(lines) for number, lines in enumerate(references, 1)}
        if len(set(counts.values())) > 1:
            listing = ", ".join(f"{name} has {count} lines" for name, count in counts.items())
            raise InputError(f"the texts differ in length: {listing}")
        if not systems or not references or not next(iter(counts.values())):
            raise InputError("there are no segments to score: at least one system and one reference are needed")
        super().__init__(list(systems), next(iter(counts.values())))
        self._hypotheses = systems
        self._references = references

    def batches(self, size: int) -> Iterator[Batch]:
        """Yield the segments, without ids."""
        for start in range(0, self.count or 0, size):
            part = slice(start, start + size)
            references = [list(row) for row in zip(*(lines[part] for lines in self._references), strict=True)]
            hypotheses = {name: list(lines[part]) for name, lines in self._hypotheses.items()}
            yield Batch(ids=None, hypotheses=hypotheses, references=dict.fromkeys(hypotheses, references))
