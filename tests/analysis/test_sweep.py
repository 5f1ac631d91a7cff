"""A sweep gives at every point what scoring and measuring gives there; the quick way what the plain way gives."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from judged import ranking_tsv, score_tsv

from bolide import _core
from bolide.analysis.evaluation import measure
from bolide.analysis.grid import Grid, parse_grid
from bolide.analysis.judged_sets import MetricChoice, read_judgements
from bolide.analysis.sweep import Objective, coarse_to_fine, prepare, sweep
from bolide.data.languages import MATCHERS
from bolide.errors import ConfigurationError
from bolide.metric.parameters import Parameters
from bolide.metric.statistics import Statistics, score_statistics
from bolide.records import replace

NO_NUMBERS = np.empty(0)
NO_PLACES = np.empty(0, dtype=np.int64)
SIDE = [round(0.05 * place, 10) for place in range(21)]
CHOICE = MetricChoice(task="li")
START = Parameters(alpha=0.5, beta=1, gamma=0.5, delta=0.5, weights=(1,)).formula


def made_up_rows(count: int, generator: np.random.Generator) -> np.ndarray:
    """Return statistics that some pair of texts could have, many of them alike."""
    lengths, matched = {}, {}
    for side in ("hypothesis", "reference"):
        length = lengths[f"{side}_length"] = generator.integers(1, 7, count)
        function = lengths[f"{side}_function"] = generator.integers(0, length + 1)
        left = {"content": length - function, "function": function.copy()}
        for place, kind in itertools.product(range(1, len(MATCHERS) + 1), left):
            found = matched[f"{side}_{kind}_{place}"] = generator.integers(0, left[kind] + 1)
            left[kind] -= found
        matched[f"{side}_matches"] = length - left["content"] - left["function"]
    fewest = np.minimum(matched["hypothesis_matches"], matched["reference_matches"])
    matched = {name: np.where(fewest == 0, 0, found) for name, found in matched.items()}
    return Statistics.from_columns(lengths | matched | {"chunks": generator.integers(0, fewest + 1)}).rows


def _sweep(rows, group, grid, method, threads=1):
    ends = np.arange(1, len(rows) + 1)
    return _core.sweep(rows, ends, [group], START, *grid, [], [[]], method, threads)


def test_shares_of_other_parts_are_swept():
    """Every point has the value of scores that are mixed there; shares are the axes next to the weights."""
    generator = np.random.default_rng(5)
    made, counts = made_up_rows(60, generator), np.sort(generator.integers(1, 9, (60, 7, 3)))[:, :, ::-1]
    rows = np.concatenate((made, counts.reshape(60, 21)), axis=1)
    human = generator.normal(size=60)
    group = (_core.Measure.pearson, 1.0, np.arange(60), NO_PLACES, NO_PLACES, human, np.ones(60))
    grid = Grid(
        values={
            **dict.fromkeys(("synonym", "paraphrase"), (0.0,)),
            "alpha": (0.5, 0.9),
            "beta": (1.0,),
            "gamma": (0.2, 0.4),
            "delta": (0.5,),
            "stem": (0.2, 0.6),
            "chrf": (0.0, 0.5),
            "lcs": (0.25, 0.5),
            "lcs_alpha": (0.5, 0.9),
        }
    )
    start = Parameters(alpha=0.5, beta=1, gamma=0, delta=0.5, weights=(1,) * len(MATCHERS), chrf=0.5, lcs=0.5)
    grid, ends = grid.fitted(MATCHERS[:4], start), np.arange(1, 61)
    axes = [grid[name] for name in ("alpha", "beta", "gamma", "delta")]
    found = _core.sweep(
        rows, ends, [group], start.formula, *axes, grid.weights, [], grid.shares(start), _core.Method.quick, 1
    ).ravel()
    assert len(found) == len(grid) == 64
    for place, value in enumerate(found):
        parameters = grid.point(place, start)
        scores = score_statistics(Statistics(rows, parameters.columns), parameters).score
        assert value == pytest.approx(np.corrcoef(scores, human)[0, 1], abs=1e-12)
    with pytest.raises(ValueError, match="the rows belong to another formula"):
        _core.sweep(rows, ends, [group], START, *axes, grid.weights, [], [[]], _core.Method.quick, 1)


@settings(max_examples=25)
@given(st.integers(0, 10**6), st.sampled_from(list(_core.Measure)))
def test_a_point_is_what_scoring_gives(seed, kind):
    """The plain way scores as `score` does, and measures as the definitions say."""
    generator = np.random.default_rng(seed)
    rows = made_up_rows(30, generator)
    values = Parameters(
        alpha=generator.choice(SIDE), beta=generator.uniform(0, 2), gamma=generator.uniform(0, 1), delta=0.7,
        weights=(1.0, 0.5, 0.25, 0.75),
    )  # fmt: skip
    scores = score_statistics(Statistics(rows), values).score
    first, second = generator.integers(0, 30, (2, 200))
    human, lengths = generator.normal(size=200), rows[first, 1].astype(float)
    grid = ([values.alpha], [values.beta], [values.gamma], [values.delta], [values.weights])
    if kind in (_core.Measure.tau, _core.Measure.consistency):
        group = (kind, 1.0, first, second, np.ones(200, dtype=np.int64), NO_NUMBERS, NO_NUMBERS)
        right = (scores[first] > scores[second]).mean()
        expected = 2 * right - 1 if kind == _core.Measure.tau else right
    else:
        group = (kind, 1.0, first, NO_PLACES, NO_PLACES, human, lengths)
        expected = _core.correlations(scores[first][None], human[None], lengths[None], kind)[0, 0]
    assert _sweep(rows, group, grid, _core.Method.plain)[0, 0] == pytest.approx(expected, abs=1e-12)


def test_impossible_groups_are_refused():
    """Judgements about missing translations never read memory out of bounds."""
    rows = made_up_rows(3, np.random.default_rng(0))
    grid = ([0.5], [1.0], [0.5], [0.5], [(1.0, 1.0, 1.0, 1.0)])
    ones = np.ones(1, dtype=np.int64)
    for bad in (3, -1):
        group = (_core.Measure.tau, 1.0, ones * bad, ones, ones, NO_NUMBERS, NO_NUMBERS)
        with pytest.raises(ValueError, match="refers to a missing translation"):
            _sweep(rows, group, grid, _core.Method.quick)
    with pytest.raises(ValueError, match="the ends do not match the rows"):
        _core.sweep(rows, np.array([1, 2]), [], START, *grid, [], [[]], _core.Method.quick, 1)


@pytest.fixture
def sets(write):
    """Return rankings and scores."""
    return [
        *read_judgements(write("r.en-pt.tsv", ranking_tsv())),
        *read_judgements(write("s.en-pt.tsv", score_tsv())),
    ]


@pytest.mark.parametrize(
    ("objective", "place", "name"),
    [
        ("tau", 0, "tau-wmt12"),
        ("rank-consistency", 0, "rank-consistency"),
        ("pearson", 1, "pearson"),
        ("spearman", 1, "spearman"),
        ("weighted-pearson", 1, "weighted-pearson"),
        ("kendall", 1, "kendall"),
    ],
)
def test_the_best_point_is_what_an_evaluation_says(sets, objective, place, name):
    """The objective at the optimum is the measure of a metric with these parameters, and no point of the grid is better."""
    judged = sets[place]
    material = prepare([judged], CHOICE, Objective.of([objective]))
    grid = parse_grid("rough synonym=0 paraphrase=0")
    found = sweep(material, grid)
    best = found.best[0]
    meteor = CHOICE.metric(judged).with_parameters(replace(best.parameters, weights=best.parameters.weights[:2]))
    scores = meteor.score(judged.hypotheses, judged.references).segments.score
    assert best.value == pytest.approx(measure(judged, scores, name), abs=1e-12)
    fitted = grid.fitted(material.matchers, material.start)
    everything = [fitted.point(i, material.start) for i in range(0, found.points, 37)]
    assert material.values(everything).max() <= best.value


def test_several_references(write):
    """With several references the best one counts, at every point anew."""
    rows = np.array(made_up_rows(40, np.random.default_rng(1)))
    ends = np.arange(2, 41, 2)
    pairs = np.random.default_rng(2).integers(0, 20, (2, 50))
    group = (_core.Measure.tau, 1.0, *pairs, np.ones(50, dtype=np.int64), NO_NUMBERS, NO_NUMBERS)
    found = _core.sweep(
        rows, ends, [group], START, [0.2, 0.9], [1.0], [0.5], [0.7], [(1.0,) * 4], [], [[]], _core.Method.quick, 1
    )
    for alpha, value in zip((0.2, 0.9), found[0], strict=True):
        values = Parameters(alpha=alpha, beta=1.0, gamma=0.5, delta=0.7, weights=(1.0, 1.0, 1.0, 1.0))
        best = score_statistics(Statistics(rows), values).score.reshape(-1, 2).max(axis=1)
        assert value == pytest.approx(2 * (best[pairs[0]] > best[pairs[1]]).mean() - 1)


def test_pooling(write):
    """Pooled rankings of two sets count as one set."""
    texts = [ranking_tsv(10, 3, seed=1), ranking_tsv(20, 3, seed=2)]
    parts = [read_judgements(write(f"{i}.en-pt.tsv", text))[0] for i, text in enumerate(texts)]
    pooled = prepare(parts, CHOICE, Objective.of(["tau"]))
    points = [Parameters(alpha=0.8, beta=1.0, gamma=0.5, delta=0.5, weights=(1.0, 0.5, 0.0, 0.0))]
    values = [prepare([part], CHOICE, Objective.of(["tau"])).values(points)[0] for part in parts]
    sizes = [len(part) for part in parts]
    assert pooled.values(points)[0] == pytest.approx(np.average(values, weights=sizes))
    mean = prepare(parts, CHOICE, Objective.of(["tau"], "mean"))
    assert mean.values(points)[0] == pytest.approx(np.mean(values))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("alpha=2", "'alpha' must be a number from 0 to 1, not 2.0"),
        ("gamma=0:2:.5", "'gamma' must be a number from 0 to 1, not 1.5"),
        ("stem=1,1.5", "'stem' must be a number from 0 to 1, not 1.5"),
        ("beta=-1", "'beta' must be a number from 0 to 1e+100, not -1.0"),
        ("preset x=nan", "'x' must be a number from 0 to 1e+100, not nan"),
    ],
)
def test_grids_hold_only_what_parameters_can_be(text, message):
    """A value that no metric takes is refused before anything is aligned or swept."""
    with pytest.raises(ConfigurationError) as caught:
        parse_grid(text)
    assert str(caught.value) == message


COPYING = """
[[preset]]
name = "copying"
title = "a metric with copy words"
aligner = "java"
beam = 40
equality = "java_hash"
function_words = "en"
copy_from = ["numbers"]
task = "t"
source = "a test"

[[preset.parameters]]
task = "t"
languages = ["pt"]
values = [0.5, 1.0, 0.5, 0.5]
weights = [1.0, 0.5]
copy_x = [3]
source = "a test"
"""


# Names with digits are the copy words.
COPIED = score_tsv().replace("rio", "r10").replace("xyz", "x9")


def test_sweeps_choose_x(sets, write):
    """A metric with copy words is swept over X too: the best X is what scoring with every X says."""
    judged = read_judgements(write("copied.en-pt.tsv", COPIED))[0]
    choice = MetricChoice(preset=write("copying.toml", COPYING))
    material = prepare([judged], choice, Objective.of(["pearson"]))
    found = sweep(material, parse_grid("preset x=0:20:.5 slope=0,.5"))
    assert found.points == 41 * 2
    values = {}
    for x, slope in itertools.product(parse_grid("preset x=0:20:.5")["x"], (0.0, 0.5)):
        scores = (
            replace(choice, options={"copy_x": (x, slope)})
            .metric(judged)
            .score(judged.hypotheses, judged.references)
            .segments.score
        )
        values[x, slope] = measure(judged, scores, "pearson")
    assert found.best[0].value == max(values.values())
    assert values[found.best[0].parameters.copy] == found.best[0].value
    assert len({item.value for item in found.best}) > 1
    fine = coarse_to_fine(material, parse_grid("preset x=1,7,13"), finest=0.05)
    assert fine.best[0].value >= max(values[x, 0.0] for x in (1.0, 7.0, 13.0))
