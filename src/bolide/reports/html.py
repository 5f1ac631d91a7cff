"""A report as one HTML file: markup, style, script and data in one, nothing from elsewhere.

Text of segments is data: it stands in a block of JSON that nothing runs, and the script only ever shows it as text. The page's
policy allows the one script that is part of it, by its hash, and no connection to anywhere.
"""

from __future__ import annotations

import base64
import hashlib
import html

from bolide.packaged import read_text
from bolide.reports.model import Report
from bolide.reports.packing import pack_report

__all__ = ["render_html"]

# In the order in which they build on one another.
SCRIPTS = (
    "dom",
    "data",
    "marks",
    "tables",
    "sources",
    "distributions",
    "scatter",
    "matrix",
    "ribbon",
    "detail",
    "selection",
    "segments",
    "controls",
    "words",
    "main",
)


def render_html(report: Report) -> str:
    """Return the page."""
    script = (
        '"use strict";\n(() => {\n' + "\n".join(read_text(f"reports/page/{name}.js") for name in SCRIPTS) + "})();\n"
    )
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    parts = {
        "policy": f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; form-action 'none'",
        "title": html.escape(report.heading.title),
        "style": read_text("reports/page/style.css"),
        "data": _inert(pack_report(report)),
        "script": script,
    }
    page = read_text("reports/page/page.html")
    pieces = page.split("{{")
    filled = [pieces[0]]
    for piece in pieces[1:]:
        name, _, rest = piece.partition("}}")
        filled += (parts[name], rest)
    return "".join(filled)


def _inert(document: str) -> str:
    """Return JSON that cannot end the block it stands in, nor break a line of a script."""
    for mark, escaped in (
        ("<", "\\u003c"),
        (">", "\\u003e"),
        ("&", "\\u0026"),
        ("\u2028", "\\u2028"),
        ("\u2029", "\\u2029"),
    ):
        document = document.replace(mark, escaped)
    return document
