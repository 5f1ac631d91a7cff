"""Writing pages, and asking them, for the tests in a browser."""

from bolide import Meteor
from bolide.analysis.comparison import Settings
from bolide.files.corpus import TextCorpus
from bolide.reports import render_html
from bolide.reports.corpus_report import make_report

__all__ = ["WIDER", "make_page", "rows", "search"]

# What is wider than its box, and so must be scrolled sideways; a drawing of a long segment may.
WIDER = """[...document.querySelectorAll("main *")]
  .filter((node) => node.scrollWidth > node.clientWidth + 1 && getComputedStyle(node).overflowX === "auto")
  .map((node) => node.id || node.className).filter((name) => name !== "drawing" && name !== "wide drawing")"""


def make_page(folder, systems, *references, meteor=None, **options):
    """Write a report of systems and references, given as lines; return its path."""
    corpus = TextCorpus.of_lines(systems, references)
    report = make_report(corpus, meteor or Meteor("other"), settings=Settings(samples=100), **options)
    target = folder / "report.html"
    target.write_text(render_html(report), encoding="utf-8")
    return target


def rows(page):
    """Return the numbers of the segments in sight, from the top of the list."""
    found = page.locator("#list .row .number")
    tops = page.evaluate("[...document.querySelectorAll('#list .row')].map((row) => parseFloat(row.style.top))")
    return [number for _, number in sorted(zip(tops, found.all_text_contents(), strict=True))]


def search(page, text):
    """Type into the search, and wait until the list follows."""
    page.fill("#search", text)
    page.wait_for_timeout(250)
