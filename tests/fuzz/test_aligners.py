"""The core's aligners and the slow references choose the same matches, on short sequences of few words."""

from __future__ import annotations

import pytest
from fuzz.small_tables import SEGMENTS, TABLES, chosen
from hypothesis import example, given, settings
from hypothesis import strategies as st
from reference import paper_aligner
from reference.java_aligner import ACCURACY, COVERAGE, align

BEAMS = st.sampled_from([1, 2, 3, 5, 40])
ALIGNERS = {"java": COVERAGE, "java-maxacc": ACCURACY}


def _rows(found) -> list[tuple[int, ...]]:
    return [(m.i, m.length, m.j, m.reference_length, m.place) for m in found]


def _theirs(hypothesis, reference, table, beam, aligner) -> list[tuple[int, ...]]:
    return _rows(align(hypothesis, reference, table, beam, ALIGNERS[aligner]))


@settings(max_examples=300)
@given(SEGMENTS, SEGMENTS, BEAMS)
@example(["a"], ["a", "b", "a"], 40)
@example(["a", "b", "a", "b"], ["b", "a", "b", "a"], 1)
def test_exact_matches(hypothesis, reference, beam):
    """Repeated words are aligned alike, whatever the beam."""
    case = hypothesis, reference, (), beam, "java"
    assert chosen(*case) == _theirs(*case)


@pytest.mark.parametrize("aligner", ALIGNERS)
@settings(max_examples=300)
@given(hypothesis=SEGMENTS, reference=SEGMENTS, table=TABLES, beam=BEAMS)
@example(hypothesis=["b", "b"], reference=["a"], table=((("a",), ("b",)),), beam=40)
@example(hypothesis=["a", "b"], reference=["c"], table=((("c",), ("a", "b")), (("a", "b"), ("c",))), beam=40)
@example(hypothesis=["a", "a"], reference=["a", "b"], table=((("a", "b"), ("a",)), (("b",), ("a",))), beam=2)
def test_exact_and_paraphrase_matches(aligner, hypothesis, reference, table, beam):
    """Phrases that overlap each other and equal words are aligned alike, by coverage and by accuracy."""
    case = hypothesis, reference, table, beam, aligner
    assert chosen(*case) == _theirs(*case)


@settings(max_examples=15)
@given(data=st.data())
def test_long_segments(data):
    """Beyond 64 words the core's search keeps its books in another way, and chooses the same."""
    words = st.lists(st.sampled_from("abcdefghijklmnopqrst"), min_size=65, max_size=90)
    case = data.draw(words), data.draw(words), data.draw(TABLES), 7, data.draw(st.sampled_from([*ALIGNERS]))
    assert chosen(*case) == _theirs(*case)


SHORT = SEGMENTS.map(lambda words: words[:6])


@pytest.mark.parametrize("aligner", ["paper", "paper-count"])
@settings(max_examples=200, deadline=None)
@given(hypothesis=SHORT, reference=SHORT, table=TABLES)
@example(hypothesis=["b", "b"], reference=["a"], table=((("a",), ("b",)),))
@example(hypothesis=["a", "a"], reference=["a", "b"], table=((("a", "b"), ("a",)), (("b",), ("a",))))
def test_the_best_of_all_sets_of_matches(aligner, hypothesis, reference, table):
    """Nothing covers more words, none of those has fewer chunks, none of those less distance; equals are told apart alike."""
    found = paper_aligner.align(hypothesis, reference, table, counts_alike=aligner == "paper-count")
    assert chosen(hypothesis, reference, table, 256, aligner) == _rows(found)
