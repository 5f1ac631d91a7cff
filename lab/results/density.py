"""X of copy words by their density: sets with more copy words a reference want a larger X (Guo, Ruan and Hu 2018, section 4.1).

A score does not depend on the other segments of its corpus, so X is not changed while scoring: the line is learned from judged sets,
says an X for a text, and that X is then given as any other.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from statistics import linear_regression

from bolide.analysis.grid import Grid
from bolide.analysis.judged_sets import JudgementSet, MetricChoice
from bolide.analysis.sweep import Objective, prepare, sweep
from bolide.errors import InputError
from bolide.metric.meteor import Meteor

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
