"""chrF and chrF++ as a metric to be evaluated: counted by the core, with sacreBLEU's numbers and without sacreBLEU."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bolide import _core
from bolide.analysis.evaluation.judgements import JudgementSet
from bolide.analysis.evaluation.systems import Systems, Table
from bolide.metric.chrf import best_rows, chrf_of_rows
from bolide.metric.statistics import Floats, Integers

__all__ = ["ChrfScores"]


class ChrfScores:
    """chrF or chrF++, from 0 to 1. Counts every set once; systems and samples are scored from sums."""

    def __init__(self, kind: str) -> None:
        """Take the name of one, in any case."""
        self.name, self._order = {"chrf": ("chrF", 0), "chrf++": ("chrF++", 2)}[kind.lower()]
        self._known: dict[str, Integers] = {}

    def _statistics(self, judged: JudgementSet) -> Integers:
        """Return the counts of each translation with its best reference, a row each."""
        if judged.name not in self._known:
            rows, _ = best_rows(judged.hypotheses, judged.references, self._order)
            self._known[judged.name] = np.frombuffer(rows, dtype=np.int64).reshape(-1, _core.CHRF_COLUMNS)
        return self._known[judged.name]

    def _scores(self, rows: Integers) -> Floats:
        return np.array(chrf_of_rows(rows.tobytes(), self._order))

    def segment_scores(self, judged: JudgementSet) -> Floats:
        """Return a score for each translation."""
        return self._scores(self._statistics(judged))

    def system_scores(self, judged: JudgementSet, members: Sequence[Integers]) -> Floats:
        """Return the score of each system's sum of counts."""
        rows = self._statistics(judged)
        return self._scores(np.stack([rows[numbers].sum(axis=0) for numbers in members]))

    def drawn_system_scores(self, judged: JudgementSet, systems: Systems, draws: Table) -> Table:
        """Return the scores of the sums of what was drawn; NaN where a system has no segment in a sample."""
        rows, columns = self._statistics(judged).astype(np.float64), []
        for numbers in systems.members:
            weights = draws[:, systems.segments[numbers]]
            scores = self._scores((weights @ rows[numbers]).astype(np.int64))
            columns.append(np.where(weights.any(axis=1), scores, np.nan))
        return np.stack(columns, axis=1)
