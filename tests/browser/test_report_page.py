"""The page of a report, in a real browser: it loads, sorts, searches, filters, explains, prints and downloads."""

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from report_pages import rows, search

pytestmark = pytest.mark.browser


def test_figures_are_drawn(report_page, open_page):
    """Bars, shares of the difference, four histograms and the scatter are there, with legends."""
    with open_page(report_page) as page:
        for name in (
            "words-by-matcher",
            "difference-by-part",
            "difference-by-matcher",
            "histogram-score",
            "histogram-fragmentation",
        ):
            assert page.locator(f"#figure-{name} svg rect").count() > 0, name
        assert page.locator("#figure-scatter canvas").bounding_box()["width"] > 100
        shown = "spans => spans.map((span) => getComputedStyle(span).backgroundColor)"
        colours = page.locator(".legend .swatch").evaluate_all(shown)
        assert len(colours) >= 4
        assert "rgba(0, 0, 0, 0)" not in colours
        before = page.locator("#figure-histogram-score rect").count()
        page.click("text=11\u201325 words")
        assert 0 < page.locator("#figure-histogram-score rect").count() < before


def test_sorting(report_page, open_page):
    """The list is in the requested order."""
    with open_page(report_page) as page:
        data = page.evaluate("JSON.parse(document.getElementById('data').textContent)")
        first, second = (system["values"]["score"] for system in data["systems"])
        lengths = [len(group[0]) for group in data["references"]]
        effect = [(new - old) * length for old, new, length in zip(first, second, lengths, strict=True)]
        by_difference = sorted(range(5), key=lambda segment: (-abs(effect[segment]), segment))
        assert rows(page) == [str(segment + 1) for segment in by_difference]
        page.select_option("#sort", "long")
        assert rows(page) == ["4", "1", "2", "5", "3"]
        page.select_option("#sort", "number")
        assert rows(page) == ["1", "2", "3", "4", "5"]
        page.select_option("#sort", "score-up")
        by_score = sorted(range(5), key=lambda segment: (first[segment] + second[segment], segment))
        assert rows(page) == [str(segment + 1) for segment in by_score]


def test_searching(report_page, open_page):
    """Segments with all words of the search stay, in any of their texts; quotes ask for whole words."""
    with open_page(report_page) as page:
        search(page, "hello")
        assert rows(page) == ["2"]
        search(page, "EVERY here")
        assert rows(page) == ["2"]
        search(page, '"run"')
        assert rows(page) == ["3"]
        search(page, "#4")
        assert rows(page) == ["4"]
        search(page, "absent")
        assert rows(page) == []
        assert "No segment matches" in page.text_content("#list")
        assert page.text_content("#found") == "0 of 5 segments"


def test_filters(report_page, open_page):
    """Filters keep segments with a paraphrase match, low recall or bad order, and those of a length."""
    with open_page(report_page) as page:
        page.check("[data-filter=paraphrase]")
        assert rows(page) == ["2"]
        page.uncheck("[data-filter=paraphrase]")
        page.check("[data-filter=recall]")
        assert set(rows(page)) == {"5"}
        page.uncheck("[data-filter=recall]")
        page.check("[data-filter=order]")
        assert "4" in rows(page)
        page.uncheck("[data-filter=order]")
        page.select_option("#length", "11\u201325")
        assert rows(page) == ["4"]
        assert page.locator("[data-filter=copy]").count() == 0


def test_opening_a_segment(report_page, open_page):
    """A click shows a segment's numbers, texts and alignment, with words that are not matched marked."""
    with open_page(report_page) as page:
        page.select_option("#sort", "number")
        page.click("#row-1")
        assert page.text_content("#detail-title") == "Segment 2"
        assert page.get_attribute("#row-1", "aria-selected") == "true"
        page.click("#detail [data-value=first]")
        assert page.locator("#drawing svg .mark").count() == 4
        assert page.locator("#drawing .mark.paraphrase rect").get_attribute("width") == "46"  # two words wide
        page.click("text=Ribbons")
        assert page.locator("#drawing .band").count() == 4
        page.click("#row-4")
        assert "alien" in page.locator("#detail .lines .missed").all_text_contents()


def test_both_systems_are_overlaid(report_page, open_page):
    """In the grid one system is squares and the other marks, with the words of each on a side."""
    with open_page(report_page) as page:
        search(page, "#1")
        assert page.locator("#drawing svg").count() == 1
        words = page.locator("#drawing svg text").all_text_contents()
        assert words.count("cat") == 3
        assert page.locator("#drawing .bracket").count() > 2


def test_hovering_says_what_licensed_a_match(report_page, open_page):
    """Pointing at a match names matcher, weight, stem or probability, places and chunk."""
    with open_page(report_page) as page:
        search(page, "#2")
        page.click("#detail [data-value=first]")
        page.hover("#drawing .mark.paraphrase")
        tip = page.locator("#tip").inner_text()
        assert "hello = good morning" in tip
        assert "paraphrase, weight 0.5" in tip
        assert "probability reference → hypothesis 0.25" in tip
        assert "chunk 1 of 1" in tip
        page.mouse.move(5, 5)
        assert not page.is_visible("#tip")
        search(page, "#3")
        page.focus("#drawing .mark.stem >> nth=0")
        assert "both have the stem “run”" in page.locator("#tip").inner_text()
        assert "both have the stem" in page.get_attribute("#drawing .mark.stem >> nth=0", "aria-label")


def test_keyboard(report_page, open_page):
    """Search, next, previous, views and the list work without a pointer."""
    with open_page(report_page) as page:
        page.select_option("#sort", "number")
        page.focus("#list")
        page.keyboard.press("Home")
        page.keyboard.press("ArrowDown")
        assert page.text_content("#detail-title") == "Segment 2"
        assert page.get_attribute("#list", "aria-activedescendant") == "row-1"
        page.keyboard.press("End")
        assert page.text_content("#detail-title") == "Segment 5"
        page.keyboard.press("k")
        assert page.text_content("#detail-title") == "Segment 4"
        page.keyboard.press("v")
        assert page.locator("#drawing .band").count() > 0
        page.keyboard.press("s")
        assert page.get_attribute("#detail [data-value=first]", "aria-pressed") == "true"
        page.focus("#list")
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.id") == "detail-title"
        page.keyboard.press("/")
        assert page.evaluate("document.activeElement.id") == "search"
        page.keyboard.type("jk")
        assert page.input_value("#search") == "jk"
        page.keyboard.press("Escape")
        assert page.evaluate("document.activeElement.id") != "search"


def test_dark_mode(report_page, open_page):
    """The page follows the system's theme, and its button; text stays readable."""
    colours = "[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]"

    def light(value):
        return sum(int(part) for part in value.removeprefix("rgb(").rstrip(")").split(",")[:3]) / 3

    with open_page(report_page, color_scheme="dark") as page:
        back, ink = map(light, page.evaluate(colours))
        assert (back < 60, ink > 180) == (True, True)
        page.click("#theme")
        back, ink = map(light, page.evaluate(colours))
        assert (ink < 60, back > 180) == (True, True)
    with open_page(report_page) as page:
        assert light(page.evaluate(colours)[0]) > 180


def test_printing(report_page, open_page):
    """On paper there are tables and the open segment, no controls; the PDF has pages."""
    with open_page(report_page) as page:
        assert page.pdf().count(b"/Type /Page\n") + page.pdf().count(b"/Type /Page ") > 0
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        page.emulate_media(media="print")
        assert page.locator("#printed tbody tr").count() == 5
        assert page.is_visible("#printed")
        assert not page.is_visible("#list")
        assert not page.is_visible("#search")
        assert page.is_visible("#drawing svg")


def test_downloads(report_page, open_page, tmp_path):
    """Figures are standalone SVG, tables are TSV, the data is JSON."""
    with open_page(report_page) as page:

        def saved(selector):
            with page.expect_download() as waiting:
                page.click(selector)
            target = tmp_path / waiting.value.suggested_filename
            waiting.value.save_as(target)
            return target

        for selector in (
            "#figure-words-by-matcher >> text=SVG",
            "#figure-histogram-score >> text=SVG",
            "#detail >> text=SVG",
        ):
            target = saved(selector)
            root = ET.parse(target).getroot()
            assert root.tag == "{http://www.w3.org/2000/svg}svg"
            assert "var(--" not in "".join(node.get("style", "") for node in root.iter())
        table = Path(saved("#segments >> text=TSV of these segments")).read_text(encoding="utf-8").splitlines()
        assert len(table) == 6
        assert table[0].split("\t")[:3] == ["segment", "first score", "first precision"]
        assert len({line.count("\t") for line in table}) == 1
        assert saved("#systems >> text=TSV").read_text(encoding="utf-8").startswith("system\tscore")
        assert json.loads(saved("#about >> text=JSON").read_text(encoding="utf-8"))["format"] == 1
