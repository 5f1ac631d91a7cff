"""The papers' aligner and the exhaustive reference choose the same matches, on short sequences of few words."""

from __future__ import annotations

import pytest
from fuzz.small_tables import SEGMENTS, TABLES, chosen
from hypothesis import example, given, settings
from hypothesis import strategies as st
from reference.paper_aligner import align

SHORT = SEGMENTS.map(lambda words: words[:6])


@pytest.mark.parametrize("aligner", ["paper", "paper-count"])
@settings(max_examples=200, deadline=None)
@given(hypothesis=SHORT, reference=SHORT, table=TABLES)
@example(hypothesis=["b", "b"], reference=["a"], table=((("a",), ("b",)),))
@example(hypothesis=["a", "a"], reference=["a", "b"], table=((("a", "b"), ("a",)), (("b",), ("a",))))
def test_the_best_of_all_sets_of_matches(aligner, hypothesis, reference, table):
    """Nothing covers more words, none of those has fewer chunks, none of those less distance; equals are told apart alike."""
    found = align(hypothesis, reference, table, counts_alike=aligner == "paper-count")
    theirs = [(m.i, m.length, m.j, m.reference_length, m.place) for m in found]
    assert chosen(hypothesis, reference, table, 256, aligner) == theirs


@settings(max_examples=50, deadline=None)
@given(st.permutations("abcdefghijklmnop"))
def test_words_that_occur_once(words):
    """Where nothing competes, every word is matched, whatever the order."""
    alphabet = "abcdefghijklmnop"
    assert chosen(words, list(alphabet), (), 256, "paper") == [
        (words.index(a), 1, j, 1, 0) for j, a in enumerate(alphabet)
    ]
