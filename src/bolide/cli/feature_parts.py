"""The features of METEOR-Hindi as JSON: what of each was matched, and the two numbers that the score is a mean of."""

from __future__ import annotations

from typing import Any

from bolide.metric.parameters import FeatureParameters, Parameters
from bolide.metric.statistics import Statistics, explain_features

__all__ = ["feature_parts"]

# What counts the matches of a feature (Gupta, Venkatapathy and Sangal 2010, table 4), where it is not named after it.
_COUNTED = {"lwg": "groups", "clause": "clauses"}


def feature_parts(statistics: Statistics, index: int, parameters: Parameters | FeatureParameters) -> dict[str, Any]:
    """Return matches, precision and recall of each feature of a row; nothing for a metric without features.

    >>> from bolide.metric.statistics import SCHEMAS
    >>> counts = {"hypothesis_words": 4, "reference_words": 6, "matched_exact": 3}
    >>> feature_parts(Statistics.from_columns(counts, SCHEMAS["features"]), 0, FeatureParameters(features=("exact",), weights=(1, 1)))
    {'features': {'exact': {'matched': 3, 'precision': 0.75, 'recall': 0.5}}}
    """
    if not isinstance(parameters, FeatureParameters):
        return {}
    counts, width = statistics.row(index), 8 * len(statistics.columns)
    row = statistics.to_bytes()[index * width : (index + 1) * width]
    features = {
        name: {"matched": counts[f"matched_{_COUNTED.get(name, name)}"], "precision": precision, "recall": recall}
        for name, (precision, recall) in explain_features(row).items()
        if name in parameters.features
    }
    return {"features": features}
