"""Hindi text: what is not seen goes, words stay whole, spellings of a word are equal."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bolide import Meteor
from bolide.text.indic import IndicTokeniser, clean, fold, split

INDIC = st.text(st.characters(min_codepoint=0x0900, max_codepoint=0x097F) | st.sampled_from(" .,|-\u200d\u200c0a\n"))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ज़्यादा", "ज्यादा"),
        ("लड़का", "लडका"),
        ("\u0958लम", "क\u093cलम"),
        ("हूँ", "हूं"),
        ("हिन्दी", "हिंदी"),
        ("सम्बन्ध", "संबंध"),
        ("गयी", "गई"),
        ("चाहिये", "चाहिए"),
        ("१२३", "123"),
        ("।", "|"),
        (".", "।"),
        ("क्\u200dया", "क्या"),
        ("दु:ख", "दुःख"),
        ("BBC", "bbc"),
    ],
)
def test_spellings_are_equal(one, other):
    """Two spellings of one word fold to one form."""
    assert fold(clean(one)) == fold(clean(other))


@pytest.mark.parametrize(
    ("one", "other"), [("कल", "काल"), ("दिन", "दीन"), ("जन्म", "जंम"), ("अन्य", "अंय"), ("नयी", "नदी")]
)
def test_words_stay_apart(one, other):
    """Words that only look alike do not fold to one form."""
    assert fold(one) != fold(other)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("राम ने कहा।", "राम ने कहा ।"),
        ("माता-पिता", "माता - पिता"),
        ("3.5 करोड़, १,२३,४५६ रुपये", "3.5 करोड़ , १,२३,४५६ रुपये"),
        ("“हाँ,” वह बोला|", "“ हाँ , ” वह बोला |"),
        ("ए.पी.जे. अब्दुल", "ए.पी.जे. अब्दुल"),
        ("डॉ. सिंह आए.", "डॉ. सिंह आए ."),
        ("क्\u200dया\ufeff हुआ?", "क्या हुआ ?"),
        ("₹500 (50%)", "₹ 500 ( 50 % )"),
        ("  ", ""),
    ],
)
def test_tokens(text, tokens):
    """Words and numbers stay whole, marks stand apart."""
    assert list(Meteor("hi", features=["exact"]).tokens(text)) == tokens.split()


@pytest.mark.parametrize(
    ("mode", "tokens"), [("norm", "राम , Ok ।"), ("nopunct", "राम Ok"), ("lower", "राम, ok।"), ("raw", "राम, Ok।")]
)
def test_text_modes(mode, tokens):
    """Every text mode does for Hindi what it does for other languages."""
    assert IndicTokeniser(mode).tokenise("राम, Ok।") == tokens.split()


def test_given_tokens_are_not_split():
    """Tokens that were split elsewhere are cleaned and left whole."""
    meteor = Meteor("hi", features=["exact"])
    assert meteor.tokens(["माता-पिता", "क्\u200dया"]) == ("माता-पिता", "क्या")
    assert meteor.segment(["हूँ", "ज़रा"], ["हूं", "जरा"]).score == 1.0


@given(INDIC)
def test_nothing_visible_is_lost(text):
    """The tokens of a line, put together, are its cleaned text without spaces."""
    cleaned = clean(text)
    assert "".join(split(cleaned)) == "".join(cleaned.split())
