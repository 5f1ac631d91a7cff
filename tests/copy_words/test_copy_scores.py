"""Copy words in scores: which are counted, what they change, and what they leave as it is."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bolide import Meteor, Statistics, score_statistics
from bolide.metric.statistics import COLUMNS

COPY_COLUMNS = [name for name in COLUMNS if "copy" in name]
WORDS = st.lists(st.sampled_from(["lisboa", "porto", "o", "a", "gato", "gatos", "1999", "x2", "casa"]), max_size=9)


@pytest.fixture(scope="module")
def plain() -> Meteor:
    return Meteor("pt")


@pytest.fixture(scope="module")
def copying() -> Meteor:
    return Meteor("pt", copy_words=["Lisboa", "porto"], copy_from=["numbers"], copy_x=8)


def _copy_counts(statistics: Statistics) -> list[int]:
    return [int(statistics[name][0]) for name in COPY_COLUMNS]


@given(hypothesis=WORDS, reference=WORDS)
def test_counts_are_those_of_the_alignment(copying, hypothesis, reference):
    """Copy words, and those that a match covers, are counted on both sides as a reader of the alignment would."""
    alignment = copying.align(hypothesis, reference)
    expected = [1]
    for side, words in (("hypothesis", hypothesis), ("reference", reference)):
        covered = {
            i
            for match in alignment.matches
            for i in range(
                getattr(match, f"{side}_start"), getattr(match, f"{side}_start") + getattr(match, f"{side}_length")
            )
        }
        copies = [i for i, word in enumerate(words) if word in ("lisboa", "porto", "1999", "x2")]
        expected += [len(copies), len([i for i in copies if i in covered])]
        assert list(getattr(alignment, f"{side}_copy")) == [i in copies for i in range(len(words))]
    assert _copy_counts(alignment.statistics) == expected
    assert copying.segment(hypothesis, [reference]).statistics == alignment.statistics


@given(hypothesis=WORDS, reference=WORDS)
def test_the_formula_is_the_papers(copying, plain, hypothesis, reference):
    """Precision and recall are Meteor's, times (X + matched) / (X + all); everything else follows from them."""
    scaled, meteor = copying.segment(hypothesis, [reference]), plain.segment(hypothesis, [reference])
    _, here, here_matched, there, there_matched = _copy_counts(scaled.statistics)
    np.testing.assert_allclose(scaled.precision, meteor.precision * (8 + here_matched) / (8 + here), rtol=1e-15)
    np.testing.assert_allclose(scaled.recall, meteor.recall * (8 + there_matched) / (8 + there), rtol=1e-15)
    np.testing.assert_equal(scaled.penalty, meteor.penalty)
    assert scaled.score <= meteor.score


@given(pairs=st.lists(st.tuples(WORDS, WORDS), min_size=1, max_size=4))
def test_scores_without_x_do_not_change_by_a_bit(copying, plain, pairs):
    """Statistics with copy words, scored without X, give the very scores of Meteor: segments and corpus."""
    hypotheses, references = [hypothesis for hypothesis, _ in pairs], [[reference] for _, reference in pairs]
    counted = copying.statistics(hypotheses, references)
    without = plain.statistics(hypotheses, references)
    for name in COLUMNS:
        one, other = counted.statistics[name], without.statistics[name]
        assert not other.any() if name in COPY_COLUMNS else np.array_equal(one, other)
    ours, theirs = plain.score_statistics(counted), plain.score_statistics(without)
    assert ours.segments.score.tobytes() == theirs.segments.score.tobytes()
    assert ours.score == theirs.score


def test_the_slope_adds_to_x(copying):
    """X gains the slope with each copy word of its side."""
    statistics = copying.statistics(["lisboa porto a"], ["lisboa a"]).statistics
    parameters = dataclasses.replace(copying.parameters, copy_slope=0.5)
    factor = (8 + 0.5 * 2 + 1) / (8 + 0.5 * 2 + 2)
    plain = score_statistics(statistics, dataclasses.replace(copying.parameters, copy_x=None))
    assert score_statistics(statistics, parameters).precision[0] == pytest.approx(
        plain.precision[0] * factor, rel=1e-15
    )
    assert score_statistics(statistics, parameters).recall[0] == plain.recall[0]


def test_the_best_reference_is_chosen_with_copy_words(copying):
    """Of two references that match equally, the one with its copy words kept wins."""
    hypothesis = "o gato gordo"
    assert copying.segment(hypothesis, ["o gato lisboa", "o gato verde"]).reference == 1
    assert Meteor("pt").segment(hypothesis, ["o gato lisboa", "o gato verde"]).reference == 0


@pytest.mark.english
def test_presets_with_copy_words():
    """meteor++ is Meteor 1.5 with X = 14 (8 for WMT15) and entities; a mistaken name costs, a kept one does not."""
    meteor, plus, best = Meteor(), Meteor(preset="meteor++"), Meteor(preset="bolide++")
    assert plus.parameters == dataclasses.replace(meteor.parameters, copy_x=14.0)
    assert Meteor(preset="meteor++", task="wmt15").parameters.copy == (8.0, 0.0)
    reference = "Angela Merkel arrived in Berlin on Friday."
    for copying in (plus, best):
        plain = copying.pipeline.parameters
        kept = copying.segment("Angela Merkel came to Berlin on Friday.", reference)
        without = score_statistics(kept.statistics, dataclasses.replace(plain, copy_x=None)).score[0]
        assert kept.score == without
        lost = copying.segment("Angela Merkel came to Zagreb on Friday.", reference)
        assert lost.score < score_statistics(lost.statistics, dataclasses.replace(plain, copy_x=None)).score[0]


@pytest.mark.english
def test_unlisted_words_are_those_no_resource_knows():
    """A name that neither synonyms nor paraphrases know is a copy word; words they know, and numbers, are none."""
    meteor = Meteor(copy_from=["unlisted"], copy_x=3)
    alignment = meteor.align("the mayor of Wrzeszczyn waited , 12", "Wrzeszczyn 's mayor")
    assert [word for word, flag in zip(alignment.hypothesis, alignment.hypothesis_copy, strict=True) if flag] == [
        "wrzeszczyn"
    ]
