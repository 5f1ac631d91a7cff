"""Agreement within groups, which length cannot inflate: translations of one segment, of one system, or of segments of similar length.

Each group gives a row of numbers. Rows are additive, so that groups can be resampled and exchanged, and a function of their sums is the
value: `np.divide` for an average, from the sum of the groups' values and the number of groups with a value.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bolide import _core
from bolide.metric.statistics import Floats, Integers
from bolide.records import record

Table: TypeAlias = NDArray[Any]

# References have a similar length if the longer one has at most this many times the characters of the other.
RATIO = 1.1
PERMUTATIONS = 1000
_ONE_THREAD, _FEWEST_ROWS = 250_000, 2  # OpenBLAS does this many multiplications in one thread.
PAIRS = 1 << 20  # The number of pairs compared at a time.


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


def multiply(left: Table, right: Table) -> Table:
    """Multiply tables, with any rounding, in blocks of few rows, so that BLAS does not start threads, which would take longer."""
    height = _ONE_THREAD // max(1, right.size)
    if height < _FEWEST_ROWS:
        product: Table = left @ right
        return product
    return np.concatenate([left[start : start + height] @ right for start in range(0, max(1, len(left)), height)])


def weigh(counts: Table, table: Floats) -> Floats:
    """Multiply counts, each at most the number of rows of the table, with a table of real numbers: the same bits with any BLAS.

    Each number is split into two whole ones with exact sums in any order.
    """
    scale = np.frexp(np.abs(table).max(axis=0, initial=0.0))[1]
    bits = 52 - len(table).bit_length()
    scaled = np.ldexp(table, bits - scale)
    high = np.rint(scaled)
    low = np.rint(np.ldexp(scaled - high, bits))
    large, small = (multiply(counts.astype(np.float64), part) for part in (high, low))
    totals: Floats = np.ldexp(large, scale - bits) + np.ldexp(small, scale - 2 * bits)
    return totals


def correlation_within(core: _core.Measure, by: str) -> Callable[[JudgedTexts], Table]:
    """Return a function that correlates scores within each of the `segments` or `systems`; groups without a correlation do not count."""

    def rows(texts: JudgedTexts) -> Table:
        groups = _groups(getattr(texts, by))
        sizes, values = np.array([*map(len, groups)]), np.empty(len(groups))
        for size in np.unique(sizes):  # Groups of one size are one table.
            places = np.flatnonzero(sizes == size)
            members = np.stack([groups[place] for place in places])
            scores, human = texts.scores[members], texts.human[members]
            values[places] = np.asarray(_core.correlations(scores, human, np.ones((1, size)), core))[:, 0]
        return np.stack([np.nan_to_num(values), np.isfinite(values)], axis=1)

    return rows


# The places of both sides of all pairs among so many items; many groups have the same size.
_all_pairs = lru_cache(maxsize=1000)(partial(np.triu_indices, k=1))


def accuracy_within(by: str) -> Callable[[JudgedTexts], Table]:
    """Return a function that counts the pairs of each group in the order of the human scores, or tied like these (acc*eq).

    Scores are tied if they differ by at most epsilon, chosen for the highest mean (Deutsch, Foster and Freitag 2023).
    """

    def rows(texts: JudgedTexts) -> Table:
        groups = _groups(getattr(texts, by))
        sides = [[group[side] for side in _all_pairs(len(group))] for group in groups]
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
    """Return the smallest epsilon that makes the most pairs right; every gap between scores is tried, and 0."""
    order = np.argsort(gaps, kind="stable")
    gained = np.cumsum((weights * (is_tie.astype(np.float64) - right))[order])
    ends = np.flatnonzero(np.diff(gaps[order], append=np.inf))  # Equal gaps become ties together.
    if not len(ends) or gained[ends].max() <= 0:
        return 0.0
    return float(gaps[order][ends[np.argmax(gained[ends])]])


def length_matched(texts: JudgedTexts) -> Table:
    """Count for each segment the pairs with others of similar length: those in order minus the others; untied in score; in human.

    A pair counts for both of its segments.
    """
    order = np.argsort(texts.lengths, kind="stable")
    lengths, scores, human = texts.lengths[order], texts.scores[order], texts.human[order]
    segments, counts = texts.segments[order], np.zeros((3, len(order)))
    places = np.arange(len(order))
    ends = np.searchsorted(lengths, lengths * RATIO, side="right")
    widths = ends - places - 1
    for block in np.array_split(places, 1 + int(widths.sum()) // PAIRS):  # To limit memory.
        first = np.repeat(block, widths[block])
        second = np.arange(len(first)) + np.repeat(ends[block] - np.cumsum(widths[block]), widths[block])
        is_other = segments[first] != segments[second]
        x, y = (np.sign(values[second] - values[first]) * is_other for values in (scores, human))
        for place, kind in enumerate((x * y, x != 0, y != 0)):
            counts[place] += np.bincount(first, kind, len(order)) + np.bincount(second, kind, len(order))
    return np.stack([np.bincount(segments, column) for column in counts], axis=1).astype(np.int64)


def tau_b(ordered: Floats, in_score: Floats, in_human: Floats) -> Floats:
    """Return Kendall's tau-b of pairs: those in order minus the others, untied in score, untied in human."""
    return ordered / np.sqrt(np.asarray(in_score, dtype=np.float64) * in_human)


def pair_accuracy(scores: Floats, human: Floats, _weights: object = None) -> Floats:
    """Return the share of pairs of systems in the order of the human scores, for each row (Kocmi et al. 2021)."""
    scores, human = np.atleast_2d(scores), np.atleast_2d(human)
    first, second = np.triu_indices(scores.shape[1], 1)
    same = np.sign(scores[:, first] - scores[:, second]) == np.sign(human[:, first] - human[:, second])
    return np.asarray(same.mean(axis=1), dtype=np.float64)


def soft_accuracy(scores: Floats, human: Floats, random: np.random.Generator) -> Floats:
    """Return soft pairwise accuracy (Thompson et al. 2024): 1 minus the mean difference of p-values by scores and by people.

    Both are tables of systems by segments, with NaN for missing scores. A p-value is for one system being better than another, by a
    paired permutation over the segments of both.
    """
    first, second = np.triu_indices(len(scores), 1)
    signs = 2.0 * random.integers(0, 2, (PERMUTATIONS, scores.shape[1])) - 1
    gaps: Floats = np.stack([table[first] - table[second] for table in (scores, human)])
    is_shared = np.isfinite(gaps[0] + gaps[1])
    pairs, segments = is_shared.any(axis=1), is_shared.any(axis=0)  # Often few: people judge only some translations.
    chances = []
    for kept in np.where(is_shared, gaps, 0.0)[:, pairs][:, :, segments]:
        observed = kept.sum(axis=1)
        least = observed - 1e-9 * np.abs(kept).sum(axis=1)
        chances.append((weigh(signs[:, segments], kept.T) >= least).mean(axis=0))
    return np.array([1 - np.abs(chances[0] - chances[1]).mean() if pairs.any() else np.nan])
