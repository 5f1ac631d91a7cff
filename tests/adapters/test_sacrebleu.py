"""The metric for sacreBLEU, where sacreBLEU is installed."""

import pytest

import bolide

pytest.importorskip("sacrebleu", reason="sacreBLEU is not installed: pip install 'bolide[sacrebleu]'")
from bolide.adapters.sacrebleu import METEOR

HYPOTHESES = ["o gato dormia", "a casa velha", "", "os gatos dormem"]
FIRST = ["os gatos dormiam bem", "velha casa", "nada", "os gatos dormem"]
SECOND = ["o gato dormiu", None, None, "gatos"]


@pytest.fixture(scope="module")
def expected():
    references = [[x for x in pair if x is not None] for pair in zip(FIRST, SECOND, strict=True)]
    return bolide.Meteor("pt").score(HYPOTHESES, references)


def test_corpus_score(expected):
    """The score is a Python number, a hundred times that of the interface; references may be missing."""
    score = METEOR("pt").corpus_score(HYPOTHESES, [FIRST, SECOND])
    assert score.score == 100 * expected.score
    assert type(score.score) is float
    assert (score.name, score.recall) == ("METEOR", expected.recall)


def test_kept_references(expected):
    """References given once serve many systems."""
    assert METEOR("pt", references=[FIRST, SECOND]).corpus_score(HYPOTHESES, None).score == 100 * expected.score


def test_sentence_score(expected):
    """A segment scores as in its corpus."""
    scores = [METEOR("pt").sentence_score("o gato dormia", [FIRST[0], SECOND[0]]).score]
    assert scores == [100 * expected.segments.score[0]]


def test_statistics_of_a_segment_are_those_of_the_corpus():
    """What sacreBLEU asks segment by segment is what it asks at once."""
    metric = METEOR("pt", references=[FIRST, SECOND])
    rows = metric._extract_corpus_statistics(HYPOTHESES, None)
    single = [
        metric._compute_segment_statistics(hypothesis, kept)
        for hypothesis, kept in zip(HYPOTHESES, metric._ref_cache, strict=True)
    ]
    assert rows == single


def test_confidence():
    """Bootstrap adds an interval and its seed to the signature."""
    metric = METEOR("pt")
    score = metric.corpus_score(HYPOTHESES, [FIRST], n_bootstrap=50)
    assert score._ci > 0
    assert "|bs:50|seed:12345|" in str(metric.get_signature())


def test_signature_holds_that_of_bolide():
    """Every field is there, in the long form and in the short one."""
    metric = METEOR("pt")
    metric.corpus_score(HYPOTHESES, [FIRST, SECOND])
    line = str(metric.get_signature())
    assert line.startswith("nrefs:var|")
    ours = str(bolide.Meteor("pt").signature)
    assert ours in line
    short = metric.get_signature().format(short=True).split("|")
    assert len({part.split(":")[0] for part in short}) == len(ours.split("|")) + 2


def test_without_references():
    """The message says where they go."""
    with pytest.raises(RuntimeError, match="there are no references: give them to corpus_score, or to METEOR"):
        METEOR("pt").corpus_score(HYPOTHESES, None)


@pytest.mark.parametrize(
    ("references", "message"),
    [
        ([FIRST, SECOND[:3]], "reference documents have to be of the same length, not [4, 3]"),
        ([FIRST[:3]], "there are 4 hypotheses and 3 items of references: one item for each is needed"),
    ],
)
def test_lengths_that_differ_are_refused(references, message):
    """No segment is dropped silently."""
    with pytest.raises(bolide.InputError) as caught:
        METEOR("pt").corpus_score(HYPOTHESES, references)
    assert str(caught.value) == message
