"""Other metrics beside the score (`bolide score --also`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from bolide.metric.parameters import FeatureParameters, Parameters
from bolide.metric.statistics import CorpusScore, Scores, SegmentScores, Statistics, score_statistics
from bolide.records import record

if TYPE_CHECKING:
    from bolide.metric.protocol import Metric
    from bolide.metric.statistics import Floats


@record
class _Beside(SegmentScores):
    """Scores with those of other metrics, by name."""

    others: Mapping[str, Sequence[float]]

    def row(self, index: int) -> dict[str, float]:
        """Return all parts of one row, and the other scores."""
        return Scores.row(self, index) | {name: values[index] for name, values in self.others.items()}

    def cells(self, part: str) -> memoryview[float]:
        """Return one part of all rows, or another score."""
        if part in self.others:
            from array import array

            return memoryview(array("d", self.others[part]))
        return Scores.cells(self, part)


class Also:
    """The requested metrics. Their sums, as doubles, follow those of Meteor in one row, so that one journal has them all."""

    def __init__(self, metrics: Mapping[str, Metric]) -> None:
        self.metrics = metrics

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of the sums after those of Meteor."""
        return tuple(f"{name} {column}" for name, metric in self.metrics.items() for column in metric.columns)

    @property
    def notes(self) -> dict[str, str]:
        """The signature of each metric."""
        return {name: str(metric.signature) for name, metric in self.metrics.items()}

    def add(
        self,
        known: Statistics | None,
        result: CorpusScore,
        hypotheses: Sequence[str],
        references: Sequence[Sequence[str]],
        keys: Sequence[tuple[str, str]],
    ) -> tuple[SegmentScores, Statistics]:
        """Score segments that Meteor has scored; return all scores, and the sums of all counts so far."""
        found = result.segments
        import numpy as np

        others, sums = {}, []
        for name, metric in self.metrics.items():
            rows = metric.rows(hypotheses, references, keys)
            others[name] = metric.scores(rows)["score"].tolist()
            sums.append(rows.rows.sum(axis=0, dtype=np.float64))
        own, rest = result.statistics, np.concatenate(sums)
        if known is not None:
            before, others_before = self._parts(known)
            own, rest = own + before, rest + others_before
        scores = _Beside(table=found.table, chosen=found.chosen, statistics=found.statistics, others=others)
        return scores, Statistics.from_bytes(own.to_bytes() + rest.tobytes(), own.columns + self.columns)

    def _parts(self, total: Statistics) -> tuple[Statistics, Floats]:
        """Return Meteor's sums, and all others."""
        import numpy as np

        width = len(total.columns) - len(self.columns)
        own = Statistics.from_bytes(total.to_bytes()[: 8 * width], total.columns[:width])
        return own, np.frombuffer(total.to_bytes()[8 * width :])

    def split(self, total: Statistics, parameters: Parameters | FeatureParameters) -> tuple[Scores, Statistics]:
        """Return the scores of sums, and Meteor's sums."""
        from bolide.metric.other_metrics import RealStatistics

        own, rest = self._parts(total)
        others, start = {}, 0
        for name, metric in self.metrics.items():
            end = start + len(metric.columns)
            others[name] = metric.scores(RealStatistics(rest[None, start:end], metric.columns))["score"].tolist()
            start = end
        table = score_statistics(own, parameters).table
        return _Beside(table=table, chosen=b"", statistics=own, others=others), own
