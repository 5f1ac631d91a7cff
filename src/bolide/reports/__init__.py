"""Reports: why segments score as they do, and how systems differ, as one HTML page that needs nothing else."""

from __future__ import annotations

from bolide.reports.build import ReportBuilder
from bolide.reports.html import render_html
from bolide.reports.model import Heading, Report, Shift, Table, TokenFacts

__all__ = ["Heading", "Report", "ReportBuilder", "Shift", "Table", "TokenFacts", "render_html"]
