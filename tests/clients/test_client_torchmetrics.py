"""torchmetrics runs our metric: in a collection, pickled, and reduced over two processes."""

import pytest

from bolide import Meteor

pytestmark = [pytest.mark.clients, pytest.mark.download, pytest.mark.english]


def test_every_way_gives_the_same_score(client, captions):
    """The scores are exactly those of the interface, for any form of the segments."""
    chosen = captions[:201]
    hypotheses = [hypothesis for hypothesis, _ in chosen]
    references = [references for _, references in chosen]
    answers = client("torchmetrics").ask("torchmetrics_scores.py", [hypotheses, references])
    expected = Meteor().score(hypotheses, references)
    for way in ("collection", "pickled", "halved", "cloned", "functional"):
        assert answers[way] == expected.score
    assert answers["scores"] == expected.segments.score.tolist()
    assert answers["dtype"] == "torch.float64"
    assert answers["forward"] == Meteor().score(hypotheses[:5], references[:5]).score
    assert answers["single"] == Meteor().segment(hypotheses[0], references[0]).score
    assert answers["reset"] == 0
    for score, scores in answers["reduced"]:
        assert score == expected.score
        assert sorted(scores) == sorted(expected.segments.score.tolist())


def test_the_adapter_passes_its_tests(client):
    """Tests skipped elsewhere run here."""
    client("torchmetrics").check("tests/adapters/test_torchmetrics.py")
