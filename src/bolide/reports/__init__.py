"""Reports: why segments score as they do, and how systems differ, as one HTML page that needs nothing else."""

from bolide.reports.builder import ReportBuilder
from bolide.reports.document import Heading, Report, Shift, Table, TokenFacts, render_html

__all__ = ["Heading", "Report", "ReportBuilder", "Shift", "Table", "TokenFacts", "render_html"]
