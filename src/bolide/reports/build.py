"""From alignments to a report: words are numbered, matches packed, words counted, one segment after the other."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from bolide.analysis.comparison import Comparison
from bolide.analysis.comparison.verdict import verdict
from bolide.metric.alignment import Alignment, Match
from bolide.metric.evidence import Evidence
from bolide.reports.layers import Layers
from bolide.reports.model import Heading, Report, Shift, SystemSegments, Table, TokenFacts
from bolide.reports.names import short_names
from bolide.reports.packing import pack_matches
from bolide.reports.words import MatcherCounter, WordCounts
from bolide.reports.writing import pack_writing
from bolide.show.pictures.svg import is_right_to_left

__all__ = ["ReportBuilder"]

VALUES = ("score", "precision", "recall", "fragmentation")


@dataclass(slots=True)
class _System:
    hypotheses: list[list[int]] = field(default_factory=list)
    matches: list[str] = field(default_factory=list)
    chosen: list[int] = field(default_factory=list)
    values: dict[str, list[float | None]] = field(default_factory=lambda: {name: [] for name in VALUES})
    counts: MatcherCounter = field(default_factory=MatcherCounter)
    texts: list[str | None] = field(default_factory=list)


class ReportBuilder:
    """Takes segments one by one, each with an alignment for every system; holds numbers, not alignments."""

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
        self._frequencies: Counter[int] = Counter()
        self._layers = Layers(len(systems))
        self._references: list[list[list[int]]] = []
        self._texts: list[list[str | None]] = []
        self._sources: list[str] = []
        self._ids: list[str] | None = [] if has_ids else None
        self._words = WordCounts(len(systems))
        self._evidence: dict[tuple[str, str, str], Evidence] = {}

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
        if self._ids is not None:
            self._ids.append(segment_id or "")
        references: dict[tuple[str, ...], int] = {}
        ordered = [alignments[name] for name in self._systems]
        for place, (alignment, system) in enumerate(zip(ordered, self._systems.values(), strict=True)):
            system.chosen.append(references.setdefault(alignment.reference, len(references)))
            system.hypotheses.append(self._number(alignment.hypothesis))
            system.matches.append(pack_matches(alignment.matches, self._heading.matchers))
            for value, numbers in zip(_values(alignment), system.values.values(), strict=True):
                numbers.append(value)
            covered = alignment.covered
            system.counts.count(alignment, covered)
            self._words.count(place, alignment, covered)
            self._keep_evidence(alignment.matches)
        self._references.append([self._number(reference) for reference in references])
        self._keep_texts(alignments, texts, len(references))
        self._sources += [] if source is None else [source]
        chosen = [system.chosen[-1] for system in self._systems.values()]
        self._layers.add(ordered, chosen, None if facts is None else [facts[name] for name in self._systems])

    def _keep_texts(
        self, alignments: Mapping[str, Alignment], texts: Mapping[str, tuple[str, str]] | None, references: int
    ) -> None:
        """Keep what was written, where it is not just the tokens."""
        originals: list[str | None] = [None] * references
        for name, system in self._systems.items():
            ours, theirs = texts[name] if texts else (None, None)
            system.texts.append(pack_writing(ours, alignments[name].hypothesis))
            originals[system.chosen[-1]] = pack_writing(theirs, alignments[name].reference)
        self._texts.append(originals)

    def _number(self, words: Sequence[str]) -> list[int]:
        numbers = [self._numbers.setdefault(word, len(self._numbers)) for word in words]
        self._frequencies.update(numbers)
        return numbers

    def _keep_evidence(self, matches: Sequence[Match]) -> None:
        if self._find_evidence is None:
            return
        for match in matches:
            if match.matcher != "exact":
                key = (match.matcher, match.hypothesis, match.reference)
                if key not in self._evidence:
                    self._evidence[key] = self._find_evidence(match)

    def build(self, comparison: Comparison, shifts: Sequence[Shift] = (), tables: Sequence[Table] = ()) -> Report:
        """Return the report; words are numbered anew, the most frequent first, so that the numbers are short."""
        names = list(self._numbers)
        order = sorted(range(len(names)), key=lambda old: (-self._frequencies[old], old))
        renumbered = [0] * len(order)
        for new, old in enumerate(order):
            renumbered[old] = new
        place = {word: renumbered[old] for word, old in self._numbers.items()}
        labels = dict(zip(self._systems, short_names(list(self._systems)), strict=True))
        sample = [names[old] for old in order[:2000]]
        return Report(
            heading=self._heading,
            comparison=comparison,
            direction="rtl" if is_right_to_left(sample) else "ltr",
            ids=self._ids,
            vocabulary=[names[old] for old in order],
            flags={"function": sorted(place[word] for word in self._layers.function_words() or ())},
            references=[[_renumber(words, renumbered) for words in group] for group in self._references],
            systems=tuple(
                self._segments(name, labels[name], system, renumbered) for name, system in self._systems.items()
            ),
            shifts=tuple(shifts),
            words=self._words.lists(),
            evidence=_pack_evidence(self._evidence, place),
            layers=self._layers.build(),
            tables=tuple(tables),
            verdicts=tuple(
                verdict(replace(pair, system=labels[pair.system], baseline=labels[pair.baseline]))
                for pair in comparison.pairs
            ),
            texts=self._texts if any(map(any, self._texts)) else None,
            sources=self._sources or None,
        )

    def _segments(self, name: str, label: str, system: _System, renumbered: Sequence[int]) -> SystemSegments:
        return SystemSegments(
            name=name,
            label=label,
            hypotheses=[_renumber(words, renumbered) for words in system.hypotheses],
            matches=system.matches,
            chosen=system.chosen,
            values=system.values,
            counts=system.counts.rows(self._heading.matchers),
            texts=system.texts if any(system.texts) else None,
        )


def _renumber(words: Sequence[int], renumbered: Sequence[int]) -> list[int]:
    return [renumbered[word] for word in words]


def _values(alignment: Alignment) -> tuple[float | None, ...]:
    """Return the values of a segment in the order of `VALUES`."""
    numbers = (getattr(alignment, name) for name in VALUES)
    return tuple(number if math.isfinite(number) else None for number in numbers)


def _pack_evidence(
    found: Mapping[tuple[str, str, str], Evidence], place: Mapping[str, int]
) -> dict[str, dict[str, object]]:
    """Return evidence by matcher, then by the numbers of the words: a stem by its word, the rest by hypothesis and reference."""
    packed: dict[str, dict[str, object]] = {}
    for (matcher, hypothesis, reference), evidence in found.items():
        sides = (" ".join(str(place[word]) for word in side.split(" ")) for side in (hypothesis, reference))
        values: object
        if matcher == "stem":
            values = evidence.stem
        elif matcher == "synonym":
            values = list(evidence.synsets)
        else:
            values = [_short(evidence.reference_to_hypothesis), _short(evidence.hypothesis_to_reference)]
        packed.setdefault(matcher, {})["|".join(sides)] = values
    return packed


def _short(probability: float | None) -> float | None:
    return None if probability is None else float(f"{probability:.3g}")
