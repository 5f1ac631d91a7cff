"""One kind of metric: rows of statistics that add, and scores of such rows.

`Meteor` with all its presets is one; chrF, sacreBLEU's metrics and files of scores are in `bolide.metric.other_metrics`. Commands that show
scores take any of them.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Protocol

from bolide.metric.statistics import Floats, Statistics


class Metric(Protocol):
    """A metric, which is configured once and does not change."""

    @property
    def name(self) -> str:
        """What people call it."""

    @property
    def signature(self) -> object:
        """All that decides its scores; prints as one line."""

    @property
    def higher_is_better(self) -> bool:
        """Whether a higher score is a better one."""

    @property
    def is_whole(self) -> bool:
        """Whether its statistics are whole numbers."""

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns of its statistics."""

    def rows(
        self,
        hypotheses: Sequence[str],
        references: Sequence[Sequence[str]],
        keys: Sequence[Hashable] = (),
        threads: int | None = None,
        /,
    ) -> Statistics:
        """Return a row of statistics for each segment with its best reference; the sum of rows is that of a corpus.

        `keys` are what segments are known by to a metric that does not compute its scores, but looks them up.
        """

    def scores(self, statistics: Statistics, /) -> Mapping[str, Floats]:
        """Return a value for each row in named columns, the first of which is `score`."""
