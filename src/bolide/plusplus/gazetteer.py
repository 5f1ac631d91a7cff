"""What tagged text says of its words: how often each is part of an entity. A feature of the recogniser, made from its own data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from bolide.plusplus.iob2 import OUTSIDE, Tagged

__all__ = [
    "Gazetteer",
    "TagCounts",
    "count_tags",
    "describe",
    "make_gazetteer",
    "render_gazetteer",
]

Gazetteer = Mapping[str, str]
TagCounts = dict[str, Counter[str]]

UNKNOWN = "?"
# Bounds of the share of a word's occurrences that are entities.
_SHARES = (0.9, 0.5, 0.1)
_OFTEN = 3
_VERY_OFTEN = 5


def count_tags(segments: Iterable[Tagged]) -> TagCounts:
    """Return how often each word, lower-cased, has each tag."""
    counts: TagCounts = {}
    for segment in segments:
        for word, tag in zip(segment.tokens, segment.types, strict=True):
            counts.setdefault(word.lower(), Counter())[tag] += 1
    return counts


def describe(counts: Counter[str]) -> str:
    """Return what is known of a word: its commonest type, how surely it is an entity, whether it is often seen.

    >>> describe(Counter(LOC=9, O=1)), describe(Counter(O=7)), describe(Counter())
    ('LOC1+', 'O+', '?')
    """
    total = counts.total()
    if not total:
        return UNKNOWN
    if counts[OUTSIDE] == total:
        return OUTSIDE + ("+" if total >= _VERY_OFTEN else "")
    _, kind = max((count, tag) for tag, count in counts.items() if tag != OUTSIDE)
    share = (total - counts[OUTSIDE]) / total
    return f"{kind}{sum(share <= bound for bound in _SHARES)}" + ("+" if total >= _OFTEN else "")


def make_gazetteer(all_counts: TagCounts, without: TagCounts | None = None) -> dict[str, str]:
    """Return what is known of every word; `without` takes away what some of the text says of it.

    In training, a segment must not be told its own tags: what it sees is made without its share of the data.
    """
    if without is None:
        return {word: describe(counts) for word, counts in all_counts.items()}
    return {word: describe(counts - without.get(word, Counter())) for word, counts in all_counts.items()}


def render_gazetteer(gazetteer: Gazetteer) -> str:
    """Return a gazetteer as text: a word, a tab and what is known of it on each line, sorted."""
    return "".join(f"{word}\t{value}\n" for word, value in sorted(gazetteer.items()))
