"""Pictures of alignments: text that lines up in every script, and drawings that are well-formed and harmless."""

import xml.etree.ElementTree as ET

import pytest

from bolide import Meteor
from bolide.show import width

WIDE = """\
      我 爱 猫 们
  我  ●  ·  ·  ·
喜欢  ·  ·  ·  ·
  猫  ·  ·  ●  ·

● exact
"""
SPACE = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def meteor() -> Meteor:
    return Meteor("other", text="lower")


def test_a_very_long_word_is_listed(meteor):
    """A grid would have a line for each of its letters, and as many columns."""
    assert len(meteor.align("a" * 5000, "a" * 5000).text()) < 100_000


def test_wide_characters_line_up(meteor):
    """Columns are as wide as the words over them."""
    assert str(meteor.align("我 喜欢 猫", "我 爱 猫 们")).startswith(WIDE)


@pytest.mark.parametrize("text", ["हिन्दी किताब पढ़ता है", "한국어 단어", "e\u0301te\u0301 la\u0300", "mixed 猫 हि text"])
def test_every_row_of_a_grid_is_equally_wide(meteor, text):
    """In any script, a cell is under its word: all rows with marks have the same number of cells before each mark."""
    words = text.split()
    rows = [line for line in str(meteor.align(text, text)).split("\n") if "·" in line]
    assert len(rows) == len(words)
    places = [[width(row[:place]) for place, letter in enumerate(row) if letter in "·●"] for row in rows]
    assert all(found == places[0] for found in places)


def test_colours_are_for_terminals_only(meteor):
    """Escape sequences come only on request; without them the text is the same; function words are dim."""
    alignment = meteor.align("u b x", "u c b")
    plain, coloured = alignment.text(), alignment.text(colour=True)
    assert "\033" not in plain
    assert "\033[32m●\033[0m" in coloured
    assert "\033[31m" in coloured
    for code in ("\033[0m", "\033[31m", "\033[32m"):
        coloured = coloured.replace(code, "")
    assert coloured == plain
    dimmed = Meteor("other", function_words=["the"]).align("the cat", "the cat")
    assert "\033[2mthe\033[0m" in dimmed.text(colour=True)


def test_drawing_is_well_formed_and_complete(meteor):
    """Every word, match and chunk is in the drawing."""
    root = ET.fromstring(meteor.align("b a x c d", "a b c d y").svg())
    texts = [node.text for node in root.iter(f"{SPACE}text")]
    titles = [node.text for node in root.iter(f"{SPACE}title")]
    assert [text for text in texts if len(text) == 1] == list("baxcd") + list("abcdy")
    assert sum(title.startswith(("a = a", "b = b", "c = c", "d = d")) for title in titles) == 4
    brackets = [node.get("d") for node in root.iter(f"{SPACE}path") if node.get("d", "").count("M") == 6]
    assert len(brackets) == 1  # three chunks, a bracket beside and one above each


def test_a_phrase_is_one_rectangle(write):
    """A match of phrases is drawn once, as large as its words."""
    table = write("table", "0.5\ngood morning all\nhello you\n")
    meteor = Meteor("other", task="universal", paraphrases=table)
    root = ET.fromstring(meteor.align("hello you", "good morning all").svg())
    (box,) = root.iter(f"{SPACE}rect")
    assert (box.get("width"), box.get("height")) == (str(3 * 24 - 2), str(2 * 24 - 2))


def test_words_from_right_to_left_are_mirrored(meteor):
    """The first word of an Arabic reference is rightmost, with the hypothesis on the right."""
    root = ET.fromstring(meteor.align("هذا كتاب", "هذا كتاب جديد").svg())
    boxes = [float(node.get("x")) for node in root.iter(f"{SPACE}rect")]
    assert boxes == sorted(boxes, reverse=True)
    assert 'text-anchor="start"' in meteor.align("هذا كتاب", "هذا كتاب جديد").svg()


CELLS = {"": 0, "cat": 3, "猫": 2, "ｶﾅ": 2, "\uff21\uff22": 4, "한국": 4, "e\u0301": 1, "\u200b": 0, "🙂": 2}
CELLS |= {"हिन्दी": 5, "สวัสดี": 4, "שָׁלוֹם": 4, "\u1112\u1161\u11ab": 2}  # The last: one Korean syllable in three letters.
