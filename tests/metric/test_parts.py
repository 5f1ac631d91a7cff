"""Other parts of a score: the longest common subsequence of characters, and chrF with blanks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bolide import ConfigurationError, Meteor
from bolide.records import replace

TEXT = st.text("abcé д東😀 \t", max_size=90)
THIRDS = Meteor("wo", preset="universal+", chrf=1 / 3, chrf_blanks="kept", lcs=1 / 3, lcs_alpha=0.9)


@given(TEXT, TEXT)
def test_chrf_with_blanks_is_that_of_sacrebleu(hypothesis, reference):
    """sacreBLEU with `whitespace` gives the same where blanks come one at a time."""
    metrics = pytest.importorskip("sacrebleu.metrics")
    ours, theirs = (" ".join(text.split()) for text in (hypothesis, reference))
    expected = metrics.CHRF(whitespace=True).sentence_score(ours, [theirs]).score
    assert 100 * (THIRDS.segment(hypothesis, reference).chrf or 0) == expected


def test_equal_texts_have_all_of_every_part():
    """Also where Meteor's share is what rounding leaves; unrelated text has little; tokens count as if blanks joined them."""
    assert THIRDS.segment("a b c d", "a b c d").score == 1.0
    assert THIRDS.segment("xyz", "abc").score == 0.0
    assert THIRDS.segment(["Ab", "c"], ["ab", "c"]).lcs == THIRDS.segment("Ab c", "ab c").lcs


def test_what_does_not_fit_together_is_refused():
    """A setting without its part, shares of more than the whole, and parts that were not counted."""
    with pytest.raises(ConfigurationError, match="lcs_alpha has no effect without a share of lcs"):
        Meteor("wo", preset="universal+", task="universal", lcs_alpha=0.7)
    with pytest.raises(ConfigurationError, match="the shares of chrf and lcs are more than 1 together"):
        Meteor("wo", preset="universal+", chrf=0.6, lcs=0.5)
    with pytest.raises(ConfigurationError, match="chrf_blanks cannot be changed here"):
        THIRDS.with_parameters(replace(THIRDS.parameters, chrf_blanks="dropped"))
    with pytest.raises(ConfigurationError, match="lcs cannot be added or taken away here"):
        THIRDS.with_parameters(replace(THIRDS.parameters, lcs=None))
