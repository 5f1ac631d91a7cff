"""Comparing systems: scores, intervals, p-values, wins, and the samples that they stand on; beside slow and other implementations."""

from __future__ import annotations

import dataclasses
import math
import random

import numpy as np
import pytest
from judged import WORDS

from bolide import Meteor, Statistics, score_statistics
from bolide.analysis import agreement
from bolide.analysis.agreement import drawn_totals, shuffle_totals
from bolide.analysis.comparison import Settings, SystemRuns, compare
from bolide.errors import ConfigurationError, InputError


def _texts(count: int, noise: float, seed: int) -> list[str]:
    """Return made-up hypotheses: the references with some words replaced."""
    chance = random.Random(seed)
    return [
        " ".join(chance.choice(WORDS) if chance.random() < noise else word for word in reference.split())
        for reference in _references(count)
    ]


def _references(count: int) -> list[str]:
    chance = random.Random(0)
    return [" ".join(chance.choices(WORDS, k=chance.randint(3, 12))) for _ in range(count)]


@pytest.fixture(scope="module")
def meteor() -> Meteor:
    return Meteor("pt")


@pytest.fixture(scope="module")
def systems(meteor) -> list[SystemRuns]:
    """Return a system, a slightly worse one, and a much worse one, of 120 segments."""
    references = _references(120)
    noises = {"A": (0.30, 1), "B": (0.34, 2), "C": (0.7, 3)}
    return [
        SystemRuns(name=name, runs=(meteor.score(_texts(120, *noise), references).segments.statistics,))
        for name, noise in noises.items()
    ]


def test_scores_are_those_of_the_metric(meteor, systems):
    """A system's numbers are its corpus scores, to the last bit."""
    result = compare(systems, meteor.parameters, Settings(samples=50))
    for summary, system in zip(result.systems, systems, strict=True):
        corpus = score_statistics(system.runs[0].total(), meteor.parameters)
        for part in ("score", "precision", "recall", "f_mean", "fragmentation", "penalty"):
            assert getattr(summary, part) == float(getattr(corpus, part)[0])
        assert summary.interval.low < summary.score < summary.interval.high
        assert (summary.runs, summary.run_deviation) == (1, None)


def test_tests_agree_with_the_obvious_loops(meteor, systems):
    """p-values and intervals are those of loops over segments, within sampling error."""
    a, b = systems[0].runs[0], systems[1].runs[0]
    generator = np.random.default_rng(99)

    def total(rows):
        return float(score_statistics(Statistics(rows.sum(axis=0, keepdims=True)), meteor.parameters).score[0])

    observed = abs(total(b.rows) - total(a.rows))
    drawn, shuffled, ours = [], [], []
    for _ in range(1500):
        chosen = generator.integers(len(a), size=len(a))
        ours.append(total(b.rows[chosen]))
        drawn.append(abs(ours[-1] - total(a.rows[chosen])))
        swap = generator.random(len(a))[:, None] < 0.5
        shuffled.append(abs(total(np.where(swap, a.rows, b.rows)) - total(np.where(swap, b.rows, a.rows))))
    bootstrap = np.mean(np.array(drawn) - np.mean(drawn) >= observed)
    randomisation = np.mean(np.array(shuffled) >= observed)
    result = compare(systems[:2], meteor.parameters, Settings(samples=20_000))
    (pair,) = result.pairs
    for found, expected in ((pair.bootstrap_p, bootstrap), (pair.randomisation_p, randomisation)):
        assert abs(found - expected) < 5 * math.sqrt(max(expected, 0.01) / 1500)
    low, high = np.quantile(ours, [0.025, 0.975])
    assert result.systems[1].interval.low == pytest.approx(low, abs=0.01)
    assert result.systems[1].interval.high == pytest.approx(high, abs=0.01)


def test_tests_agree_with_sacrebleu(meteor):
    """On the same statistics, both p-values are those of sacreBLEU's paired tests, within sampling error."""
    pytest.importorskip("sacrebleu")
    from sacrebleu.significance import PairedTest

    from bolide.adapters.sacrebleu import METEOR

    references = _references(150)
    texts = {"A": _texts(150, 0.30, 1), "B": _texts(150, 0.335, 2), "C": _texts(150, 0.36, 5)}
    runs = [
        SystemRuns(name=name, runs=(meteor.score(lines, references).segments.statistics,))
        for name, lines in texts.items()
    ]
    result = compare(runs, meteor.parameters, Settings(samples=20_000))
    samples = 3000
    for kind, name in (("bs", "bootstrap_p"), ("ar", "randomisation_p")):
        metric = METEOR("pt", references=[references])
        test = PairedTest(list(texts.items()), {"METEOR": metric}, None, test_type=kind, n_samples=samples)
        _, scores = test()
        theirs = next(values for key, values in scores.items() if key.startswith("METEOR"))
        for pair, other in zip(result.pairs, theirs[1:], strict=True):
            error = math.sqrt(max(other.p_value, 0.01) * (1 / samples + 1 / 20_000))
            assert abs(getattr(pair, name) - other.p_value) < 5 * error, (kind, pair)


def test_a_system_does_not_differ_from_itself(meteor, systems):
    """Against a copy of itself a system has no difference, p = 1 in both tests, and only ties."""
    copy = dataclasses.replace(systems[0], name="copy")
    (pair,) = compare([systems[0], copy], meteor.parameters, Settings(samples=500)).pairs
    assert (pair.difference, pair.bootstrap_p, pair.randomisation_p) == (0, 1, 1)
    assert (pair.wins, pair.ties, pair.losses) == (0, 120, 0)


def test_which_pairs_are_tested(meteor, systems):
    """By default each system is compared with the first; on request with another baseline, or all pairs."""

    def pairs(**options):
        result = compare(systems, meteor.parameters, Settings(samples=20, **options))
        return [(pair.system, pair.baseline) for pair in result.pairs]

    assert pairs() == [("B", "A"), ("C", "A")]
    assert pairs(baseline="B") == [("A", "B"), ("C", "B")]
    assert pairs(all_pairs=True) == [("B", "A"), ("C", "A"), ("C", "B")]
    with pytest.raises(InputError, match="the baseline 'D' is not a system: choose one of A, B, C"):
        pairs(baseline="D")


def test_what_cannot_be_compared_is_refused(meteor, systems):
    """Systems need different names and the same number of segments; settings have to make sense."""
    short = SystemRuns(name="short", runs=(systems[0].runs[0].take(np.arange(3)),))
    with pytest.raises(InputError, match="A has 120, short has 3"):
        compare([systems[0], short], meteor.parameters)
    with pytest.raises(InputError, match="two systems have the same name: A, A"):
        compare([systems[0], systems[0]], meteor.parameters)
    with pytest.raises(InputError, match="no system to compare"):
        compare([], meteor.parameters)
    for options in ({"samples": -1}, {"seed": -1}, {"confidence": 1.0}):
        with pytest.raises(ConfigurationError):
            Settings(**options)
    with pytest.raises(ConfigurationError, match="needs at least 1 sample"):
        compare(systems, meteor.parameters, Settings(samples=0))


def test_the_same_seed_gives_the_same_numbers(meteor, systems):
    """A comparison can be repeated to the last bit; another seed gives other samples."""
    first, again, other = (compare(systems, meteor.parameters, Settings(samples=200, seed=seed)) for seed in (1, 1, 2))
    assert first == again
    assert first.systems[0].interval != other.systems[0].interval


@pytest.fixture
def tables():
    """Return the statistics of three made-up runs of 37 segments."""
    generator = np.random.default_rng(3)
    return [generator.integers(0, 40, size=(37, 5)) for _ in range(3)]


def test_blocks_do_not_show(tables, monkeypatch):
    """A sample set drawn in many blocks is as large, as exact and as paired as one drawn at once."""
    monkeypatch.setattr("bolide.analysis.agreement._BLOCK", 37 * 3)
    first, counts = drawn_totals(agreement.counts, [tables[0], np.eye(37, dtype=np.int64)], 100, (5,))
    assert first.shape == (100, 5)
    assert (first == counts @ tables[0]).all()


def test_large_numbers_are_summed_exactly():
    """Sums beyond what single precision holds are exact too."""
    table = np.full((3, 1), 2**40 + 1)
    (found,) = drawn_totals(agreement.counts, [table], 10, (1,))
    assert (found == 3 * (2**40 + 1)).all()


@pytest.mark.parametrize("runs", [3, 5, 8])
def test_runs_are_dealt_out_fairly(runs):
    """With several runs, each segment of each run goes to one place, every order as likely as any other."""
    tables = [10**place * np.eye(6, dtype=np.int64) for place in range(runs)]
    dealt = shuffle_totals(tables[:2], tables[2:], 3000, (4,))
    assert len(dealt) == runs
    assert (np.sum(dealt, axis=0) == sum(10**place for place in range(runs))).all()
    for found in dealt:
        for place in range(runs):
            assert abs((found == 10**place).mean() - 1 / runs) < 0.02
