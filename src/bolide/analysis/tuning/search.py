"""The search for the best parameters: exhaustive over a grid, or from a coarse grid to a fine one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from bolide import _core
from bolide.analysis.tuning.grid import AXES, NAMED_GRIDS, Grid, values_of
from bolide.analysis.tuning.material import Material
from bolide.data.languages import MATCHERS
from bolide.errors import ConfigurationError
from bolide.metric.parameters import Parameters
from bolide.metric.statistics import Floats

__all__ = ["Found", "Surface", "Sweep", "coarse_to_fine", "sweep"]

KEPT = 50
LEAST_STEP = 0.0001  # of a search from coarse to fine: no score says more
_POINTS_AT_ONCE = 400_000
_WEIGHTS = len(MATCHERS) - 1  # The first axes of a grid.
# X is looked for up to here, from coarse to fine: 32 is hardly different from not counting copy words.
_ROUGH_X = (1.0, 4.0, 7.0, 10.0, 13.0, 16.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A point and the objective there."""

    parameters: Parameters
    value: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Surface:
    """For each two values of two parameters, the best that the others can make of them."""

    down: str
    across: str
    grid: Grid
    values: Floats


@dataclass(frozen=True, slots=True, kw_only=True)
class Sweep:
    """What a search found: the best points, the best first, how many were looked at, and surfaces."""

    best: tuple[Found, ...]
    points: int
    surfaces: tuple[Surface, ...] = ()


@dataclass(slots=True)
class _Collector:
    """Keeps the best points, of equal ones the first, and the surfaces, portion by portion."""

    grid: Grid
    pairs: Sequence[tuple[str, str]]
    places: list[int] = field(default_factory=list)
    values: list[float] = field(default_factory=list)
    tables: dict[tuple[str, str], Floats] = field(default_factory=dict)

    def add(self, first_weights: int, block: Floats) -> None:
        flat = block.ravel()
        offset = first_weights * flat.size // len(block)
        least = self.values[-1] if len(self.values) == KEPT else -np.inf
        candidates = np.flatnonzero(flat > least)
        if len(candidates) > KEPT:
            threshold = np.partition(flat[candidates], len(candidates) - KEPT)[len(candidates) - KEPT]
            above, equal = candidates[flat[candidates] > threshold], candidates[flat[candidates] == threshold]
            candidates = np.concatenate((above, equal[: KEPT - len(above)]))
        places = np.concatenate((self.places, candidates + offset)).astype(np.int64)
        values = np.concatenate((self.values, flat[candidates]))
        order = np.lexsort((places, -values))[:KEPT]
        self.places, self.values = places[order].tolist(), values[order].tolist()
        for pair in self.pairs:
            self._draw(pair, first_weights, block)

    def _draw(self, pair: tuple[str, str], first_weights: int, block: Floats) -> None:
        shape = [max(len(self.grid[name]), 1) for name in AXES]
        table = self.tables.setdefault(pair, np.full([len(self.grid[name]) for name in pair], -np.inf))
        for place, values in enumerate(block.reshape(len(block), *shape[_WEIGHTS:])):
            at = dict(zip(AXES[:_WEIGHTS], np.unravel_index(first_weights + place, shape[:_WEIGHTS]), strict=True))
            rest = tuple(axis for axis, name in enumerate(AXES[_WEIGHTS:]) if name not in pair)
            best = values.max(axis=rest)  # Has the axes of the pair that are no weights, in the order of `AXES`.
            free = [name for name in AXES[_WEIGHTS:] if name in pair]
            best = best if free == [name for name in pair if name in free] else best.T
            where = tuple(at[name] if name in at else slice(None) for name in pair)
            table[where] = np.maximum(table[where], best)


def sweep(
    material: Material,
    grid: Grid,
    *,
    surfaces: Sequence[tuple[str, str]] = (),
    threads: int = 1,
    done: Callable[[int], None] = lambda _: None,
) -> Sweep:
    """Measure the objective at every point of a grid; `done` is told of points as they are finished.

    The best points are measured again with every translation scored as the metric does it; what they are given with is that.
    """
    grid = grid.fitted(material.matchers, material.start)
    if unknown := [name for pair in surfaces for name in pair if not grid[name]]:
        whose = "have a share of chrF" if unknown[0] == "chrf" else "count copy words"
        raise ConfigurationError(f"there is no surface over {unknown[0]}: it is for metrics that {whose}")
    groups, weights = material.groups(), grid.weights
    size = len(grid) // len(weights)
    portion = max(threads, _POINTS_AT_ONCE // size, 1)
    collector = _Collector(grid, surfaces)
    for begin in range(0, len(weights), portion):
        part = weights[begin : begin + portion]
        values = _core.sweep(
            rows=material.rows,
            ends=material.ends,
            groups=groups,
            alpha=grid.alpha,
            beta=grid.beta,
            gamma=grid.gamma,
            delta=grid.delta,
            weights=part,
            copy=grid.copy,
            chrf=grid.chrf,
            penalty=getattr(_core.Penalty, material.start.penalty),
            method=_core.Method.quick,
            threads=threads,
        )
        collector.add(begin, values.reshape(len(part), -1))
        done(values.size)
    return Sweep(
        best=_measured_again(
            material, [grid.point(place, material.start.penalty) for place in collector.places], threads
        ),
        points=len(grid),
        surfaces=tuple(
            Surface(down=a, across=b, grid=grid, values=table) for (a, b), table in collector.tables.items()
        ),
    )


def _measured_again(material: Material, points: Sequence[Parameters], threads: int) -> tuple[Found, ...]:
    """Return points with the exact objective, the best first; of equals, the first given."""
    exact = material.values(points, threads=threads)
    order = np.argsort(-exact, kind="stable")
    return tuple(Found(parameters=points[place], value=float(exact[place])) for place in order)


def coarse_to_fine(
    material: Material,
    grid: Grid | None = None,
    *,
    finest: float = 0.01,
    threads: int = 1,
    done: Callable[[int], None] = lambda _: None,
) -> Sweep:
    """Sweep a coarse grid, then ever finer ones around the best points, halving the steps down to `finest`."""
    grid = grid or _rough(material.start)
    grid = grid.fitted(material.matchers, material.start)
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


def _rough(start: Parameters) -> Grid:
    """Return the grid to begin with: X is looked for where copy words count."""
    return replace(NAMED_GRIDS["rough"], x=() if start.copy is None else _ROUGH_X)


def _spread(found: Sequence[Found], count: int = 3) -> list[Found]:
    """Return the best points that are not neighbours of each other."""
    chosen: list[Found] = []
    for item in found:
        here = _coordinates(item.parameters)
        far = all(np.abs(here - _coordinates(other.parameters)).max() > 0.1 for other in chosen)
        if far:
            chosen.append(item)
        if len(chosen) == count:
            break
    return chosen


def _coordinates(parameters: Parameters) -> Floats:
    return np.array(list(values_of(parameters).values()))


def _around(centre: Parameters, step: dict[str, float], limits: dict[str, tuple[float, float]]) -> Grid:
    """Return the grid of one step to either side of a point, inside the limits."""
    values: dict[str, tuple[float, ...]] = {}
    here = values_of(centre)
    for name, (low, high) in limits.items():
        around = (here[name] - step[name], here[name], here[name] + step[name])
        values[name] = tuple(sorted({round(value, 10) for value in around if low <= value <= high}))
    return Grid(**values)
