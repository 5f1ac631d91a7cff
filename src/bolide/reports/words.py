"""Counting words over a corpus: by matcher, and lists of what systems miss, add and paraphrase most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np

from bolide.metric.alignment import COPY_WORD, FUNCTION_WORD
from bolide.reports.columns import MATCHED, Phrases, Side, SystemColumns
from bolide.reports.model import MatcherCounts, WordList
from bolide.show.matcher_looks import LOOKS

__all__ = ["count_words", "matcher_counts", "phrase_texts"]

LONGEST_LIST = 200
# What a word of a list is: of the references or the hypotheses, matched by none; a copy word or any.
_UNMATCHED = {
    "missed": ("references", "Reference words that are missed most"),
    "added": ("hypotheses", "Hypothesis words that are added most"),
}
_UNMATCHED_COPIES = {
    "missed-copy": ("references", "Copy words of the reference that are missed most"),
    "added-copy": ("hypotheses", "Copy words of the hypothesis that are added most"),
}


def matcher_counts(system: SystemColumns, matchers: Sequence[str]) -> tuple[MatcherCounts, ...]:
    """Return the words of a system by matcher, side and kind: a row for each matcher, and one for what is not matched."""
    counts = {}
    for name, side in (("hypothesis", system.hypotheses), ("reference", system.references)):
        by_mark = np.bincount(side.marks, minlength=MATCHED * (len(matchers) + 1)).reshape(-1, MATCHED)
        function = by_mark[:, [kind for kind in range(MATCHED) if kind & FUNCTION_WORD]].sum(axis=1)
        counts[f"{name}_content"] = (by_mark.sum(axis=1) - function).tolist()
        counts[f"{name}_function"] = function.tolist()
    return tuple(
        MatcherCounts(matcher=matcher, **{name: numbers[place] for name, numbers in counts.items()})
        for place, matcher in (*enumerate(matchers, 1), (0, None))
    )


def count_words(
    systems: Sequence[SystemColumns], vocabulary: Sequence[str], matchers: Sequence[str]
) -> tuple[WordList, ...]:
    """Return the lists that are not empty, each by falling total: what systems have most, and what they differ in most."""
    lists = [
        _word_list(name, title, _unmatched(systems, side, vocabulary)) for name, (side, title) in _UNMATCHED.items()
    ]
    for matcher, look in LOOKS.items():
        if look.title and matcher in matchers:
            place = matchers.index(matcher)
            lists.append(_word_list(matcher, look.title, [_pairs(system, place, vocabulary) for system in systems]))
    lists += [
        _word_list(name, title, _unmatched(systems, side, vocabulary, COPY_WORD))
        for name, (side, title) in _UNMATCHED_COPIES.items()
    ]
    return tuple(found for found in lists if found.entries)


def phrase_texts(phrases: Phrases, vocabulary: Sequence[str]) -> tuple[str, str]:
    """Return both sides of a match as text."""
    ours, theirs = (" ".join(vocabulary[word] for word in side) for side in phrases[1:])
    return ours, theirs


def _unmatched(
    systems: Sequence[SystemColumns], name: str, vocabulary: Sequence[str], kind: int = 0
) -> list[Counter[str]]:
    """Return how often each word that has the bits of `kind` is not matched, for each system."""
    found = []
    for system in systems:
        side: Side = getattr(system, name)
        is_counted = (side.marks < MATCHED) & (side.marks & kind == kind)
        counts = np.bincount(side.words[is_counted]).tolist()
        found.append(Counter({vocabulary[word]: count for word, count in enumerate(counts) if count}))
    return found


def _pairs(system: SystemColumns, place: int, vocabulary: Sequence[str]) -> Counter[str]:
    """Return how often each pair of phrases was matched by the matcher at a place."""
    return Counter(
        {
            " = ".join(phrase_texts(phrases, vocabulary)): count
            for phrases, count in system.phrases.items()
            if phrases[0] == place
        }
    )


def _word_list(name: str, title: str, counters: Sequence[Mapping[str, int]]) -> WordList:
    total: Counter[str] = Counter()
    for counter in counters:
        total.update(counter)
    ordered = sorted(total, key=lambda word: (-total[word], word))
    spread = {word: max(has := [counter.get(word, 0) for counter in counters]) - min(has) for word in total}
    kept = {*ordered[:LONGEST_LIST], *sorted(ordered, key=lambda word: -spread[word])[:LONGEST_LIST]}
    words = [word for word in ordered if word in kept]
    entries = tuple((word, tuple(counter.get(word, 0) for counter in counters)) for word in words)
    return WordList(name=name, title=title, entries=entries)
