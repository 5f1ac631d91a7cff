"""Tables of statistics and scores: what the core computes on them is what NumPy would."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bolide import Parameters, ReferenceStatistics, Statistics, _core, score_statistics
from bolide.metric.statistics import COLUMNS, SCORE_PARTS

PARAMETERS = Parameters(alpha=0.85, beta=0.2, gamma=0.6, delta=0.75, weights=(1.0, 0.6))


def _rows(count: int, seed: int = 1) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, 9, (count, len(COLUMNS)))


def test_bytes_and_back():
    """A table survives as bytes; an array of another shape or a broken table is refused."""
    table = Statistics(_rows(3))
    assert Statistics.from_bytes(table.to_bytes()) == table
    assert repr(table) == "<Statistics of 3 rows>"
    assert table.row(1) == dict(zip(COLUMNS, table.rows[1].tolist(), strict=True))
    width = len(COLUMNS)
    with pytest.raises(ValueError, match=rf"{width} columns; these have the shape \(3, {width - 1}\)"):
        Statistics(_rows(3)[:, 1:])
    with pytest.raises(ValueError, match="within a row"):
        _core.sum_rows(table.to_bytes()[1:], len(COLUMNS))


def test_columns_by_name():
    """A table can be made of some columns; the others are 0, and a name that is none of them is refused."""
    table = Statistics.from_columns({"chunks": [1, 2], "reference_length": 4})
    assert table["chunks"].tolist() == [1, 2]
    assert table["reference_length"].tolist() == [4, 4]
    assert table.rows.sum() == 11
    with pytest.raises(KeyError, match="length"):
        Statistics.from_columns({"length": [1]})


def test_plain_numbers_are_those_of_the_arrays():
    """Rows and columns of scores as plain numbers equal the arrays, bit for bit."""
    scores = score_statistics(Statistics(_rows(5)), PARAMETERS)
    for part in SCORE_PARTS:
        array = getattr(scores, part)
        assert not array.flags.writeable
        assert np.array_equal(array, scores.values(part), equal_nan=True)
        assert np.array_equal(array, [scores.row(i)[part] for i in range(len(scores))], equal_nan=True)


@given(st.lists(st.integers(1, 4), min_size=1, max_size=9), st.integers(0, 2**32))
def test_the_first_of_the_best_references_counts(counts, seed):
    """The chosen row of each segment is the first that has the highest score."""
    ends = np.cumsum(counts)
    rows = _rows(int(ends[-1]), seed) // 4  # Few different values, so that many are equal.
    scores = score_statistics(Statistics(rows), PARAMETERS).score
    best, chosen = ReferenceStatistics(statistics=Statistics(rows), ends=ends).best(PARAMETERS)
    expected = [int(np.argmax(scores[end - count : end])) for end, count in zip(ends, counts, strict=True)]
    assert chosen.tolist() == expected
    assert np.array_equal(best.rows, rows[ends - counts + expected])
