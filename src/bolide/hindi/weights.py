"""Weights of features learned from human scores: never taken unless they agree better than the published ones.

The paper planned this (section 6.3: "currently all the weights are taken to be 1"). Features are strongly correlated, and judgements
are few: weights that are each fitted freely agree worse with unseen segments than weights of 1 (docs/hindi.md has the figures). So by
default only the balance of precision and recall is fitted, by logistic regression on pairs of judgements. How far
it goes from the published weights depends on how clear it is: not at all where leaving out parts of the segments moves it as much.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bolide.errors import InputError

__all__ = [
    "Learned",
    "kendall",
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Learned:
    """Weights, how they were found, and what they and the published ones reach on segments that they were not fitted to."""

    weights: tuple[float, ...]
    choice: str
    tau: float
    published_tau: float


def kendall(scores: Floats, human: Floats) -> float:
    """Return Kendall's tau-b; 0 where one side has only ties.

    >>> kendall(np.array([1.0, 2.0, 3.0]), np.array([1.0, 3.0, 2.0]))
    0.3333333333333333
    """
    agreed = 0.0
    different = [0.0, 0.0]
    for place in range(1, len(scores)):
        here, there = np.sign(scores[place] - scores[:place]), np.sign(human[place] - human[:place])
        agreed += float(here @ there)
        different[0] += np.count_nonzero(here)
        different[1] += np.count_nonzero(there)
    whole = float(np.sqrt(different[0] * different[1]))
    return agreed / whole if whole else 0.0


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
    order = np.random.default_rng(seed).permutation(len(names))
    fold = {name: int(place) % folds for name, place in zip(names, order, strict=True)}
    return np.array([fold[name] for name in segments], dtype=np.int64)


def pairwise_logistic(table: Floats, human: Floats, seed: int) -> Floats:
    """Return the weights of at least 0 that best tell which of two judgements is the higher (logistic regression on pairs)."""
    first, second = np.triu_indices(len(human), 1)
    drawn = np.random.default_rng(seed).permutation(len(first))[:MOST_PAIRS]
    first, second = first[drawn], second[drawn]
    sign = np.sign(human[first] - human[second])
    differences = ((table[first] - table[second]) * sign[:, None])[sign != 0]
    weights = np.ones(table.shape[1])
    if not len(differences):
        return weights
    for _ in range(SWEEPS):  # Newton's steps, one weight after the other.
        for place in range(len(weights)):
            wrong = 1 / (1 + np.exp(np.clip(differences @ weights, -50, 50)))
            slope = float(wrong @ differences[:, place])
            bend = float((wrong * (1 - wrong)) @ differences[:, place] ** 2)
            weights[place] = min(STEEPEST, max(0.0, weights[place] + slope / bend)) if bend > 0 else 0.0
    return weights


def learn_weights(
    table: Floats,
    human: Floats,
    segments: Sequence[object],
    published: Sequence[float],
    *,
    free: bool = False,
    seed: int = 1,
) -> Learned:
    """Return weights fitted to human scores, or the published ones where those agree as well with unseen segments.

    `table` has a column for each weight, of precision and recall in turn. By default only the balance of precision and recall is
    fitted, and shrunk towards the published one: with z the number of standard errors (the jackknife's, over folds) between them, by
    1 - 1/z^2, or wholly where z is below 1. With `free`, each weight is fitted by itself (by least squares), and taken where the
    mean gain of tau over folds is above its standard error.
    """
    start = np.array(published, dtype=np.float64)
    folds = segment_folds(segments, INNER_FOLDS, seed)
    taus, shares = [], []
    for fold in range(INNER_FOLDS):
        seen, unseen = folds != fold, folds == fold
        fitted = _fit(table[seen], human[seen], start, free, seed)
        taus.append([kendall(table[unseen] @ weights, human[unseen]) for weights in (fitted, start)])
        shares.append(fitted[1::2].sum() / fitted.sum())
    reached, first = np.array(taus).T
    if free:
        gain = reached - first
        step = float(gain.mean() > gain.std(ddof=1) / np.sqrt(INNER_FOLDS))
    else:
        move = np.array(shares) - start[1::2].sum() / start.sum()
        doubt = float(move.var()) * (INNER_FOLDS - 1)
        step = max(0.0, 1 - doubt / float(move.mean() ** 2)) if move.mean() else 0.0
    is_better = step > 0
    weights = start + step * (_fit(table, human, start, free, seed) - start)
    return Learned(
        weights=tuple(float(round(weight, 4)) for weight in weights),
        choice="fitted" if is_better else "published",
        tau=float((reached if is_better else first).mean()),
        published_tau=float(first.mean()),
    )


def _fit(table: Floats, human: Floats, published: Floats, free: bool, seed: int) -> Floats:
    """Return weights with the sum of the published ones."""
    if free:
        fitted = nonnegative_least_squares(table, human)
    else:
        sides = np.stack([table[:, side::2] @ published[side::2] for side in (0, 1)], axis=1)
        fitted = published * np.tile(pairwise_logistic(sides, human, seed), len(published) // 2)
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
    seed: int = 1,
) -> tuple[float, float]:
    """Return the mean tau of learned and of published weights on parts that nothing was learned from."""
    outer = segment_folds(segments, folds, seed)
    learned, first = [], []
    for fold in range(folds):
        seen, unseen = outer != fold, outer == fold
        names = [name for name, is_seen in zip(segments, seen, strict=True) if is_seen]
        weights = learn_weights(table[seen], human[seen], names, published, free=free, seed=seed).weights
        learned.append(kendall(table[unseen] @ np.array(weights), human[unseen]))
        first.append(kendall(table[unseen] @ np.array(published, dtype=np.float64), human[unseen]))
    return float(np.mean(learned)), float(np.mean(first))
