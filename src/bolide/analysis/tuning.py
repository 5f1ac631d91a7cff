"""Tuning as a whole: judgements in, the best parameters out, with all that tells how far to trust them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from bolide.analysis import resampling
from bolide.analysis.candidates import MetricChoice
from bolide.analysis.grid import NAMED_GRIDS, Grid
from bolide.analysis.judged_sets import JudgementSet
from bolide.analysis.resampling import SEED
from bolide.analysis.sweep import Found, Material, Objective, Sweep, coarse_to_fine, prepare, sweep
from bolide.errors import ConfigurationError
from bolide.metric.parameters import Parameters
from bolide.metric.statistics import Integers
from bolide.records import record


@record
class Fold:
    """Parameters tuned on all but one part: the objective on what they were tuned on, and on the part left out.

    `untuned` is the objective of the parameters that one starts from, on the part left out.
    """

    name: str
    parameters: Parameters
    tuned: float
    tested: float
    untuned: float


@record
class Stability:
    """The optima of samples drawn with replacement: their parameters, and by how much the optimum of all falls short of them."""

    optima: tuple[Parameters, ...]
    shortfalls: tuple[float, ...]


def cross_validate(
    material: Material,
    search: Callable[[Material], Sweep],
    start: Parameters,
    *,
    folds: int | str,
    seed: int,
    done: Callable[[], None] = lambda: None,
) -> list[Fold]:
    """Tune on all parts but one, and test on that one, in turn.

    The parts are `folds` random parts of the segments of every set, or the sets themselves for `folds="sets"`.
    """
    found = []
    for name, inside in _sets_out(material) if folds == "sets" else _segments_out(material, int(folds), seed):
        outside = [1 - part for part in inside]
        best = search(material.with_counts(inside)).best[0]
        tested, untuned = material.with_counts(outside).values([best.parameters, start]).tolist()
        found.append(Fold(name=name, parameters=best.parameters, tuned=best.value, tested=tested, untuned=untuned))
        done()
    return found


def _sets_out(material: Material) -> list[tuple[str, list[Integers]]]:
    if len(material.sets) < 2:
        raise ConfigurationError("leaving out one set at a time needs at least two sets of judgements")
    return [
        (judged.name, [np.full(len(other), int(other is not judged), dtype=np.int64) for other in material.sets])
        for judged in material.sets
    ]


def _segments_out(material: Material, folds: int, seed: int) -> list[tuple[str, list[Integers]]]:
    fewest = min(int(judged.groups.max()) + 1 for judged in material.sets)
    if fewest < 2:
        raise ConfigurationError("folds need at least two segments in every set of judgements")
    if not 2 <= folds <= fewest:
        raise ConfigurationError(f"the number of folds has to be from 2 to {fewest}, the segments of the smallest set")
    random = resampling.generator(seed)
    parts = [resampling.folds(random, folds, int(judged.groups.max()) + 1)[judged.groups] for judged in material.sets]
    return [(f"fold {fold + 1}", [(part != fold).astype(np.int64) for part in parts]) for fold in range(folds)]


def stability(
    material: Material,
    search: Callable[[Material], Sweep],
    best: Found,
    *,
    samples: int,
    seed: int,
    done: Callable[[], None] = lambda: None,
) -> Stability:
    """Tune on samples of the segments of every set, drawn with replacement."""
    random = resampling.generator(seed, 1)
    optima: list[Parameters] = []
    shortfalls: list[float] = []
    for _ in range(samples):
        sample = material.with_counts([_draw(judged.groups, random) for judged in material.sets])
        found = search(sample).best[0]
        optima.append(found.parameters)
        shortfalls.append(found.value - float(sample.values([best.parameters])[0]))
        done()
    return Stability(optima=tuple(optima), shortfalls=tuple(shortfalls))


def _draw(groups: Integers, random: np.random.Generator) -> Integers:
    """Return how often each judgement is drawn: as often as its segment."""
    drawn: Integers = resampling.counts(random, 1, int(groups.max()) + 1)[0][groups]
    return drawn


# With more points than this, samples are swept over fewer of them.
MOST_POINTS_OF_A_SAMPLE = 2_000_000


@record
class Plan:
    """What to sweep and what else to look at.

    `finest` is None for a sweep over every point of the grid; else the search goes on from the best of them, in ever finer
    steps, down to this one. A grid of None is the papers' for a sweep, and a rough one to refine.
    """

    objective: Objective
    grid: Grid | None = None
    finest: float | None = None
    folds: int | str | None = None
    samples: int = 0
    seed: int = SEED
    threads: int = 1


@record
class Tuned:
    """The best parameters and what was found on the way. `start` is the preset's own, where it has any, with its value."""

    material: Material
    found: Sweep
    start: Parameters
    start_value: float
    folds: tuple[Fold, ...]
    stability: Stability | None
    sample_points: int | None
    seed: int

    @property
    def parameters(self) -> Parameters:
        """The best parameters."""
        return self.found.best[0].parameters

    @property
    def value(self) -> float:
        """The objective at the best parameters."""
        return self.found.best[0].value


def tune(
    sets: Sequence[JudgementSet],
    choice: MetricChoice,
    plan: Plan,
    *,
    say: Callable[[str, int | None], Callable[[int], None]] | None = None,
) -> Tuned:
    """Tune. `say` is told what begins, and how much of it there is; it returns what to call with each amount done."""
    say = say or _silent
    done = say("aligning", len(sets))
    material = prepare(sets, choice, plan.objective, threads=plan.threads, done=lambda: done(1))
    start = material.start
    found = _search(material, plan, say)
    folds: list[Fold] = []
    if plan.folds:
        done = say("cross-validating", len(sets) if plan.folds == "sets" else int(plan.folds))
        search = lambda part: _search(part, plan, _silent)  # noqa: E731
        folds = cross_validate(material, search, start, folds=plan.folds, seed=plan.seed, done=lambda: done(1))
    moved, small = None, plan
    if plan.samples:
        if plan.finest is None:
            whole = (plan.grid or NAMED_GRIDS["paper"]).fitted(material.matchers, start)
            small = replace(plan, grid=whole.thinned(MOST_POINTS_OF_A_SAMPLE, found.best[0].parameters))
        done = say("resampling", plan.samples)
        search = lambda part: _search(part, small, _silent)  # noqa: E731
        moved = stability(material, search, found.best[0], samples=plan.samples, seed=plan.seed, done=lambda: done(1))
    return Tuned(
        material=material,
        found=found,
        start=start,
        start_value=float(material.values([start])[0]),
        folds=tuple(folds),
        stability=moved,
        sample_points=len(small.grid) if moved and small.grid and plan.finest is None else None,
        seed=plan.seed,
    )


def _silent(_label: str, _total: int | None) -> Callable[[int], None]:
    """Say nothing of what begins, nor of what is done."""
    return lambda _done: None


def _search(material: Material, plan: Plan, say: Callable[[str, int | None], Callable[[int], None]]) -> Sweep:
    if plan.finest is not None:
        done = say("searching", None)
        return coarse_to_fine(material, plan.grid, finest=plan.finest, threads=plan.threads, done=done)
    grid = plan.grid or NAMED_GRIDS["paper"]
    done = say("sweeping", len(grid.fitted(material.matchers, material.start)))
    return sweep(material, grid, threads=plan.threads, done=done)
