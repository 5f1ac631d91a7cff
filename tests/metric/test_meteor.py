"""Results of a metric: scores of corpora and segments, from text or tokens, against one reference or more."""

from __future__ import annotations

import math

import pytest

from bolide import InputError, Meteor, ReferenceStatistics, score_statistics

HYPOTHESES = ["o gato dormia no tapete", "as casas grandes", "nada em comum", "um dois três"]
REFERENCES = [
    ["os gatos dormiam no tapete velho", "o gato dormia"],
    ["a casa grande"],
    ["tudo diferente aqui", "também não", "em nada"],
    ["um dois três"],
]


@pytest.fixture(scope="module")
def meteor() -> Meteor:
    return Meteor("pt")


def _same(value: float, expected: float) -> bool:
    return value == expected or (math.isnan(value) and math.isnan(expected))


@pytest.mark.parametrize(
    ("hypothesis", "reference", "expected"),
    [
        ("", "a b", (math.nan, 0.0, math.nan)),
        ("a b", "", (0.0, math.nan, math.nan)),
        ("", "", (math.nan, math.nan, math.nan)),
        (" \t ", " ", (math.nan, math.nan, math.nan)),
        ("a b", "c d", (0.0, 0.0, math.nan)),
    ],
)
@pytest.mark.parametrize("tokenised", [False, True])
def test_empty_and_unmatched_segments_have_the_jars_values(meteor, hypothesis, reference, expected, tokenised):
    """Where nothing can be divided, precision, recall and penalty are the jar's NaN or 0.0, and the score is 0.0."""
    if tokenised:
        hypothesis, reference = hypothesis.split(), reference.split()
    result = meteor.segment(hypothesis, [reference] if tokenised else reference)
    assert all(map(_same, (result.precision, result.recall, result.penalty), expected))
    assert result.score == 0.0


def test_corpus_is_the_sum_of_its_segments(meteor):
    """The corpus score is that of the summed statistics, not the mean of the segments' scores."""
    result = meteor.score(HYPOTHESES, REFERENCES)
    total = result.segments.statistics.total()
    assert total == result.statistics
    assert float(score_statistics(total, meteor.parameters).score[0]) == result.score == float(result)
    assert result.score != pytest.approx(result.segments.score.mean())


def test_ragged_references(meteor):
    """Segments may have different numbers of references; each is scored against its own."""
    result = meteor.score(HYPOTHESES, REFERENCES)
    alone = [meteor.segment(h, r) for h, r in zip(HYPOTHESES, REFERENCES, strict=True)]
    assert result.segments.score.tolist() == [segment.score for segment in alone]
    assert result.segments.reference.tolist() == [segment.reference for segment in alone] == [1, 0, 2, 0]
    assert len(meteor.statistics(HYPOTHESES, REFERENCES)) == 4
    assert len(meteor.statistics(HYPOTHESES, REFERENCES).statistics) == 7


def test_statistics_serve_other_parameters(meteor):
    """Statistics are free of parameters: another metric's scores come out of them without aligning again."""
    other = Meteor("pt", parameters=(0.1, 0.5, 0.9, 0.9), weights=(1, 0.1))
    kept = meteor.statistics(HYPOTHESES, REFERENCES)
    assert isinstance(kept, ReferenceStatistics)
    again = other.score(HYPOTHESES, REFERENCES)
    assert other.score_statistics(kept).segments.score.tolist() == again.segments.score.tolist()
    assert again.score != meteor.score(HYPOTHESES, REFERENCES).score


def test_tokens_are_lower_cased_but_never_split(meteor):
    """A list of tokens is taken as it is: lower-cased in every text mode but raw, punctuation left where it is."""
    assert meteor.tokens(["Bom", "dia,", "Sr.Silva"]) == ("bom", "dia,", "sr.silva")
    assert Meteor("pt", text="raw").tokens(["Bom", "dia,"]) == ("Bom", "dia,")
    english = Meteor("en", task="li", matchers=["exact"], weights=[1])
    assert english.tokens("Don't, sir.") == ("don", "'t", ",", "sir", ".")
    assert english.tokens(["Don't,", "sir."]) == ("don't,", "sir.")


@pytest.mark.parametrize("method", ["score", "align_all"])
def test_too_many_candidate_matches_are_refused_with_the_segment(method):
    """A segment with more candidate matches than fit into memory is refused, and named, in scoring and aligning."""
    many = ["a"] * 6000
    with pytest.raises(InputError) as caught:
        getattr(Meteor("other", preset="meteor-1.5"), method)([["b"], many], [["b"], [*many, "a"]])
    assert str(caught.value) == (
        "segment 1: more than 33554432 candidate matches between 6000 hypothesis words and 6001 reference words: "
        "split it into shorter segments"
    )


def test_a_beam_takes_the_memory_that_its_segment_needs():
    """The widest beam scores what a narrower one keeps whole as well, and refuses what would fill the memory."""
    meteor = Meteor("pt", beam=2**31 - 1)
    narrower = Meteor("pt", beam=5000).segment("a b a c a b", "b a a b a")
    assert meteor.segment("a b a c a b", "b a a b a").statistics == narrower.statistics
    with pytest.raises(InputError) as caught:
        meteor.segment("a " * 12, "a " * 13)
    assert str(caught.value) == (
        "segment 0: the beam is so wide that it keeps more than 1048576 partial alignments: split it into shorter segments"
    )
