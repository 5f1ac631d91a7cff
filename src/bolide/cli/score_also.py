"""Other metrics beside the score (`--also`): chrF and chrF++, of the text as it came, with sacreBLEU's numbers from 0 to 1."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bolide import _core
from bolide.metric.parameters import FeatureParameters, Parameters
from bolide.metric.results import CorpusScore, SegmentScores
from bolide.metric.statistics import Scores, Statistics, score_statistics
from bolide.records import record

__all__ = ["OTHERS", "Also"]

# The longest n-grams of words that each counts.
OTHERS = {"chrf": 0, "chrf++": 2}


@record
class _Beside(SegmentScores):
    """Scores with those of other metrics, by their names."""

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
    """The metrics that were asked for. Sums hold their counts after those of Meteor, so that one journal serves all."""

    def __init__(self, names: Sequence[str]) -> None:
        """Take the names of metrics; with none, everything stays what it is."""
        self.names = tuple(dict.fromkeys(names))

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that the sums have besides those of Meteor."""
        return tuple(f"{name}_{place}" for name in self.names for place in range(_core.CHRF_COLUMNS))

    @property
    def notes(self) -> dict[str, str]:
        """What says how each was computed: what sacreBLEU's signature says."""
        return {name: f"case:mixed|eff:yes|nc:6|nw:{OTHERS[name]}|space:no, from 0 to 1" for name in self.names}

    def add(
        self, hypotheses: Sequence[str], references: Sequence[Sequence[str]], result: CorpusScore
    ) -> tuple[SegmentScores, Statistics]:
        """Score segments; return all scores, and the sums of all counts."""
        if not self.names:
            return result.segments, result.statistics
        from bolide.metric.chrf import best_rows

        sums, others = result.statistics.to_bytes(), {}
        for name in self.names:
            rows, others[name] = best_rows(hypotheses, references, OTHERS[name])
            sums += _core.sum_rows(rows, _core.CHRF_COLUMNS)
        found = result.segments
        scores = _Beside(table=found.table, chosen=found.chosen, statistics=found.statistics, others=others)
        return scores, Statistics.from_bytes(sums, result.statistics.columns + self.columns)

    def split(self, total: Statistics, parameters: Parameters | FeatureParameters) -> tuple[Scores, Statistics]:
        """Return the scores of sums, and those of the sums that are Meteor's."""
        if not self.names:
            return score_statistics(total, parameters), total
        from bolide.metric.chrf import chrf_of_rows

        counts, width = total.to_bytes(), 8 * _core.CHRF_COLUMNS
        end = len(counts) - width * len(self.names)
        meteor = Statistics.from_bytes(counts[:end], total.columns[: end // 8])
        parts = (counts[end + place * width :][:width] for place in range(len(self.names)))
        others = {name: chrf_of_rows(part, OTHERS[name]).tolist() for name, part in zip(self.names, parts, strict=True)}
        table = score_statistics(meteor, parameters).table
        return _Beside(table=table, chosen=b"", statistics=meteor, others=others), meteor
