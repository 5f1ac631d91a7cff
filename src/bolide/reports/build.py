"""From alignments to a report: words are numbered, matches packed, words counted; no object for each word or match is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from bolide.analysis.comparison import Comparison
from bolide.analysis.comparison.verdict import verdict
from bolide.metric.alignment import Alignment, Evidence, Match, PackedAlignments
from bolide.metric.statistics import Floats
from bolide.reports.columns import Side, SystemColumns, pack_alignments
from bolide.reports.evidence import pack_evidence
from bolide.reports.layers import FactLayers, always_function_words, mark_layers
from bolide.reports.model import Heading, Report, Shift, SystemSegments, Table, TokenFacts
from bolide.reports.names import short_names
from bolide.reports.words import count_words, matcher_counts
from bolide.reports.writing import WritingPacker
from bolide.show.pictures.svg import is_right_to_left

__all__ = ["VALUES", "AlignedBatch", "ReportBuilder"]

VALUES = ("score", "precision", "recall", "fragmentation")
# Segments that come one by one are packed so many at a time.
BATCH = 1024

# By system: alignments, facts about the tokens of both sides, and both texts.
_Segment = tuple[
    Mapping[str, Alignment],
    Mapping[str, tuple[TokenFacts, TokenFacts]] | None,
    Mapping[str, tuple[str, str]] | None,
]


@dataclass(frozen=True, slots=True, kw_only=True)
class AlignedBatch:
    """Segments, by system: alignments, the rows of their `VALUES`, facts about the tokens of both sides, and both texts as written."""

    alignments: Mapping[str, PackedAlignments]
    values: Mapping[str, Floats]
    facts: Mapping[str, Sequence[tuple[TokenFacts, TokenFacts]]] | None = None
    texts: Mapping[str, Sequence[tuple[str, str]]] | None = None


@dataclass(slots=True)
class _System:
    columns: SystemColumns = field(default_factory=SystemColumns)
    values: list[Floats] = field(default_factory=list)
    chosen: list[int] = field(default_factory=list)
    texts: list[str | None] = field(default_factory=list)


class ReportBuilder:
    """Takes segments, each with an alignment for every system; holds numbers, not alignments."""

    def __init__(
        self,
        heading: Heading,
        systems: Sequence[str],
        *,
        evidence: Callable[[Match], Evidence] | None = None,
        has_ids: bool = False,
    ) -> None:
        """Begin a report; `evidence` looks up what licensed a match that is not exact, once for every pair of phrases."""
        self._heading = heading
        self._systems = {name: _System() for name in systems}
        self._find_evidence = evidence
        self._numbers: dict[str, int] = {}
        self._facts = FactLayers(len(systems))
        self._writing = WritingPacker()
        self._texts: list[list[str | None]] = []
        self._sources: list[str] = []
        self._ids: list[str] | None = [] if has_ids else None
        self._waiting: list[_Segment] = []

    def add(
        self,
        alignments: Mapping[str, Alignment],
        segment_id: str | None = None,
        facts: Mapping[str, tuple[TokenFacts, TokenFacts]] | None = None,
        texts: Mapping[str, tuple[str, str]] | None = None,
        source: str | None = None,
    ) -> None:
        """Add the next segment: the alignment of each system to its best reference, and what else is known.

        That are facts about the tokens of both, both as they were written, and what was translated.
        """
        self._keep_names([segment_id or ""], [] if source is None else [source])
        self._waiting.append((alignments, facts, texts))
        if len(self._waiting) == BATCH:
            self._pack_waiting()

    def add_batch(
        self, batch: AlignedBatch, ids: Sequence[str] | None = None, sources: Sequence[str] | None = None
    ) -> None:
        """Add the next segments, which are packed already."""
        self._pack_waiting()
        self._keep_names(ids or (), sources or ())
        self._add_packed(batch)

    def _keep_names(self, ids: Sequence[str], sources: Sequence[str]) -> None:
        if self._ids is not None:
            self._ids += ids
        self._sources += sources

    def _pack_waiting(self) -> None:
        if not self._waiting:
            return
        alignments, facts, texts = zip(*self._waiting, strict=True)
        self._waiting = []
        found = {name: [each[name] for each in alignments] for name in self._systems}
        self._add_packed(
            AlignedBatch(
                alignments={name: pack_alignments(each, self._heading.matchers) for name, each in found.items()},
                values={
                    name: np.array([[getattr(item, value) for value in VALUES] for item in each])
                    for name, each in found.items()
                },
                facts={name: [each[name] for each in facts] for name in found} if facts[0] else None,
                texts={name: [each[name] for each in texts] for name in found} if texts[0] else None,
            )
        )

    def _add_packed(self, batch: AlignedBatch) -> None:
        exact = self._heading.matchers.index("exact") if "exact" in self._heading.matchers else -1
        tokens = []
        for name, system in self._systems.items():
            packed = batch.alignments[name]
            system.columns.add(packed, self._number(packed.vocabulary), exact)
            system.values.append(batch.values[name])
            tokens.append(packed.tokens())
        for place, pairs in enumerate(zip(*tokens, strict=True)):
            texts = [batch.texts[name][place] if batch.texts else (None, None) for name in self._systems]
            chosen = self._keep_writing(pairs, texts)
            if batch.facts is not None:
                self._facts.add(chosen, [batch.facts[name][place] for name in self._systems])

    def _number(self, words: Sequence[str]) -> NDArray[np.int32]:
        return np.array([self._numbers.setdefault(word, len(self._numbers)) for word in words], dtype=np.int32)

    def _keep_writing(
        self,
        tokens: Sequence[tuple[tuple[str, ...], tuple[str, ...]]],
        texts: Sequence[tuple[str | None, str | None]],
    ) -> list[int]:
        """Keep what was written in a segment, where it is not just the tokens; return the number of each system's reference."""
        references: dict[tuple[str, ...], int] = {}
        originals: list[str | None] = []
        for system, (ours, theirs), (text, original) in zip(self._systems.values(), tokens, texts, strict=True):
            number = references.setdefault(theirs, len(references))
            if number == len(originals):
                originals.append(self._writing.pack(original, theirs))
            system.chosen.append(number)
            system.texts.append(self._writing.pack(text, ours))
        self._texts.append(originals)
        return [system.chosen[-1] for system in self._systems.values()]

    def build(self, comparison: Comparison, shifts: Sequence[Shift] = (), tables: Sequence[Table] = ()) -> Report:
        """Return the report; words are numbered anew, the most frequent first, so that the numbers are short."""
        self._pack_waiting()
        systems = [system.columns for system in self._systems.values()]
        for system in systems:
            system.join()
        is_shown = self._shown_references()
        names = list(self._numbers)
        order = np.argsort(-_frequencies(systems, is_shown, len(names)), kind="stable")
        numbers = np.empty(len(names), dtype=object)
        numbers[order] = range(len(names))
        labels = dict(zip(self._systems, short_names(list(self._systems)), strict=True))
        always = always_function_words(systems)
        chosen = [system.chosen for system in self._systems.values()]
        return Report(
            heading=self._heading,
            comparison=comparison,
            direction="rtl" if is_right_to_left([names[old] for old in order[:2000]]) else "ltr",
            ids=self._ids,
            vocabulary=[names[old] for old in order],
            flags={"function": sorted(numbers[always or []].tolist())},
            references=_references(systems, is_shown, numbers),
            systems=tuple(
                self._segments(name, labels[name], system, numbers) for name, system in self._systems.items()
            ),
            shifts=tuple(shifts),
            words=count_words(systems, names, self._heading.matchers),
            evidence=pack_evidence(systems, self._heading.matchers, names, numbers.tolist(), self._find_evidence),
            layers=mark_layers(systems, chosen, is_function_needed=always is None) | self._facts.build(),
            tables=tuple(tables),
            verdicts=tuple(
                verdict(replace(pair, system=labels[pair.system], baseline=labels[pair.baseline]))
                for pair in comparison.pairs
            ),
            texts=self._texts if any(map(any, self._texts)) else None,
            sources=self._sources or None,
        )

    def _shown_references(self) -> list[NDArray[np.bool_]]:
        """Return for each system in which segments its reference is not that of a system before it."""
        chosen = np.array([system.chosen for system in self._systems.values()])
        return [(chosen[:place] != chosen[place]).all(axis=0) for place in range(len(chosen))]

    def _segments(self, name: str, label: str, system: _System, numbers: NDArray[np.object_]) -> SystemSegments:
        values = np.concatenate(system.values).astype(object)
        values[~np.isfinite(values.astype(np.float64))] = None
        return SystemSegments(
            name=name,
            label=label,
            hypotheses=[*_split(system.columns.hypotheses, numbers)],
            matches=system.columns.matches,
            chosen=system.chosen,
            values=dict(zip(VALUES, values.T.tolist(), strict=True)),
            counts=matcher_counts(system.columns, self._heading.matchers),
            texts=system.texts if any(system.texts) else None,
        )


def _frequencies(
    systems: Sequence[SystemColumns], is_shown: Sequence[NDArray[np.bool_]], words: int
) -> NDArray[np.int64]:
    """Return how often each word stands in the hypotheses and the references that are shown."""
    counts = np.zeros(words, dtype=np.int64)
    for system, shown in zip(systems, is_shown, strict=True):
        counts += np.bincount(system.hypotheses.words, minlength=words)
        counts += np.bincount(system.references.words[np.repeat(shown, system.references.lengths)], minlength=words)
    return counts


def _references(
    systems: Sequence[SystemColumns], is_shown: Sequence[NDArray[np.bool_]], numbers: NDArray[np.object_]
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
    """Go through the segments of a side: the number of each word."""
    words, start = numbers[side.words].tolist(), 0
    for end in np.cumsum(side.lengths).tolist():
        yield words[start:end]
        start = end
