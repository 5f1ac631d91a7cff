"""Cross-validation and samples take apart what they should."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from judged import ranking_tsv

from bolide.analysis.grid import parse_grid
from bolide.analysis.judged_sets import MetricChoice, read_judgements
from bolide.analysis.sweep import Found, Objective, prepare, sweep
from bolide.analysis.tuning import cross_validate, stability
from bolide.metric.parameters import Parameters

GRID = parse_grid("rough synonym=0 paraphrase=0")
START = Parameters(alpha=0.75, beta=1.4, gamma=0.7, delta=0.5, weights=(1.0, 0.5, 0.0, 0.0))


@pytest.fixture
def material(write):
    """Return two sets of rankings, aligned."""
    sets = [
        read_judgements(write(f"{name}.en-pt.tsv", ranking_tsv(25, 3, seed)))[0] for name, seed in (("a", 1), ("b", 2))
    ]
    return prepare(sets, MetricChoice(task="li"), Objective.of(["tau"]))


def search(part):
    """Sweep a small grid."""
    return sweep(part, GRID)


def test_folds_leave_out_each_segment_once(material):
    """Every judgement is left out of one fold, and all judgements of a segment of the same one."""
    seen = []

    def record(part):
        seen.append([1 - counts for counts in part.counts])
        return search(part)

    folds = list(cross_validate(material, record, START, folds=4, seed=1))
    assert len(folds) == 4
    for place, judged in enumerate(material.sets):
        left_out = np.array([parts[place] for parts in seen])
        assert (left_out.sum(axis=0) == 1).all()
        for segment in range(int(judged.groups.max()) + 1):
            assert len(np.unique(left_out[:, judged.groups == segment], axis=1).T) == 1


def test_folds_measure_on_what_is_left_out(material):
    """Leaving out a set tests on that set alone."""
    folds = list(cross_validate(material, search, START, folds="sets", seed=1))
    for fold, judged in zip(folds, material.sets, strict=True):
        alone = prepare([judged], MetricChoice(task="li"), Objective.of(["tau"]))
        assert fold.name == judged.name
        assert [fold.tested, fold.untuned] == pytest.approx(alone.values([fold.parameters, START]))
        assert fold.tested <= sweep(alone, GRID).best[0].value
        other = prepare(
            [item for item in material.sets if item is not judged], MetricChoice(task="li"), material.objective
        )
        assert (fold.parameters, fold.tuned) == (
            search(other).best[0].parameters,
            pytest.approx(search(other).best[0].value),
        )


def test_a_sample_has_as_many_segments_as_there_are(material):
    """Segments are drawn with replacement, each with all its judgements."""
    seen = []

    def record(part):
        seen.append(part.counts)
        return search(part)

    list(stability(material, record, search(material).best[0], samples=3, seed=3))
    for counts in seen:
        for drawn, judged in zip(counts, material.sets, strict=True):
            of_segments = {
                (segment, count) for segment, count in zip(judged.groups.tolist(), drawn.tolist(), strict=True)
            }
            assert sum(count for _, count in of_segments) == int(judged.groups.max()) + 1


def test_samples(material):
    """No point is better on a sample than the sample's optimum, and a poor one is worse; the same seed gives the same samples."""
    best = search(material).best[0]
    found = list(stability(material, search, best, samples=4, seed=3))
    assert len(found) == 4
    assert min(item.value for item in found) >= 0
    poor = Found(parameters=replace(START, gamma=1.0, beta=0.0), value=0.0)
    worse = list(stability(material, search, poor, samples=4, seed=3))
    assert [item.parameters for item in worse] == [item.parameters for item in found]
    assert min(item.value for item in worse) > max(item.value for item in found)
