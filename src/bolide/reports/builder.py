"""Builds a report from alignments: numbers and counts words and packs matches, without an object for each.

A layer has facts that depend on the place of a token: an entry for each segment of each system, and for each reference that is shown
with a segment.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from itertools import pairwise
from math import isfinite

import numpy as np
from numpy.typing import NDArray

from bolide._core import VERSION
from bolide.analysis.comparison import Comparison, verdict
from bolide.metric.alignment import COPY_WORD, FUNCTION_WORD, Evidence, Match, PackedAlignments
from bolide.metric.statistics import Floats
from bolide.reports.aligned_words import MATCHED, Phrases, Pieces, Side, SystemWords, pack_writing
from bolide.reports.document import Heading, Report, TokenFacts, short_names
from bolide.show.matcher_looks import LOOKS
from bolide.show.pictures import is_right_to_left

FORMAT = 1
SCALE = 10_000
VALUES = ("score", "precision", "recall", "fragmentation")

# For one segment: facts about the tokens of both sides, and both original texts.
BothFacts = tuple[TokenFacts, TokenFacts]
BothTexts = tuple[str, str]

LONGEST_LIST = 200
Part = Mapping[str, object]
# Lists of unmatched words: of the references or the hypotheses; all words, or copy words.
_UNMATCHED = (
    ("missed", "references", "Reference words that are missed most"),
    ("added", "hypotheses", "Hypothesis words that are added most"),
)
_UNMATCHED_COPIES = (
    ("missed-copy", "references", "Copy words of the reference that are missed most"),
    ("added-copy", "hypotheses", "Copy words of the hypothesis that are added most"),
)


class ReportBuilder:
    """Collects segments with an alignment for every system; keeps numbers, not alignments."""

    def __init__(
        self,
        heading: Heading,
        systems: Sequence[str],
        *,
        evidence: Callable[[Match], Evidence] | None = None,
    ) -> None:
        """Begin a report; `evidence` looks up the reason for a match that is not exact, once for every pair of phrases."""
        self._heading = heading
        self._systems = {name: SystemWords() for name in systems}
        self._find_evidence = evidence
        self._numbers: dict[str, int] = {}
        self._texts: list[list[str | None]] = []
        self._pieces: Pieces = {}
        self._sources: list[str] = []
        self._ids: list[str] = []

    def add_packed(
        self,
        alignments: Mapping[str, PackedAlignments],
        values: Mapping[str, Floats],
        *,
        ids: Sequence[str] | None = None,
        facts: Mapping[str, Sequence[BothFacts]] | None = None,
        texts: Mapping[str, Sequence[BothTexts]] | None = None,
        sources: Sequence[str] | None = None,
    ) -> None:
        """Add the next segments, by system: alignments, rows of their `VALUES`, and facts about each segment."""
        self._ids += ids or ()
        self._sources += sources or ()
        exact = self._heading.matchers.index("exact") if "exact" in self._heading.matchers else -1
        tokens = []
        for name, system in self._systems.items():
            packed = alignments[name]
            system.add(packed, self._number(packed.vocabulary), exact)
            system.values.append(values[name])
            system.facts += facts[name] if facts else ()
            tokens.append(packed.tokens())
        for place, pairs in enumerate(zip(*tokens, strict=True)):
            self._keep_writing(pairs, [texts[name][place] if texts else (None, None) for name in self._systems])

    def _number(self, words: Sequence[str]) -> NDArray[np.int32]:
        return np.array([self._numbers.setdefault(word, len(self._numbers)) for word in words], dtype=np.int32)

    def _keep_writing(
        self,
        tokens: Sequence[tuple[tuple[str, ...], tuple[str, ...]]],
        texts: Sequence[tuple[str | None, str | None]],
    ) -> None:
        """Keep the original texts of a segment, if they are not just the tokens, and the number of each system's reference."""
        references: dict[tuple[str, ...], int] = {}
        originals: list[str | None] = []
        for system, (ours, theirs), (text, original) in zip(self._systems.values(), tokens, texts, strict=True):
            number = references.setdefault(theirs, len(references))
            if number == len(originals):
                originals.append(pack_writing(original, theirs, self._pieces))
            system.chosen.append(number)
            system.texts.append(pack_writing(text, ours, self._pieces))
        self._texts.append(originals)

    def build(self, comparison: Comparison, shifts: Sequence[Part] = (), tables: Sequence[Part] = ()) -> Report:
        """Return the report; words are renumbered by frequency, so that the numbers are short.

        `shifts` explain differences between systems, and `tables` have a title, a head and rows: parts of the document as
        docs/formats.md describes it.
        """
        heading, systems = self._heading, [*self._systems.values()]
        is_shown = _shown_references(systems)
        names = list(self._numbers)
        order = np.argsort(-_frequencies(systems, is_shown, len(names)), kind="stable")
        numbers = np.empty(len(names), dtype=object)
        numbers[order] = range(len(names))
        vocabulary = [names[old] for old in order]
        labels = dict(zip(self._systems, short_names(list(self._systems)), strict=True))
        always = always_function_words(systems)
        document = {
            "format": FORMAT,
            "bolide": VERSION,
            "heading": asdict(heading) | {"resources": dict(heading.resources or {})},
            "comparison": asdict(comparison),
            "shifts": [*shifts],
            "words": count_words(systems, names, heading.matchers),
            "marks": {name: [LOOKS[name].filled, LOOKS[name].hollow] for name in heading.matchers},
            "direction": "rtl" if is_right_to_left(vocabulary[:2000]) else "ltr",
            "scale": SCALE,
            "vocabulary": vocabulary,
            "flags": {"function": sorted(numbers[always or []].tolist())},
            "evidence": pack_evidence(systems, heading.matchers, names, numbers.tolist(), self._find_evidence),
            "references": _references(systems, is_shown, numbers),
            "systems": [self._system(name, labels[name], numbers) for name in self._systems],
            "layers": mark_layers(systems, is_function_needed=always is None) | fact_layers(systems),
            "tables": [*tables],
            "verdicts": [
                verdict(replace(pair, system=labels[pair.system], baseline=labels[pair.baseline]))
                for pair in comparison.pairs
            ],
            "texts": self._texts if any(map(any, self._texts)) else None,
            "sources": self._sources or None,
            "ids": self._ids or None,
        }
        return Report(title=heading.title, document=_known(document))

    def _system(self, name: str, label: str, numbers: NDArray[np.object_]) -> dict[str, object]:
        system = self._systems[name]
        columns = np.concatenate(system.values).T
        return _known(
            {
                "name": name,
                "label": label,
                "counts": matcher_counts(system, self._heading.matchers),
                "values": {value: _scaled(column) for value, column in zip(VALUES, columns, strict=True)},
                "hypotheses": [*_split(system.hypotheses, numbers)],
                "matches": system.matches,
                "texts": system.texts if any(system.texts) else None,
                "chosen": system.chosen if any(system.chosen) else None,
            }
        )


def _known(parts: Mapping[str, object]) -> dict[str, object]:
    return {name: part for name, part in parts.items() if part is not None}


def _scaled(values: Floats) -> list[int | None]:
    return [round(value * SCALE) if isfinite(value) else None for value in values.tolist()]


def _shown_references(systems: Sequence[SystemWords]) -> list[NDArray[np.bool_]]:
    """Return for each system the segments in which no system before it has the same reference."""
    chosen = np.array([system.chosen for system in systems])
    return [(chosen[:place] != chosen[place]).all(axis=0) for place in range(len(chosen))]


def _frequencies(
    systems: Sequence[SystemWords], is_shown: Sequence[NDArray[np.bool_]], words: int
) -> NDArray[np.int64]:
    """Count each word in the hypotheses and the shown references."""
    counts = np.zeros(words, dtype=np.int64)
    for system, shown in zip(systems, is_shown, strict=True):
        counts += np.bincount(system.hypotheses.words, minlength=words)
        counts += np.bincount(system.references.words[np.repeat(shown, system.references.lengths)], minlength=words)
    return counts


def _references(
    systems: Sequence[SystemWords], is_shown: Sequence[NDArray[np.bool_]], numbers: NDArray[np.object_]
) -> list[list[list[int]]]:
    """Return the references of each segment."""
    found: list[list[list[int]]] = [[] for _ in is_shown[0]]
    for system, shown in zip(systems, is_shown, strict=True):
        if shown.any():
            for group, words, counts in zip(found, _split(system.references, numbers), shown.tolist(), strict=True):
                if counts:
                    group.append(words)
    return found


def _split(side: Side, numbers: NDArray[np.object_]) -> Iterator[list[int]]:
    """Yield the word numbers of each segment of a side."""
    words = numbers[side.words].tolist()
    for start, end in pairwise([0, *np.cumsum(side.lengths).tolist()]):
        yield words[start:end]


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


def mark_layers(systems: Sequence[SystemWords], *, is_function_needed: bool) -> dict[str, Part]:
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


def fact_layers(systems: Sequence[SystemWords]) -> dict[str, Part]:
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
    return found | ({"tags": {**found["tags"], "values": tags}} if tags else {})


def _layer(systems: Sequence[SystemWords], entries: Sequence[Sequence[tuple[object, ...]]]) -> Part:
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
