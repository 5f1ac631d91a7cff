"""Counting words over a corpus: by matcher, and lists of what systems miss, add and paraphrase most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from bolide.alignment import Alignment
from bolide.reports.layers import copied
from bolide.reports.model import MatcherCounts, WordList

__all__ = ["MatcherCounter", "WordCounts", "cover"]

Covered = tuple[list[str | None], list[str | None]]

LONGEST_LIST = 200
LISTS = {
    "missed": "Reference words that are missed most",
    "added": "Hypothesis words that are added most",
    "stem": "Stem matches used most",
    "synonym": "Synonyms used most",
    "paraphrase": "Paraphrases used most",
    "missed-copy": "Copy words of the reference that are missed most",
    "added-copy": "Copy words of the hypothesis that are added most",
}


def cover(alignment: Alignment) -> Covered:
    """Return by which matcher each word of the hypothesis and of the reference is matched; None where by none."""
    hypothesis: list[str | None] = [None] * len(alignment.hypothesis)
    reference: list[str | None] = [None] * len(alignment.reference)
    for match in alignment.matches:
        for place in range(match.hypothesis_start, match.hypothesis_start + match.hypothesis_length):
            hypothesis[place] = match.matcher
        for place in range(match.reference_start, match.reference_start + match.reference_length):
            reference[place] = match.matcher
    return hypothesis, reference


class MatcherCounter:
    """Counts the words of a system by matcher, side and kind."""

    def __init__(self) -> None:
        """Start with nothing counted."""
        self._hypothesis: Counter[tuple[str | None, bool]] = Counter()
        self._reference: Counter[tuple[str | None, bool]] = Counter()

    def count(self, alignment: Alignment, covered: Covered) -> None:
        """Add a segment."""
        self._hypothesis.update(zip(covered[0], alignment.hypothesis_function, strict=True))
        self._reference.update(zip(covered[1], alignment.reference_function, strict=True))

    def rows(self, matchers: Sequence[str]) -> tuple[MatcherCounts, ...]:
        """Return a row for each matcher, and one for what is not matched."""
        return tuple(
            MatcherCounts(
                matcher=matcher,
                hypothesis_content=self._hypothesis[matcher, False],
                hypothesis_function=self._hypothesis[matcher, True],
                reference_content=self._reference[matcher, False],
                reference_function=self._reference[matcher, True],
            )
            for matcher in (*matchers, None)
        )


class WordCounts:
    """Counts words and pairs of phrases by system."""

    def __init__(self, systems: int) -> None:
        """Start with nothing counted."""
        self._counts: dict[str, list[Counter[str]]] = {name: [Counter() for _ in range(systems)] for name in LISTS}

    def count(self, system: int, alignment: Alignment, covered: Covered) -> None:
        """Add a segment of a system, by its place."""
        added, missed = self._counts["added"][system], self._counts["missed"][system]
        added.update(word for word, matcher in zip(alignment.hypothesis, covered[0], strict=True) if matcher is None)
        missed.update(word for word, matcher in zip(alignment.reference, covered[1], strict=True) if matcher is None)
        for name, side, matchers in (
            ("added-copy", "hypothesis", covered[0]),
            ("missed-copy", "reference", covered[1]),
        ):
            flags = copied(alignment, side)
            words = zip(
                getattr(alignment, side), matchers, flags, strict=False
            )  # There are no flags where there are no copy words.
            self._counts[name][system].update(word for word, matcher, flag in words if flag and matcher is None)
        for match in alignment.matches:
            if match.matcher in self._counts:
                self._counts[match.matcher][system][f"{match.hypothesis} = {match.reference}"] += 1

    def lists(self) -> tuple[WordList, ...]:
        """Return the lists that are not empty, each by falling total."""
        found = []
        for name, counters in self._counts.items():
            total: Counter[str] = sum(counters, Counter())
            entries = sorted(total.items(), key=lambda entry: (-entry[1], entry[0]))[:LONGEST_LIST]
            if entries:
                rows = tuple((word, tuple(counter[word] for counter in counters)) for word, _ in entries)
                found.append(WordList(name=name, title=LISTS[name], entries=rows))
        return tuple(found)
