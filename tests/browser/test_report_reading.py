"""What a reader of a report sees first, and can read: verdict, original text, names, colours, phones, one pair."""

import itertools
import re
from pathlib import Path

import pytest
from report_pages import WIDER, make_page

from bolide import Meteor
from bolide.cli import main
from bolide.show.matcher_looks import LOOKS

pytestmark = pytest.mark.browser

WMT = ("jhu-pbmt.4982", "online-A.0", "uedin-nmt.4361", "KIT-primary.5100", "LIUM-NMT-ensemble.4733", "RWTH-nmt.4920")
REFERENCES = ["The Old Cat sat, quietly.", "Yes.", "It's the half-timbered house of Mr. McArthur in Brno"]
COLOURS_OF_CLASSES = """(names) => names.map((name) => {
  const node = document.body.appendChild(Object.assign(document.createElement("i"), { className: name }));
  return getComputedStyle(node).getPropertyValue("--colour");
})"""


@pytest.fixture(scope="module")
def six_page(tmp_path_factory):
    """Return the page of six systems with names as WMT has them."""
    systems = {
        f"newstest2017.{name}.de-en": [" ".join(line.split()[: 9 - place]) for line in REFERENCES * 4]
        for place, name in enumerate(WMT)
    }
    return make_page(tmp_path_factory.mktemp("six"), systems, REFERENCES * 4)


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
    """Hypotheses and references keep capitals, punctuation and hyphens, with their marks; the source stands before them."""
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
        assert page.locator("#detail dd .gone").all_text_contents() == ["dog", "!", "Cat", "."]
        assert "The Old Cat" in page.text_content("#list")


def test_six_long_names(six_page, open_page):
    """What all names share is left out of drawings; no table is cut, and no heading is under the header."""
    with open_page(six_page) as page:
        assert page.locator("#distributions .legend").inner_text().split() == list(WMT)
        assert "newstest2017.online-A.0.de-en" in page.locator("#systems td").all_text_contents()
        assert page.evaluate(WIDER) == []
        for section in ("sources", "segments", "words"):
            page.click(f"nav a[href='#{section}']")
            page.wait_for_timeout(100)
            header = page.locator("header").bounding_box()
            assert page.locator(f"#{section} h2").bounding_box()["y"] >= header["y"] + header["height"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_one_colour_for_each_meaning(report_page, open_page, scheme):
    """Better, worse, not matched, each matcher and each system have colours that can be told apart."""
    matchers = [name for name in LOOKS if name != "nearest"]  # which matches nothing
    names = ["better", "worse", "gone", *(f"system-{number}" for number in range(6))]
    with open_page(report_page, color_scheme=scheme) as page:
        style = "(names) => names.map((name) => getComputedStyle(document.documentElement).getPropertyValue(name))"
        found = page.evaluate(style, [f"--{name}" for name in names])
        found += page.evaluate(COLOURS_OF_CLASSES, matchers)
    names += matchers
    colours = {
        name: [int(text.strip()[i : i + 2], 16) for i in (1, 3, 5)] for name, text in zip(names, found, strict=True)
    }
    for one, other in itertools.combinations(names, 2):
        distance = sum((a - b) ** 2 for a, b in zip(colours[one], colours[other], strict=True)) ** 0.5
        assert distance > 40, (one, other)


def test_words_by_difference(tmp_path, open_page):
    """Words that one system misses more often come first; the choice is the reader's."""
    references = ["common word here", "common word there", "rare thing"]
    path = make_page(tmp_path, {"A": ["x", "x", "rare thing"], "B": ["x", "y", "x"]}, references)
    with open_page(path) as page:
        listed = page.locator("#words-missed td.name")
        assert set(listed.all_text_contents()[:2]) == {"rare", "thing"}
        assert page.locator("#words-missed tbody tr >> nth=0 >> td").all_text_contents()[1:] == ["0", "1", "+1"]
        page.select_option("#word-order", "total")
        assert set(listed.all_text_contents()[:2]) == {"common", "word"}


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
    """A match of words that are alike to a part says so to whoever points at it."""
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
