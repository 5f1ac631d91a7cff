"""Counting words over a corpus: by matcher, and lists of what systems miss, add and paraphrase most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import compress

from bolide.metric.alignment import Alignment
from bolide.reports.model import MatcherCounts, WordList
from bolide.show.matcher_looks import LOOKS

__all__ = ["MatcherCounter", "WordCounts"]

Covered = tuple[list[str | None], list[str | None]]

LONGEST_LIST = 200
LISTS = {
    "missed": "Reference words that are missed most",
    "added": "Hypothesis words that are added most",
    **{name: look.title for name, look in LOOKS.items() if look.title},
    "missed-copy": "Copy words of the reference that are missed most",
    "added-copy": "Copy words of the hypothesis that are added most",
}


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
        for name, words, matchers, flags in (
            ("added-copy", alignment.hypothesis, covered[0], alignment.hypothesis_copy),
            ("missed-copy", alignment.reference, covered[1], alignment.reference_copy),
        ):
            copies = compress(
                zip(words, matchers, strict=True), flags
            )  # There are no flags where there are no copy words.
            self._counts[name][system].update(word for word, matcher in copies if matcher is None)
        for match in alignment.matches:
            if match.matcher in self._counts:
                self._counts[match.matcher][system][f"{match.hypothesis} = {match.reference}"] += 1

    def lists(self) -> tuple[WordList, ...]:
        """Return the lists that are not empty, each by falling total: what systems have most, and what they differ in most."""
        found = []
        for name, counters in self._counts.items():
            total: Counter[str] = sum(counters, Counter())
            ordered = sorted(total, key=lambda word: (-total[word], word))
            spread = {word: max(has := [counter[word] for counter in counters]) - min(has) for word in total}
            kept = {*ordered[:LONGEST_LIST], *sorted(ordered, key=lambda word: -spread[word])[:LONGEST_LIST]}
            if ordered:
                words = [word for word in ordered if word in kept]
                rows = tuple((word, tuple(counter[word] for counter in counters)) for word in words)
                found.append(WordList(name=name, title=LISTS[name], entries=rows))
        return tuple(found)
