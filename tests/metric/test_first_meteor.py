"""METEOR 1.0 (Banerjee and Lavie 2005; Lavie and Agarwal 2007): its stages, and Meteor's formula without content words and weights."""

from __future__ import annotations

import pytest

from bolide import Meteor

MAT = "the cat sat on the mat"
EXACT = {"matchers": ("exact",), "weights": (1.0,)}


@pytest.mark.parametrize(
    ("hypothesis", "matches", "chunks"),
    [(MAT, 6, 1), ("on the mat sat the cat", 6, 6), ("the cat was sat on the mat", 6, 2), ("a dog", 0, 0)],
)
def test_the_score_is_the_papers_formula(hypothesis, matches, chunks):
    """F = 10 P R / (R + 9 P), less half the cube of chunks by matches; crossings are minimised at any cost in chunks."""
    found = Meteor(preset="meteor-1.0", **EXACT).segment(hypothesis, MAT)
    precision, recall = matches / len(hypothesis.split()), matches / 6
    mean = 10 * precision * recall / (recall + 9 * precision) if matches else 0
    assert found.score == pytest.approx(mean * (1 - 0.5 * (chunks / (matches or 1)) ** 3), abs=1e-12)


@pytest.mark.english
def test_each_stage_maps_what_the_earlier_ones_left():
    """Exact, stem and synonym count alike; text has no punctuation, and paraphrases take no part."""
    meteor = Meteor(preset="meteor-1.0")
    pair = "Large dogs, fast!", "the dog was big, and fast"
    aligned = meteor.align(*pair)
    assert [match.matcher for match in aligned.matches] == ["stem", "synonym", "exact"]
    assert meteor.segment(*pair).precision == 1.0
    assert Meteor.from_signature(str(meteor.signature)).pipeline == meteor.pipeline


@pytest.mark.parametrize(("language", "matchers"), [("de", ("exact", "stem")), ("gu", ("exact",)), ("hi", ("exact",))])
def test_other_languages_have_what_there_is(language, matchers):
    """Stems if there is a stemmer, else words."""
    assert Meteor(language, preset="meteor-1.0").pipeline.matchers.names == matchers
