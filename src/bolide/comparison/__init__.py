"""Comparing systems: a table of scores with confidence intervals, and tests whether a difference may be chance."""

from __future__ import annotations

from bolide.analysis.resampling import Interval
from bolide.comparison.compare import Settings, SystemRuns, compare
from bolide.comparison.model import Comparison, PairedComparison, SystemSummary
from bolide.comparison.rendering import render
from bolide.show.tables import FORMATS

__all__ = [
    "FORMATS",
    "Comparison",
    "Interval",
    "PairedComparison",
    "Settings",
    "SystemRuns",
    "SystemSummary",
    "compare",
    "render",
]
