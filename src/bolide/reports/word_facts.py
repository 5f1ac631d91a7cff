"""Facts about words in a report: counts by matcher, lists of the most missed, added and paraphrased words, evidence, and layers.

A layer has facts that depend on the place of a token: an entry for each segment of each system, and for each reference that is shown
with a segment.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise

import numpy as np

from bolide.metric.alignment import COPY_WORD, FUNCTION_WORD, Evidence, Match
from bolide.reports.aligned_words import MATCHED, Phrases, Side, SystemWords
from bolide.reports.document import TokenFacts
from bolide.show.matcher_looks import LOOKS

LONGEST_LIST = 200
Layer = dict[str, object]
# Lists of unmatched words: of the references or the hypotheses; all words, or copy words.
_UNMATCHED = (
    ("missed", "references", "Reference words that are missed most"),
    ("added", "hypotheses", "Hypothesis words that are added most"),
)
_UNMATCHED_COPIES = (
    ("missed-copy", "references", "Copy words of the reference that are missed most"),
    ("added-copy", "hypotheses", "Copy words of the hypothesis that are added most"),
)


def matcher_counts(system: SystemWords, matchers: Sequence[str]) -> list[dict[str, object]]:
    """Count the words of a system by matcher, side and kind: a row for each matcher, and one for unmatched words."""
    counts = {}
    for name, side in (("hypothesis", system.hypotheses), ("reference", system.references)):
        by_mark = np.bincount(side.marks, minlength=MATCHED * (len(matchers) + 1)).reshape(-1, MATCHED)
        function = by_mark[:, [kind for kind in range(MATCHED) if kind & FUNCTION_WORD]].sum(axis=1)
        counts[f"{name}_content"] = (by_mark.sum(axis=1) - function).tolist()
        counts[f"{name}_function"] = function.tolist()
    return [
        {"matcher": matcher} | {name: numbers[place] for name, numbers in counts.items()}
        for place, matcher in (*enumerate(matchers, 1), (0, None))
    ]


def count_words(
    systems: Sequence[SystemWords], vocabulary: Sequence[str], matchers: Sequence[str]
) -> list[dict[str, object]]:
    """Return the lists that are not empty, each by falling total, with the entries of the largest totals and differences."""
    counted = [
        *((name, title, _unmatched(systems, side, vocabulary)) for name, side, title in _UNMATCHED),
        *(
            (matcher, look.title, [_pairs(system, matchers.index(matcher), vocabulary) for system in systems])
            for matcher, look in LOOKS.items()
            if look.title and matcher in matchers
        ),
        *((name, title, _unmatched(systems, side, vocabulary, COPY_WORD)) for name, side, title in _UNMATCHED_COPIES),
    ]
    lists: Iterator[dict[str, object]] = (
        {"name": name, "title": title, "entries": _entries(counters)} for name, title, counters in counted
    )
    return [found for found in lists if found["entries"]]


def _phrase_texts(phrases: Phrases, vocabulary: Sequence[str]) -> tuple[str, str]:
    """Return both sides of a match as text."""
    _, ours, theirs = phrases
    return " ".join([vocabulary[word] for word in ours]), " ".join([vocabulary[word] for word in theirs])


def _unmatched(
    systems: Sequence[SystemWords], name: str, vocabulary: Sequence[str], kind: int = 0
) -> list[Counter[str]]:
    """Count the unmatched words that have the bits of `kind`, for each system."""
    found = []
    for system in systems:
        side: Side = getattr(system, name)
        is_counted = (side.marks < MATCHED) & (side.marks & kind == kind)
        counts = np.bincount(side.words[is_counted]).tolist()
        found.append(Counter({vocabulary[word]: count for word, count in enumerate(counts) if count}))
    return found


def _pairs(system: SystemWords, place: int, vocabulary: Sequence[str]) -> Counter[str]:
    """Count the pairs of phrases matched by the matcher at a place."""
    return Counter(
        {
            " = ".join(_phrase_texts(phrases, vocabulary)): count
            for phrases, count in system.phrases.items()
            if phrases[0] == place
        }
    )


def _entries(counters: Sequence[Mapping[str, int]]) -> list[tuple[str, list[int]]]:
    """Return the words of a list, each with its count in every system."""
    counts = {word: [counter.get(word, 0) for counter in counters] for counter in counters for word in counter}
    ordered = sorted(counts, key=lambda word: (-sum(counts[word]), word))
    by_spread = sorted(ordered, key=lambda word: min(counts[word]) - max(counts[word]))
    kept = {*ordered[:LONGEST_LIST], *by_spread[:LONGEST_LIST]}
    return [(word, counts[word]) for word in ordered if word in kept]


def pack_evidence(
    systems: Sequence[SystemWords],
    matchers: Sequence[str],
    vocabulary: Sequence[str],
    numbers: Sequence[int],
    find: Callable[[Match], Evidence] | None,
) -> dict[str, dict[str, object]]:
    """Return evidence by matcher, then by the numbers of the words, hypothesis and reference.

    `numbers` are those of the words of the vocabulary in the report.
    """
    packed: dict[str, dict[str, object]] = {}
    if find is None:
        return packed
    words = [*map(str, numbers)]
    for phrases in dict.fromkeys(phrases for system in systems for phrases in system.phrases):
        place, *sides = phrases
        key = "|".join([" ".join([words[word] for word in side]) for side in sides])
        matcher = matchers[place]
        hypothesis, reference = _phrase_texts(phrases, vocabulary)
        match = Match(  # of two phrases without context
            hypothesis_start=0,
            hypothesis_length=len(sides[0]),
            reference_start=0,
            reference_length=len(sides[1]),
            matcher=matcher,
            chunk=0,
            hypothesis=hypothesis,
            reference=reference,
        )
        packed.setdefault(matcher, {})[key] = _values(find(match))
    return packed


def _values(evidence: Evidence) -> object:
    if evidence.matcher == "stem":
        return evidence.stem
    if evidence.matcher == "synonym":
        return list(evidence.synsets)
    return [_short(evidence.reference_to_hypothesis), _short(evidence.hypothesis_to_reference)]


def _short(probability: float | None) -> float | None:
    return None if probability is None else float(f"{probability:.3g}")


def always_function_words(systems: Sequence[SystemWords]) -> list[int] | None:
    """Return the words that are always function words; None if a word may be one only in some places."""
    function, content = (
        {
            int(word)
            for system in systems
            for side in (system.hypotheses, system.references)
            for word in np.unique(side.words[side.marks & FUNCTION_WORD == kind])
        }
        for kind in (FUNCTION_WORD, 0)
    )
    return None if function & content else sorted(function)


def mark_layers(systems: Sequence[SystemWords], *, is_function_needed: bool) -> dict[str, Layer]:
    """Return the places of function words and copy words, if they are needed."""
    kinds = {"function": FUNCTION_WORD} if is_function_needed else {}
    if any((side.marks & COPY_WORD).any() for system in systems for side in (system.hypotheses, system.references)):
        kinds["copy"] = COPY_WORD
    return {
        name: _layer(
            systems,
            [[*zip(_places(of.hypotheses, kind), _places(of.references, kind), strict=True)] for of in systems],
        )
        for name, kind in kinds.items()
    }


def fact_layers(systems: Sequence[SystemWords]) -> dict[str, Layer]:
    """Return the tags, word groups and clauses of tokens, if any are known; tags are numbered."""
    facts = [system.facts for system in systems]
    sides = [side for segment in zip(*facts, strict=True) for pair in segment for side in pair]
    tags = list(dict.fromkeys(tag for side in sides for tag in side.tags))
    numbers = {tag: number for number, tag in enumerate(tags)}
    readers: dict[str, Callable[[TokenFacts], Sequence[object]]] = {
        "tags": lambda side: [numbers[tag] for tag in side.tags],
        "groups": lambda side: side.groups,
        "clauses": lambda side: side.clauses,
    }
    found = {
        name: _layer(systems, [[tuple(map(read, pair)) for pair in known] for known in facts])
        for name, read in readers.items()
        if any(map(read, sides))
    }
    return found | ({"tags": found["tags"] | {"values": tags}} if tags else {})


def _layer(systems: Sequence[SystemWords], entries: Sequence[Sequence[tuple[object, ...]]]) -> Layer:
    """Return a layer of entries for both sides of each segment, by system."""
    references = []
    for chosen, pairs in zip(
        zip(*(system.chosen for system in systems), strict=True), zip(*entries, strict=True), strict=True
    ):
        shown = dict(zip(chosen, (theirs for _, theirs in pairs), strict=True))
        references.append([shown[place] for place in range(len(shown))])
    return {"hypotheses": [[ours for ours, _ in found] for found in entries], "references": references}


def _places(side: Side, kind: int) -> list[list[int]]:
    """Return the places of the words of a kind in each segment."""
    ends = np.cumsum(side.lengths)
    marked = np.flatnonzero(side.marks & kind)
    segments = np.searchsorted(ends, marked, side="right")
    places = (marked - (ends - side.lengths)[segments]).tolist()
    bounds = np.searchsorted(segments, np.arange(len(ends) + 1)).tolist()
    return [places[start:end] for start, end in pairwise(bounds)]
