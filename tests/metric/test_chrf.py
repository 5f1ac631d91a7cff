"""chrF beside sacreBLEU's, and in the score: task `mixed` of preset `universal+`, and the option `chrf` of other metrics."""

import pytest
import sacrebleu

from bolide import Meteor
from bolide.errors import ConfigurationError, InputError
from bolide.metric.other_metrics import chrf
from bolide.records import replace

TEXTS = ["The cat sat, (on) the mat!", "", "Küçük kitap", "猫 が 好き。", "a", "e\u0301 x\u00a0y\u2003z"]
TRANSLATIONS = ["A cat sat on the mat.", "nothing", "küçük kitabı", "猫が好きです。", "", "\u00e9 x y z"]


@pytest.mark.parametrize("word_order", [0, 2])
def test_scores_are_those_of_sacrebleu(word_order):
    """Segments and corpus have sacreBLEU's numbers, to the last digit."""
    theirs = sacrebleu.CHRF(word_order=word_order)
    ours = chrf(TEXTS, TRANSLATIONS, word_order=word_order)
    expected = [theirs.sentence_score(*pair).score for pair in zip(TEXTS, [[r] for r in TRANSLATIONS], strict=True)]
    assert [100 * score for score in ours.segments] == expected
    assert 100 * ours.score == theirs.corpus_score(TEXTS, [TRANSLATIONS]).score


def test_what_is_not_chrf_is_refused():
    """Other orders and lists of tokens are errors."""
    with pytest.raises(InputError, match="word_order must be 0"):
        chrf(["a"], ["a"], word_order=1)
    with pytest.raises(InputError, match="not lists of tokens"):
        chrf([["a"]], [["a"]])


def test_a_share_of_chrf_is_a_part_of_the_score():
    """Scores have chrF where the metric counts it, as `bolide.chrf` has it; elsewhere None, and no column of pandas; equal scores are equal."""
    hypotheses, references = ["paka analala", "nyumba"], ["paka alilala", "nyumba kubwa"]
    found = Meteor("sw", preset="universal+", task="mixed").score(hypotheses, references)
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


HYPOTHESES = ["Bu kitap çok güzel.", "Evler  büyüktü", "", "3,5 % 東京"]
REFERENCES = ["Bu kitabı çok güzel buldum.", "Ev büyük", "hiç", "3,5% 東京都"]
OTHERS = ["Kitap güzel", "Evler büyüktü", "bir şey", "tam"]


@pytest.fixture(scope="module")
def mixed():
    return Meteor("tr", preset="universal+", task="mixed", matchers=("exact", "spelling"))


@pytest.fixture(scope="module")
def plain(mixed):
    options = {"parameters": mixed.parameters.values, "weights": mixed.parameters.weights}
    return Meteor("tr", preset="universal+", task="mixed", matchers=("exact", "spelling"), chrf=0, **options)


def test_the_score_is_the_mean_of_meteor_and_sacrebleus_chrf(mixed, plain):
    """Of segments, and of the corpus; the parts of the score are Meteor's."""
    ours, meteor, chrf = mixed.score(HYPOTHESES, REFERENCES), plain.score(HYPOTHESES, REFERENCES), sacrebleu.CHRF()
    segments = [chrf.sentence_score(h, [r]).score / 100 for h, r in zip(HYPOTHESES, REFERENCES, strict=True)]
    expected = [(a + b) / 2 for a, b in zip(meteor.segments.values("score"), segments, strict=True)]
    assert ours.segments.values("score") == pytest.approx(expected, abs=1e-15)
    corpus = chrf.corpus_score(HYPOTHESES, [REFERENCES]).score / 100
    assert ours.score == pytest.approx((meteor.score + corpus) / 2, abs=1e-15)
    assert (ours.precision, ours.recall, ours.penalty) == (meteor.precision, meteor.recall, meteor.penalty)
    assert mixed.align(HYPOTHESES[0], REFERENCES[0]).score == ours.segments.score[0]


def test_statistics_hold_those_of_meteor_and_add_up(mixed, plain):
    """The columns of Meteor come first and are the same; parts of a corpus add up to it."""
    whole, halves = mixed.score(HYPOTHESES, REFERENCES), [slice(0, 1), slice(1, None)]
    first, second = (mixed.score(HYPOTHESES[part], REFERENCES[part]).statistics for part in halves)
    assert first + second == whole.statistics
    counts = plain.score(HYPOTHESES, REFERENCES).statistics.row(0)
    assert counts.items() <= whole.statistics.row(0).items()
    assert whole.statistics.row(0)["matched_ngrams_1"] > 0


def test_the_best_reference_is_that_of_the_mixed_score(mixed):
    """It is chosen by the score as a whole."""
    pairs = [list(pair) for pair in zip(REFERENCES, OTHERS, strict=True)]
    alone = [mixed.score(HYPOTHESES, texts).segments.values("score") for texts in (REFERENCES, OTHERS)]
    found = mixed.score(HYPOTHESES, pairs).segments
    assert found.values("score") == [max(scores) for scores in zip(*alone, strict=True)]
    assert found.reference.tolist() == [scores.index(max(scores)) for scores in zip(*alone, strict=True)]
    assert {*found.reference.tolist()} == {0, 1}


def test_the_signature_names_the_share_and_reads_back(mixed, plain):
    """With it and without it, and with parameters of one's own."""
    other = mixed.with_parameters(replace(mixed.parameters, chrf=0.25))
    assert mixed.signature.chrf == 0.5
    assert str(mixed.signature).endswith("|chrf:0.5")
    assert plain.signature.chrf is None
    for metric in (mixed, plain, other, Meteor("pt", chrf=0.3)):
        assert Meteor.from_signature(str(metric.signature)).pipeline == metric.pipeline
    assert Meteor("pt", chrf=0.3).eval_id is None


def test_what_does_not_fit_is_refused(mixed):
    """Shares outside 0 to 1; statistics that did not count chrF; METEOR-Hindi."""
    with pytest.raises(ConfigurationError, match="chrf must be a number from 0 to 1, not 2"):
        Meteor("pt", chrf=2)
    with pytest.raises(ConfigurationError, match="chrf cannot be added or taken away"):
        mixed.with_parameters(replace(mixed.parameters, chrf=None))
    with pytest.raises(ConfigurationError, match="the preset meteor-hindi has no option chrf"):
        Meteor("hi", preset="meteor-hindi", chrf=0.5)
