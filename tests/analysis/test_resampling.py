"""Resamples and shuffles are what they claim to be: compared with the obvious loops, and by what must hold of any draw."""

from __future__ import annotations

import numpy as np
import pytest

from bolide.analysis.agreement import (
    Interval,
    bootstrap_totals,
    folds,
    generator,
    interval,
    probability,
    shuffle_totals,
)


@pytest.fixture
def tables():
    """Return the statistics of three made-up runs of 37 segments."""
    generator = np.random.default_rng(3)
    return [generator.integers(0, 40, size=(37, 5)) for _ in range(3)]


def test_a_resample_holds_as_many_segments_as_the_test_set():
    """Each resample draws n segments, and each segment about equally often."""
    (counts,) = bootstrap_totals([np.eye(50, dtype=np.int64)], 4000, generator(1))
    assert (counts.sum(axis=1) == 50).all()
    assert np.abs(counts.mean(axis=0) - 1).max() < 0.08  # five standard errors of 4000 draws
    assert abs(counts.var() - 49 / 50) < 0.05


def test_resamples_are_the_sums_of_what_was_drawn(tables):
    """The totals of a sample are its counts times the rows, the same counts for every table."""
    *sums, counts = bootstrap_totals([*tables, np.eye(37, dtype=np.int64)], 200, generator(5))
    for found, table in zip(sums, tables, strict=True):
        assert (found == counts @ table).all()


def test_blocks_do_not_show(tables, monkeypatch):
    """A sample set drawn in many blocks is as large, as exact and as paired as one drawn at once."""
    monkeypatch.setattr("bolide.analysis.agreement._BLOCK", 37 * 3)
    first, counts = bootstrap_totals([tables[0], np.eye(37, dtype=np.int64)], 100, generator(5))
    assert first.shape == (100, 5)
    assert (first == counts @ tables[0]).all()


def test_large_numbers_are_summed_exactly():
    """Sums beyond what single precision holds are exact too."""
    table = np.full((3, 1), 2**40 + 1)
    (found,) = bootstrap_totals([table], 10, generator(1))
    assert (found == 3 * (2**40 + 1)).all()


def test_coins_swap_whole_segments():
    """With a run each, a shuffle gives every segment to one side or the other, about half to each."""
    ours, theirs = np.eye(30, dtype=np.int64), 100 * np.eye(30, dtype=np.int64)
    first, second = shuffle_totals([ours], [theirs], 4000, generator(2))
    assert (first + second == 101).all()
    assert set(np.unique(first)) == {1, 100}
    assert abs((first == 1).mean() - 0.5) < 0.01


@pytest.mark.parametrize("runs", [3, 5, 8])
def test_runs_are_dealt_out_fairly(runs):
    """With several runs, each segment of each run goes to one place, every order as likely as any other."""
    tables = [10**place * np.eye(6, dtype=np.int64) for place in range(runs)]
    dealt = shuffle_totals(tables[:2], tables[2:], 3000, generator(4))
    assert len(dealt) == runs
    assert (np.sum(dealt, axis=0) == sum(10**place for place in range(runs))).all()
    for found in dealt:
        for place in range(runs):
            assert abs((found == 10**place).mean() - 1 / runs) < 0.02


def test_an_interval_holds_the_middle():
    """As much lies below an interval as above it; what is not finite does not count."""
    values = np.random.default_rng(1).permutation(np.arange(1001.0))
    for confidence, low, high in ((0.95, 25, 975), (0.9, 50, 950), (0.5, 250, 750)):
        found = interval(values, confidence)
        assert (found.low, found.high) == (pytest.approx(low), pytest.approx(high))
    assert interval([np.nan, 1.0, np.inf, 3.0], 0.5) == Interval(low=1.5, high=2.5)
    assert interval([np.nan], 0.5) is None


def test_what_is_observed_is_one_of_the_samples():
    """A probability is never 0; samples count that are as large, up to rounding."""
    assert probability(5.0, np.zeros(99)) == 0.01
    assert probability(0.0, np.zeros(99)) == 1.0
    assert probability(-0.3, np.array([0.1 + 0.2, 0.2, 0.4])) == 0.75


def test_parts_are_of_one_size():
    """Every thing is in one part, and parts differ by one at the most."""
    parts = folds(generator(3), 4, 18)
    assert sorted(np.bincount(parts)) == [4, 4, 5, 5]
    assert (parts != folds(generator(4), 4, 18)).any()
