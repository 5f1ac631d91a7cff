"""Builds a report from alignments: numbers and counts words and packs matches, without an object for each."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from math import isfinite
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bolide._core import VERSION
from bolide.analysis.comparison import Comparison, verdict
from bolide.metric.alignment import Alignment, Evidence, Match, PackedAlignments
from bolide.metric.statistics import Floats
from bolide.reports import word_facts
from bolide.reports.aligned_words import Pieces, Side, SystemWords, pack_alignments, pack_writing
from bolide.reports.document import Heading, Report, Shift, Table, TokenFacts, short_names
from bolide.show.matcher_looks import LOOKS
from bolide.show.pictures import is_right_to_left

FORMAT = 1
SCALE = 10_000
VALUES = ("score", "precision", "recall", "fragmentation")

# For one segment: facts about the tokens of both sides, and both original texts.
BothFacts = tuple[TokenFacts, TokenFacts]
BothTexts = tuple[str, str]


class ReportBuilder:
    """Collects segments with an alignment for every system; keeps numbers, not alignments."""

    def __init__(
        self,
        heading: Heading,
        systems: Sequence[str],
        *,
        evidence: Callable[[Match], Evidence] | None = None,
        has_ids: bool = False,
    ) -> None:
        """Begin a report; `evidence` looks up the reason for a match that is not exact, once for every pair of phrases."""
        self._heading = heading
        self._systems = {name: SystemWords() for name in systems}
        self._find_evidence = evidence
        self._numbers: dict[str, int] = {}
        self._texts: list[list[str | None]] = []
        self._pieces: Pieces = {}
        self._sources: list[str] = []
        self._ids: list[str] | None = [] if has_ids else None

    def add_alignments(self, alignments: Mapping[str, Sequence[Alignment]], **known: Any) -> None:
        """Add the next segments, a list for each system; other arguments are those of `add_packed`."""
        self.add_packed(
            {name: pack_alignments(found, self._heading.matchers) for name, found in alignments.items()},
            {
                name: np.array([[getattr(item, value) for value in VALUES] for item in found])
                for name, found in alignments.items()
            },
            **known,
        )

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
        if self._ids is not None:
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

    def build(self, comparison: Comparison, shifts: Sequence[Shift] = (), tables: Sequence[Table] = ()) -> Report:
        """Return the report; words are renumbered by frequency, so that the numbers are short."""
        heading, systems = self._heading, [*self._systems.values()]
        is_shown = _shown_references(systems)
        names = list(self._numbers)
        order = np.argsort(-_frequencies(systems, is_shown, len(names)), kind="stable")
        numbers = np.empty(len(names), dtype=object)
        numbers[order] = range(len(names))
        vocabulary = [names[old] for old in order]
        labels = dict(zip(self._systems, short_names(list(self._systems)), strict=True))
        always = word_facts.always_function_words(systems)
        document = {
            "format": FORMAT,
            "bolide": VERSION,
            "heading": asdict(heading) | {"resources": dict(heading.resources or {})},
            "comparison": asdict(comparison),
            "shifts": [asdict(shift) for shift in shifts],
            "words": word_facts.count_words(systems, names, heading.matchers),
            "marks": {name: [LOOKS[name].filled, LOOKS[name].hollow] for name in heading.matchers},
            "direction": "rtl" if is_right_to_left(vocabulary[:2000]) else "ltr",
            "scale": SCALE,
            "vocabulary": vocabulary,
            "flags": {"function": sorted(numbers[always or []].tolist())},
            "evidence": word_facts.pack_evidence(
                systems, heading.matchers, names, numbers.tolist(), self._find_evidence
            ),
            "references": _references(systems, is_shown, numbers),
            "systems": [self._system(name, labels[name], numbers) for name in self._systems],
            "layers": word_facts.mark_layers(systems, is_function_needed=always is None)
            | word_facts.fact_layers(systems),
            "tables": [asdict(table) for table in tables],
            "verdicts": [
                verdict(replace(pair, system=labels[pair.system], baseline=labels[pair.baseline]))
                for pair in comparison.pairs
            ],
            "texts": self._texts if any(map(any, self._texts)) else None,
            "sources": self._sources or None,
            "ids": self._ids,
        }
        return Report(title=heading.title, document=_known(document))

    def _system(self, name: str, label: str, numbers: NDArray[np.object_]) -> dict[str, object]:
        system = self._systems[name]
        columns = np.concatenate(system.values).T
        return _known(
            {
                "name": name,
                "label": label,
                "counts": word_facts.matcher_counts(system, self._heading.matchers),
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
    words, start = numbers[side.words].tolist(), 0
    for end in np.cumsum(side.lengths).tolist():
        yield words[start:end]
        start = end
