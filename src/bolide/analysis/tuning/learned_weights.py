"""Weights of features learned from human scores: never taken unless they agree better than the published ones.

The paper planned this (section 6.3: "currently all the weights are taken to be 1"). Features are strongly correlated, and judgements
are few: weights that are each fitted freely agree worse with unseen segments than weights of 1 (docs/hindi.md has the figures). So by
default only the balance of precision and recall is fitted, by logistic regression on pairs of judgements, and taken only where
the judgements say clearly enough which of the two matters more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bolide.analysis import resampling
from bolide.analysis.agreement import correlate
from bolide.errors import InputError

__all__ = [
    "Learned",
    "clearness",
    "learn_weights",
    "nonnegative_least_squares",
    "pairwise_logistic",
    "segment_folds",
    "validate_weights",
]

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

FEWEST_SEGMENTS = 20
INNER_FOLDS = 10
# How many pairs are drawn, and how long weights are fitted to them.
MOST_PAIRS = 150_000
SWEEPS = 6
STEEPEST = 1e3  # The most a weight may grow where pairs are told apart without an error.
# How many standard errors a balance has to lie from the published one: three to one that it lies on the right side of it.
CLEAR = 0.6745


@dataclass(frozen=True, slots=True, kw_only=True)
class Learned:
    """Weights, how they were found, and what they and the published ones reach on segments that they were not fitted to."""

    weights: tuple[float, ...]
    choice: str
    tau: float
    published_tau: float


def nonnegative_least_squares(table: Floats, human: Floats) -> Floats:
    """Return the weights of at least 0 with which centred features come nearest to centred human scores."""
    centred = table - table.mean(axis=0)
    products, target = centred.T @ centred, centred.T @ (human - human.mean())
    weights = np.zeros(table.shape[1])
    for _ in range(1000):  # One weight after the other: the optimum is unique where features are not the same.
        before = weights.copy()
        for place in range(len(weights)):
            if products[place, place] > 0:
                step = (target[place] - products[place] @ weights) / products[place, place]
                weights[place] = max(0.0, weights[place] + step)
        if np.abs(weights - before).max() <= 1e-9 * max(1.0, float(np.abs(weights).max())):
            break
    return weights


def segment_folds(segments: Sequence[object], folds: int, seed: int) -> Integers:
    """Return the fold of each judgement: those of one segment are in one fold."""
    names = list(dict.fromkeys(segments))
    if len(names) < max(folds, FEWEST_SEGMENTS):
        raise InputError(
            f"there are judgements of {len(names)} segments: at least {max(folds, FEWEST_SEGMENTS)} are needed"
        )
    fold = dict(zip(names, resampling.folds(resampling.generator(seed), folds, len(names)), strict=True))
    return np.array([fold[name] for name in segments], dtype=np.int64)


def pairwise_logistic(table: Floats, human: Floats, seed: int) -> Floats:
    """Return the weights of at least 0 that best tell which of two judgements is the higher (logistic regression on pairs)."""
    differences, _ = _pairs(table, human, seed)
    weights = np.ones(table.shape[1])
    if not len(differences):
        return weights
    for _ in range(SWEEPS):  # Newton's steps, one weight after the other.
        for place in range(len(weights)):
            wrong = _wrong(differences, weights)
            slope = float(wrong @ differences[:, place])
            bend = float((wrong * (1 - wrong)) @ differences[:, place] ** 2)
            weights[place] = min(STEEPEST, max(0.0, weights[place] + slope / bend)) if bend > 0 else 0.0
    return weights


def _pairs(table: Floats, human: Floats, seed: int) -> tuple[Floats, Integers]:
    """Return what the better of two judgements has more of each feature, for pairs drawn at random; and which two they are."""
    first, second = np.triu_indices(len(human), 1)
    drawn = resampling.generator(seed).permutation(len(first))[:MOST_PAIRS]
    first, second = first[drawn], second[drawn]
    sign = np.sign(human[first] - human[second])
    pairs = np.stack([first, second], axis=1)[sign != 0]
    return ((table[first] - table[second]) * sign[:, None])[sign != 0], pairs


def _wrong(differences: Floats, weights: Floats) -> Floats:
    """Return how likely each pair is to be told the wrong way round."""
    likely: Floats = 1 / (1 + np.exp(np.clip(differences @ weights, -50, 50)))
    return likely


def clearness(sides: Floats, human: Floats, segments: Sequence[object], share: float, seed: int) -> float:
    """Return by how many standard errors the fitted share of recall, of precision and recall, is above a given one.

    The errors are those of the pairs' summed slopes, segment by segment: pairs hang together where they share a segment.
    """
    differences, pairs = _pairs(sides, human, seed)
    weights = pairwise_logistic(sides, human, seed)
    if not len(differences) or weights.sum() <= 0:
        return 0.0
    wrong = _wrong(differences, weights)
    bend = (differences * (wrong * (1 - wrong))[:, None]).T @ differences
    numbers = {name: place for place, name in enumerate(dict.fromkeys(segments))}
    first, second = np.array([numbers[name] for name in segments])[pairs].T
    slopes = np.zeros((len(numbers), 2))
    np.add.at(slopes, first, differences * wrong[:, None])
    np.add.at(slopes, second, differences * (wrong * (first != second))[:, None])
    moves = slopes @ np.linalg.pinv(bend) @ (np.array([-weights[1], weights[0]]) / weights.sum() ** 2)
    error = float(np.sqrt(moves @ moves))
    return float(weights[1] / weights.sum() - share) / error if error else 0.0


def learn_weights(
    table: Floats,
    human: Floats,
    segments: Sequence[object],
    published: Sequence[float],
    *,
    free: bool = False,
    seed: int = resampling.SEED,
) -> Learned:
    """Return weights fitted to human scores, or the published ones where it is not clear that others are better.

    `table` has a column for each weight, of precision and recall in turn. By default only the balance of precision and recall is
    fitted, and taken where it is `CLEAR` which way it goes. With `free`, each weight is fitted by itself (by least squares), and
    taken where the mean gain of tau over folds is above its standard error.
    """
    start = np.array(published, dtype=np.float64)
    reached, first = _inner_taus(table, human, segments, start, free=free, seed=seed)
    weights, is_better = _choose(table, human, segments, start, free=free, seed=seed)
    return Learned(
        weights=tuple(float(round(weight, 4)) for weight in weights),
        choice="fitted" if is_better else "published",
        tau=float((reached if is_better else first).mean()),
        published_tau=float(first.mean()),
    )


def _choose(
    table: Floats, human: Floats, segments: Sequence[object], start: Floats, *, free: bool, seed: int
) -> tuple[Floats, bool]:
    """Return the weights to take, and whether they are the fitted ones."""
    if free:
        reached, first = _inner_taus(table, human, segments, start, free=free, seed=seed)
        gain = reached - first
        is_better = bool(gain.mean() > gain.std(ddof=1) / np.sqrt(INNER_FOLDS))
    else:
        share = float(start[1::2].sum() / start.sum())
        is_better = abs(clearness(_sides(table, start), human, segments, share, seed)) >= CLEAR
    return (_fit(table, human, start, free, seed) if is_better else start), is_better


def _inner_taus(
    table: Floats, human: Floats, segments: Sequence[object], start: Floats, *, free: bool, seed: int
) -> tuple[Floats, Floats]:
    """Return tau on each of some parts, with weights fitted to the others and with those one starts from."""
    folds = segment_folds(segments, INNER_FOLDS, seed)
    taus = []
    for fold in range(INNER_FOLDS):
        seen, unseen = folds != fold, folds == fold
        fitted = _fit(table[seen], human[seen], start, free, seed)
        taus.append(_tau(table, human, unseen, fitted, start))
    reached, first = np.array(taus).T
    return reached, first


def _tau(table: Floats, human: Floats, part: NDArray[np.bool_], *weights: Floats) -> Floats:
    """Return Kendall's tau on a part of the judgements, with each of some weights; 0 where it is undefined."""
    return np.nan_to_num(correlate("kendall", [table[part] @ one for one in weights], human[part]))


def _sides(table: Floats, published: Floats) -> Floats:
    """Return precision and recall of each judgement, each by its published weights."""
    return np.stack([table[:, side::2] @ published[side::2] for side in (0, 1)], axis=1)


def _fit(table: Floats, human: Floats, published: Floats, free: bool, seed: int) -> Floats:
    """Return weights with the sum of the published ones."""
    if free:
        fitted = nonnegative_least_squares(table, human)
    else:
        fitted = published * np.tile(pairwise_logistic(_sides(table, published), human, seed), len(published) // 2)
    if fitted.sum() <= 0:
        return published
    weights: Floats = fitted * published.sum() / fitted.sum()
    return weights


def validate_weights(
    table: Floats,
    human: Floats,
    segments: Sequence[object],
    published: Sequence[float],
    *,
    free: bool = False,
    folds: int = 10,
    seed: int = resampling.SEED,
) -> tuple[float, float]:
    """Return the mean tau of learned and of published weights on parts that nothing was learned from."""
    outer, start = segment_folds(segments, folds, seed), np.array(published, dtype=np.float64)
    taus = []
    for fold in range(folds):
        seen, unseen = outer != fold, outer == fold
        names = [name for name, is_seen in zip(segments, seen, strict=True) if is_seen]
        weights, _ = _choose(table[seen], human[seen], names, start, free=free, seed=seed)
        taus.append(_tau(table, human, unseen, weights, start))
    learned, first = np.mean(taus, axis=0).tolist()
    return learned, first
