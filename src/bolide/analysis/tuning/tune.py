"""Tuning as a whole: judgements in, the best parameters out, with all that tells how far to trust them."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from bolide.analysis.evaluation.candidates import MetricChoice
from bolide.analysis.evaluation.judgements import JudgementSet
from bolide.analysis.resampling import SEED
from bolide.analysis.tuning.grid import NAMED_GRIDS, Grid
from bolide.analysis.tuning.material import Material, Objective, prepare
from bolide.analysis.tuning.search import Sweep, coarse_to_fine, sweep
from bolide.analysis.tuning.table_sets import merge_tables, table_sets
from bolide.analysis.tuning.validate import Fold, Stability, cross_validate, stability
from bolide.data.install import discard_files
from bolide.errors import ConfigurationError
from bolide.metric.parameters import Parameters

__all__ = ["Plan", "TableChoice", "Tuned", "tune"]

# With more points than this, samples are swept over fewer of them.
MOST_POINTS_OF_A_SAMPLE = 2_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What to sweep and what else to look at.

    `finest` is None for a sweep over every point of the grid; else the search goes on from the best of them, in ever finer
    steps, down to this one. A grid of None is the papers' for a sweep, and a rough one to refine. `merge` writes what several tables
    hold together.
    """

    objective: Objective
    grid: Grid | None = None
    finest: float | None = None
    tables: tuple[tuple[str, str], ...] = ()
    merge: Callable[[Sequence[str], Path], object] = merge_tables
    folds: int | str | None = None
    samples: int = 0
    surfaces: tuple[tuple[str, str], ...] = ()
    seed: int = SEED
    threads: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class TableChoice:
    """A set of paraphrase tables, by their names, and the best that was reached with it."""

    names: tuple[str, ...]
    value: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Tuned:
    """The best parameters and what was found on the way. `start` is the preset's own, where it has any, with its value."""

    material: Material
    found: Sweep
    start: Parameters
    start_value: float
    tables: tuple[TableChoice, ...]
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
    material, tables = _choose_tables(sets, choice, plan, say)
    start = material.start
    found = _search(material, plan, say, with_surfaces=True)
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
        tables=tuple(tables),
        folds=tuple(folds),
        stability=moved,
        sample_points=len(small.grid) if moved and small.grid and plan.finest is None else None,
        seed=plan.seed,
    )


def _silent(_label: str, _total: int | None) -> Callable[[int], None]:
    """Say nothing of what begins, nor of what is done."""
    return lambda _done: None


def _search(
    material: Material,
    plan: Plan,
    say: Callable[[str, int | None], Callable[[int], None]],
    *,
    with_surfaces: bool = False,
) -> Sweep:
    if plan.finest is not None:
        done = say("searching", None)
        return coarse_to_fine(material, plan.grid, finest=plan.finest, threads=plan.threads, done=done)
    grid = plan.grid or NAMED_GRIDS["paper"]
    done = say("sweeping", len(grid.fitted(material.matchers, material.start)))
    return sweep(material, grid, threads=plan.threads, done=done, surfaces=plan.surfaces if with_surfaces else ())


@contextmanager
def _union(files: Sequence[str], merge: Callable[[Sequence[str], Path], object]) -> Iterator[Path]:
    """Give a file with what some tables hold; of several that are merged nothing is left afterwards."""
    if len(files) == 1:
        yield Path(files[0])
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "merged.gz"
        merge(files, path)
        try:
            yield path
        finally:
            discard_files("paraphrases", [path])


def _choose_tables(
    sets: Sequence[JudgementSet],
    choice: MetricChoice,
    plan: Plan,
    say: Callable[[str, int | None], Callable[[int], None]],
) -> tuple[Material, list[TableChoice]]:
    """Return the material; with several tables to choose from, that of the set of tables which reaches the highest value."""

    def align(with_choice: MetricChoice) -> Material:
        done = say("aligning", len(sets))
        return prepare(sets, with_choice, plan.objective, threads=plan.threads, done=lambda: done(1))

    if not plan.tables:
        return align(choice), []
    if choice.by_language.get("paraphrases"):
        raise ConfigurationError(
            "--paraphrases and --table do not go together: give the tables to choose from with --table"
        )
    tried: list[tuple[TableChoice, Material]] = []
    for chosen in table_sets(plan.tables):
        names, files = tuple(name for name, _ in chosen), [file for _, file in chosen]
        with _union(files, plan.merge) as path:
            material = align(replace(choice, by_language={**choice.by_language, "paraphrases": {"": str(path)}}))
        value = _search(material, plan, say).best[0].value
        tried.append((TableChoice(names=names, value=value), material))
    best = max(tried, key=lambda pair: pair[0].value)
    return best[1], [item for item, _ in tried]
