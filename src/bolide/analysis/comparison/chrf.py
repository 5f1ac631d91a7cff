"""Systems compared by chrF or chrF++, from the counts of the core."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import nan

import numpy as np

from bolide import _core
from bolide.analysis.comparison.compare import Scoring
from bolide.metric.chrf import best_rows, chrf_of_rows
from bolide.metric.statistics import SCORE_PARTS, Scores, Statistics

__all__ = ["chrf_scoring", "chrf_statistics"]

_COLUMNS = tuple(f"chrf_{place}" for place in range(_core.CHRF_COLUMNS))
_UNDEFINED = dict.fromkeys(SCORE_PARTS, nan)


def chrf_statistics(hypotheses: Sequence[str], references: Sequence[Sequence[str]], word_order: int) -> Statistics:
    """Return the counts of each segment with its best reference."""
    return Statistics.from_bytes(best_rows(hypotheses, references, word_order)[0], _COLUMNS)


def chrf_scoring(word_order: int) -> Scoring:
    """Return what scores such counts; every part but the score is undefined."""
    return partial(_scores, word_order=word_order)


def _scores(statistics: Statistics, word_order: int) -> Scores:
    found = np.array(chrf_of_rows(statistics.to_bytes(), word_order))
    return Scores.from_parts(**_UNDEFINED | {"score": found})
