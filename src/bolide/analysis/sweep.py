"""Searches for the best parameters: sweeps judgements and statistics over a grid in the core, or over ever finer grids."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from bolide import _core
from bolide.analysis.agreement import OBJECTIVES
from bolide.analysis.evaluation import lengths_of
from bolide.analysis.grid import AXES, NAMED_GRIDS, SHAPE, Grid, values_of
from bolide.analysis.judged_sets import JudgementSet, MetricChoice
from bolide.data.languages import MATCHERS
from bolide.errors import ConfigurationError, InputError
from bolide.metric.configuration import Pipeline
from bolide.metric.parameters import Parameters
from bolide.metric.statistics import Floats, Integers, Statistics, matcher_columns
from bolide.records import record, replace

_CORE = {name: measure.core for name, measure in OBJECTIVES.items() if measure.core is not None}
_NO_INTEGERS: Integers = np.empty(0, dtype=np.int64)
_NO_FLOATS: Floats = np.empty(0)


class _Columns(NamedTuple):
    """Judgements by column: rankings have translations and counts, scores a translation, a human score and a length."""

    first: Integers
    second: Integers
    counts: Integers
    human: Floats
    lengths: Floats


_Group: TypeAlias = tuple[_core.Measure, float, Integers, Integers, Integers, Floats, Floats]


@record
class Objective:
    """The value to maximise: a measure for rankings, one for scores, or both; over all judgements pooled, or the mean over the sets."""

    rankings: str | None
    scores: str | None
    is_pooled: bool

    @classmethod
    def of(cls, names: Sequence[str], combine: str | None = None) -> Objective:
        """Return the objective of one or two names; by default, it is pooled for rankings only."""
        rankings, scores = ([name for name in names if name in _fitting(kind)] for kind in ("rankings", "scores"))
        if not names or len(rankings) > 1 or len(scores) > 1 or len(rankings) + len(scores) < len(names):
            raise ConfigurationError(
                f"an objective is one of {' '.join(OBJECTIVES)}, or one for rankings and one for scores, not {' '.join(names)!r}"
            )
        return cls(
            rankings=rankings[0] if rankings else None,
            scores=scores[0] if scores else None,
            is_pooled=combine == "pool" or (combine is None and not scores),
        )

    def measure(self, judged: JudgementSet) -> str:
        """Return the measure for a set; `ConfigurationError` if there is none."""
        name = self.rankings if judged.is_ranking else self.scores
        if name is None:
            kind = "rankings" if judged.is_ranking else "scores"
            raise ConfigurationError(
                f"{judged.name} holds {kind}: add an --objective for them ({' '.join(_fitting(kind))})"
            )
        return name

    def __str__(self) -> str:
        names = " and ".join(name for name in (self.rankings, self.scores) if name)
        return f"{names}, {'pooled' if self.is_pooled else 'mean over the sets'}"


def _fitting(kind: str) -> list[str]:
    return [name for name, measure in OBJECTIVES.items() if measure.needs == kind]


@record
class Material:
    """Statistics by row, the ends of each translation's rows, and for each set its judgements with their counts.

    `numbers` count the translations of all sets together. A count is the weight of a judgement, so that parts and samples
    of the material are the same material with other counts. `matchers` are those of any set, `set_matchers` those of each.
    """

    sets: tuple[JudgementSet, ...]
    objective: Objective
    matchers: tuple[str, ...]
    set_matchers: tuple[tuple[str, ...], ...]
    rows: Integers
    ends: Integers
    numbers: tuple[Integers, ...]
    counts: tuple[Integers, ...]
    signatures: tuple[str, ...]
    pipeline: Pipeline

    @property
    def start(self) -> Parameters:
        """The initial parameters of the metric, with a weight for each matcher."""
        parameters = self.pipeline.parameters
        if not isinstance(parameters, Parameters):
            raise ConfigurationError(f"the preset {self.pipeline.preset} has features, which are fitted, not swept")
        weights = dict(zip(self.pipeline.matchers.names, parameters.weights, strict=True))
        return replace(parameters, weights=tuple(weights.get(name, 0.0) for name in MATCHERS))

    @property
    def judgements(self) -> int:
        """The number of judgements."""
        return int(sum(counts.sum() for counts in self.counts))

    def with_counts(self, counts: Sequence[Integers]) -> Material:
        """Return the material with other counts."""
        return replace(self, counts=tuple(counts))

    def groups(self) -> list[_Group]:
        """Return the judgements for the core: a group for each set, or for each measure if they are pooled."""
        parts = [
            (self.objective.measure(judged), self._columns(place, judged))
            for place, judged in enumerate(self.sets)
            if self.counts[place].any()
        ]
        if self.objective.is_pooled:
            pooled: dict[str, list[_Columns]] = {}
            for name, columns in parts:
                pooled.setdefault(name, []).append(columns)
            parts = [(name, _Columns(*map(np.concatenate, zip(*of, strict=True)))) for name, of in pooled.items()]
        return [(_CORE[name], 1 / len(parts), *_merged(columns)) for name, columns in parts]

    def _columns(self, place: int, judged: JudgementSet) -> _Columns:
        counts, first = self.counts[place], self.numbers[place][judged.first]
        if judged.human is None:
            kept, second = counts > 0, self.numbers[place][judged.second]
            return _Columns(first[kept], second[kept], counts[kept], _NO_FLOATS, _NO_FLOATS)
        again = np.repeat(np.arange(len(judged)), counts)
        # Differs: the Trainer counts the tokens of its metric, so that another text mode would have other weights.
        return _Columns(first[again], _NO_INTEGERS, _NO_INTEGERS, judged.human[again], lengths_of(judged)[again])

    def values(self, points: Sequence[Parameters], *, threads: int = 1) -> Floats:
        """Return the objective at some points, with every translation scored exactly as by the metric."""
        groups, found = self.groups(), []
        for point in points:
            axes: dict[str, Any] = {name: [getattr(point, name)] for name in (*SHAPE, "weights")}
            axes |= {"copy": [point.copy] if point.copy else [], "shares": [point.core_shares]}
            found.append(self.swept(point, axes, groups, _core.Method.plain, threads)[0, 0])
        return np.array(found)

    def swept(
        self, start: Parameters, axes: Mapping[str, Any], groups: list[_Group], method: _core.Method, threads: int
    ) -> Floats:
        """Return the objective at every point of some axes: a row for each combination of weights."""
        return _core.sweep(self.rows, self.ends, groups, start.formula, method=method, threads=threads, **axes)


def _merged(columns: _Columns) -> _Columns:
    """Merge equal rankings by adding their counts; return scores unchanged."""
    if not len(columns.second):
        return columns
    pairs, inverse = np.unique(np.stack((columns.first, columns.second), axis=1), axis=0, return_inverse=True)
    totals = np.bincount(inverse.ravel(), weights=columns.counts).astype(np.int64)
    better, worse = (np.ascontiguousarray(pairs[:, side]) for side in (0, 1))
    return columns._replace(first=better, second=worse, counts=totals)


def prepare(
    sets: Sequence[JudgementSet],
    choice: MetricChoice,
    objective: Objective,
    *,
    threads: int | None = None,
    done: Callable[[], None] = lambda: None,
) -> Material:
    """Align all translations once. Each set has the resources of its language, and the preset's parameters do not matter."""
    if not sets:
        raise InputError("there are no judgements to tune on")
    for judged in sets:
        objective.measure(judged)
        if judged.human is not None and (judged.human == judged.human[0]).all():
            raise InputError(f"all human scores of {judged.name} are the same: no metric can agree with them")
    tables, ends, signatures, pipelines = [], [], [], []
    for judged in sets:
        meteor = choice.metric(judged)
        found = meteor.statistics(judged.hypotheses, judged.references, threads=threads)
        tables.append(_by_name(found.statistics, meteor.pipeline.matchers.names))
        ends.append(found.ends)
        signatures.append(str(meteor.signature))
        pipelines.append(meteor.pipeline)
        done()
    rows, all_ends, numbers = _joined(tables, ends)
    return Material(
        sets=tuple(sets),
        objective=objective,
        matchers=tuple(name for name in MATCHERS if any(name in used.matchers.names for used in pipelines)),
        set_matchers=tuple(used.matchers.names for used in pipelines),
        rows=rows,
        ends=all_ends,
        numbers=tuple(numbers),
        counts=tuple(np.ones(len(judged), dtype=np.int64) for judged in sets),
        signatures=tuple(dict.fromkeys(signatures)),
        pipeline=pipelines[0],
    )


def _by_name(table: Statistics, matchers: Sequence[str]) -> Integers:
    """Return statistics with the matchers in fixed places by name, so that those of different languages can be joined."""
    columns = {name: matcher_columns(place) for place, name in enumerate(MATCHERS)}
    moved = {column for of_matcher in columns.values() for column in of_matcher}
    counts = {name: table[name] for name in table.columns if name not in moved}
    for place, name in enumerate(matchers):
        counts |= {to: table[column] for to, column in zip(columns[name], matcher_columns(place), strict=True)}
    return Statistics.from_columns(counts, table.columns).rows


def _joined(tables: Sequence[Integers], ends: Sequence[Integers]) -> tuple[Integers, Integers, list[Integers]]:
    """Return all rows, the ends of translations, and for each set the numbers of its translations.

    With one reference each, translations with the same statistics are merged: all parameters score them alike.
    """
    rows = np.concatenate(tables)
    sizes = [len(part) for part in ends]
    if len(rows) == sum(sizes):
        # In the order of first appearance, so that translations of one segment are together in memory.
        _, first, inverse = np.unique(rows, axis=0, return_index=True, return_inverse=True)
        order = np.argsort(first)
        rows, place = rows[first[order]], np.argsort(order)
        numbers = np.split(place[inverse.ravel()], np.cumsum(sizes)[:-1])
        return np.ascontiguousarray(rows), np.arange(1, len(rows) + 1), list(numbers)
    offsets = np.cumsum([0, *(len(table) for table in tables)])
    all_ends = np.concatenate([part + offset for part, offset in zip(ends, offsets[:-1], strict=True)])
    return np.ascontiguousarray(rows), all_ends, np.split(np.arange(len(all_ends)), np.cumsum(sizes)[:-1])


KEPT = 50
_POINTS_AT_ONCE = 400_000
# The largest X of a search from coarse to fine: 32 is hardly different from not counting copy words.
_ROUGH_X = (1.0, 4.0, 7.0, 10.0, 13.0, 16.0)


@record
class Found:
    """A point and the objective there."""

    parameters: Parameters
    value: float


@record
class Sweep:
    """The result of a search: the best points, the best first, and the number of points searched."""

    best: tuple[Found, ...]
    points: int


def sweep(material: Material, grid: Grid, *, threads: int = 1, done: Callable[[int], None] = lambda _: None) -> Sweep:
    """Measure the objective at every point of a grid; `done` is called with the number of finished points.

    The best points are measured again with every translation scored exactly as by the metric; these values are returned.
    """
    start, grid = material.start, grid.fitted(material.matchers, material.start)
    groups, weights = material.groups(), grid.weights
    size = len(grid) // len(weights)
    portion = max(threads, _POINTS_AT_ONCE // size, 1)
    axes: dict[str, Any] = {name: grid[name] for name in SHAPE} | {"copy": grid.copy, "shares": grid.shares(start)}
    places: Integers = _NO_INTEGERS
    values: Floats = _NO_FLOATS
    for begin in range(0, len(weights), portion):
        axes["weights"] = weights[begin : begin + portion]
        block = material.swept(start, axes, groups, _core.Method.quick, threads).ravel()
        places, values = _kept(places, values, begin * size, block)
        done(block.size)
    points = [grid.point(place, start) for place in places.tolist()]
    exact = material.values(points, threads=threads)
    order = np.argsort(-exact, kind="stable")  # Of equal points, earlier ones first.
    best = tuple(Found(parameters=points[place], value=float(exact[place])) for place in order)
    return Sweep(best=best, points=len(grid))


def _kept(places: Integers, values: Floats, offset: int, block: Floats) -> tuple[Integers, Floats]:
    """Merge the best points so far with those of a block, the best first; of equal points, earlier ones first."""
    least = values[-1] if len(values) == KEPT else -np.inf
    candidates = np.flatnonzero(block > least)
    places, values = np.concatenate((places, candidates + offset)), np.concatenate((values, block[candidates]))
    order = np.lexsort((places, -values))[:KEPT]
    return places[order], values[order]


def coarse_to_fine(
    material: Material,
    grid: Grid | None = None,
    *,
    finest: float = 0.01,
    threads: int = 1,
    done: Callable[[int], None] = lambda _: None,
) -> Sweep:
    """Sweep a coarse grid, then ever finer ones around the best points, halving the steps down to `finest`."""
    rough_x = () if material.start.copy is None else _ROUGH_X
    grid = (grid or NAMED_GRIDS["rough"].replaced(x=rough_x)).fitted(material.matchers, material.start)
    names = [name for name in AXES if grid[name]]
    step = {name: max(np.diff(grid[name]).tolist(), default=0.0) for name in names}
    limits = {name: (grid[name][0], grid[name][-1]) for name in names}
    found = sweep(material, grid, threads=threads, done=done)
    points = found.points
    while max(width for name, width in step.items() if name != "x") > finest:
        step = {name: width / 2 for name, width in step.items()}
        best: list[Found] = list(found.best)
        for centre in _spread(found.best):
            near = _around(centre.parameters, step, limits)
            part = sweep(material, near, threads=threads, done=done)
            points += part.points
            best.extend(part.best)
        unique = {item.parameters: item for item in reversed(best)}
        ranked = sorted(unique.values(), key=lambda item: -item.value)
        found = replace(found, best=tuple(ranked[:KEPT]))
    return replace(found, points=points)


def _spread(found: Sequence[Found]) -> list[Found]:
    """Return the best three points that are not neighbours."""
    chosen: list[tuple[Found, Floats]] = []
    for item in found:
        here = np.array(list(values_of(item.parameters).values()))
        if len(chosen) < 3 and all(np.abs(here - there).max() > 0.1 for _, there in chosen):
            chosen.append((item, here))
    return [item for item, _ in chosen]


def _around(centre: Parameters, step: dict[str, float], limits: dict[str, tuple[float, float]]) -> Grid:
    """Return the grid of one step to either side of a point, inside the limits."""
    values: dict[str, tuple[float, ...]] = {}
    here = values_of(centre)
    for name, (low, high) in limits.items():
        around = (here[name] - step[name], here[name], here[name] + step[name])
        values[name] = tuple(sorted({round(value, 10) for value in around if low <= value <= high}))
    return Grid(values=values)
