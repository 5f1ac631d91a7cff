"""The page: the report's own drawing code, and what asks the server while one types."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from bolide.packaged import read_text
from bolide.reports.html import SCRIPTS as REPORT_SCRIPTS
from bolide.reports.html import fill_in, hash_of, inert, join_scripts
from bolide.show.matcher_looks import style_rules
from bolide.show.tables import to_json

__all__ = ["policy", "render_page"]

# In the order in which they build on one another; the first of them are the report's.
DRAWING = ("dom", "theme", "data", "marks", "matrix", "ribbon")
SCRIPTS = ("asking", "sliders", "pair", "files", "main")


@cache
def _script() -> str:
    own = [f"serve/page/{name}" for name in SCRIPTS]
    return join_scripts("", [*(f"reports/page/{name}" for name in DRAWING), *own])


def policy() -> str:
    """Return what the page may do: run its script and ask this server. A report that it shows may run the report's script."""
    scripts = " ".join(f"'{hash_of(script)}'" for script in (_script(), join_scripts("reports/page", REPORT_SCRIPTS)))
    return (
        f"default-src 'none'; script-src {scripts}; style-src 'unsafe-inline'; img-src data: blob:; connect-src 'self'; "
        "frame-src blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


def render_page(choices: Mapping[str, Any]) -> str:
    """Return the page; `choices` are the languages and presets to choose from."""
    parts = {
        "style": read_text("reports/page/style.css") + style_rules() + read_text("serve/page/style.css"),
        "choices": inert(to_json(choices)),
        "script": _script(),
    }
    return fill_in(read_text("serve/page/page.html"), parts)
