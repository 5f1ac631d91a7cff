"""The features of METEOR-Hindi (Gupta, Venkatapathy and Sangal 2010, section 6.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bolide import _core
from bolide.family.formulas import FEATURES
from bolide.metric.arrays import floats

if TYPE_CHECKING:
    from bolide.metric.arrays import Floats
    from bolide.metric.statistics import Statistics

__all__ = ["FEATURES", "feature_table"]


def feature_table(statistics: Statistics, features: Sequence[str] = FEATURES) -> Floats:
    """Return precision and recall of each feature, a column each in that order, for each row of statistics.

    Where there is nothing to match, such as in an empty hypothesis, a feature is 0.

    >>> from bolide.family.schema import SCHEMAS
    >>> from bolide.metric.statistics import Statistics
    >>> counts = {"hypothesis_words": 4, "reference_words": 6, "matched_exact": 3}
    >>> feature_table(Statistics.from_columns(counts, SCHEMAS["features"]), ("exact", "lwg")).tolist()
    [[0.75, 0.5, 0.0, 0.0]]
    """
    return floats(_core.measure_features(statistics.to_bytes(), list(features)), 2 * len(features))
