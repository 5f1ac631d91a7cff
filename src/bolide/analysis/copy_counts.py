"""Counts copy words: finds them in sentence pairs, and counts those that hypotheses kept, missed and added.

Copy words occur on both sides of nearly all sentence pairs in which they occur (Guo, Ruan and Hu 2018, section 3.1).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import chain, compress

from bolide.copy_words.copy_list import CopyWord
from bolide.metric.alignment import Alignment


class CopyCounts:
    """Counts that grow pair by pair."""

    def __init__(self) -> None:
        self.pairs = 0
        self._counts: Counter[str] = Counter()
        self._together: Counter[str] = Counter()

    def __len__(self) -> int:
        """Return the number of different words."""
        return len(self._counts)

    def add(self, first: Iterable[str], second: Iterable[str]) -> None:
        """Count the words of a pair of token lists on either side, and on both."""
        here, there = set(first), set(second)
        self._count(here | there, here & there)

    def add_aligned(self, alignment: Alignment) -> None:
        """Count the words of an alignment on either side, and those matched with themselves everywhere (section 6)."""
        tokens = list(zip(alignment.hypothesis + alignment.reference, chain(*alignment.covered), strict=True))
        words = {word for word, _ in tokens}
        self._count(words, words - {word for word, matcher in tokens if matcher != "exact"})

    def _count(self, words: set[str], together: set[str]) -> None:
        self._counts.update(words)
        self._together.update(together)
        self.pairs += 1

    def select(
        self, *, least_count: int, least_probability: float, is_word: Callable[[str], bool] = str.isalnum
    ) -> list[CopyWord]:
        """Return the words above both thresholds (formula 6), the commonest first.

        >>> counts = CopyCounts()
        >>> for first, second in (("rome is big", "rome is large"), ("he saw rome", "he beheld rome")):
        ...     counts.add(first.split(), second.split())
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
    """Return a test for possible copy words: neither punctuation nor function words."""
    excluded = frozenset(function_words)
    return lambda word: word not in excluded and any(char.isalnum() for char in word)


class CopyTally:
    """Counts over segments of the copy words that hypotheses kept, missed and added."""

    SHOWN = 10

    def __init__(self) -> None:
        self._segments = 0
        self._counts: dict[str, Counter[str]] = {name: Counter() for name in ("kept", "missed", "added")}

    def add(self, alignment: Alignment) -> dict[str, list[str]]:
        """Count the copy words of an alignment; return its kept, missed and added ones."""
        ours, theirs = alignment.covered
        reference = list(compress(zip(alignment.reference, theirs, strict=True), alignment.reference_copy))
        hypothesis = compress(zip(alignment.hypothesis, ours, strict=True), alignment.hypothesis_copy)
        found = {
            "kept": [word for word, matcher in reference if matcher],
            "missed": [word for word, matcher in reference if not matcher],
            "added": [word for word, matcher in hypothesis if not matcher],
        }
        self._segments += 1
        for name, words in found.items():
            self._counts[name].update(words)
        return found

    def add_as_line(self, alignment: Alignment) -> str:
        """Count an alignment, and return its copy words in one line."""
        found = self.add(alignment)
        kept, missed = len(found["kept"]), len(found["missed"])
        words = [f"{name}: {' '.join(found[name])}" for name in ("missed", "added") if found[name]]
        return "; ".join([f"copy words {kept} of {kept + missed} kept", *words])

    def __str__(self) -> str:
        """Return the counts, with the words most often missed and added."""
        kept, missed, added = (counts.total() for counts in self._counts.values())
        lines = [f"copy words {kept} of {kept + missed} kept, {added} added, in {self._segments} segments"]
        shown = {name: [f"{word} {n}" for word, n in self._most(name)[: self.SHOWN]] for name in ("missed", "added")}
        return "\n".join([*lines, *(f"most {name}: {', '.join(words)}" for name, words in shown.items() if words)])

    def as_json(self) -> dict[str, object]:
        """Return an object for JSON: every word with its count."""
        return {"segments": self._segments} | {name: dict(self._most(name)) for name in self._counts}

    def _most(self, name: str) -> list[tuple[str, int]]:
        return sorted(self._counts[name].items(), key=lambda item: (-item[1], item[0]))
