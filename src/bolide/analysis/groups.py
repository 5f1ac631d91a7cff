"""Agreement within groups: translations of one segment, of one system, or of segments of similar length, which length cannot buy.

What is taken of scores gives a row of numbers for each group. Rows add, so that groups can be drawn and exchanged, and a function of their
sums is the value: `mean` for one that is averaged over the groups.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bolide import _core
from bolide.records import record

Floats: TypeAlias = NDArray[np.float64]
Integers: TypeAlias = NDArray[np.int64]
Rows: TypeAlias = NDArray[Any]

# References are of similar length where the longer one has at most so many times the characters of the other.
RATIO = 1.1
PERMUTATIONS = 1000


@record
class JudgedTexts:
    """Judged translations: the mean of their human scores, their scores, segments, systems, and the characters of their first references."""

    human: Floats
    scores: Floats
    segments: Integers
    systems: Integers
    lengths: Integers


def _groups(numbers: Integers) -> list[Integers]:
    """Return the places of each number, in the order of the numbers."""
    order = np.argsort(numbers, kind="stable")
    return np.split(order, np.flatnonzero(np.diff(numbers[order])) + 1)


def mean(total: Floats, count: Floats) -> Floats:
    """Return the mean over groups, of the sums that they have and of how many have one."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return total / count


def correlation_within(core: _core.Measure, by: str) -> Callable[[JudgedTexts], Rows]:
    """Return what correlates scores within each of the `segments` or `systems`; a group that has no correlation does not count."""

    def rows(texts: JudgedTexts) -> Rows:
        values = np.array([_correlation(core, texts, group) for group in _groups(getattr(texts, by))])
        return np.stack([np.nan_to_num(values), np.isfinite(values)], axis=1)

    return rows


def _correlation(core: _core.Measure, texts: JudgedTexts, group: Integers) -> float:
    scores, human = (np.ascontiguousarray(values[None, group]) for values in (texts.scores, texts.human))
    return float(np.asarray(_core.correlations(scores, human, np.ones_like(scores), core))[0, 0])


def accuracy_within(by: str) -> Callable[[JudgedTexts], Rows]:
    """Return what tells how many pairs of each group are in the order of the human scores, or tied where these are (acc*eq).

    Scores are tied that differ by at most an epsilon, the one that gives the highest mean (Deutsch, Foster and Freitag 2023).
    """

    def rows(texts: JudgedTexts) -> Rows:
        groups = _groups(getattr(texts, by))
        sides = [[group[side] for side in np.triu_indices(len(group), 1)] for group in groups]
        sizes = np.array([len(first) for first, _ in sides])
        first, second = (np.concatenate(side) for side in zip(*sides, strict=True))
        group, gaps = np.repeat(np.arange(len(groups)), sizes), texts.scores[first] - texts.scores[second]
        people = np.sign(texts.human[first] - texts.human[second])
        right, is_tie = np.sign(gaps) == people, people == 0
        epsilon = tie_threshold(np.abs(gaps), right, is_tie, 1 / sizes[group])
        right = np.where(np.abs(gaps) <= epsilon, is_tie, right)
        return np.stack([np.bincount(group, right, len(groups)) / np.maximum(sizes, 1), sizes > 0], axis=1)

    return rows


def tie_threshold(gaps: Floats, right: NDArray[np.bool_], is_tie: NDArray[np.bool_], weights: Floats) -> float:
    """Return the smallest epsilon that makes most of some pairs right; every gap between scores is tried, and 0."""
    order = np.argsort(gaps, kind="stable")
    gained = np.cumsum((weights * (is_tie.astype(np.float64) - right))[order])
    ends = np.flatnonzero(np.diff(gaps[order], append=np.inf))  # Equal gaps become ties together.
    if not len(ends) or gained[ends].max() <= 0:
        return 0.0
    return float(gaps[order][ends[np.argmax(gained[ends])]])


def length_matched(texts: JudgedTexts) -> Rows:
    """Return for each segment its pairs with others of similar length: those in order less those that are not; untied in score; in human.

    A pair counts for both of its segments.
    """
    order = np.argsort(texts.lengths, kind="stable")
    lengths, scores, human = texts.lengths[order], texts.scores[order], texts.human[order]
    segments, counts = texts.segments[order], np.zeros((len(order), 3), dtype=np.int64)
    for place, end in enumerate(np.searchsorted(lengths, lengths * RATIO, side="right")):
        near = slice(place + 1, end)
        is_other = segments[near] != segments[place]
        x, y = np.sign(scores[near] - scores[place]) * is_other, np.sign(human[near] - human[place]) * is_other
        pairs = np.stack([x * y, x != 0, y != 0], axis=1).astype(np.int64)
        counts[near] += pairs
        counts[place] += pairs.sum(axis=0)
    return np.stack([np.bincount(segments, column) for column in counts.T], axis=1).astype(np.int64)


def tau_b(ordered: Floats, in_score: Floats, in_human: Floats) -> Floats:
    """Return Kendall's tau-b of pairs: in order less not, untied in score, untied in human."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return ordered / np.sqrt(np.asarray(in_score, dtype=np.float64) * in_human)


def pair_accuracy(scores: Floats, human: Floats, _weights: object = None) -> Floats:
    """Return the share of pairs of systems that scores put in the order of the human ones, for each row (Kocmi et al. 2021)."""
    scores, human = np.atleast_2d(scores), np.atleast_2d(human)
    first, second = np.triu_indices(scores.shape[1], 1)
    same = np.sign(scores[:, first] - scores[:, second]) == np.sign(human[:, first] - human[:, second])
    return np.asarray(same.mean(axis=1), dtype=np.float64)


def soft_accuracy(scores: Floats, human: Floats, random: np.random.Generator) -> Floats:
    """Return soft pairwise accuracy (Thompson et al. 2024): 1 less the mean difference of p-values by scores and by people.

    Both are tables of systems by segments, NaN where there is none. A p-value is that of one system being better than another, by a paired
    permutation over the segments that both have.
    """
    first, second = np.triu_indices(len(scores), 1)
    signs = 2.0 * random.integers(0, 2, (PERMUTATIONS, scores.shape[1])) - 1
    gaps = [table[first] - table[second] for table in (scores, human)]
    is_shared = np.isfinite(gaps[0] + gaps[1])
    chances = []
    for gap in gaps:
        kept = np.where(is_shared, gap, 0.0)
        observed = kept.sum(axis=1)
        chances.append((signs @ kept.T >= observed - 1e-9 * np.abs(kept).sum(axis=1)).mean(axis=0))
    found = np.abs(chances[0] - chances[1])[is_shared.any(axis=1)]
    return np.array([1 - found.mean() if len(found) else np.nan])
