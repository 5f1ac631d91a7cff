"""What scoring returns."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bolide.signature import Signature
from bolide.statistics import Scores, Statistics


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentScores(Scores):
    """The scores of all segments, as arrays, each against its best reference.

    `reference` is the number of that reference, `statistics` what it was scored from.
    """

    reference: NDArray[np.int64]
    statistics: Statistics


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentScore:
    """The score of one segment, against its best reference."""

    score: float
    precision: float
    recall: float
    f1: float
    f_mean: float
    fragmentation: float
    penalty: float
    reference: int
    statistics: Statistics
    signature: Signature

    def __float__(self) -> float:
        """Return the score."""
        return self.score

    def _repr_html_(self) -> str:
        """Show the parts of the score in a notebook."""
        return _table(self, "reference", self.reference)


@dataclass(frozen=True, slots=True, kw_only=True)
class CorpusScore:
    """The score of a corpus, from the sum of its segments' statistics: not the mean of their scores."""

    score: float
    precision: float
    recall: float
    f1: float
    f_mean: float
    fragmentation: float
    penalty: float
    segments: SegmentScores
    statistics: Statistics
    signature: Signature

    def __float__(self) -> float:
        """Return the score."""
        return self.score

    def __str__(self) -> str:
        """Return the score with its signature."""
        return f"METEOR {self.score!r} ({len(self.segments)} segments)\n{self.signature}"

    def _repr_html_(self) -> str:
        """Show the parts of the score in a notebook."""
        return _table(self, "segments", len(self.segments))


def _table(result: SegmentScore | CorpusScore, last: str, value: int) -> str:
    names = ("score", "precision", "recall", "f_mean", "fragmentation", "penalty")
    head = "".join(f"<th>{name}</th>" for name in names)
    cells = "".join(f"<td>{getattr(result, name):.4f}</td>" for name in names)
    return (
        f"<table><tr>{head}<th>{last}</th></tr><tr>{cells}<td>{value}</td></tr></table><code>{result.signature}</code>"
    )
