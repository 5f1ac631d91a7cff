"""The core's aligner and the slow reference choose the same matches, on short sequences of few words."""

from __future__ import annotations

import tempfile
from functools import lru_cache
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from reference.java_aligner import ACCURACY, COVERAGE, align

from bolide import Meteor

WORDS = st.sampled_from("abcd")
SEGMENTS = st.lists(WORDS, max_size=9)
PHRASES = st.lists(WORDS, min_size=1, max_size=3).map(tuple)
TABLES = st.lists(st.tuples(PHRASES, PHRASES), max_size=5).map(tuple)
BEAMS = st.sampled_from([1, 2, 3, 5, 40])
ALIGNERS = {"java": COVERAGE, "java-maxacc": ACCURACY}


@lru_cache(maxsize=64)
def _meteor(table: tuple, beam: int, aligner: str) -> Meteor:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table.txt"
        path.write_text("".join(f"0.5\n{' '.join(a)}\n{' '.join(b)}\n" for a, b in table))
        return Meteor("other", task="universal", text="raw", beam=beam, paraphrases=path, aligner=aligner)


def _ours(hypothesis, reference, table, beam, aligner) -> list[tuple[int, ...]]:
    places = {"exact": 0, "paraphrase": 1}
    return [
        (m.hypothesis_start, m.hypothesis_length, m.reference_start, m.reference_length, places[m.matcher])
        for m in _meteor(table, beam, aligner).align(hypothesis, reference).matches
    ]


def _theirs(hypothesis, reference, table, beam, aligner) -> list[tuple[int, ...]]:
    found = align(hypothesis, reference, table, beam, ALIGNERS[aligner])
    return [(m.i, m.length, m.j, m.reference_length, m.place) for m in found]


@settings(max_examples=300)
@given(SEGMENTS, SEGMENTS, BEAMS)
@example(["a"], ["a", "b", "a"], 40)
@example(["a", "b", "a", "b"], ["b", "a", "b", "a"], 1)
def test_exact_matches(hypothesis, reference, beam):
    """Repeated words are aligned alike, whatever the beam."""
    case = hypothesis, reference, (), beam, "java"
    assert _ours(*case) == _theirs(*case)


@pytest.mark.parametrize("aligner", ALIGNERS)
@settings(max_examples=300)
@given(hypothesis=SEGMENTS, reference=SEGMENTS, table=TABLES, beam=BEAMS)
@example(hypothesis=["b", "b"], reference=["a"], table=((("a",), ("b",)),), beam=40)
@example(hypothesis=["a", "b"], reference=["c"], table=((("c",), ("a", "b")), (("a", "b"), ("c",))), beam=40)
@example(hypothesis=["a", "a"], reference=["a", "b"], table=((("a", "b"), ("a",)), (("b",), ("a",))), beam=2)
def test_exact_and_paraphrase_matches(aligner, hypothesis, reference, table, beam):
    """Phrases that overlap each other and equal words are aligned alike, by coverage and by accuracy."""
    case = hypothesis, reference, table, beam, aligner
    assert _ours(*case) == _theirs(*case)


@settings(max_examples=15)
@given(data=st.data())
def test_long_segments(data):
    """Beyond 64 words the core's search keeps its books in another way, and chooses the same."""
    words = st.lists(st.sampled_from("abcdefghijklmnopqrst"), min_size=65, max_size=90)
    case = data.draw(words), data.draw(words), data.draw(TABLES), 7, data.draw(st.sampled_from([*ALIGNERS]))
    assert _ours(*case) == _theirs(*case)
