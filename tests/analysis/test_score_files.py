"""Scores of other metrics: a line for each row, or a table that names system and segment."""

from __future__ import annotations

import numpy as np
import pytest
from judged import ranking_tsv, score_tsv

from bolide.analysis.judged_sets import read_judgements, read_scores
from bolide.errors import InputError


@pytest.fixture
def rankings(write):
    """Return a set of rankings of three systems."""
    (judged,) = read_judgements(write("r.en-pt.tsv", ranking_tsv(4, 3)))
    return judged


def test_rows(write):
    """A line for each row: its number is the score of the translation there."""
    (judged,) = read_judgements(write("s.en-pt.tsv", score_tsv(3, 2)))
    scores = read_scores(write("x", "".join(f"{place}\n" for place in range(6))), judged)
    np.testing.assert_array_equal(scores[judged.first], range(6))


def test_names(write, rankings):
    """A table gives every translation the score of its system and segment, in any order and with further columns."""
    rows = [f"{segment}\tm\t{segment}.{system}\tsys{system}" for segment in range(1, 5) for system in range(3)]
    table = write("x.tsv", "\n".join(["Segment\tmetric\tscore\tsystem", *reversed(rows)]) + "\n")
    scores = read_scores(table, rankings)
    for number, translation in enumerate(rankings.translations):
        judgement = np.flatnonzero((rankings.first == number) | (rankings.second == number))[0]
        segment = rankings.segments[rankings.groups[judgement]]
        assert scores[number] == float(f"{segment}.{translation.system[-1]}")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("1 2\n", "has 1 line, but r.en-pt has 12 rows"),
        ("1 2\n" * 13, "has 13 lines, but r.en-pt has 12 rows"),
        ("1\n" * 12, ":1: 1 numbers, where 2 are needed"),
        ("1 x\n" * 12, ":1: the score is 'x', which is not a finite number"),
        ("", "has 0 lines, but r.en-pt has 12 rows"),
        ("system\tseg_id\tscore\nsys0\t1\tinf\n", ":2: the score is 'inf', which is not a finite number"),
        ("system\tseg_id\tscore\nsys0\t1\n", ":2: the row has 2 cells, fewer than the header"),
        (
            "system\tseg_id\tscore\nsys0\t1\t2\nsys0\t1\t3\n",
            ":3: the system 'sys0' has another score of segment 1 above",
        ),
        ("system\tseg_id\tscore\nsys0\t1\t2\n", "has no score of the system"),
    ],
)
def test_files_that_do_not_fit(write, rankings, text, fault):
    """A file for other judgements, or a damaged one, is refused with its place."""
    path = write("x.tsv", text)
    with pytest.raises(InputError) as error:
        read_scores(path, rankings)
    assert str(error.value).startswith(path)
    assert fault in str(error.value)


def test_systems_without_names(write):
    """A table of systems is of no use where the judgements do not name them."""
    (judged,) = read_judgements(write("s.tsv", "seg_id\treference\thypothesis\thuman\n1\ta\tb\t1\n"))
    with pytest.raises(InputError, match="s does not name its systems"):
        read_scores(write("x", "system\tseg_id\tscore\na\t1\t2\n"), judged)
