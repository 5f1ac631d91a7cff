"""X predicted from the density of copy words (section 6 of Guo, Ruan and Hu 2018). `bolide tune` chooses X by judgements."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bolide.statistics import Statistics

__all__ = ["density", "fit_line"]


def density(statistics: Statistics) -> float:
    """Return how many copy words a reference has on average (table 4 of the paper)."""
    segments = int(statistics["copy_segments"].sum())
    return float(statistics["reference_copy"].sum()) / segments if segments else 0.0


def fit_line(densities: Sequence[float], xs: Sequence[float]) -> tuple[float, float]:
    """Return base and slope of the line that predicts X from density, by least squares.

    >>> fit_line([1.0, 2.0, 3.0], [4.0, 6.0, 8.0])
    (2.0, 2.0)
    """
    slope, base = np.polyfit(densities, xs, 1)
    return round(float(base), 12), round(float(slope), 12)
