"""Reports: explain the scores of segments and the differences between systems, in a single HTML page."""

from bolide.reports.builder import ReportBuilder
from bolide.reports.document import Heading, Report, TokenFacts, render_html

__all__ = ["Heading", "Report", "ReportBuilder", "TokenFacts", "render_html"]
