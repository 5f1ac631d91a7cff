"""Statistics as the jar has them: 23 columns in the order in which it prints them, with its own count of chunks."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from bolide.metric.statistics import Integers, Statistics

__all__ = ["JAVA_COLUMNS", "STAGE", "from_java", "java_rows"]

# What it counts of each of its four matchers, which it calls stages.
STAGE = ("hypothesis_content", "reference_content", "hypothesis_function", "reference_function")
_STAGES = range(1, 5)
JAVA_COLUMNS = (
    "hypothesis_length",
    "reference_length",
    "hypothesis_function",
    "reference_function",
    *(f"{name}_{stage}" for stage in _STAGES for name in STAGE),
    "chunks",
    "hypothesis_matches",
    "reference_matches",
)


def java_rows(statistics: Statistics, *, summed: bool = False) -> Integers:
    """Return rows as the jar prints them: a segment that is matched whole in one chunk counts one; a sum counts as ours do."""
    rows: Integers = np.stack([statistics[name] for name in JAVA_COLUMNS], axis=1)
    if not summed:
        rows[:, JAVA_COLUMNS.index("chunks")] += statistics["whole_chunks"]
    return rows


def from_java(rows: ArrayLike) -> Statistics:
    """Return statistics read from the jar's lines of segments; `ValueError` for another number of columns."""
    table = np.array(rows, dtype=np.int64)
    if table.ndim != 2 or table.shape[1] != len(JAVA_COLUMNS):
        raise ValueError(f"the jar's statistics have {len(JAVA_COLUMNS)} columns; these have the shape {table.shape}")
    counts = dict(zip(JAVA_COLUMNS, table.T, strict=True))
    whole = counts["chunks"] == 1
    for side in ("hypothesis", "reference"):
        matched = sum(counts[f"{side}_{kind}_{stage}"] for stage in _STAGES for kind in ("content", "function"))
        whole &= matched == counts[f"{side}_length"]
    return Statistics.from_columns(counts | {"chunks": np.where(whole, 0, counts["chunks"]), "whole_chunks": whole})
