"""Pages of other kinds: hostile text, many segments, phones, other scripts, several references, more systems."""

import json
import random
import re

import pytest
from packed_alignments import add_alignments
from report_pages import WIDER, make_page, rows, search

from bolide import Meteor
from bolide.records import replace

pytestmark = pytest.mark.browser

HOSTILE = [
    "</script><script>window.harmed=1</script>",
    '<img src=x onerror="window.harmed=2">',
    "\"'><svg onload=window.harmed=3>",
    "javascript:window.harmed=4 &lt;b&gt; {{data}} ${window.harmed=5} \\u003cscript\\u003e",
]


@pytest.fixture
def make(tmp_path):
    """Return a function that writes a report into this test's folder."""
    return lambda *arguments, **options: make_page(tmp_path, *arguments, **options)


def test_hostile_segments_are_shown_and_do_nothing(make, open_page):
    """Text that looks like markup is shown as it is, wherever it turns up."""
    page_path = make(
        {"<b onclick=window.harmed=6>A": HOSTILE, "B": HOSTILE[::-1]},
        HOSTILE,
        meteor=Meteor("other", text="raw"),
        title="<i>t</i>",
    )
    with open_page(page_path) as page:
        assert page.text_content("#title") == "<i>t</i>"
        page.select_option("#sort", "number")
        for number in range(4):
            page.click(f"#row-{number}")
            page.hover("#drawing .mark >> nth=0", force=True)
            page.keyboard.press("v")
        assert HOSTILE[0] in page.locator("#detail dd").all_text_contents()
        search(page, "<script>window")
        assert rows(page) == ["1", "4"]
        page.click("#words-missed td.name button >> nth=0")
        assert page.evaluate("window.harmed") is None
        assert page.locator("main img, main b[onclick], main svg[onload]").count() == 0


@pytest.fixture
def large_page(tmp_path):
    """Return a page of 50,000 segments: 500, a hundred times over, but for the last."""
    chance = random.Random(1)
    words = [f"w{number}" for number in range(800)]
    references = [" ".join(chance.choices(words, k=12)) for _ in range(500)]
    worse = [" ".join(chance.sample(line.split(), 10)) for line in references]
    references[-1] = worse[-1] = "needle in a haystack"
    page = make_page(tmp_path, {"A": references, "B": worse}, references)
    before, data, after = re.split(r'(?<=id="data">)(.*?)(?=</script>)', page.read_text(encoding="utf-8"), maxsplit=1)
    report = json.loads(data)
    report["references"] = (report["references"][:-1] * 101)[:49_999] + report["references"][-1:]
    for system in report["systems"]:
        for part in (system, system["values"]):
            for name, values in part.items():
                if isinstance(values, list) and len(values) == 500:
                    part[name] = (values[:-1] * 101)[:49_999] + values[-1:]
    page.write_text(before + json.dumps(report) + after, encoding="utf-8")
    return page


def test_fifty_thousand_segments(large_page, open_page):
    """Only the rows in sight exist, however far the list is scrolled, sorted, searched or filtered."""
    with open_page(large_page) as page:
        page.select_option("#sort", "number")
        assert page.text_content("#found") == "50000 of 50000 segments"
        counts = page.evaluate(
            """async () => {
              const list = document.getElementById("list"), counts = [];
              for (let step = 0; step <= 60; step++) {
                list.scrollTop = list.scrollHeight * step / 60;
                await new Promise(requestAnimationFrame);
                await new Promise(requestAnimationFrame);
                counts.push(list.querySelectorAll(".row").length);
              }
              return counts;
            }"""
        )
        assert max(counts) < 60
        assert min(counts) > 5
        assert rows(page)[-1] == "50000"
        page.focus("#list")
        page.keyboard.press("Home")
        assert page.text_content("#detail-title") == "Segment 1"
        page.keyboard.press("End")
        assert page.text_content("#detail-title") == "Segment 50000"
        search(page, "needle")
        assert rows(page) == ["50000"]
        search(page, "")
        page.check("[data-filter=changed]")
        assert 0 < int(page.text_content("#found").split()[0]) < 50_000
        assert page.evaluate("document.querySelectorAll('*').length") < 6000


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone(report_page, open_page, scheme):
    """Neither the page nor anything in it is wider than a phone; a tap on a segment leads to it."""
    with open_page(report_page, width=390, height=844, color_scheme=scheme, has_touch=True, is_mobile=True) as page:
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        assert page.evaluate(WIDER) == []
        page.tap("#list .row >> nth=1")
        top = page.locator("#detail").bounding_box()["y"]
        assert 0 <= top < 400
        page.tap("#drawing .mark >> nth=0", force=True)
        assert page.is_visible("#tip")
        box = page.locator("#tip").bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390


def test_right_to_left(make, open_page):
    """An Arabic reference runs from right to left over the grid, and text lines are set to the right."""
    lines = ["ذهب الولد إلى المدرسة"]
    with open_page(make({"A": lines, "B": ["الولد ذهب إلى البيت"]}, lines)) as page:
        page.click("#detail [data-value=first]")
        columns = page.evaluate(
            "[...document.querySelectorAll('#drawing .mark rect')].map((box) => box.getBoundingClientRect().x)"
        )
        assert columns == sorted(columns, reverse=True)
        assert len(columns) == 4
        line = page.locator("#detail dd >> nth=0")
        assert line.evaluate("(node) => getComputedStyle(node).direction") == "rtl"


def test_copy_words_tags_and_groups(tmp_path, open_page):
    """Facts about tokens in context are shown: copy words, tags, word groups, and further tables."""
    from bolide.analysis.comparison import Settings, SystemRuns, compare
    from bolide.reports import Heading, ReportBuilder, TokenFacts, render_html

    meteor = Meteor("other")
    alignment = meteor.align("a b x", "a b c")

    last = (False, False, True)
    copying = replace(alignment, hypothesis_copy=last, reference_copy=last)
    facts = (
        TokenFacts(tags=("DT", "NN", "VB"), groups=((0, 1), (2,)), clauses=((0, 1, 2),)),
        TokenFacts(tags=("DT", "NN", "JJ"), groups=((0,), (1, 2))),
    )
    builder = ReportBuilder(Heading(title="facts", matchers=("exact",)), ["A"])
    add_alignments(builder, {"A": [copying] * 2}, ("exact",), facts={"A": [facts] * 2})
    table = {"title": "Features", "head": ("system", "tags"), "rows": (("A", 0.6667),)}
    comparison = compare([SystemRuns(name="A", runs=(alignment.statistics,))], meteor.parameters, Settings(samples=5))
    path = tmp_path / "facts.html"
    path.write_text(render_html(builder.build(comparison, tables=[table])), encoding="utf-8")
    with open_page(path) as page:
        assert page.locator("#drawing .copy").all_text_contents() == ["c", "x"]
        assert page.locator("#detail .layer").all_text_contents() == [
            "a/DT b/NN x/VB",
            "word groups: a b | x",
            "clauses: a b x",
            "a/DT b/NN c/JJ",
            "word groups: a | b c",
        ]
        page.check("[data-filter=copy]")
        assert rows(page) == ["1", "2"]
        assert "c" in page.text_content("#words-missed-copy")
        page.hover("#drawing .mark >> nth=1")
        assert "tags NN = NN" in page.locator("#tip").inner_text()
        assert "0.6667" in page.text_content("#sources")
