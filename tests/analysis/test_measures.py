"""The measures are what their definitions say, and the tests of significance what textbooks say."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from judged import ranking_tsv, score_tsv
from surroundings import ROOT

from bolide.analysis.agreement import (
    MEASURES,
    OBJECTIVES,
    correlate,
    find_measure,
    resampled,
    williams,
)
from bolide.analysis.evaluation import (
    AVERAGE,
    Agreement,
    Difference,
    Evaluation,
    evaluate,
    measure,
    systems_of,
)
from bolide.analysis.evaluation_tables import document_of
from bolide.analysis.groups import weigh
from bolide.analysis.judged_sets import MetricChoice, file_candidate, read_judgements
from bolide.show.tables import render


@given(st.integers(1, 400), st.integers(0, 1000), st.sampled_from([1e-300, 1e-9, 1.0, 1e200]))
def test_no_order_of_summation(size, seed, scale):
    """Sums of real numbers over samples are rounded once, so that they do not depend on the order of addition."""
    random = np.random.default_rng(seed)
    table = random.normal(size=(size, 2)) * scale * 10.0 ** random.integers(-9, 9, (size, 1))
    counts = random.multinomial(size, np.ones(size) / size, 3)
    order = random.permutation(size)
    totals = weigh(counts, table)
    assert totals.tolist() == weigh(counts[:, order], table[order]).tolist()
    exact = [[math.fsum(np.repeat(column, row)) for column in table.T] for row in counts]
    np.testing.assert_allclose(totals, exact, rtol=1e-15, atol=1e-22 * np.abs(table).max())


SMALL = st.integers(min_value=0, max_value=5).map(float)


def _slow_kendall(x, y) -> float:
    signs = [(np.sign(x[i] - x[j]), np.sign(y[i] - y[j])) for i, j in itertools.combinations(range(len(x)), 2)]
    above = sum(a * b for a, b in signs)
    below = math.sqrt(sum(a != 0 for a, _ in signs)) * math.sqrt(sum(b != 0 for _, b in signs))
    return above / below if below else math.nan


def _slow_ranks(x) -> list[float]:
    return [sum(other < value for other in x) + (sum(other == value for other in x) + 1) / 2 for value in x]


def _slow_pearson(x, y) -> float:
    a, b = np.array(x) - np.mean(x), np.array(y) - np.mean(y)
    below = math.sqrt((a @ a) * (b @ b))
    return float(a @ b / below) if below > 1e-12 else math.nan


@given(st.lists(st.tuples(SMALL, SMALL), min_size=2, max_size=30))
def test_correlations_are_the_textbook_ones(pairs):
    """Kendall's tau-b, Spearman's rho and Pearson's r, ties included; of constants they are undefined."""
    x, y = (np.array(side) for side in zip(*pairs, strict=True))
    ones = np.ones_like(x)
    expected = {
        "kendall": _slow_kendall(x, y),
        "pearson": _slow_pearson(x, y),
        "spearman": _slow_pearson(_slow_ranks(x), _slow_ranks(y)),
        "weighted-pearson": _slow_pearson(x, y),
    }
    found = {name: float(correlate(name, x, y, ones)[0]) for name in expected}
    assert found == pytest.approx(expected, abs=1e-9, nan_ok=True)


def test_weights_are_repetitions():
    """A weight of 2 is as good as the pair standing twice."""
    x, y, weights = np.array([1.0, 2, 4, 3]), np.array([1.0, 3, 3, 5]), np.array([1.0, 2, 1, 3])
    again = np.repeat(np.arange(4), weights.astype(int))
    expected = correlate("pearson", x[again], y[again], np.ones(7))[0]
    assert correlate("weighted-pearson", x, y, weights)[0] == pytest.approx(expected)


def test_rankings(write):
    """With 2 pairs right, 1 wrong and 1 equal, each tie rule gives what it says."""
    rows = ["x\ta\ty\tb\tA", "x\ta\tz\tc\tB", "x\ta\tw\td\tA", "x\ta\tv\te\tA"]
    text = "seg_id\treference\tsysA\thypA\tsysB\thypB\tpreferred\n" + "".join(f"1\tr\t{row}\n" for row in rows)
    (judged,) = read_judgements(write("r.tsv", text))
    scores = dict(zip("abcde", (3.0, 2.0, 2.0, 3.0, 1.0), strict=True))
    values = np.array([scores[item.hypothesis] for item in judged.translations])
    found = {
        name: measure(judged, values, name) for name in ("tau-wmt12", "tau-wmt13", "tau-wmt14", "rank-consistency")
    }
    assert found == {"tau-wmt12": 0.0, "tau-wmt13": pytest.approx(1 / 3), "tau-wmt14": 0.25, "rank-consistency": 0.5}


def _tail_of_student(t: float, freedom: int) -> float:
    """Return the two-sided probability of Student's t by summing its density, from 0 to t, in a million steps."""
    scale = math.exp(math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2)) / math.sqrt(freedom * math.pi)
    middles = (np.arange(10**6) + 0.5) * abs(t) / 10**6
    inside = float((scale * (1 + middles**2 / freedom) ** (-(freedom + 1) / 2)).sum()) * abs(t) / 10**6
    return 1 - 2 * inside


@pytest.mark.parametrize(
    ("first", "second", "between", "count"),
    [(0.6, 0.5, 0.7, 100), (0.3, 0.45, 0.2, 40), (-0.2, 0.1, 0.5, 60), (0.8, 0.75, 0.5, 12), (0.55, 0.5, 0.97, 300)],
)
def test_williams_is_what_the_textbook_says(first, second, between, count):
    """The statistic with the determinant of the three correlations, computed as one, and Student's t summed up."""
    table = np.array([[1, first, second], [first, 1, between], [second, between, 1]])
    mean = (first + second) / 2
    below = 2 * (count - 1) / (count - 3) * np.linalg.det(table) + mean**2 * (1 - between) ** 3
    t = (first - second) * math.sqrt((count - 1) * (1 + between) / below)
    assert williams(first, second, between, count) == pytest.approx(_tail_of_student(t, count - 3), abs=1e-9)


@pytest.fixture
def sets(write):
    """Return scores and rankings of the same texts."""
    return [
        *read_judgements(write("scores.en-pt.tsv", score_tsv())),
        *read_judgements(write("rankings.en-pt.tsv", ranking_tsv())),
    ]


def test_evaluation(sets, tmp_path):
    """Every metric is measured on every set; a metric does not differ from itself; a noisy copy is worse."""
    good = MetricChoice(task="li").candidate()
    generator = np.random.default_rng(0)
    for judged in sets:
        scores = good.segment_scores(judged)
        for name, noise in (("same", 0.0), ("noise", 0.5)):
            (tmp_path / name).mkdir(exist_ok=True)
            noisy = scores + generator.normal(0, noise, len(scores))
            lines = []
            for index in range(len(judged)):
                pair = [noisy[judged.first[index]]] + ([] if judged.second is None else [noisy[judged.second[index]]])
                lines.append(
                    " ".join(repr(float(value)) for value in (reversed(pair) if judged.swapped[index] else pair))
                )
            by_row = dict(zip(judged.rows.tolist(), lines, strict=True))
            text = "".join(by_row.get(row, "0 0") + "\n" for row in range(judged.row_count))
            (tmp_path / name / f"{judged.name}.txt").write_text(text, encoding="utf-8")
    others = [file_candidate(name, str(tmp_path / name)) for name in ("same", "noise")]
    found = evaluate(sets, [good, *others], samples=200)
    for item in found.agreements:
        if item.low is not None and not item.measure.startswith(
            "system"
        ):  # Samples of systems are noisier than the set.
            assert item.low <= item.value <= item.high
    on_segments = [gap for gap in found.differences if not gap.measure.startswith("system")]
    for gap in on_segments:
        if gap.metric == "same":
            assert gap.difference == 0
            assert gap.probability == 1
        else:
            assert gap.difference < 0
    values = {(item.judgements, item.measure, item.metric): item.value for item in found.agreements}
    assert values[AVERAGE, "pearson", "noise"] < values[AVERAGE, "pearson", "same"]
    worse = [gap for gap in found.differences if gap.metric == "noise" and gap.measure in ("pearson", "tau-wmt13")]
    assert len(worse) == 4
    assert all(gap.probability < 0.05 for gap in worse)
    assert {gap.test for gap in worse} == {"Williams", "permutation"}
    assert values["scores.en-pt", "system-kendall", "same"] > 0.5


def test_systems_that_people_saw_less_often(write):
    """The mean of a system is over the segments that it was judged on."""
    rows = ["x\t1\ta b\ta b\t1", "x\t2\ta b\ta\t0.5", "x\t3\ta b\tc\t0", "y\t1\ta b\ta\t0.8", "y\t2\ta b\tb\t0.4"]
    path = write("few.en-pt.tsv", "\n".join(["system\tseg_id\treference\thypothesis\thuman", *rows]) + "\n")
    (judged,) = read_judgements(path)
    systems = systems_of(judged)
    np.testing.assert_allclose(systems.human, [0.5, 0.6])
    np.testing.assert_allclose(systems.drawn_human(np.array([[0.0, 2.0, 1.0]])), [[1 / 3, 0.4]])


def test_systems_are_resampled_by_segment(sets, tmp_path):
    """A sample of all segments once is the set itself; intervals of whole systems are not points."""
    for judged in sets:
        systems = systems_of(judged)
        once = np.ones((1, systems.earned.shape[1]))
        candidate = MetricChoice(task="li").candidate()
        drawn = candidate.drawn_system_scores(judged, systems, once)
        np.testing.assert_array_equal(drawn[0], candidate.system_scores(judged, systems.members))
        np.testing.assert_allclose(systems.drawn_human(once)[0], systems.human)
        wins = np.isin(judged.first, systems.members[0])
        if judged.human is not None:
            assert systems.human[0] == pytest.approx(judged.human[wins].mean())
        else:
            assert systems.human[0] == wins.sum() / (wins.sum() + np.isin(judged.second, systems.members[0]).sum())
    found = evaluate(sets, [candidate], samples=200)
    for name in ("system-pearson", "system-kendall"):
        limits = [(item.low, item.value, item.high) for item in found.agreements if item.measure == name]
        assert len(limits) == 3
        assert all(low <= min(value, high) for low, value, high in limits)
        assert any(low < high for low, _, high in limits)


def test_whole_systems_are_compared(sets, write):
    """Two metrics differ on systems by Williams' test, or by how often exchanging their ranks of systems does as much."""
    judged = sets[0]
    generator = np.random.default_rng(5)
    other = "".join(f"{value}\n" for value in generator.normal(size=judged.row_count))
    candidates = [MetricChoice(task="li").candidate(), file_candidate("chance", write("chance", other))]
    found = evaluate([judged], candidates, measures=["system-pearson", "system-kendall"], samples=4000)
    gaps = {gap.measure: gap for gap in found.differences if gap.judgements == judged.name}
    systems = systems_of(judged)
    x, y = (candidate.system_scores(judged, systems.members) for candidate in candidates)
    with_first, with_second = _slow_pearson(y, systems.human), _slow_pearson(x, systems.human)
    assert gaps["system-pearson"].difference == pytest.approx(with_first - with_second)
    expected = williams(with_first, with_second, _slow_pearson(x, y), len(systems))
    assert gaps["system-pearson"].probability == pytest.approx(expected)
    assert gaps["system-pearson"].test == "Williams"
    ranks, others = np.array(_slow_ranks(x)), np.array(_slow_ranks(y))
    observed = _slow_kendall(others, systems.human) - _slow_kendall(ranks, systems.human)
    as_large = [
        abs(_slow_kendall(np.where(swap, ranks, others), systems.human) - _slow_kendall(np.where(swap, others, ranks), systems.human))
        >= abs(observed) - 1e-12
        for swap in itertools.product((False, True), repeat=len(systems))
    ]  # fmt: skip
    assert gaps["system-kendall"].difference == pytest.approx(observed)
    assert gaps["system-kendall"].probability == pytest.approx(np.mean(as_large), abs=0.04)
    assert {gap.test for gap in found.differences if gap.judgements == AVERAGE} == {"permutation"}


def test_evaluation_is_reproducible(sets):
    """The same seed gives the same numbers, independently of other sets."""
    candidates = [MetricChoice(task=task).candidate() for task in ("li", "tune")]
    both = evaluate(sets, candidates, samples=50)
    alone = evaluate(sets[1:], candidates, samples=50)
    kept = [item for item in both.agreements if item.judgements == sets[1].name]
    assert [item for item in alone.agreements if item.judgements == sets[1].name] == kept
    assert evaluate(sets, candidates, samples=50) == both


def test_text_lists_metrics_and_says_which_is_best():
    """Text has a row for each metric, with its chances, and a verdict; papers have a column for each."""
    where = {"judgements": "set", "measure": "pearson"}
    agreements = tuple(
        Agreement(**where, metric=name, count=9, value=value, low=None, high=None)
        for name, value in (("one", 0.5), ("two", 0.6), ("three", 0.7))
    )
    differences = tuple(
        Difference(**where, metric=metric, baseline=baseline, difference=0.1, probability=chance, test="Williams")
        for metric, baseline, chance in (("two", "one", 0.25), ("three", "one", 0.0004), ("three", "two", 0.2))
    )
    lines = render(document_of(Evaluation(agreements=agreements, differences=differences), "text"), "text").splitlines()
    assert [line.split(maxsplit=4) for line in lines[:4]] == [
        ["pearson", "metric", "n", "agreement", "against one  against two"],
        ["set", "one", "9", "0.5000"],
        ["two", "9", "0.6000", "p", "= .250"],
        ["three", "9", "0.7000", "p", "< .001     p = .200"],
    ]
    best = "three agrees best with people (pearson .700), clearly better than one (p < .001)"
    assert f"{best}, but not clearly better than two (p = .200)" in lines
    tested = Evaluation(agreements=agreements, differences=differences[:2])
    assert (
        f"{best}; to test it against two too, add --all-pairs"
        in render(document_of(tested, "text"), "text").splitlines()
    )
    assert "| pearson | n | one | two | three |" in render(document_of(tested, "markdown"), "markdown")


@pytest.mark.parametrize("name", ["kendall", "spearman", "pearson", "weighted-pearson"])
@pytest.mark.parametrize("odd", [0.0, math.nan])
def test_samples_are_measured_as_if_each_was_written_out(name, odd):
    """Counted samples of numbers with many ties give, to the last bit, what sorting each of them gives."""
    random = np.random.default_rng(4)
    x, y, weights = random.integers(0, 9, (3, 40)).astype(float)
    x[0], drawn = odd, random.integers(0, 40, (50, 30))
    found = resampled(find_measure(name), drawn, x, y, weights)
    assert found.tobytes() == correlate(name, x[drawn], y[drawn], weights[drawn]).tobytes()


def test_the_page_on_judgements_has_all_measures():
    """Every measure is in the documentation."""
    page = (ROOT / "docs" / "tuning.md").read_text(encoding="utf-8")
    assert [name for name in MEASURES if f"`{name}`" not in page] == []
    assert [name for name in OBJECTIVES if f"`{name}`" not in page] == []
