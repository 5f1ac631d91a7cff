"""Copy words by statistics: words that stand on both sides of nearly all sentence pairs in which they stand at all.

Guo, Ruan and Hu 2018, section 3.1, compare bags of words. Their future work, deciding by an alignment whether a word was carried
over, is here too: there, a word counts as often as it occurs, and was carried over where it was aligned with itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from bolide.copy_words.copy_list import CopyWord
from bolide.metric.alignment import Alignment

__all__ = ["CopyCounts", "is_copy_candidate"]


class CopyCounts:
    """Counts that grow pair by pair."""

    def __init__(self) -> None:
        self.pairs = 0
        self._counts: Counter[str] = Counter()
        self._together: Counter[str] = Counter()

    def __len__(self) -> int:
        """Return the number of different words."""
        return len(self._counts)

    def add_bags(self, first: Iterable[str], second: Iterable[str]) -> None:
        """Count a pair of token lists by what stands on either side, and what on both."""
        here, there = set(first), set(second)
        self._counts.update(here | there)
        self._together.update(here & there)
        self.pairs += 1

    def add_alignment(self, alignment: Alignment) -> None:
        """Count an aligned pair: occurrences, those of both sides once where they are aligned with each other."""
        kept = Counter(
            match.hypothesis
            for match in alignment.matches
            if match.hypothesis == match.reference and " " not in match.hypothesis
        )
        here, there = Counter(alignment.hypothesis), Counter(alignment.reference)
        self._counts.update(here | there)
        self._together.update(kept)
        self.pairs += 1

    def select(
        self, *, least_count: int, least_probability: float, is_word: Callable[[str], bool] = str.isalnum
    ) -> list[CopyWord]:
        """Return the words above both thresholds (formula 6), the commonest first.

        >>> counts = CopyCounts()
        >>> for first, second in (("rome is big", "rome is large"), ("he saw rome", "he beheld rome")):
        ...     counts.add_bags(first.split(), second.split())
        >>> [word.word for word in counts.select(least_count=2, least_probability=0.9)]
        ['rome']
        """
        found = (
            CopyWord(word=word, count=count, together=self._together[word])
            for word, count in self._counts.items()
            if count >= least_count and is_word(word)
        )
        kept = [word for word in found if word.probability >= least_probability]
        return sorted(kept, key=lambda word: (-word.count, -word.together, word.word))


def is_copy_candidate(function_words: Sequence[str]) -> Callable[[str], bool]:
    """Return what tells words that may be copy words: not punctuation, and not function words."""
    excluded = frozenset(function_words)
    return lambda word: word not in excluded and any(char.isalnum() for char in word)
