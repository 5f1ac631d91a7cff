"""The measures of agreement with human judgements, on a set and on resampled sets."""

from __future__ import annotations

import zlib
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from bolide import _core
from bolide.evaluation.judgements import JudgementSet
from bolide.statistics import Floats, Integers

__all__ = [
    "RANKING_MEASURES", "SCORE_MEASURES", "SYSTEM_MEASURES", "bootstrap", "correlate", "generator_of", "measure", "measures_of", "permute",
    "permute_pairs",
]  # fmt: skip

SCORE_MEASURES = ("pearson", "spearman", "kendall", "weighted-pearson")
RANKING_MEASURES = ("tau-wmt12", "tau-wmt13", "tau-wmt14", "rank-consistency")
SYSTEM_MEASURES = ("system-pearson", "system-kendall")

_CELLS = 4_000_000


def measures_of(judged: JudgementSet) -> tuple[str, ...]:
    """Return the measures on segments that a set allows."""
    return RANKING_MEASURES if judged.is_ranking else SCORE_MEASURES


def measure(judged: JudgementSet, scores: Floats, name: str, lengths: Floats | None = None) -> float:
    """Return how well scores, one for each translation of a set, agree with its judgements.

    Rankings: with c pairs that the scores order as the human did, d the other way round and t with equal scores, tau-wmt12 is
    (c - d - t) / (c + d + t), tau-wmt13 (c - d) / (c + d), tau-wmt14 (c - d) / (c + d + t), and rank-consistency c / (c + d + t).
    """
    if judged.is_ranking:
        return float(_from_counts(_counts(judged, scores).sum(axis=0, keepdims=True), name)[0])
    return float(correlate(name, *_columns(judged, scores), lengths if lengths is not None else lengths_of(judged))[0])


def correlate(name: str, x: NDArray[np.float64], y: NDArray[np.float64], weights: NDArray[np.float64]) -> Floats:
    """Return the correlation of each row of `x` with the row of `y`; a single row goes with every row."""
    first, second, third = (np.ascontiguousarray(np.atleast_2d(table), dtype=np.float64) for table in (x, y, weights))
    values: Floats = np.asarray(_core.correlations(first, second, third, name.removeprefix("system-")))[:, 0]
    return values


def lengths_of(judged: JudgementSet) -> Floats:
    """Return the words in the first reference of each judged translation: the weights of weighted-pearson."""
    words = np.array([len(item.references[0].split()) for item in judged.translations], dtype=np.float64)
    return words[judged.first]


def bootstrap(judged: JudgementSet, scores: Floats, name: str, *, resamples: int, seed: int) -> Floats:
    """Return the measure on samples drawn with replacement: of segments for rankings, of judgements for scores."""
    generator = generator_of(judged, seed)
    if judged.is_ranking:
        counts = _counts(judged, scores)
        totals = [
            generator.multinomial(len(counts), np.full(len(counts), 1 / len(counts)), size) @ counts
            for size in _portions(resamples, len(counts))
        ]
        return _from_counts(np.concatenate(totals), name)
    x, y = _columns(judged, scores)
    lengths = lengths_of(judged)
    parts = []
    for size in _portions(resamples, len(judged)):
        draws = generator.integers(0, len(judged), (size, len(judged)))
        parts.append(correlate(name, x[draws], y[draws], lengths[draws]))
    return np.concatenate(parts)


def permute(judged: JudgementSet, first: Floats, second: Floats, name: str, *, resamples: int, seed: int) -> Floats:
    """Return the differences between two metrics whose scores were exchanged at random: what chance alone would give.

    Exchanged are whole segments of rankings, and single judgements of scores, whose scores are first brought to one scale: to
    ranks for spearman and kendall, else to mean 0 and deviation 1.
    """
    generator = generator_of(judged, seed)
    if judged.is_ranking:
        here, there = _counts(judged, first), _counts(judged, second)
        moved = np.concatenate(
            [generator.integers(0, 2, (size, len(here))) @ (there - here) for size in _portions(resamples, len(here))]
        )
        return _from_counts(here.sum(axis=0) + moved, name) - _from_counts(there.sum(axis=0) - moved, name)
    human, lengths = _columns(judged, first)[1], lengths_of(judged)
    x, y = (_columns(judged, scores)[0] for scores in (first, second))
    return permute_pairs(name, x, y, human, lengths, resamples=resamples, generator=generator)


def permute_pairs(
    name: str,
    first: Floats,
    second: Floats,
    human: Floats,
    weights: Floats,
    *,
    resamples: int,
    generator: np.random.Generator,
) -> Floats:
    """Return the differences between the correlations of two columns, of one scale, with a third, after random exchanges."""
    x, y = (_scaled(scores, name.removeprefix("system-")) for scores in (first, second))
    parts = []
    for size in _portions(resamples, len(x)):
        swap = generator.integers(0, 2, (size, len(x))).astype(bool)
        one, other = np.where(swap, y, x), np.where(swap, x, y)
        parts.append(correlate(name, one, human, weights) - correlate(name, other, human, weights))
    return np.concatenate(parts)


def generator_of(judged: JudgementSet, seed: int) -> np.random.Generator:
    """Return the same random numbers for the same set, whatever is drawn for others."""
    return np.random.default_rng([seed, zlib.crc32(judged.name.encode())])


def _portions(total: int, width: int) -> Iterator[int]:
    """Yield how many samples to draw at a time, so that memory stays bounded."""
    size = max(1, _CELLS // max(width, 1))
    for begin in range(0, total, size):
        yield min(size, total - begin)


def _columns(judged: JudgementSet, scores: Floats) -> tuple[Floats, Floats]:
    human = np.empty(0) if judged.human is None else judged.human
    return scores[judged.first], human


def _scaled(values: Floats, name: str) -> Floats:
    if name in ("spearman", "kendall"):
        _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
        ends = np.cumsum(counts)
        ranks: Floats = (ends - (counts - 1) / 2)[inverse]
        return ranks
    deviation = values.std()
    scaled: Floats = (values - values.mean()) / (deviation if deviation > 0 else 1.0)
    return scaled


def _counts(judged: JudgementSet, scores: Floats) -> Integers:
    """Return for each segment how many rankings the scores get right, leave equal, and get wrong."""
    difference = scores[judged.first] - scores[judged.second]
    outcome = 1 - np.sign(difference).astype(np.int64)
    size = int(judged.groups.max()) + 1
    return np.bincount(3 * judged.groups + outcome, minlength=3 * size).reshape(size, 3)


def _from_counts(counts: Integers, name: str) -> Floats:
    right, equal, wrong = counts[:, 0], counts[:, 1], counts[:, 2]
    total = right + equal + wrong
    with np.errstate(divide="ignore", invalid="ignore"):
        values = {
            "tau-wmt12": (right - equal - wrong) / total,
            "tau-wmt13": (right - wrong) / (right + wrong),
            "tau-wmt14": (right - wrong) / total,
            "rank-consistency": right / total,
        }[name]
    return np.nan_to_num(values)
