"""What comparing systems returns."""

from __future__ import annotations

from dataclasses import dataclass

from bolide.analysis.resampling import Interval, Resampling

__all__ = ["Comparison", "PairedComparison", "SystemSummary"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemSummary:
    """The corpus scores of a system; with several runs, their means.

    `deviation` is the standard deviation of the score over resamples of the test set, `run_deviation` that over the runs of the
    optimiser, None where there is only one.
    """

    name: str
    runs: int
    score: float
    precision: float
    recall: float
    f_mean: float
    fragmentation: float
    penalty: float
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison(Resampling):
    """All systems, and all pairs that were tested."""

    systems: tuple[SystemSummary, ...]
    pairs: tuple[PairedComparison, ...]
    segments: int

    def __str__(self) -> str:
        """Return the tables as text."""
        return self._rendered("text").removesuffix("\n")

    def _repr_html_(self) -> str:
        """Show the tables in a notebook."""
        return self._rendered("html")

    def _rendered(self, form: str) -> str:
        from bolide.analysis.comparison.rendering import render  # noqa: PLC0415 - the tables are made of this

        return render(self, form)
