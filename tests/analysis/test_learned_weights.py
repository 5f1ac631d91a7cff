"""Weights learned from judgements."""

from __future__ import annotations

import gzip

import numpy as np
import pytest

from bolide import Meteor
from bolide.analysis.feature_weights import JudgedFeatures, learn_weights, pairs_of, pairwise_logistic

TABLE = np.random.default_rng(5).random((240, 4))
SEGMENTS = [number // 3 for number in range(240)]
EQUAL = (1.0, 1.0, 1.0, 1.0)


def _judged(human: np.ndarray) -> JudgedFeatures:
    return JudgedFeatures(table=TABLE, human=human, segments=SEGMENTS, published=np.array(EQUAL))


def test_pairs_find_the_side_that_matters():
    """Where people look at recall alone, regression on pairs gives precision next to no weight."""
    weights = pairwise_logistic(pairs_of(TABLE[:, :2], TABLE[:, 1], seed=1)[0])
    assert weights[0] < 0.1 * weights[1]


def test_a_clear_signal_is_learned():
    """Weights are fitted where that agrees better on unseen segments, and validation shows it."""
    judged = _judged(TABLE[:, 1] + TABLE[:, 3] + 0.1 * np.random.default_rng(6).random(240))
    learned = learn_weights(judged)
    assert learned.choice == "fitted"
    assert learned.weights[1] > 2 * learned.weights[0]
    assert learned.tau > learned.published_tau
    mine, published = judged.taus(2, JudgedFeatures.chosen).mean(axis=0)
    assert mine > published


def test_noise_teaches_nothing():
    """Where judgements have nothing to do with the features, the published weights stay."""
    learned = learn_weights(_judged(np.random.default_rng(8).random(240)))
    assert (learned.choice, learned.weights) == ("published", EQUAL)


@pytest.fixture
def judged(write) -> str:
    """Return a file of sixty judgements."""
    words = ["राम", "घर", "गया", "वह", "आया", "किताब", "अच्छी", "है", "फिर", "कहा"]
    rows = ["seg_id\treference\thypothesis\thuman"]
    for number in range(60):
        order = np.random.default_rng(number).permutation(len(words))
        reference = " ".join(words[place] for place in order[: 4 + number % 5])
        rows.append(f"{number}\t{reference}\t{' '.join(words[: 1 + number % 9])}\t{number % 7}")
    return write("judged.en-hi.tsv.gz", gzip.compress("\n".join(rows).encode()))


def test_tuning_on_the_command_line(bolide, judged, tmp_path):
    """`bolide tune` prints weights and writes a preset file that scores with them, the same every time."""
    pytest.importorskip("simplemma")
    preset = str(tmp_path / "mine.toml")
    arguments = ("tune", judged, "--preset", "meteor-hindi", "--features", "exact,stem", "--folds", "2")
    result = bolide(*arguments, "-o", preset)
    assert result.code == 0, result.err
    assert result.out.splitlines()[:2] == ["judgements  60, of 60 segments", "features    exact,stem"]
    assert result.out.splitlines()[-1].startswith("validation  ")
    assert bolide(*arguments).out == result.out
    weights = result.out.split("--weights   ")[1].split("\n")[0]
    meteor = Meteor("hi", preset=preset)
    assert meteor.parameters.features == ("exact", "stem")
    assert ",".join(map(str, meteor.parameters.weights)) == weights
    assert meteor.signature.task == "tuned"
