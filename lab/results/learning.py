"""Parameters learned again from rankings, over the papers' grid, beside those that the papers give."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

import numpy as np
from results.points import HEADINGS, range_of, row_of

from bolide.analysis.agreement import SEED
from bolide.analysis.grid import parse_grid
from bolide.analysis.judged_sets import JudgementSet, MetricChoice
from bolide.analysis.sweep import Material, Objective, Sweep, prepare, sweep
from bolide.analysis.tuning import cross_validate
from bolide.data.home import processor_cores
from bolide.metric.parameters import Parameters

__all__ = ["FOLDS", "Learned", "Pair", "learn", "matched", "table_of", "values_by_set"]

FOLDS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """A value for the paper's point and one for ours."""

    paper: float
    ours: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Learned:
    """The best point of the grid: τ of all judgements there, the best points without each of some parts, and the mean τ of those parts."""

    material: Material
    point: Parameters
    points: int
    tuned: Pair
    left_out: Pair
    without_parts: tuple[Parameters, ...]


def learn(sets: Sequence[JudgementSet], choice: MetricChoice, published: Parameters) -> Learned:
    """Sweep the papers' grid on all judgements, pooled, and again on all but each fifth of the segments."""

    def search(part: Material) -> Sweep:
        return sweep(part, grid, threads=processor_cores())

    grid = parse_grid("paper")
    material = prepare(sets, choice, Objective.of(["tau"]))
    found = search(material)
    folds = cross_validate(material, search, published, folds=FOLDS, seed=SEED)
    return Learned(
        material=material,
        point=found.best[0].parameters,
        points=found.points,
        tuned=Pair(paper=float(material.values([published])[0]), ours=found.best[0].value),
        left_out=Pair(paper=fmean(fold.untuned for fold in folds), ours=fmean(fold.tested for fold in folds)),
        without_parts=tuple(fold.parameters for fold in folds),
    )


def table_of(learned: Mapping[str, Learned], published: Mapping[str, str], what: str) -> str:
    """Return a table of what was learned, by name: the paper's point, ours, and between what limits the points without a part are."""
    lines = [f"| {what} | | {HEADINGS} | τ | left out |", "|---|---|" + "--:|" * 10]
    for name, found in learned.items():
        matchers = found.material.matchers
        for label, cells, tuned, tested in (
            ("paper", published[name].replace(" ", " | "), f"{found.tuned.paper:.4f}", f"{found.left_out.paper:.4f}"),
            ("ours", row_of(found.point, matchers), f"{found.tuned.ours:.4f}", f"{found.left_out.ours:.4f}"),
            ("ours, without a part", range_of(found.without_parts, matchers), "", ""),
        ):
            lines.append(f"| {name} | {label} | {cells} | {tuned} | {tested} |")
    return "\n".join(lines) + "\n"


def values_by_set(material: Material, point: Parameters) -> list[float]:
    """Return τ at a point for each set alone."""
    values = []
    for judged in material.sets:
        only = [np.full(len(other), int(other is judged), dtype=np.int64) for other in material.sets]
        values.append(float(material.with_counts(only).values([point])[0]))
    return values


def matched(judged: JudgementSet, choice: MetricChoice) -> dict[str, float]:
    """Return the share of the judged translations' words that each matcher matches."""
    meteor = choice.metric(judged)
    total = meteor.statistics(judged.hypotheses, judged.references).statistics.total().row(0)
    counts = {
        name: total[f"hypothesis_content_{place}"] + total[f"hypothesis_function_{place}"]
        for place, name in enumerate(meteor.pipeline.matchers.names, start=1)
    }
    return {name: count / total["hypothesis_length"] for name, count in counts.items()}
