"""The choice of X: by judgements, or predicted from the density of copy words (section 6 of Guo, Ruan and Hu 2018)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from bolide.errors import InputError
from bolide.parameters import Parameters
from bolide.statistics import Statistics, score

__all__ = ["CANDIDATES", "JudgedSet", "ScoredX", "choose_x", "density", "fit_line", "sweep_x"]

CANDIDATES = (0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 12.0, 14.0, 18.0, 24.0, 32.0)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class JudgedSet:
    """Statistics of judged segments, such as those of one language pair, and what people said of each."""

    statistics: Statistics
    judgements: NDArray[np.float64]

    def correlation(self, parameters: Parameters) -> float:
        """Return Pearson's correlation of scores with judgements."""
        return float(np.corrcoef(score(self.statistics, parameters).score, self.judgements)[0, 1])


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredX:
    """X and its slope, with the mean correlation that they give."""

    x: float
    slope: float
    correlation: float


def density(statistics: Statistics) -> float:
    """Return how many copy words a reference has on average (table 4 of the paper)."""
    segments = int(statistics["copy_segments"].sum())
    return float(statistics["reference_copy"].sum()) / segments if segments else 0.0


def sweep_x(
    sets: Sequence[JudgedSet],
    parameters: Parameters,
    *,
    candidates: Sequence[float] = CANDIDATES,
    slopes: Sequence[float] = (0.0,),
) -> list[ScoredX]:
    """Return the mean correlation over the sets for every X and slope."""
    if not sets:
        raise InputError("there are no judged segments to choose X by")
    found = []
    for slope in slopes:
        for x in candidates:
            with_x = replace(parameters, copy_x=x, copy_slope=slope)
            mean = float(np.mean([judged.correlation(with_x) for judged in sets]))
            found.append(ScoredX(x=x, slope=slope, correlation=mean))
    return found


def choose_x(sets: Sequence[JudgedSet], parameters: Parameters, *, slopes: Sequence[float] = (0.0,)) -> ScoredX:
    """Return the X that correlates best; of equals the largest, which changes scores least."""
    return max(sweep_x(sets, parameters, slopes=slopes), key=lambda found: (found.correlation, found.x, found.slope))


def fit_line(densities: Sequence[float], xs: Sequence[float]) -> tuple[float, float]:
    """Return base and slope of the line that predicts X from density, by least squares.

    >>> fit_line([1.0, 2.0, 3.0], [4.0, 6.0, 8.0])
    (2.0, 2.0)
    """
    slope, base = np.polyfit(densities, xs, 1)
    return round(float(base), 12), round(float(slope), 12)
