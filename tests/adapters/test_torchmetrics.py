"""The metric for torchmetrics, where torchmetrics is installed."""

import pytest

import bolide

pytest.importorskip("torchmetrics", reason="torchmetrics is not installed: pip install 'bolide[torchmetrics]'")
from bolide.adapters.torchmetrics import METEORScore, meteor_score

HYPOTHESES = ["o gato dormia", "a casa velha", "", "os gatos dormem"]
REFERENCES = [["os gatos dormiam bem", "o gato dormiu"], "velha casa", ["nada"], ["os gatos dormem"]]


@pytest.fixture(scope="module")
def metric():
    return bolide.Meteor("pt")


def test_updates_add_up(metric):
    """Segment by segment gives the score of all at once."""
    summed = METEORScore(metric)
    for hypothesis, references in zip(HYPOTHESES, REFERENCES, strict=True):
        summed.update([hypothesis], [references])
    assert summed.compute().item() == metric.score(HYPOTHESES, REFERENCES).score
    assert summed.signature == metric.signature


def test_segment_scores(metric):
    """With `return_sentence_level_score` the scores of the segments come too, in their order."""
    both = METEORScore(metric, return_sentence_level_score=True)
    both.update(HYPOTHESES[:1], REFERENCES[:1])
    both.update(HYPOTHESES[1:], REFERENCES[1:])
    expected = metric.score(HYPOTHESES, REFERENCES)
    score, scores = both.compute()
    assert (score.item(), scores.tolist()) == (expected.score, expected.segments.score.tolist())
    functional = meteor_score(HYPOTHESES, REFERENCES, metric=metric, return_sentence_level_score=True)
    assert [part.tolist() for part in functional] == [score.item(), scores.tolist()]


@pytest.mark.parametrize("target", ["o gato", ["o gato"], ["a casa", "o gato"], [["a casa", "o gato"]]])
def test_a_single_string_is_a_segment(metric, target):
    """One hypothesis may come as a string, with its references as a string, strings, or a list of such."""
    assert meteor_score("o gato", target, metric=metric).item() == 1.0
