"""The interface of all metrics: additive rows of statistics, and scores of these rows.

`Meteor` with all its presets has it, and so have chrF, sacreBLEU's metrics and files of scores in `bolide.metric.other_metrics`. Commands
that show scores accept any of them.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Protocol

from bolide.metric.statistics import Floats, Statistics


class Metric(Protocol):
    """A metric, configured once and immutable."""

    @property
    def name(self) -> str:
        """Its displayed name."""

    @property
    def signature(self) -> object:
        """Everything that determines its scores; prints as one line."""

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
        """Return a row of statistics for each segment with its best reference; their sum is the row of the corpus.

        `keys` identify segments for a metric that looks its scores up instead of computing them.
        """

    def scores(self, statistics: Statistics, /) -> Mapping[str, Floats]:
        """Return a value for each row in named columns, beginning with `score`."""
