"""Sufficient statistics: whole numbers per segment that add up, free of parameters; and the score as a function of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bolide import _core
from bolide.features import FEATURE_COLUMNS, score_features
from bolide.parameters import FeatureParameters, Parameters

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]

PLACES = 4
# What the jar prints, in its order.
JAVA_COLUMNS = (
    "hypothesis_length",
    "reference_length",
    "hypothesis_function",
    "reference_function",
    *(
        f"{side}_{kind}_{place}"
        for place in range(1, PLACES + 1)
        for kind, side in (
            ("content", "hypothesis"),
            ("content", "reference"),
            ("function", "hypothesis"),
            ("function", "reference"),
        )
    ),
    "chunks",
    "hypothesis_matches",
    "reference_matches",
)
# Behind them: the copy words of Meteor++, zero where none are counted; and pairs whose alignment was found by a beam
# where the papers' aligner could not prove the best one.
COLUMNS = (
    *JAVA_COLUMNS,
    "copy_segments",
    "hypothesis_copy",
    "hypothesis_copy_matched",
    "reference_copy",
    "reference_copy_matched",
    "unproven",
)


def columns_for(parameters: Parameters | FeatureParameters) -> tuple[str, ...]:
    """Return the columns of the statistics that parameters score."""
    return FEATURE_COLUMNS if isinstance(parameters, FeatureParameters) else COLUMNS


@dataclass(frozen=True, slots=True, eq=False)
class Statistics:
    """A table of statistics: a row per segment, a column per count (`COLUMNS`; those of METEOR-Hindi are `FEATURE_COLUMNS`).

    A segment that is matched whole in one chunk counts no chunk: that is what it adds to a corpus, and it has no penalty.
    Rows may end before the columns of copy words: then there are none.
    """

    rows: Integers
    columns: tuple[str, ...] = COLUMNS

    def __post_init__(self) -> None:
        rows = np.ascontiguousarray(self.rows, dtype=np.int64)
        if rows is self.rows and rows.flags.writeable:
            rows = rows.copy()  # It stays the caller's to change.
        if self.columns == COLUMNS and rows.ndim == 2 and rows.shape[1] == len(JAVA_COLUMNS):
            rows = np.pad(rows, ((0, 0), (0, len(COLUMNS) - len(JAVA_COLUMNS))))
        if rows.ndim != 2 or rows.shape[1] != len(self.columns):
            raise ValueError(f"statistics have {len(self.columns)} columns; these have the shape {rows.shape}")
        rows.flags.writeable = False
        object.__setattr__(self, "rows", rows)

    def __len__(self) -> int:
        return len(self.rows)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Statistics) and self.columns == other.columns and np.array_equal(self.rows, other.rows)

    __hash__ = None  # type: ignore[assignment]

    def __add__(self, other: Statistics) -> Statistics:
        """Add two tables row by row."""
        if len(self) != len(other):
            raise ValueError(f"tables of {len(self)} and {len(other)} rows cannot be added row by row")
        if self.columns != other.columns:
            raise ValueError("tables with different columns cannot be added: they come from different formulas")
        return Statistics(self.rows + other.rows, self.columns)

    def __getitem__(self, column: str) -> Integers:
        """Return a column by its name."""
        if column not in self.columns:
            raise KeyError(column)
        values: Integers = self.rows[:, self.columns.index(column)]
        return values

    def total(self) -> Statistics:
        """Return the sum of all rows, as a table of one row: the statistics of a corpus."""
        return Statistics(self.rows.sum(axis=0, keepdims=True), self.columns)

    def take(self, indices: Integers) -> Statistics:
        """Return some rows: a sample, for a bootstrap."""
        return Statistics(self.rows[indices], self.columns)

    @classmethod
    def from_java(cls, rows: Integers) -> Statistics:
        """Return statistics read from the jar's lines, which count one chunk for a segment that is matched whole in one."""
        rows = np.array(rows, dtype=np.int64)
        matched = rows[:, 4:20].reshape(len(rows), PLACES, 4).sum(axis=1)
        whole = (matched[:, 0] + matched[:, 2] == rows[:, 0]) & (matched[:, 1] + matched[:, 3] == rows[:, 1])
        rows[whole & (rows[:, 20] == 1), 20] = 0
        return cls(rows)

    def java_chunks(self) -> Integers:
        """Return the chunks as the jar prints them for a segment: one where a segment is matched whole in one chunk."""
        chunks = self["chunks"].copy()
        chunks[(chunks == 0) & (self["hypothesis_matches"] > 0)] = 1
        return chunks


@dataclass(frozen=True, slots=True, kw_only=True)
class ReferenceStatistics:
    """Statistics against every reference: those of segment s are the rows from `ends[s - 1]` up to `ends[s]`.

    Which reference is the best depends on the parameters, so all are kept.
    """

    statistics: Statistics
    ends: Integers

    def __len__(self) -> int:
        return len(self.ends)

    def best(self, parameters: Parameters | FeatureParameters) -> tuple[Statistics, Integers]:
        """Return the statistics against the best reference of each segment, and its number; the first of equals wins."""
        starts = np.concatenate(([0], self.ends[:-1])).astype(np.int64)
        counts = self.ends - starts
        if (counts == 1).all():
            return self.statistics, np.zeros(len(self), dtype=np.int64)
        scores = score(self.statistics, parameters).score
        # Parity: the first of equally good references is the one that counts.
        highest = np.repeat(np.maximum.reduceat(scores, starts), counts)
        candidates = np.flatnonzero(scores == highest)
        segments = np.repeat(np.arange(len(self)), counts)[candidates]
        chosen = candidates[np.unique(segments, return_index=True)[1]]
        return self.statistics.take(chosen), chosen - starts


@dataclass(frozen=True, slots=True, kw_only=True)
class Scores:
    """Scores, a value per row of statistics. NaN where a part is undefined, such as the precision of an empty hypothesis."""

    precision: Floats
    recall: Floats
    f1: Floats
    f_mean: Floats
    fragmentation: Floats
    penalty: Floats
    score: Floats

    def __len__(self) -> int:
        return len(self.score)


def score(statistics: Statistics, parameters: Parameters | FeatureParameters) -> Scores:
    """Return the scores of statistics under parameters (Denkowski and Lavie 2014, section 2): a pure function.

    >>> import numpy as np
    >>> from bolide.parameters import Parameters
    >>> one = np.zeros((1, len(COLUMNS)), dtype=np.int64)
    >>> one[0, [0, 1, 4, 5, 20, 21, 22]] = [4, 4, 2, 2, 1, 2, 2]
    >>> parameters = Parameters(alpha=0.5, beta=1, gamma=0.5, delta=0.5, weights=(1.0,))
    >>> float(score(Statistics(one), parameters).score[0])
    0.375
    """
    if statistics.columns != columns_for(parameters):
        raise ValueError("these statistics belong to another formula than these parameters")
    if isinstance(parameters, FeatureParameters):
        return Scores(**score_features(statistics.rows, parameters))
    weights = (*parameters.weights, *(0.0,) * (PLACES - len(parameters.weights)))
    table = _core.score_rows(statistics.rows, parameters.values, weights, parameters.copy)
    table.flags.writeable = False
    return Scores(
        precision=table[:, 0],
        recall=table[:, 1],
        f1=table[:, 2],
        f_mean=table[:, 3],
        fragmentation=table[:, 4],
        penalty=table[:, 5],
        score=table[:, 6],
    )
