"""Marks of copy words: entities and addresses, as the metric tokenises them."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bolide import InputError, Meteor, SegmentError
from bolide.copy_words.marking import find_recogniser

PIECES = ["http://", "www.", "a@b.org", "@", "/", "://", "Rome", "İ", "12", ".com", "U.S.", "x.de/y?z=1"]
OPTIONS = {"matchers": ["exact", "stem"], "copy_x": 14}


def _copied(meteor: Meteor, text) -> list[str]:
    alignment = meteor.align(text, text)
    assert alignment.hypothesis_copy == alignment.reference_copy
    return [word for word, flag in zip(alignment.hypothesis, alignment.hypothesis_copy, strict=True) if flag]


@pytest.mark.parametrize(
    ("text", "copied"),
    [
        (
            "See http://www.example.com/a?b=1, or mail john.smith@example.co.uk.",
            "http www.example.com a b 1 john.smith examplecouk",
        ),
        ("Visit www.bbc.co.uk today", "www.bbc.co.uk"),
        ("It ends here. Com is no word: / or ?", ""),
        ("either/or, and 3/4", ""),
    ],
)
def test_addresses_as_the_normaliser_takes_them_apart(text, copied):
    """The parts of web and e-mail addresses are copy words; what looks a little like one is not."""
    assert _copied(Meteor(copy_from=["addresses"], **OPTIONS), text) == copied.split()


def test_addresses_as_whole_tokens():
    """In text that is only lower-cased, an address is one token."""
    meteor = Meteor(copy_from=["addresses"], text="lower", **OPTIONS)
    assert _copied(meteor, "ask me@Here.org or https://x.y/z now") == ["me@here.org", "https://x.y/z"]
    assert _copied(meteor, ["ask", "me@Here.org", "now"]) == ["me@here.org"]


def test_numbers_and_lists():
    """Words with a digit, days, months and learned words are copy words; `may` and `march` are words like others."""
    meteor = Meteor(copy_from=["numbers", "dates", "learned"], **OPTIONS)
    text = "On Monday, 12 March 2016, the F16 may fly 20th of June to Sinai"
    assert _copied(meteor, text) == ["monday", "12", "2016", "f16", "20th", "june", "sinai"]
    assert "+dates+learned-aaa275b644c8" in str(meteor.signature)


def test_entities_with_and_without_capitals():
    """Names are copy words, whether the text keeps its capitals or not; so are tokens that a caller gives."""
    meteor = Meteor(copy_from=["entities"], **OPTIONS)
    text = "Yesterday Barack Obama visited London and met David Cameron ."
    names = ["barack", "obama", "london", "david", "cameron"]
    assert _copied(meteor, text) == names
    assert _copied(meteor, text.lower()) == names
    assert _copied(meteor, text.split()) == names


@cache
def _marking(mode: str) -> Meteor:
    return Meteor("en", copy_from=["entities", "addresses", "numbers", "dates"], text=mode, **OPTIONS)


@pytest.mark.parametrize("mode", ["norm", "nopunct", "lower", "raw"])
@given(text=st.lists(st.text(st.characters(codec=None, exclude_categories=())) | st.sampled_from(PIECES)).map(" ".join))
@settings(max_examples=60)
def test_any_text_is_marked(mode, text):
    """Every token of any text gets its mark, as text and as tokens; a text against itself has all copy words matched."""
    meteor = _marking(mode)
    result = meteor.segment(text, text)
    assert result.statistics["reference_copy"][0] == result.statistics["reference_copy_matched"][0]
    assert result.statistics["hypothesis_copy"][0] == result.statistics["hypothesis_copy_matched"][0]
    tokens = meteor.tokens(text)
    if tokens:
        assert len(meteor.align(list(tokens), list(tokens)).hypothesis_copy) == len(tokens)


def test_wrong_marks_are_refused(monkeypatch):
    """A recogniser that does not give a type for every token ends in an error that names the segment."""
    meteor = Meteor(copy_from=["addresses"], **OPTIONS)
    monkeypatch.setattr(
        type(meteor._opened.data.marker), "marks", lambda self, segments, tokenised: (b"\1",) * len(segments)
    )
    with pytest.raises(SegmentError, match="segment 0: its copy-word marks and its tokens differ in number"):
        meteor.score(["one two"], ["one"])


def test_a_file_that_is_no_model(write):
    """It is refused by name."""
    path = write("x.entities", "nothing")
    with pytest.raises(InputError, match=r"x\.entities is not a model of entities"):
        find_recogniser(f"crf:{path}", "en")
    with pytest.raises(InputError, match="cannot read absent: No such file or directory"):
        find_recogniser("crf:absent", "en")
