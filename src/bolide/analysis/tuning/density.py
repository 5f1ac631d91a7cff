"""X of copy words by their density: sets with more copy words a reference want a larger X (Guo, Ruan and Hu 2018, section 4.1).

A score does not depend on the other segments of its corpus, so X is not changed while scoring: the line is learned from judged sets,
says an X for a text, and that X is then given as any other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from statistics import linear_regression

from bolide.analysis.evaluation.candidates import MetricChoice
from bolide.analysis.evaluation.judgements import JudgementSet
from bolide.analysis.tuning.grid import Grid
from bolide.analysis.tuning.material import Objective, prepare
from bolide.analysis.tuning.search import sweep
from bolide.errors import InputError
from bolide.metric.meteor import Meteor
from bolide.show.tables import Document, Table

__all__ = ["ByDensity", "DenseSet", "Density", "Line", "learn_line", "line_through", "measure_density"]

BATCH = 8192
LEAST_X = 1.0  # what is lower was best for no set


@dataclass(frozen=True, slots=True, kw_only=True)
class Density:
    """How many copy words some references have (table 4 of the paper)."""

    references: int
    copy_words: int

    @property
    def density(self) -> float:
        """Copy words a reference."""
        return self.copy_words / self.references


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """X = start + slope · density.

    >>> Line(start=-9.5, slope=10).x(1.5), Line(start=-9.5, slope=10).x(0.1)
    (5.5, 1.0)
    """

    start: float
    slope: float

    def x(self, density: float) -> float:
        """Return X, which is never below 1, however few copy words there are."""
        return max(LEAST_X, self.start + self.slope * density)


@dataclass(frozen=True, slots=True, kw_only=True)
class DenseSet:
    """A set of judgements: the density of its references, the X that agrees best with people, and how well."""

    name: str
    density: float
    x: float
    value: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ByDensity:
    """The sets, and the line through them."""

    sets: tuple[DenseSet, ...]
    line: Line

    def document(self) -> Document:
        """Return the sets as a table, and the line as facts."""
        rows = [(one.name, one.density, one.x, self.line.x(one.density), one.value) for one in self.sets]
        shown = [(name, dense, f"{x:g}", f"{on_line:.1f}", value) for name, dense, x, on_line, value in rows]
        head = ("set", "density", "best X", "X of the line", "objective")
        start, slope = f"{self.line.start:.2f}", f"{self.line.slope:.2f}"
        note = f"X for other text: bolide copy-words --density --line={start},{slope} REFERENCES"
        sets = [dict(zip(("set", "density", "x", "x_of_line", "value"), row, strict=True)) for row in rows]
        data = {"start": self.line.start, "slope": self.line.slope, "sets": sets}
        return Document(
            facts=(("start", start), ("slope", slope)),
            tables=[Table(head=head, rows=shown)],
            notes=[note],
            flat=Table(head=head, rows=rows),
            data=data,
        )


def measure_density(meteor: Meteor, references: Iterable[str]) -> Density:
    """Count the copy words of references; `InputError` where there are none."""
    size, found, rest = 0, 0, iter(references)
    while batch := list(islice(rest, BATCH)):
        found += int(meteor.score(batch, batch).statistics.row(0)["reference_copy"])
        size += len(batch)
    if not size:
        raise InputError("there are no references to count copy words in")
    return Density(references=size, copy_words=found)


def line_through(points: Sequence[tuple[float, float]]) -> Line:
    """Return the line nearest to some densities and their X, by least squares; `InputError` where they do not decide it."""
    if len({density for density, _ in points}) < 2:
        raise InputError("a line needs two or more sets of judgements whose references differ in density")
    slope, start = linear_regression([density for density, _ in points], [x for _, x in points])
    return Line(start=start, slope=slope)


def learn_line(
    sets: Sequence[JudgementSet], choice: MetricChoice, objective: Objective, grid: Grid, *, threads: int = 1
) -> ByDensity:
    """Find the best point of a grid for each set alone, and the line from the density of the sets to their X."""
    found = []
    for judged in sets:
        best = sweep(prepare([judged], choice, objective, threads=threads), grid, threads=threads).best[0]
        if best.parameters.copy_x is None:
            raise InputError("X by density is for metrics that count copy words: choose a preset such as meteor++")
        references = dict.fromkeys(line for lines in judged.references for line in lines)
        dense = measure_density(choice.metric(judged), references).density
        found.append(DenseSet(name=judged.name, density=dense, x=best.parameters.copy_x, value=best.value))
    return ByDensity(sets=tuple(found), line=line_through([(one.density, one.x) for one in found]))
