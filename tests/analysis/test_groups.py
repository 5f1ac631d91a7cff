"""Agreement within segments, within systems and among segments of similar length: as mt-metrics-eval has it, and as definitions say."""

from __future__ import annotations

import itertools
import json
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from surroundings import ROOT

from bolide.analysis import groups
from bolide.analysis.agreement import holm
from bolide.analysis.evaluation import Agreement, Difference, Evaluation, evaluate, measure, texts_of
from bolide.analysis.judged_sets import Candidate, file_candidate, length_candidate, read_judgements

GOLDEN = json.loads((ROOT / "tests" / "golden" / "mt-metrics-eval" / "made-up.json").read_text(encoding="utf-8"))


@pytest.fixture
def judged(write):
    """Return the made-up judgements, with references of many lengths, and their scores as a metric."""
    kept = [row[:4] for row in GOLDEN["rows"] if not row[4]]
    lines = [f"s{s}\t{g}\t{'palavra ' * (1 + g % 7)}\thipótese\t{human}" for s, g, human, _ in kept]
    scores = [f"s{s}\t{g}\t{score}" for s, g, _, score in kept]
    table = "\n".join(["system\tseg_id\treference\thypothesis\thuman", *lines]) + "\n"
    (found,) = read_judgements(write("made-up.en-pt.tsv", table))
    return found, file_candidate("metric", write("scores.tsv", "\n".join(["system\tseg_id\tscore", *scores]) + "\n"))


@pytest.mark.parametrize("name", [name for name in GOLDEN["values"] if "spa" not in name])
def test_values_are_those_of_mt_metrics_eval(judged, name):
    """Averages over segments and systems, calibrated ties, and pairs of systems, where some translations are missing."""
    found = evaluate([judged[0]], [judged[1]], measures=[name], samples=0).agreements[0]
    assert found.value == pytest.approx(GOLDEN["values"][name], abs=1e-12)


def test_soft_accuracy_is_that_of_mt_metrics_eval(judged):
    """With a table without gaps it is the same within sampling error; with gaps, pairs are compared on what both have."""
    rows = np.array([row[2:4] for row in GOLDEN["rows"]]).reshape(5, 40, 2)
    value = groups.soft_accuracy(rows[..., 1], rows[..., 0], np.random.default_rng(1))[0]
    assert value == pytest.approx(GOLDEN["values"]["spa, without gaps"], abs=0.015)
    found = evaluate([judged[0]], [judged[1]], measures=["spa"], samples=10).agreements[0]
    assert (found.value == pytest.approx(value, abs=0.1), found.low) == (True, None)
    alone = np.where(np.eye(3, dtype=bool), 1.0, np.nan)
    assert np.isnan(groups.soft_accuracy(alone, alone, np.random.default_rng(1))[0])


SMALL = st.integers(min_value=0, max_value=4).map(float)


@given(st.lists(st.tuples(SMALL, SMALL, st.integers(0, 3)), min_size=2, max_size=20))
def test_ties_are_calibrated_best(texts):
    """No other epsilon gives a higher mean of the accuracies of segments."""
    human, scores, segments = (np.array(column) for column in zip(*texts, strict=True))
    found = groups.JudgedTexts(human=human, scores=scores, segments=segments, systems=segments, lengths=segments)
    rows = groups.accuracy_within("segments")(found)
    best = -math.inf
    for epsilon in (0.0, 1.0, 2.0, 3.0, 4.0):
        right: dict[int, list[bool]] = {}
        for i, j in itertools.combinations(range(len(human)), 2):
            if segments[i] == segments[j]:
                gap = scores[i] - scores[j]
                sign = 0 if abs(gap) <= epsilon else np.sign(gap)
                right.setdefault(segments[i], []).append(sign == np.sign(human[i] - human[j]))
        if right:
            best = max(best, float(np.mean([np.mean(pairs) for pairs in right.values()])))
    if best > -math.inf:
        assert np.divide(*rows.sum(axis=0)) == pytest.approx(best)


def test_segments_of_similar_length(judged):
    """It is tau-b of all pairs of other segments with references at most 1.1 times as long, counted one by one."""
    texts = texts_of(judged[0], judged[1].segment_scores(judged[0]))
    ordered = in_score = in_human = 0
    for i, j in itertools.combinations(range(len(texts.human)), 2):
        short, long = sorted((texts.lengths[i], texts.lengths[j]))
        if texts.segments[i] != texts.segments[j] and long <= 1.1 * short:
            x, y = np.sign(texts.scores[i] - texts.scores[j]), np.sign(texts.human[i] - texts.human[j])
            ordered, in_score, in_human = ordered + x * y, in_score + abs(x), in_human + abs(y)
    expected = ordered / math.sqrt(in_score * in_human)
    assert measure(judged[0], judged[1].segment_scores(judged[0]), "kendall-length") == pytest.approx(expected)


def test_length_buys_a_pooled_correlation_only(write):
    """If people mark long segments down, length agrees with them pooled, but not among segments of equal length."""
    random = np.random.default_rng(3)
    words = random.integers(2, 60, 300)
    human = -np.log(words) + random.normal(size=300)
    rows = [f"{n}\t{'x' * count}\ty\t{value}" for n, (count, value) in enumerate(zip(words, human, strict=True))]
    (judged,) = read_judgements(write("l.en-pt.tsv", "\n".join(["seg_id\treference\thypothesis\thuman", *rows]) + "\n"))
    found = evaluate([judged], [length_candidate()], measures=["kendall", "kendall-length"], samples=0)
    values = {item.measure: item.value for item in found.agreements if item.judgements == "l.en-pt"}
    assert values["kendall"] > 0.3
    assert abs(values["kendall-length"]) < 0.12


def test_intervals_and_tests_draw_whole_groups(judged, write):
    """A metric does not differ from itself, and differs from noise; intervals hold the value."""
    noise = "".join(f"{value}\n" for value in np.random.default_rng(1).normal(size=len(judged[0])))
    others = [Candidate("same", judged[1]._make), file_candidate("noise", write("noise", noise))]
    names = ["kendall-item", "acc-eq", "kendall-length", "system-accuracy"]
    found = evaluate([judged[0]], [judged[1], *others], measures=names, samples=300)
    assert all(item.low <= item.value <= item.high for item in found.agreements if item.metric == "metric")
    chances = {(gap.measure, gap.metric): gap.probability for gap in found.differences if gap.judgements != "average"}
    for name in names[:3]:
        assert chances[name, "same"] == 1
        assert chances[name, "noise"] < 0.01


@pytest.mark.parametrize(
    ("values", "expected"),
    [([0.01], [0.01]), ([0.01, 0.04, 0.03], [0.03, 0.06, 0.06]), ([0.5, 0.9, 0.02], [1.0, 1.0, 0.06]), ([], [])],
)
def test_holm(values, expected):
    """The smallest of n is multiplied by n, the next by n - 1; none falls below a smaller one, and none is above 1."""
    assert holm(values) == pytest.approx(expected)


def test_clusters():
    """A metric that is worse than one of the cluster before it begins another; without all pairs there are no clusters."""
    where = {"judgements": "set", "measure": "kendall"}
    values = {"a": 0.4, "b": 0.39, "c": 0.3, "d": 0.29}
    agreements = tuple(Agreement(**where, metric=m, count=9, value=v, low=None, high=None) for m, v in values.items())
    chances = {"ab": 0.5, "ac": 0.01, "ad": 0.01, "bc": 0.2, "bd": 0.1, "cd": 0.9}
    gaps = tuple(
        Difference(**where, metric=pair[1], baseline=pair[0], difference=-0.1, probability=p, test="permutation")
        for pair, p in chances.items()
    )
    assert Evaluation(agreements=agreements, differences=gaps).clusters("set", "kendall") == [["a", "b"], ["c", "d"]]
    assert Evaluation(agreements=agreements, differences=gaps[:3]).clusters("set", "kendall") == []
