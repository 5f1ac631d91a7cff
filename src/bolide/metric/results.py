"""What scoring returns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bolide.errors import ConfigurationError
from bolide.metric.signature import Signature
from bolide.metric.statistics import Scores, Statistics, integers, parts_for
from bolide.records import record

if TYPE_CHECKING:
    from pandas import DataFrame

    from bolide.metric.statistics import Integers


@record
class SegmentScores(Scores):
    """The scores of all segments, as arrays, each against its best reference.

    `reference` is the number of that reference, `statistics` what it was scored from.
    """

    chosen: bytes
    statistics: Statistics

    @property
    def reference(self) -> Integers:
        """The number of the best reference of each segment, from 0."""
        return integers(self.chosen, 1)[:, 0]

    def __repr__(self) -> str:
        return f"<SegmentScores of {_counted(len(self))}>"

    def to_pandas(self) -> DataFrame:
        """Return a table of pandas: a row for each segment, a column for each part of the score and the best reference."""
        columns = {part: getattr(self, part) for part in parts_for(self.statistics.columns)}
        return make_frame({"score": columns.pop("score"), **columns, "reference": self.reference})

    def best_reference(self, index: int) -> int:
        """Return the number of one segment's best reference, as a plain number."""
        return memoryview(self.chosen).cast("q")[index]


@record
class Scored:
    """A score with its parts, what it was scored from, and by which metric; `chrf` is None where the score has no share of it."""

    score: float
    precision: float
    recall: float
    f1: float
    f_mean: float
    fragmentation: float
    penalty: float
    statistics: Statistics
    signature: Signature
    chrf: float | None = None

    def __float__(self) -> float:
        """Return the score."""
        return self.score


@record
class SegmentScore(Scored):
    """The score of one segment, against its best reference."""

    reference: int

    def __repr__(self) -> str:
        return f"<SegmentScore {self.score:.4f}>"

    def _repr_html_(self) -> str:
        """Show the parts of the score in a notebook."""
        return _table(self, "reference", self.reference)


@record
class CorpusScore(Scored):
    """The score of a corpus, from the sum of its segments' statistics: not the mean of their scores."""

    segments: SegmentScores

    def __repr__(self) -> str:
        return f"<CorpusScore {self.score:.4f} of {_counted(len(self.segments))}>"

    def to_pandas(self) -> DataFrame:
        """Return the segments as a table of pandas; see `SegmentScores.to_pandas`."""
        return self.segments.to_pandas()

    def __str__(self) -> str:
        """Return the score with its signature."""
        return f"METEOR {self.score!r} ({len(self.segments)} segments)\n{self.signature}"

    def _repr_html_(self) -> str:
        """Show the parts of the score in a notebook."""
        return _table(self, "segments", len(self.segments))


def _table(result: Scored, last: str, value: int) -> str:
    known = parts_for(result.statistics.columns)
    names = ("score", *(part for part in known if part not in ("f1", "score")))
    head = "".join(f"<th>{name}</th>" for name in names)
    cells = "".join(f"<td>{getattr(result, name):.4f}</td>" for name in names)
    signature = f'<code style="white-space: normal; overflow-wrap: anywhere">{result.signature}</code>'
    return f"<table><tr>{head}<th>{last}</th></tr><tr>{cells}<td>{value}</td></tr></table>{signature}"


def _counted(count: int) -> str:
    return f"{count:,} segment{'' if count == 1 else 's'}"


def make_frame(columns: dict[str, Any]) -> DataFrame:
    """Return columns as a table of pandas, which is loaded here."""
    try:
        from pandas import DataFrame
    except ImportError as error:
        raise ConfigurationError("to_pandas needs pandas; run: pip install pandas") from error
    return DataFrame(columns)
