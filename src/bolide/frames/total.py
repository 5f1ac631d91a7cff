"""The score of a corpus whose segments were scored in a frame: from the sums of their statistics."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bolide.errors import InputError
from bolide.family.schema import columns_for
from bolide.frames.arrow import open_stream
from bolide.frames.kinds import BATCH, Kind, find_kind
from bolide.frames.layout import PREFIX
from bolide.metric.meteor import Meteor
from bolide.metric.results import Scored
from bolide.metric.statistics import Statistics
from bolide.metric.statistics import score_statistics as score_of
from bolide.records import record

__all__ = [
    "TotalScore",
    "check_columns",
    "corpus_score",
    "corpus_scores",
    "only_score",
    "statistics_columns",
    "total_score",
]


@record
class TotalScore(Scored):
    """The score of a corpus, with the number of its segments and the sum of their statistics."""

    segments: int

    def __str__(self) -> str:
        """Return the score with its signature."""
        return f"METEOR {self.score!r} ({self.segments} segments)\n{self.signature}"


def corpus_score(frame: Any, metric: Meteor, *, prefix: str = PREFIX) -> TotalScore:
    """Return the score of all segments of a frame that `score` made, by the parameters of `metric`: what `Meteor.score` gives.

    Rows that have no score count for nothing.

    >>> import pyarrow
    >>> from bolide.frames import score
    >>> meteor = Meteor("pt")
    >>> table = pyarrow.table({"hypothesis": ["o gato", "o cão"], "references": ["um gato", "o cão"]})
    >>> corpus_score(score(table, metric=meteor), meteor).score == meteor.score(["o gato", "o cão"], ["um gato", "o cão"]).score
    True
    """
    return only_score(corpus_scores(frame, metric, by=(), prefix=prefix))


def corpus_scores(
    frame: Any, metric: Meteor, *, by: str | Sequence[str] = "system", prefix: str = PREFIX
) -> dict[Any, TotalScore]:
    """Return the score of each group of rows, such as each system's, by the value of the column `by`; by several, by their tuple."""
    keys = (by,) if isinstance(by, str) else tuple(by)
    names = statistics_columns(metric, prefix)
    sums: dict[Any, NDArray[np.int64]] = {}
    for kind, piece in _pieces(frame):
        check_columns(kind.names(piece), keys, names)
        for key, part in _sum(kind, piece, keys, names).items():
            sums[key] = sums[key] + part if key in sums else part
    return {
        key[0] if isinstance(by, str) else key: total_score(total[:-1].tolist(), int(total[-1]), metric)
        for key, total in sums.items()
        if total[-1]
    }


def _pieces(frame: Any) -> Iterator[tuple[Kind, Any]]:
    """Yield a frame that is in memory as a whole, and of a stream its batches."""
    kind = find_kind(frame)
    if kind:
        yield kind, frame
        return
    for batch in open_stream(frame):
        yield BATCH, batch


def _sum(kind: Kind, frame: Any, keys: Sequence[str], names: Sequence[str]) -> dict[Any, NDArray[np.int64]]:
    """Return the sums of columns for each group of rows, and after them the number of rows that have values."""
    rows = len(frame)
    groups: dict[Any, int] = {}
    labels = zip(*(kind.values(frame, key) for key in keys), strict=True) if keys else [()] * rows
    places = np.fromiter((groups.setdefault(label, len(groups)) for label in labels), dtype=np.int64, count=rows)
    totals = np.zeros((len(groups), len(names) + 1), dtype=np.int64)
    for number, name in enumerate(names):
        values, present = kind.numbers(frame, name)
        np.add.at(totals[:, number], places, values)
        if not number:
            np.add.at(totals[:, -1], places, present)
    return {label: totals[place] for label, place in groups.items()}


def check_columns(found: Sequence[Any], keys: Sequence[str], names: Sequence[str]) -> None:
    """Refuse a frame that lacks what is to be summed, or what it is to be grouped by."""
    for name in keys:
        if name not in found:
            raise InputError(
                f"there is no column {name!r} in the frame to group by: it has {' '.join(map(str, found))}"
            )
    for name in names:
        if name not in found:
            raise InputError(
                f"there is no column {name!r} in the frame: score it by this metric first, with statistics=True and the same prefix"
            )


def only_score(scores: dict[Any, TotalScore]) -> TotalScore:
    """Return the score of all rows, which were not grouped."""
    if not scores:
        raise InputError("there are no segments to score")
    return scores[()]


def statistics_columns(metric: Meteor, prefix: str) -> list[str]:
    """Return the names of the columns that are summed."""
    return [prefix + name for name in columns_for(metric.parameters)]


def total_score(sums: Sequence[int], segments: int, metric: Meteor) -> TotalScore:
    """Return the score of sums of statistics."""
    statistics = Statistics([sums], columns_for(metric.parameters))
    return TotalScore(
        **score_of(statistics, metric.parameters).row(0),
        segments=segments,
        statistics=statistics,
        signature=metric.signature,
    )
