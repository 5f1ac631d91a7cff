"""A report: the document that docs/formats.md describes, and the page that shows it as a single file.

Everything that grows with the corpus is stored as numbers, so that 3,000 segments of two systems take about 2 MB.
"""

import html
import os
import re
from collections.abc import Iterator, Mapping, Sequence

from bolide.data import read_text
from bolide.records import record
from bolide.show.pages import allowing, fill_in, inert, join_scripts, page_style
from bolide.show.tables import to_json

# In the order in which they build on one another, after the code shared by all drawings.
SCRIPTS = ("tables", "sources", "distributions", "detail", "segments", "words", "main")


@record
class Heading:
    """The compared systems, and the metric. `corpus` says how the numbers of a system are computed."""

    title: str
    matchers: tuple[str, ...]
    weights: tuple[float, ...] = ()
    signature: str = ""
    eval_id: str | None = None
    command: str = ""
    resources: Mapping[str, str] | None = None
    corpus: str = "of the summed statistics of all segments"


@record
class TokenFacts:
    """Facts about the tokens of a segment: their tags, and the places of the words of each group and clause."""

    tags: tuple[str, ...] = ()
    groups: tuple[tuple[int, ...], ...] = ()
    clauses: tuple[tuple[int, ...], ...] = ()


@record
class Report:
    """A report as JSON values, apart from numbers that are not finite."""

    title: str
    document: Mapping[str, object]


def title_of(systems: Sequence[str]) -> str:
    """Return the names of systems as a title.

    >>> title_of(["A", "B", "C"])
    'A, B and C'
    """
    *most, last = systems
    return f"{', '.join(most)} and {last}" if most else last


def short_names(names: Sequence[str]) -> list[str]:
    """Return names without their common beginning and end, cut at marks between words: drawings have little room.

    >>> short_names(["newstest2017.online-A.0.de-en", "newstest2017.uedin-nmt.4361.de-en"])
    ['online-A.0', 'uedin-nmt.4361']
    >>> short_names(["A", "A.2"])
    ['A', 'A.2']
    """
    if len(names) < 2:
        return list(names)
    short = _cut([name[::-1] for name in _cut(names)])
    return [name[::-1] for name in short] if all(short) and len(set(short)) == len(names) else list(names)


def _cut(names: Sequence[str]) -> list[str]:
    """Return names without their common beginning."""
    shared = re.match(r".*[._/+: -]|", os.path.commonprefix(names), re.DOTALL)  # noqa: RUF071 - of any text
    return [name[shared.end() if shared else 0 :] for name in names]


def pack_report(report: Report) -> Iterator[str]:
    """Yield the parts of a report as JSON on one line, since the whole is large, and so is every copy."""
    before = "{"
    for name, part in report.document.items():
        yield f'{before}"{name}":{to_json(part, separators=(",", ":"))}'
        before = ","
    yield "}"


def render_html(report: Report) -> str:
    """Return the page."""
    return "".join(page_parts(report))


def page_parts(report: Report) -> Iterator[str]:
    """Yield the parts of the page, so that a large one need not be in memory as a whole.

    Text of segments is data: it is in a block of JSON that is never executed, and the script shows it only as text. The page's policy
    allows only its own script, by its hash, and no connections.
    """
    script = report_script()
    parts = {
        "policy": f"{allowing(script)}; base-uri 'none'; form-action 'none'",
        "title": html.escape(report.title),
        "style": page_style(),
        "script": script,
    }
    before, after = read_text("reports/page/page.html").split("{{data}}")
    yield fill_in(before, parts)
    yield from map(inert, pack_report(report))
    yield fill_in(after, parts)


def report_script() -> str:
    """Return the script of every report."""
    return join_scripts("reports/page", SCRIPTS)
