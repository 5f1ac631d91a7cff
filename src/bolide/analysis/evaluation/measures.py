"""Agreement with a set of judgements: on the set, on samples of it, and what chance alone would give."""

from __future__ import annotations

import zlib

import numpy as np

from bolide.analysis.agreement import find_measure, measures_for
from bolide.analysis.evaluation.judgements import JudgementSet
from bolide.analysis.resampling import Resampling, bootstrap_totals, coins, generator, picks, sampled, shuffle_totals
from bolide.metric.statistics import Floats, Integers

__all__ = ["bootstrap", "generator_of", "measure", "measures_of", "permute", "permute_pairs"]


def measures_of(judged: JudgementSet) -> tuple[str, ...]:
    """Return the measures on segments that a set allows."""
    return measures_for("rankings" if judged.is_ranking else "scores")


def measure(judged: JudgementSet, scores: Floats, name: str, lengths: Floats | None = None) -> float:
    """Return how well scores, one for each translation of a set, agree with its judgements."""
    chosen = find_measure(name)
    if judged.is_ranking:
        return float(chosen.function(*_counts(judged, scores).sum(axis=0, keepdims=True).T)[0])
    weights = lengths_of(judged) if lengths is None else lengths
    return float(chosen.function(*_columns(judged, scores), weights)[0])


def lengths_of(judged: JudgementSet) -> Floats:
    """Return the words in the first reference of each judged translation: the weights of weighted-pearson."""
    words = np.array([len(item.references[0].split()) for item in judged.translations], dtype=np.float64)
    return words[judged.first]


def bootstrap(judged: JudgementSet, scores: Floats, name: str, resampling: Resampling) -> Floats:
    """Return the measure on samples drawn with replacement: of segments for rankings, of judgements for scores."""
    random, function = generator_of(judged, resampling), find_measure(name).function
    if not resampling.samples:
        return np.empty(0)
    if judged.is_ranking:
        (totals,) = bootstrap_totals([_counts(judged, scores)], resampling.samples, random)
        return function(*totals.T)
    (x, y), lengths = _columns(judged, scores), lengths_of(judged)

    def measured(drawn: Integers) -> Floats:
        return function(x[drawn], y[drawn], lengths[drawn])

    return sampled(picks, measured, samples=resampling.samples, count=len(judged), random=random)


def permute(judged: JudgementSet, first: Floats, second: Floats, name: str, resampling: Resampling) -> Floats:
    """Return the differences between two metrics whose scores were exchanged at random: what chance alone would give.

    Exchanged are whole segments of rankings, and single judgements of scores, whose scores are first brought to one scale.
    """
    if judged.is_ranking:
        sides = [_counts(judged, first)], [_counts(judged, second)]
        dealt = shuffle_totals(*sides, resampling.samples, generator_of(judged, resampling))
        ours, theirs = (find_measure(name).function(*totals.T) for totals in dealt)
        return ours - theirs
    (x, human), (y, _) = (_columns(judged, scores) for scores in (first, second))
    return permute_pairs(judged, name, (x, y, human, lengths_of(judged)), resampling)


def permute_pairs(
    judged: JudgementSet, name: str, columns: tuple[Floats, Floats, Floats, Floats], resampling: Resampling
) -> Floats:
    """Return the differences between the correlations of two columns with a third, by the weights of a fourth, after exchanges."""
    chosen = find_measure(name)
    x, y, human, weights = (*map(chosen.scaled, columns[:2]), *columns[2:])

    def difference(tossed: Integers) -> Floats:
        one, other = np.where(tossed, y, x), np.where(tossed, x, y)
        return chosen.function(one, human, weights) - chosen.function(other, human, weights)

    random = generator_of(judged, resampling)
    return sampled(coins, difference, samples=resampling.samples, count=len(x), random=random)


def generator_of(judged: JudgementSet, resampling: Resampling) -> np.random.Generator:
    """Return the same random numbers for the same set, whatever is drawn for others."""
    return generator(resampling.seed, zlib.crc32(judged.name.encode()))


def _columns(judged: JudgementSet, scores: Floats) -> tuple[Floats, Floats]:
    human = np.empty(0) if judged.human is None else judged.human
    return scores[judged.first], human


def _counts(judged: JudgementSet, scores: Floats) -> Integers:
    """Return for each segment how many rankings the scores get right, leave equal, and get wrong."""
    difference = scores[judged.first] - scores[judged.second]
    outcome = 1 - np.sign(difference).astype(np.int64)
    size = int(judged.groups.max()) + 1
    return np.bincount(3 * judged.groups + outcome, minlength=3 * size).reshape(size, 3)
