"""The features of METEOR-Hindi (Gupta, Venkatapathy and Sangal 2010, section 6.3), and the score as their weighted mean."""

from __future__ import annotations

from bolide.parameters import FeatureParameters

TYPE_CHECKING = False
if TYPE_CHECKING:
    from bolide.arrays import Floats, Integers

__all__ = ["FEATURES", "FEATURE_COLUMNS", "feature_table", "score_features"]

FEATURES = ("exact", "stem", "synonym", "lwg", "pos", "clause")
FEATURE_COLUMNS = (
    "hypothesis_words",
    "reference_words",
    "matched_exact",
    "matched_stem",
    "matched_synonym",
    "matched_pos",
    "hypothesis_groups",
    "reference_groups",
    "matched_groups",
    "hypothesis_clauses",
    "reference_clauses",
    "matched_clauses",
)
# Of each feature: what is matched, of how much in the hypothesis and in the reference.
_PARTS = {
    "exact": ("matched_exact", "hypothesis_words", "reference_words"),
    "stem": ("matched_stem", "hypothesis_words", "reference_words"),
    "synonym": ("matched_synonym", "hypothesis_words", "reference_words"),
    "lwg": ("matched_groups", "hypothesis_groups", "reference_groups"),
    "pos": ("matched_pos", "hypothesis_words", "reference_words"),
    "clause": ("matched_clauses", "hypothesis_clauses", "reference_clauses"),
}


def feature_table(rows: Integers, features: tuple[str, ...] = FEATURES) -> Floats:
    """Return precision and recall of each feature, a column each in that order, for rows of statistics.

    Where there is nothing to match, such as in an empty hypothesis, a feature is 0.

    >>> import numpy as np
    >>> feature_table(np.array([[4, 4, 3, 3, 4, 4, 3, 3, 2, 1, 1, 0]]), ("exact", "synonym")).tolist()
    [[0.75, 0.75, 1.0, 1.0]]
    """
    import numpy as np  # noqa: PLC0415 - most metrics have no features

    columns = {name: rows[:, place].astype(np.float64) for place, name in enumerate(FEATURE_COLUMNS)}
    parts = []
    for feature in features:
        matched, *lengths = (columns[name] for name in _PARTS[feature])
        parts += [np.divide(matched, length, out=np.zeros_like(matched), where=length > 0) for length in lengths]
    return np.stack(parts, axis=1)


def score_features(rows: Integers, parameters: FeatureParameters) -> dict[str, Floats]:
    """Return the parts of the score, s = sum of W_i f_i over sum of W_i (equation 1).

    Precision and recall are the weighted means of those of the features. There are no chunks, so no fragmentation (NaN) and no
    penalty (0), and the score is the mean itself.
    """
    import numpy as np  # noqa: PLC0415 - see above

    table = feature_table(rows, parameters.features)
    weights = np.array(parameters.weights, dtype=np.float64)
    score = _mean(table, weights)
    precision, recall = _mean(table[:, ::2], weights[::2]), _mean(table[:, 1::2], weights[1::2])
    total = precision + recall
    return {
        "precision": precision,
        "recall": recall,
        "f1": np.divide(2 * precision * recall, total, out=np.zeros_like(total), where=total > 0),
        "f_mean": score,
        "fragmentation": np.full(len(rows), np.nan),
        "penalty": np.zeros(len(rows)),
        "score": score,
    }


def _mean(table: Floats, weights: Floats) -> Floats:
    """Return weighted means of rows, added in a fixed order so that they are the same everywhere; 0 without any weight."""
    import numpy as np  # noqa: PLC0415 - see above

    total = np.zeros(len(table))
    for column, weight in zip(table.T, weights, strict=True):
        total += weight * column
    whole = sum(weights.tolist())
    return total / whole if whole > 0 else total
