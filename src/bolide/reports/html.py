"""A report as one HTML file: markup, style, script and data in one, nothing from elsewhere.

Text of segments is data: it stands in a block of JSON that nothing runs, and the script only ever shows it as text. The page's
policy allows the one script that is part of it, by its hash, and no connection to anywhere.
"""

from __future__ import annotations

import base64
import hashlib
import html
from collections.abc import Iterator, Mapping, Sequence

from bolide.packaged import read_text
from bolide.reports.model import Report
from bolide.reports.packing import pack_report
from bolide.show.matcher_looks import style_rules

__all__ = ["SCRIPTS", "fill_in", "hash_of", "inert", "join_scripts", "page_parts", "render_html"]

# In the order in which they build on one another.
SCRIPTS = (
    "dom",
    "theme",
    "data",
    "embedded",
    "writing",
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
    return "".join(page_parts(report))


def page_parts(report: Report) -> Iterator[str]:
    """Go through the page part by part, so that a large one need not be held as a whole."""
    script = join_scripts("reports/page", SCRIPTS)
    parts = {
        "policy": f"default-src 'none'; script-src '{hash_of(script)}'; style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; form-action 'none'",
        "title": html.escape(report.heading.title),
        "style": read_text("reports/page/style.css") + style_rules(),
        "script": script,
    }
    before, after = read_text("reports/page/page.html").split("{{data}}")
    yield fill_in(before, parts)
    yield from map(inert, pack_report(report))
    yield fill_in(after, parts)


def join_scripts(folder: str, names: Sequence[str]) -> str:
    """Return files of a folder of the package as one script that keeps its names to itself."""
    return (
        '"use strict";\n(() => {\n'
        + "\n".join(read_text(f"{folder}/{name}.js".lstrip("/")) for name in names)
        + "})();\n"
    )


def hash_of(script: str) -> str:
    """Return what a policy calls a script that stands in the page."""
    return f"sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}"


def fill_in(page: str, parts: Mapping[str, str]) -> str:
    """Return a page with each `{{name}}` replaced by the part of that name, once: what parts hold stays as it is."""
    pieces = page.split("{{")
    filled = [pieces[0]]
    for piece in pieces[1:]:
        name, _, rest = piece.partition("}}")
        filled += (parts[name], rest)
    return "".join(filled)


def inert(document: str) -> str:
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
