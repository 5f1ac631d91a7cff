"""Copy words counted: which words of sentence pairs are copy words, and which of them a hypothesis kept, missed and added.

Copy words stand on both sides of nearly all sentence pairs in which they stand at all (Guo, Ruan and Hu 2018, section 3.1).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import compress
from typing import Any

from bolide.copy_words.copy_list import CopyWord
from bolide.metric.alignment import Alignment
from bolide.records import record


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
        """Count a pair of token lists by what stands on either side, and what on both."""
        here, there = set(first), set(second)
        self._counts.update(here | there)
        self._together.update(here & there)
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
    """Return what tells words that may be copy words: not punctuation, and not function words."""
    excluded = frozenset(function_words)
    return lambda word: word not in excluded and any(char.isalnum() for char in word)


_SHOWN = 10


@record
class CopyReport:
    """The copy words of one segment: matched ones of the reference, missed ones of it, and those that the hypothesis added."""

    kept: tuple[str, ...]
    missed: tuple[str, ...]
    added: tuple[str, ...]

    @classmethod
    def of(cls, alignment: Alignment) -> CopyReport:
        """Return the report of an alignment whose copy words were counted."""
        ours, theirs = alignment.covered
        reference = list(compress(zip(alignment.reference, theirs, strict=True), alignment.reference_copy))
        hypothesis = compress(zip(alignment.hypothesis, ours, strict=True), alignment.hypothesis_copy)
        return cls(
            kept=tuple(word for word, matcher in reference if matcher),
            missed=tuple(word for word, matcher in reference if not matcher),
            added=tuple(word for word, matcher in hypothesis if not matcher),
        )

    def __str__(self) -> str:
        """Return one line."""
        total = len(self.kept) + len(self.missed)
        parts = [f"copy words {len(self.kept)} of {total} kept"]
        parts += [f"{name}: {' '.join(words)}" for name in ("missed", "added") if (words := getattr(self, name))]
        return "; ".join(parts)

    def as_json(self) -> dict[str, Any]:
        """Return an object for JSON."""
        return {"kept": self.kept, "missed": self.missed, "added": self.added}


@dataclass(slots=True)
class CorpusCopyReport:
    """The copy words of many segments, counted by word."""

    segments: int = 0
    kept: Counter[str] = field(default_factory=Counter)
    missed: Counter[str] = field(default_factory=Counter)
    added: Counter[str] = field(default_factory=Counter)

    def add(self, report: CopyReport) -> None:
        """Add a segment."""
        self.segments += 1
        self.kept.update(report.kept)
        self.missed.update(report.missed)
        self.added.update(report.added)

    def __str__(self) -> str:
        """Return the counts, with the words most often missed and added."""
        kept, missed = self.kept.total(), self.missed.total()
        lines = [f"copy words {kept} of {kept + missed} kept, {self.added.total()} added, in {self.segments} segments"]
        for name in ("missed", "added"):
            if most := _most(getattr(self, name)):
                words = ", ".join(f"{word} {count}" for word, count in most[:_SHOWN])
                lines.append(f"most {name}: {words}")
        return "\n".join(lines)

    def as_json(self) -> dict[str, Any]:
        """Return an object for JSON: every word with its count."""
        return {"segments": self.segments} | {
            name: dict(_most(getattr(self, name))) for name in ("kept", "missed", "added")
        }


def _most(counts: Counter[str]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))
