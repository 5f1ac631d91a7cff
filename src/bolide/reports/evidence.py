"""What licensed the matches of a report, once for every pair of phrases."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bolide.metric.alignment import Evidence, Match
from bolide.reports.columns import Phrases, SystemColumns
from bolide.reports.words import phrase_texts

__all__ = ["pack_evidence"]


def pack_evidence(
    systems: Sequence[SystemColumns],
    matchers: Sequence[str],
    vocabulary: Sequence[str],
    numbers: Sequence[int],
    find: Callable[[Match], Evidence] | None,
) -> dict[str, dict[str, object]]:
    """Return evidence by matcher, then by the numbers of the words, hypothesis and reference.

    `numbers` are those that the words of the vocabulary have in the report.
    """
    packed: dict[str, dict[str, object]] = {}
    if find is None:
        return packed
    for phrases in dict.fromkeys(phrases for system in systems for phrases in system.phrases):
        place, *sides = phrases
        key = "|".join(" ".join(str(numbers[word]) for word in side) for side in sides)
        matcher = matchers[place]
        packed.setdefault(matcher, {})[key] = _values(find(_match(phrases, matcher, vocabulary)))
    return packed


def _match(phrases: Phrases, matcher: str, vocabulary: Sequence[str]) -> Match:
    """Return a match of two phrases that stand alone."""
    _, ours, theirs = phrases
    hypothesis, reference = phrase_texts(phrases, vocabulary)
    return Match(
        hypothesis_start=0,
        hypothesis_length=len(ours),
        reference_start=0,
        reference_length=len(theirs),
        matcher=matcher,
        chunk=0,
        hypothesis=hypothesis,
        reference=reference,
    )


def _values(evidence: Evidence) -> object:
    if evidence.matcher == "stem":
        return evidence.stem
    if evidence.matcher == "synonym":
        return list(evidence.synsets)
    return [_short(evidence.reference_to_hypothesis), _short(evidence.hypothesis_to_reference)]


def _short(probability: float | None) -> float | None:
    return None if probability is None else float(f"{probability:.3g}")
