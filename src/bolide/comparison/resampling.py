"""Resamples of a test set, and shuffles of systems, as sums of statistics: every sample is a row of a matrix product.

A sample never goes back to segments: how often it holds each segment is a row of counts, and counts times statistics are the
statistics of the sample's corpus. All numbers are whole, and all sums are exact.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bolide.statistics import Integers

__all__ = ["bootstrap_totals", "shuffle_totals"]

_BLOCK = 4_000_000  # How many counts are held at a time.
_EXACT_SINGLE = 1 << 24  # Whole numbers up to this are exact in single precision, which is twice as fast.
_LISTED_RUNS = 7

Table = NDArray[Any]


def bootstrap_totals(tables: Sequence[Integers], samples: int, seed: int) -> list[Integers]:
    """Draw as many segments as there are, with replacement, and sum their rows: for every table, a row for each sample.

    The same segments are drawn for all tables, so that samples can be compared across them (Koehn 2004).
    """
    generator = np.random.default_rng(seed)
    segments = len(tables[0])

    def draw(size: int) -> Table:
        chosen = generator.integers(segments, size=(size, segments))
        chosen += np.arange(size)[:, None] * segments
        return np.bincount(chosen.ravel(), minlength=size * segments).reshape(size, segments)

    totals = _sums(draw, np.hstack(tables), samples)
    return list(np.split(totals, np.cumsum([table.shape[1] for table in tables])[:-1], axis=1))


def shuffle_totals(first: Sequence[Integers], second: Sequence[Integers], samples: int, seed: int) -> list[Integers]:
    """Deal the runs of two systems out again, segment by segment: for every run of both, a row for each sample.

    With one run each, every segment is swapped or not by the toss of a coin (Riezler and Maxwell 2005); with more, the runs of
    both are shuffled among all of them, as multeval does (Clark et al. 2011). The first `len(first)` results stand for the first.
    """
    generator = np.random.default_rng(seed)
    if len(first) == len(second) == 1:
        return _swap(first[0], second[0], samples, generator)
    return _deal([*first, *second], samples, generator)


def _swap(first: Integers, second: Integers, samples: int, generator: np.random.Generator) -> list[Integers]:
    segments = len(first)

    def toss(size: int) -> Table:
        coins = np.frombuffer(generator.bytes(size * -(-segments // 8)), dtype=np.uint8).reshape(size, -1)
        return np.unpackbits(coins, axis=1, count=segments)

    moved = _sums(toss, second - first, samples)
    return [first.sum(axis=0) + moved, second.sum(axis=0) - moved]


def _deal(runs: Sequence[Integers], samples: int, generator: np.random.Generator) -> list[Integers]:
    """Shuffle runs; what the last place and the last run get follows from the others."""
    segments, last = len(runs[0]), len(runs) - 1
    totals = [np.tile(runs[last].sum(axis=0), (samples, 1)) for _ in range(last)]
    size = max(1, _BLOCK // (segments * len(runs)))
    for start in range(0, samples, size):
        end = min(samples, start + size)
        orders = _orders(end - start, segments, len(runs), generator)
        for place, total in enumerate(totals):
            dealt = orders(place)
            for number, run in enumerate(runs[:last]):
                total[start:end] += _product(dealt == number, run - runs[last])
    everything: Integers = np.sum([run.sum(axis=0) for run in runs], axis=0)
    return [*totals, everything - np.sum(totals, axis=0)]


def _orders(size: int, segments: int, runs: int, generator: np.random.Generator) -> Callable[[int], Table]:
    """Return a function from a place to the number of the run that is dealt to it, in every sample and segment."""
    if runs <= _LISTED_RUNS:  # Few enough orders to list them all, which is much faster than to sort.
        listed = np.array(list(permutations(range(runs))), dtype=np.uint8)
        chosen = generator.integers(len(listed), size=(size, segments))
        return lambda place: listed[:, place][chosen]
    order = np.argsort(generator.random((size, segments, runs), dtype=np.float32), axis=2)
    return lambda place: order[:, :, place]


def _sums(draw: Callable[[int], Table], table: Integers, samples: int) -> Integers:
    """Return the sums of a table's rows by samples of counts, which are drawn block by block."""
    totals = np.empty((samples, table.shape[1]), dtype=np.int64)
    size = max(1, min(samples, _BLOCK // len(table)))
    for start in range(0, samples, size):
        end = min(samples, start + size)
        totals[start:end] = _product(draw(end - start), table)
    return totals


def _product(counts: Table, table: Integers) -> Integers:
    """Return counts times rows, exactly."""
    largest = len(table) * int(np.abs(table).max(initial=0))  # No sample is longer than the test set.
    kind = np.float32 if largest < _EXACT_SINGLE else np.float64
    product: Integers = np.rint(counts.astype(kind) @ table.astype(kind)).astype(np.int64)
    return product
