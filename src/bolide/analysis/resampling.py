"""Resamples and shuffles: how far a number, or a difference, may be chance.

A sample of statistics never goes back to segments: how often it holds each segment is a row of counts, and counts times statistics
are the statistics of the sample's corpus. All numbers are whole, and all sums are exact.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bolide.errors import ConfigurationError
from bolide.records import record

# The same everywhere, so that two commands agree on what is chance.
SAMPLES = 1000
SEED = 1
CONFIDENCE = 0.95

_BLOCK = 4_000_000  # How many numbers are drawn at a time.
_EXACT_SINGLE = 1 << 24  # Whole numbers up to this are exact in single precision, which is twice as fast.
_LISTED_RUNS = 7
_ROUNDING = 1e-15

Floats: TypeAlias = NDArray[np.float64]
Integers: TypeAlias = NDArray[np.int64]
Table: TypeAlias = NDArray[Any]
Draw: TypeAlias = Callable[[np.random.Generator, int, int], Table]


@record
class Interval:
    """Where a number lies in the middle part of all samples."""

    low: float
    high: float


@record
class Resampling:
    """How many samples are drawn, by which seed, and what share of them an interval holds. The same seed gives the same numbers.

    >>> Resampling().caption
    '95 % intervals and p-values from 1000 samples, seed 1'
    """

    samples: int = SAMPLES
    seed: int = SEED
    confidence: float = CONFIDENCE

    def __post_init__(self) -> None:
        if self.samples < 0:
            raise ConfigurationError(f"the number of samples has to be at least 0, not {self.samples}")
        if self.seed < 0:
            raise ConfigurationError(f"the seed has to be at least 0, not {self.seed}")
        if not 0 < self.confidence < 1:
            raise ConfigurationError(f"the confidence has to lie between 0 and 1, not be {self.confidence}")

    @property
    def caption(self) -> str:
        """What stands under a table with intervals and p-values."""
        return f"{100 * self.confidence:g} % intervals and {self.short_caption}"

    @property
    def short_caption(self) -> str:
        """What stands under a table with p-values alone."""
        return f"p-values from {self.samples} samples, seed {self.seed}"


def generator(seed: int, *stream: int) -> np.random.Generator:
    """Return random numbers by a seed; each stream of it has its own."""
    return np.random.default_rng([seed, *stream])


def interval(values: Sequence[float] | Floats, confidence: float) -> Interval | None:
    """Return what holds the middle part of values, as large as the confidence; None where no value is finite.

    >>> interval(range(101), 0.5)
    Interval(low=25.0, high=75.0)
    """
    finite = np.asarray(values, dtype=np.float64)
    finite = finite[np.isfinite(finite)]
    if not len(finite):
        return None
    low, high = np.quantile(finite, [(1 - confidence) / 2, (1 + confidence) / 2]).tolist()
    return Interval(low=low, high=high)


def probability(observed: float, by_chance: Floats) -> float:
    """Return the share of samples that are as large as what was observed, which counts among them (Noreen 1989): never 0.

    Differs: sacreBLEU and multeval count only what goes beyond it, so that a system differs from itself at p = 1 / (samples + 1);
    here at p = 1. Elsewhere it matters only where there are so few segments that samples repeat.
    A sample in which nothing can be measured says nothing, and is left out.
    """
    by_chance = by_chance[np.isfinite(by_chance)]
    return (int((by_chance >= abs(observed) - _ROUNDING).sum()) + 1) / (len(by_chance) + 1)


def picks(random: np.random.Generator, samples: int, count: int) -> Integers:
    """Draw from so many things as many, with replacement: their numbers, a row for each sample."""
    return random.integers(0, count, (samples, count))


def counts(random: np.random.Generator, samples: int, count: int) -> Integers:
    """Draw the same, as how often each thing was drawn."""
    placed = picks(random, samples, count) + np.arange(samples)[:, None] * count
    return np.bincount(placed.ravel(), minlength=samples * count).reshape(samples, count)


def coins(random: np.random.Generator, samples: int, count: int) -> Integers:
    """Toss a coin for each thing: 0 or 1, a row for each sample."""
    return random.integers(0, 2, (samples, count))


def folds(random: np.random.Generator, parts: int, count: int) -> Integers:
    """Return a part for each of so many things, at random, all parts of about the same size."""
    numbers: Integers = random.permutation(count) % parts
    return numbers


def sampled(
    draw: Draw, function: Callable[[Table], Table], *, samples: int, count: int, random: np.random.Generator
) -> Table:
    """Return what a function makes of all draws, a row for each. They are drawn block by block, so that memory is bounded."""
    size = max(1, _BLOCK // max(count, 1))
    blocks = [function(draw(random, min(size, samples - start), count)) for start in range(0, samples, size)]
    return np.concatenate(blocks)


def bootstrap_totals(tables: Sequence[Integers], samples: int, random: np.random.Generator) -> list[Integers]:
    """Draw as many segments as there are, with replacement, and sum their rows: for every table, a row for each sample.

    The same segments are drawn for all tables, so that samples can be compared across them (Koehn 2004).
    """
    table = np.hstack(tables)
    totals = sampled(counts, lambda drawn: _product(drawn, table), samples=samples, count=len(table), random=random)
    return list(np.split(totals, np.cumsum([table.shape[1] for table in tables])[:-1], axis=1))


def shuffle_totals(
    first: Sequence[Integers], second: Sequence[Integers], samples: int, random: np.random.Generator
) -> list[Integers]:
    """Deal the runs of two systems out again, segment by segment: for every run of both, a row for each sample.

    With one run each, every segment is swapped or not by the toss of a coin (Riezler and Maxwell 2005); with more, the runs of
    both are shuffled among all of them, as multeval does (Clark et al. 2011). The first `len(first)` results stand for the first.
    """
    if not len(first) == len(second) == 1:
        return _deal([*first, *second], samples, random)
    (ours,), (theirs,) = first, second
    moved = sampled(
        coins, lambda tossed: _product(tossed, theirs - ours), samples=samples, count=len(ours), random=random
    )
    return [ours.sum(axis=0) + moved, theirs.sum(axis=0) - moved]


def _deal(runs: Sequence[Integers], samples: int, random: np.random.Generator) -> list[Integers]:
    """Shuffle runs; what the last place and the last run get follows from the others."""
    segments, last = len(runs[0]), len(runs) - 1
    totals = [np.tile(runs[last].sum(axis=0), (samples, 1)) for _ in range(last)]
    size = max(1, _BLOCK // (segments * len(runs)))
    for start in range(0, samples, size):
        end = min(samples, start + size)
        orders = _orders(end - start, segments, len(runs), random)
        for place, total in enumerate(totals):
            dealt = orders(place)
            for number, run in enumerate(runs[:last]):
                total[start:end] += _product(dealt == number, run - runs[last])
    everything: Integers = np.sum([run.sum(axis=0) for run in runs], axis=0)
    return [*totals, everything - np.sum(totals, axis=0)]


def _orders(size: int, segments: int, runs: int, random: np.random.Generator) -> Callable[[int], Table]:
    """Return a function from a place to the number of the run that is dealt to it, in every sample and segment."""
    if runs <= _LISTED_RUNS:  # Few enough orders to list them all, which is much faster than to sort.
        listed = np.array(list(permutations(range(runs))), dtype=np.uint8)
        chosen = random.integers(len(listed), size=(size, segments))
        return lambda place: listed[:, place][chosen]
    order = np.argsort(random.random((size, segments, runs), dtype=np.float32), axis=2)
    return lambda place: order[:, :, place]


def _product(drawn: Table, table: Table) -> Table:
    """Return counts times rows: exactly where these are whole."""
    if table.dtype.kind == "f":
        return drawn.astype(np.float64) @ table
    largest = len(table) * int(np.abs(table).max(initial=0))  # No sample is longer than the test set.
    kind = np.float32 if largest < _EXACT_SINGLE else np.float64
    product: Table = np.rint(drawn.astype(kind) @ table.astype(kind)).astype(np.int64)
    return product
