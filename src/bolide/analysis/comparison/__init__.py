"""Comparing systems: a table of scores with confidence intervals, and tests whether a difference may be chance."""

from __future__ import annotations

from bolide.analysis.comparison.compare import Settings, SystemRuns, compare
from bolide.analysis.comparison.model import Comparison, PairedComparison, SystemSummary
from bolide.analysis.comparison.rendering import document_of, render
from bolide.analysis.resampling import Interval
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
    "document_of",
    "render",
]
