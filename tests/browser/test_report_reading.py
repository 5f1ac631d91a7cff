"""The first things a reader of a report sees: verdict, original text, names, colours, phones, one pair."""

import re
from pathlib import Path

import pytest
from report_pages import make_page

from bolide import Meteor
from bolide.cli import main

pytestmark = pytest.mark.browser

REFERENCES = ["The Old Cat sat, quietly.", "Yes.", "It's the half-timbered house of Mr. McArthur in Brno"]


def test_the_verdict_comes_first(report_page, open_page):
    """A sentence says who is better; then come the scores and, folded, the signature."""
    with open_page(report_page) as page:
        assert re.fullmatch(r"(first|second) .*: \+\.\d{3}.*, p (=|<) \.\d+", page.text_content(".verdict"))
        tops = [
            page.locator(selector).bounding_box()["y"]
            for selector in (".verdict", "#systems table >> nth=0", "#about", "#sources")
        ]
        assert tops == sorted(tops)
        assert not page.is_visible("#about dl")
        page.click("#about summary")
        assert page.is_visible("#about dl")


def test_texts_are_shown_as_they_were_written(tmp_path, open_page):
    """Hypotheses and references keep capitals, punctuation and hyphens, with their marks; the source comes first."""
    hypotheses = ["The old dog sat, quietly!", "yes.", "It's a “half-timbered” house of McArthur &amp; Co"]
    path = make_page(
        tmp_path,
        {"A": hypotheses},
        REFERENCES,
        meteor=Meteor("en", matchers=["exact"]),
        sources=["Eins", "Zwei", "Drei"],
    )
    with open_page(path) as page:
        for number, (hypothesis, reference) in enumerate(zip(hypotheses, REFERENCES, strict=True)):
            page.click(f"#row-{number}")
            lines = page.locator("#detail dd").all_text_contents()
            assert lines == [["Eins", "Zwei", "Drei"][number], hypothesis, reference]
        page.click("#row-0")
        assert page.locator("#detail dd .missed").all_text_contents() == ["dog", "!", "Cat", "."]
        assert "The Old Cat" in page.text_content("#list")


def test_one_pair_opens_with_its_alignment(tmp_path, open_page):
    """`bolide align --html` shows the alignment first, and no histogram of one bar."""
    target = tmp_path / "pair.html"
    assert main(["align", "--text-pair", "A Cat sat", "the cat sat", "-l", "other", "--html", str(target)]) == 0
    with open_page(target) as page:
        assert page.locator("#drawing").bounding_box()["y"] < page.locator("#systems").bounding_box()["y"]
        assert not page.is_visible("#distributions")
        assert not page.is_visible("#list")
        assert "A Cat sat" in page.locator("#detail dd").all_text_contents()


def test_similarity_is_told_where_it_is_not_whole(report_page, open_page, tmp_path):
    """A match of partly similar words says so when pointed at."""
    text = report_page.read_text(encoding="utf-8")
    (packed,) = re.findall(r'"matches":\["([^"]*)"', text)[:1]
    page_path = Path(tmp_path / "graded.html")
    page_path.write_text(text.replace(packed, re.sub(r"^(\d+:\d+[a-z])", r"\1~73", packed), 1), encoding="utf-8")
    with open_page(page_path) as page:
        page.select_option("#sort", "number")
        page.click("#row-0")
        page.click("#detail [data-value=first]")
        page.focus("#drawing .mark >> nth=0")
        assert "similarity 0.73" in page.locator("#tip").inner_text()
