"""Any text is tokenised and scored: no crash, no blank inside a token, scores from 0 to 1."""

from __future__ import annotations

import math
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bolide import Meteor
from bolide.data.languages import find_language
from bolide.text import tokeniser

# Any code point, lone surrogates too, and often what the normaliser looks at.
LETTERS = st.characters(codec=None, exclude_categories=())
PUNCTUATION = st.sampled_from(
    [*" \t\n\r\f\v.,-'`\"‘’“”–—…&", "..", "--", "''", "a", "B", "9", "s", "U.S.", "No. ", "DOTMULTI", "É", "Σ"]
)
TEXT = st.one_of(st.text(LETTERS), st.lists(PUNCTUATION | LETTERS, max_size=30).map("".join))
MODES = [
    *((code, mode) for code in ("en", "fr", "de", "es", "cs", "ru") for mode in ("norm", "nopunct")),
    ("tr", "lower"),
    ("fi", "raw"),
]
BLANKS = " \t\n\r\f"


def _valid(text: str) -> str:
    """Return a text with every lone surrogate replaced, as it is scored."""
    return "".join("\ufffd" if "\ud800" <= letter <= "\udfff" else letter for letter in text)


@pytest.mark.parametrize(("code", "mode"), MODES)
@given(text=TEXT)
@settings(max_examples=150)
def test_tokens_of_any_text(code, mode, text):
    """Tokens are never empty, hold no blank, and are the same for a text with its surrogates replaced."""
    chosen = tokeniser(find_language(code), mode)
    tokens = chosen.tokenise(text)
    assert all(token and not any(blank in token for blank in BLANKS) for token in tokens)
    assert all(token == _valid(token) for token in tokens)
    assert tokens == chosen.tokenise(_valid(text))


@cache
def _meteor(code: str, unit: str) -> Meteor:
    return Meteor(code, unit=unit, matchers=["exact"], weights=[1])


@pytest.mark.parametrize("unit", ["words", "characters"])
@given(hypothesis=TEXT, reference=TEXT)
@settings(max_examples=300)
def test_scores_are_shares(unit, hypothesis, reference):
    """A score is between 0 and 1, like precision and recall if they are defined."""
    result = _meteor("en", unit).segment(hypothesis, reference)
    assert 0 <= result.score <= 1
    assert all(math.isnan(value) or 0 <= value <= 1 for value in (result.precision, result.recall, result.penalty))


@pytest.mark.parametrize("code", ["en", "pt"])
@given(text=TEXT)
@settings(max_examples=300)
def test_identical_segments_score_one(code, text):
    """A segment scores 1 against itself, unless it has no tokens: then 0."""
    meteor = _meteor(code, "words")
    result = meteor.segment(text, text)
    assert result.score == pytest.approx(1.0, abs=1e-15) if meteor.tokens(text) else result.score == 0.0
    assert not meteor.tokens(text) or result.penalty == 0.0


@given(hypotheses=st.lists(TEXT, min_size=1, max_size=40), data=st.data())
@settings(max_examples=60)
@pytest.mark.filterwarnings("ignore::bolide.InputWarning")  # Random references may look like sacreBLEU's streams.
def test_batches_score_as_their_segments(hypotheses, data):
    """A corpus has the statistics of its segments one by one, with any number of references and threads."""
    meteor = _meteor("en", "words")
    references = [data.draw(st.lists(TEXT, min_size=1, max_size=3)) for _ in hypotheses]
    together = meteor.statistics(hypotheses, references, threads=3).statistics.rows.tolist()
    alone = [
        meteor.segment(hypothesis, reference).statistics.rows[0].tolist()
        for hypothesis, several in zip(hypotheses, references, strict=True)
        for reference in several
    ]
    assert together == alone
