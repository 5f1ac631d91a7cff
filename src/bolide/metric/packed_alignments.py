"""Alignments of many pairs as arrays of numbers: half a million matches without an object for each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, pairwise, repeat
from typing import NamedTuple

from bolide.family.formulas import FeatureParameters, Parameters
from bolide.family.schema import columns_for
from bolide.metric.alignment import Alignment, make_matches
from bolide.metric.statistics import Statistics, score_statistics

__all__ = ["COPY_WORD", "FUNCTION_WORD", "MATCH_CELLS", "PackedAlignments"]

# What a word is, in bits.
FUNCTION_WORD, COPY_WORD = 1, 2
# Hypothesis start and length, reference start and length, the place of the matcher, and the similarity in 1/1024.
MATCH_CELLS = 6


class PackedAlignments(NamedTuple):
    """Alignments as the core has them. Sides are numbered: hypothesis and reference of the first pair, of the second and so on.

    `words` are places in `vocabulary`, of all sides, and those of side s end at `word_ends[s]`; `kinds` has bits for each word.
    `matches` has `MATCH_CELLS` numbers for each match, and those of pair p end at match number `match_ends[p]`. Numbers are of 32
    bits; statistics, rows of 64 bits, are empty where alignments came from elsewhere.
    """

    vocabulary: tuple[str, ...]
    words: bytes
    kinds: bytes
    word_ends: bytes
    matches: bytes
    match_ends: bytes
    statistics: bytes
    has_copy_words: bool

    def table(self, parameters: Parameters | FeatureParameters) -> Statistics:
        """Return the statistics of all pairs, which belong to such parameters."""
        return Statistics.from_bytes(self.statistics, columns_for(parameters))

    def unpack(self, matchers: Sequence[str], parameters: Parameters | FeatureParameters) -> list[Alignment]:
        """Return each pair as people look at it, scored by the parameters."""
        columns = columns_for(parameters)
        table = score_statistics(self.table(parameters), parameters)
        rows = self.rows()
        functions = self._flags(FUNCTION_WORD)
        copies = self._flags(COPY_WORD) if self.has_copy_words else repeat(())
        ends, width = [0, *memoryview(self.match_ends).cast("i")], 8 * len(columns)
        made = []
        for number, (hypothesis, reference) in enumerate(self.tokens()):
            found = [*islice(rows, ends[number + 1] - ends[number])]
            matches = make_matches(hypothesis, reference, found, matchers)
            row = Statistics.from_bytes(self.statistics[number * width : (number + 1) * width], columns)
            parts = table.known(number, row)
            made.append(
                Alignment(
                    hypothesis=hypothesis,
                    reference=reference,
                    hypothesis_function=next(functions),
                    reference_function=next(functions),
                    matches=matches,
                    chunks=matches[-1].chunk + 1 if matches else 0,
                    score=parts["score"],
                    precision=parts["precision"],
                    recall=parts["recall"],
                    fragmentation=parts["fragmentation"],
                    penalty=parts["penalty"],
                    statistics=row,
                    hypothesis_copy=next(copies),
                    reference_copy=next(copies),
                    chrf=parts.get("chrf"),
                )
            )
        return made

    def tokens(self) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
        """Return the words of each pair, hypothesis first."""
        words = [*map(self.vocabulary.__getitem__, memoryview(self.words).cast("i"))]
        sides = iter([tuple(words[start:end]) for start, end in self._ranges()])
        return [*zip(sides, sides, strict=True)]

    def rows(self) -> Iterator[tuple[int, ...]]:
        """Go through the matches of all pairs."""
        cells = iter(memoryview(self.matches).cast("i"))
        return zip(*[cells] * MATCH_CELLS, strict=True)

    def _flags(self, kind: int) -> Iterator[tuple[bool, ...]]:
        """Go through the sides: which words are of a kind."""
        return (tuple(bool(word & kind) for word in self.kinds[start:end]) for start, end in self._ranges())

    def _ranges(self) -> Iterator[tuple[int, int]]:
        """Go through the sides: from where to where their words are."""
        return pairwise([0, *memoryview(self.word_ends).cast("i")])
