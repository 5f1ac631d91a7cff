"""Statistics as the jar has them: 23 columns in the order in which it prints them, with its own count of chunks."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bolide.metric.parameters import Parameters
from bolide.metric.statistics import Integers, Statistics, score_statistics

__all__ = ["JAVA_COLUMNS", "STAGE", "from_java", "java_rows", "score_java", "sum_java"]

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
    counts, whole = _read(rows)
    return Statistics.from_columns(counts | {"chunks": np.where(whole, 0, counts["chunks"]), "whole_chunks": whole})


def score_java(rows: ArrayLike, parameters: Parameters) -> list[float]:
    """Return the scores of the jar's rows, also of rows that no pair of texts has.

    Parity: where words are matched by stage but not in total, it divides by 0, unless all is matched in one chunk.
    """
    counts, whole = _read(rows)
    scores = score_statistics(from_java(rows), parameters)
    is_wordless = counts["hypothesis_matches"] + counts["reference_matches"] == 0
    with np.errstate(divide="ignore", invalid="ignore"):
        fragmentation = np.where(whole, 0, counts["chunks"] / np.zeros(len(whole)))
        raw = scores.f_mean * (1 - parameters.gamma * np.power(fragmentation, parameters.beta))
    found: list[float] = np.where(is_wordless, np.where(raw > 0, raw, 0), scores.score).tolist()
    return found


def sum_java(rows: ArrayLike) -> Integers:
    """Return the sum of the jar's rows as a table of one row: segments that are matched whole in one chunk add no chunk."""
    total: Integers = java_rows(from_java(rows).total(), summed=True)
    return total


def _read(rows: ArrayLike) -> tuple[dict[str, Integers], NDArray[np.bool_]]:
    """Return the columns, and which rows are matched whole in one chunk."""
    table = np.array(rows, dtype=np.int64)
    if table.ndim != 2 or table.shape[1] != len(JAVA_COLUMNS):
        raise ValueError(f"the jar's statistics have {len(JAVA_COLUMNS)} columns; these have the shape {table.shape}")
    counts = dict(zip(JAVA_COLUMNS, table.T, strict=True))
    whole = counts["chunks"] == 1
    for side in ("hypothesis", "reference"):
        matched = sum(counts[f"{side}_{kind}_{stage}"] for stage in _STAGES for kind in ("content", "function"))
        whole &= matched == counts[f"{side}_length"]
    return counts, whole
