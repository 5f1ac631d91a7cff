"""What a report keeps of the alignments of a system: flat arrays over all segments, a few bytes for each word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import accumulate
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bolide import _core
from bolide.metric.alignment import COPY_WORD, FUNCTION_WORD, MATCH_CELLS, Alignment, PackedAlignments
from bolide.reports.packing import pack_matches

__all__ = ["MATCHED", "Phrases", "Side", "SystemColumns", "pack_alignments"]

Numbers = NDArray[np.int32]
# A mark has the bits of a word's kind, and MATCHED times the place of its matcher, from 1; 0 where none matched it.
MATCHED = 4
# The place of a matcher, and the words of a match that is not exact, hypothesis first.
Phrases = tuple[int, tuple[int, ...], tuple[int, ...]]


class Side:
    """The hypotheses of a system, or their references: word numbers, marks of words, and how many words each segment has."""

    def __init__(self) -> None:
        """Start with nothing."""
        self.words: Numbers = np.empty(0, dtype=np.int32)
        self.marks: NDArray[np.uint8] = np.empty(0, dtype=np.uint8)
        self.lengths: Numbers = np.empty(0, dtype=np.int32)
        self._waiting: list[tuple[Numbers, NDArray[np.uint8], Numbers]] = []

    def add(self, words: Numbers, marks: NDArray[np.uint8], lengths: Numbers) -> None:
        """Add segments, which wait to be joined to the rest."""
        self._waiting.append((words, marks, lengths))

    def join(self) -> None:
        """Make one array of all that was added."""
        parts = [(self.words, self.marks, self.lengths), *self._waiting]
        self._waiting = []
        self.words, self.marks, self.lengths = (np.concatenate(part) for part in zip(*parts, strict=True))


class SystemColumns:
    """The alignments of a system."""

    def __init__(self) -> None:
        """Start with nothing."""
        self.hypotheses, self.references = Side(), Side()
        self.matches: list[str] = []
        self.phrases: Counter[Phrases] = Counter()

    def add(self, packed: PackedAlignments, numbers: Numbers, exact: int) -> None:
        """Add segments; `numbers` has that of each word of their vocabulary, `exact` is the place of that matcher."""
        words = numbers[np.frombuffer(packed.words, np.int32)]
        ends = np.frombuffer(packed.word_ends, np.int32)
        lengths = np.diff(ends, prepend=0)
        matches = np.frombuffer(packed.matches, np.int32).reshape(-1, MATCH_CELLS)
        match_ends = np.frombuffer(packed.match_ends, np.int32)
        pairs = np.repeat(np.arange(len(match_ends)), np.diff(match_ends, prepend=0))
        first = np.stack([(ends - lengths)[2 * pairs + side] + matches[:, 2 * side] for side in (0, 1)])
        marks = np.frombuffer(packed.kinds, np.uint8).copy()
        for side in (0, 1):
            covered = _spread(first[side], matches[:, 2 * side + 1])
            marks[covered] += (MATCHED * (np.repeat(matches[:, 4], matches[:, 2 * side + 1]) + 1)).astype(np.uint8)
        is_reference = np.repeat(np.arange(len(lengths)) % 2 == 1, lengths)
        self.hypotheses.add(words[~is_reference], marks[~is_reference], lengths[0::2])
        self.references.add(words[is_reference], marks[is_reference], lengths[1::2])
        self.matches += pack_matches(matches, match_ends)
        inexact = matches[:, 4] != exact
        self._count_phrases(words.tolist(), first[:, inexact], matches[inexact])

    def join(self) -> None:
        """Make one array of what was added, for each column."""
        self.hypotheses.join()
        self.references.join()

    def _count_phrases(self, words: list[int], first: NDArray[Any], matches: Numbers) -> None:
        ours, theirs = first.tolist()
        lengths, places = matches[:, (1, 3)].tolist(), matches[:, 4].tolist()
        self.phrases.update(
            (place, tuple(words[i : i + length]), tuple(words[j : j + other]))
            for i, j, (length, other), place in zip(ours, theirs, lengths, places, strict=True)
        )


def _spread(first: NDArray[Any], lengths: Numbers) -> NDArray[Any]:
    """Return the places of runs that begin at `first`.

    >>> _spread(np.array([5, 1]), np.array([2, 3], dtype=np.int32)).tolist()
    [5, 6, 1, 2, 3]
    """
    before = np.cumsum(lengths) - lengths
    places: NDArray[Any] = np.arange(lengths.sum()) + np.repeat(first - before, lengths)
    return places


def pack_alignments(alignments: Sequence[Alignment], matchers: Sequence[str]) -> PackedAlignments:
    """Return alignments by such matchers as numbers, without their statistics."""
    sides = [
        side
        for item in alignments
        for side in (
            (item.hypothesis, item.hypothesis_function, item.hypothesis_copy),
            (item.reference, item.reference_function, item.reference_copy),
        )
    ]
    vocabulary: dict[str, int] = {}
    words = [vocabulary.setdefault(word, len(vocabulary)) for side, _, _ in sides for word in side]
    kinds = [
        FUNCTION_WORD * function | COPY_WORD * copy
        for side, functions, copies in sides
        for function, copy in zip(functions, copies or (False,) * len(side), strict=True)
    ]
    matches = [
        (
            match.hypothesis_start,
            match.hypothesis_length,
            match.reference_start,
            match.reference_length,
            matchers.index(match.matcher),
            round(match.similarity * _core.WHOLE_SIMILARITY),
        )
        for item in alignments
        for match in item.matches
    ]

    def packed(numbers: Any) -> bytes:
        return np.array(numbers, dtype=np.int32).tobytes()

    return PackedAlignments(
        vocabulary=tuple(vocabulary),
        words=packed(words),
        kinds=bytes(kinds),
        word_ends=packed([*accumulate(len(side) for side, _, _ in sides)]),
        matches=packed(matches),
        match_ends=packed([*accumulate(len(item.matches) for item in alignments)]),
        statistics=b"",
        has_copy_words=any(copies for _, _, copies in sides),
    )
