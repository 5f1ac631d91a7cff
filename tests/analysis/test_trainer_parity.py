"""The jar's Trainer: the same objective at every point of its grid, to the last bit."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from bolide import Meteor, Parameters, _core
from bolide.analysis.judged_sets import Reading, read_judgements

pytestmark = [pytest.mark.shared, pytest.mark.english]

FIRST = (0.5, 0.2, 0.3, 0.5, 1.0, 0.4, 0.4, 0.4)
LAST = (0.6, 0.3, 0.4, 0.5, 1.0, 0.4, 0.6, 0.4)
STEP = (0.05, 0.1, 0.1, 0.05, 0.05, 0.2, 0.2, 0.2)
NO_NUMBERS = np.empty(0)
NO_PLACES = np.empty(0, dtype=np.int64)


def _axis(first: float, last: float, step: float) -> list[float]:
    """Return the values of a parameter as the Trainer makes them: by adding, rounding and all."""
    values = []
    while first < last + 0.001:
        values.append(first)
        first += step
    return values


AXES = [_axis(*limits) for limits in zip(FIRST, LAST, STEP, strict=True)]
WEIGHTS = list(itertools.product(*AXES[4:]))


def _swept(statistics, group, method) -> np.ndarray:
    """Return the objective in the Trainer's order: alpha outermost, then beta, gamma, delta, weights."""
    start = Parameters(alpha=0.5, beta=1, gamma=0.5, delta=0.5, weights=(1,)).formula
    rows = statistics.statistics.rows
    values = _core.sweep(rows, statistics.ends, [group], start, *AXES[:4], WEIGHTS, [], [[]], method, 2)
    shape = [len(WEIGHTS), *(len(AXES[place]) for place in (3, 0, 1, 2))]
    return values.reshape(shape).transpose(2, 3, 4, 1, 0).ravel()


def _printed(golden, name: str) -> list[float]:
    return [float(line.split()[0]) for line in (golden / "trainer" / name).read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize(("kind", "name"), [("weighted_pearson", "segcor.out"), ("spearman", "spearman.out")])
def test_scores(shared_golden, kind, name):
    """Length-weighted Pearson and Spearman."""
    (judged,) = read_judgements(str(shared_golden / "trainer" / "seg"), Reading(language="en"))
    meteor = Meteor("en", paraphrases=shared_golden / "trainer" / "tiny-par.gz")
    statistics = meteor.statistics(judged.hypotheses, judged.references)
    lengths = statistics.statistics["reference_length"].astype(np.float64)[judged.first]
    group = (getattr(_core.Measure, kind), 1.0, judged.first, NO_PLACES, NO_PLACES, judged.human, lengths)
    assert _swept(statistics, group, _core.Method.plain).tolist() == _printed(shared_golden, name)
    assert _swept(statistics, group, _core.Method.quick) == pytest.approx(_printed(shared_golden, name), abs=1e-13)


def test_rankings(shared_golden):
    """The share of rankings kept, less the share lost; the Trainer always runs them lower-cased, with exact and paraphrase matches."""
    (judged,) = read_judgements(str(shared_golden / "trainer" / "rank"))
    meteor = Meteor(
        "en", text="lower", matchers=("exact", "paraphrase"), parameters=(0.5, 0.5, 0.5, 0.5), weights=(1.0, 0.5)
    )
    statistics = meteor.statistics(judged.hypotheses, judged.references)
    ones = np.ones(len(judged), dtype=np.int64)
    group = (_core.Measure.tau, 1.0, judged.first, judged.second, ones, NO_NUMBERS, NO_NUMBERS)
    for method in (_core.Method.plain, _core.Method.quick):
        assert _swept(statistics, group, method).tolist() == _printed(shared_golden, "rank.out")
