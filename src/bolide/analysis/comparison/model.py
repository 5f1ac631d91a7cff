"""What comparing systems returns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bolide.analysis.resampling import Interval, Resampling
from bolide.metric.results import make_frame

if TYPE_CHECKING:
    from pandas import DataFrame

__all__ = ["Comparison", "PairedComparison", "SystemSummary"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemSummary:
    """The corpus scores of a system; with several runs, their means.

    `deviation` is the standard deviation of the score over resamples of the test set, `run_deviation` that over the runs of the
    optimiser, None where there is only one. `chrf` is None where it has no share in the score.
    """

    name: str
    runs: int
    score: float
    precision: float
    recall: float
    f_mean: float
    fragmentation: float
    penalty: float
    chrf: float | None
    interval: Interval | None
    deviation: float
    run_deviation: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedComparison:
    """A system against a baseline: the difference of their scores, how far it may be chance, and who wins how many segments.

    `wins` are the segments that the system scores higher on, `ties` those with equal scores.
    """

    system: str
    baseline: str
    difference: float
    interval: Interval | None
    bootstrap_p: float
    randomisation_p: float
    wins: int
    ties: int
    losses: int


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Comparison(Resampling):
    """All systems, and all pairs that were tested."""

    systems: tuple[SystemSummary, ...]
    pairs: tuple[PairedComparison, ...]
    segments: int

    def __repr__(self) -> str:
        scores = ", ".join(f"{system.name} {system.score:.4f}" for system in self.systems)
        return f"<Comparison on {self.segments:,} segments: {scores}>"

    def to_pandas(self) -> DataFrame:
        """Return the systems as a table of pandas: a row for each, with its test against the baseline where there is one."""
        from bolide.analysis.comparison.rendering import flat_table

        flat = flat_table(self)
        return make_frame({name: [row[place] for row in flat.rows] for place, name in enumerate(flat.head)})

    def __str__(self) -> str:
        """Return the tables as text."""
        return self._rendered("text").removesuffix("\n")

    def _repr_html_(self) -> str:
        """Show the tables in a notebook."""
        return self._rendered("html")

    def _rendered(self, form: str) -> str:
        from bolide.analysis.comparison.rendering import render

        return render(self, form)
