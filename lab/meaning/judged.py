"""Judged segments: their words, which of them are function words, their order, and what people said of them."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bolide import Meteor
from bolide.analysis.judged_sets import JudgementSet, read_judgements
from bolide.files.judged import Translation
from bolide.meaning.encoder import with_blanks
from bolide.metric.alignment import Alignment

__all__ = ["Pair", "Ranking", "language_pair", "read_pairs", "read_rankings"]


@dataclass(frozen=True)
class Pair:
    """A translation and its reference: the words, the flags of function words, the fragmentation of its matches, a human score, ours.

    The human score is 0 where people ranked translations instead.
    """

    group: str
    hypothesis: tuple[str, ...]
    reference: tuple[str, ...]
    functions: tuple[tuple[bool, ...], tuple[bool, ...]]
    fragmentation: float
    human: float
    score: float


@dataclass(frozen=True)
class Ranking:
    """The translations of one segment, and which of them was found better than which: their places, the better one's first."""

    group: str
    pairs: tuple[Pair, ...]
    preferences: tuple[tuple[int, int], ...]


def language_pair(judged: Pair | Ranking) -> str:
    """Return the languages, such as cs-en."""
    return judged.group.rpartition(".")[2]


def read_pairs(paths: list[Path], meteor: Meteor | None = None) -> list[Pair]:
    """Return all pairs with human scores of some files that have words on both sides; with a metric, its words as they stand in the text."""
    found = []
    for path in paths:
        judged = read_judgements(str(path))[0]
        aligned = _aligned(judged, meteor)
        found += [
            _pair(judged.name, aligned[place], float(human), meteor and judged.translations[place])
            for place, human in zip(judged.first, judged.human, strict=True)
            if aligned[place].hypothesis and aligned[place].reference
        ]
        print(f"{path.name}: {len(judged)} pairs, {time.process_time():.0f} s", file=sys.stderr, flush=True)
    return found


def read_rankings(paths: list[Path], meteor: Meteor | None = None) -> list[Ranking]:
    """Return the rankings of some files, segment by segment, of translations that have words."""
    found: list[Ranking] = []
    for path in paths:
        judged = read_judgements(str(path))[0]
        aligned, texts = _aligned(judged, meteor), judged.translations
        by_segment: dict[int, list[tuple[int, int]]] = {}
        for group, better, worse in zip(judged.groups, judged.first, judged.second, strict=True):
            if all(aligned[place].hypothesis and aligned[place].reference for place in (better, worse)):
                by_segment.setdefault(int(group), []).append((int(better), int(worse)))
        for preferences in by_segment.values():
            places = sorted({place for preference in preferences for place in preference})
            number = {place: k for k, place in enumerate(places)}
            pairs = tuple(_pair(judged.name, aligned[place], 0.0, meteor and texts[place]) for place in places)
            found.append(Ranking(judged.name, pairs, tuple((number[a], number[b]) for a, b in preferences)))
        print(f"{path.name}: {len(by_segment)} segments, {time.process_time():.0f} s", file=sys.stderr, flush=True)
    return found


def _aligned(judged: JudgementSet, meteor: Meteor | None) -> list[Alignment]:
    meteor = meteor or Meteor("en", preset="bolide")
    return meteor.align_all(
        [each.hypothesis for each in judged.translations], [each.references[0] for each in judged.translations]
    )


def _pair(group: str, aligned: Alignment, human: float, texts: Translation | None) -> Pair:
    words: tuple[Sequence[str], Sequence[str]] = (aligned.hypothesis, aligned.reference)
    if texts:
        words = with_blanks(words[0], texts.hypothesis), with_blanks(words[1], texts.references[0])
    return Pair(
        group=group,
        hypothesis=tuple(words[0]),
        reference=tuple(words[1]),
        functions=(tuple(aligned.hypothesis_function), tuple(aligned.reference_function)),
        fragmentation=aligned.fragmentation if aligned.matches else 0.0,
        human=human,
        score=aligned.score,
    )
