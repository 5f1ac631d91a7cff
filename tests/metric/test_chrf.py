"""chrF beside sacreBLEU's."""

import pytest
import sacrebleu

from bolide import Meteor
from bolide.errors import InputError
from bolide.metric.chrf import chrf

HYPOTHESES = ["The cat sat, (on) the mat!", "", "Küçük kitap", "猫 が 好き。", "a", "e\u0301 x\u00a0y\u2003z"]
REFERENCES = ["A cat sat on the mat.", "nothing", "küçük kitabı", "猫が好きです。", "", "\u00e9 x y z"]


@pytest.mark.parametrize("word_order", [0, 2])
def test_scores_are_those_of_sacrebleu(word_order):
    """Segments and corpus have sacreBLEU's numbers, to the last digit."""
    theirs = sacrebleu.CHRF(word_order=word_order)
    ours = chrf(HYPOTHESES, REFERENCES, word_order=word_order)
    expected = [theirs.sentence_score(*pair).score for pair in zip(HYPOTHESES, [[r] for r in REFERENCES], strict=True)]
    assert [100 * score for score in ours.segments] == expected
    assert 100 * ours.score == theirs.corpus_score(HYPOTHESES, [REFERENCES]).score


def test_a_segment_has_its_best_reference():
    """With several references, the corpus is made of the best ones, as in sacreBLEU."""
    others = [*reversed(REFERENCES)]
    ours = chrf(HYPOTHESES, list(zip(REFERENCES, others, strict=True)))
    assert 100 * ours.score == sacrebleu.CHRF().corpus_score(HYPOTHESES, [REFERENCES, others]).score


def test_what_is_not_chrf_is_refused():
    """Other orders and lists of tokens are errors."""
    with pytest.raises(InputError, match="word_order is 0"):
        chrf(["a"], ["a"], word_order=1)
    with pytest.raises(InputError, match="not of lists of tokens"):
        chrf([["a"]], [["a"]])


def test_a_share_of_chrf_is_a_part_of_the_score():
    """Scores have chrF where the metric counts it, as `bolide.chrf` has it; elsewhere None, and no column of pandas; equal scores are equal."""
    hypotheses, references = ["paka analala", "nyumba"], ["paka alilala", "nyumba kubwa"]
    found = Meteor("sw", preset="universal+", matchers=["exact", "spelling"]).score(hypotheses, references)
    expected = chrf(hypotheses, references)
    assert (found.chrf, tuple(found.segments.chrf)) == (expected.score, expected.segments)
    assert tuple(found.to_pandas()["chrf"]) == expected.segments
    assert "<th>chrf</th>" in found._repr_html_()
    meteor = Meteor("pt", preset="meteor-1.5")
    other = meteor.score(hypotheses, references)
    assert other.chrf is None
    assert other == meteor.score(hypotheses, references)
    assert meteor.align(hypotheses[0], references[0]) == meteor.align(hypotheses[0], references[0])
    assert "chrf" not in other.to_pandas().columns
