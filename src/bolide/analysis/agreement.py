"""How well scores agree with people: all measures, one entry of `MEASURES` each, which is all that it takes to add one; and Williams' test."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bolide import _core
from bolide.errors import ConfigurationError
from bolide.records import record

Floats: TypeAlias = NDArray[np.float64]


def _standardised(values: Floats) -> Floats:
    """Bring values to mean 0 and deviation 1."""
    scaled: Floats = (values - values.mean()) / (values.std() or 1.0)
    return scaled


def _ranks(values: Floats) -> Floats:
    """Bring values to ranks, those of equal ones averaged."""
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    ranks: Floats = (np.cumsum(counts) - (counts - 1) / 2)[inverse]
    return ranks


@record
class Measure:
    """A measure of agreement.

    `needs` says what it is taken of, and so what `function` takes. Of scores, and of the scores of whole systems: a table of them, one of
    human scores and one of weights, a row for each sample. Of rankings: how many are right, equal and wrong. It returns a value for
    each sample, NaN where it is undefined.

    `scaled` brings two metrics to one scale before a permutation exchanges their scores; with `has_williams`, Williams' test takes
    the place of the permutation. A measure with a `core` is one that `bolide tune` can maximise, by the name of `objective`.
    """

    name: str
    needs: str
    function: Callable[..., Floats]
    help: str
    higher_is_better: bool = True
    scaled: Callable[[Floats], Floats] = _standardised
    has_williams: bool = False
    core: _core.Measure | None = None
    objective: str = ""


def _correlated(core: _core.Measure, x: ArrayLike, y: ArrayLike, weights: ArrayLike) -> Floats:
    """Return the correlation of each row of `x` with the row of `y`; a single row goes with every row."""
    here, there, by = (np.ascontiguousarray(np.atleast_2d(table), dtype=np.float64) for table in (x, y, weights))
    values: Floats = np.asarray(_core.correlations(here, there, by, core))[:, 0]
    return values


def _of_scores(name: str, core: _core.Measure, text: str, **more: Any) -> Measure:
    function = partial(_correlated, core)
    return Measure(name=name, needs="scores", function=function, help=text, core=core, objective=name, **more)


def _of_rankings(name: str, function: Callable[..., Floats], text: str, **more: Any) -> Measure:
    def counted(right: Floats, equal: Floats, wrong: Floats) -> Floats:
        with np.errstate(divide="ignore", invalid="ignore"):
            return function(right, equal, wrong)

    return Measure(name=name, needs="rankings", function=counted, help=text, **({"objective": name} | more))


_LENGTHS = "Pearson's r weighted by the words of the first reference (Meteor 1.3, §5.1)"
_WMT12 = "(right − wrong − equal) / all: equal scores are wrong (Meteor 1.3, §4.2; Universal, §4; the jar's Trainer)"
_WMT13 = "(right − wrong) / (right + wrong): equal scores are left out"
_WMT14 = "(right − wrong) / all: equal scores count for nothing"
_NEXT = "right / all (Meteor-NEXT, §4.2)"
_ALL = [
    _of_scores("pearson", _core.Measure.pearson, "Pearson's r", has_williams=True),
    _of_scores("spearman", _core.Measure.spearman, "r of ranks, ties averaged", scaled=_ranks),
    _of_scores("kendall", _core.Measure.kendall, "Kendall's tau-b", scaled=_ranks),
    _of_scores("weighted-pearson", _core.Measure.weighted_pearson, _LENGTHS),
    _of_rankings(
        "tau-wmt12", lambda r, e, w: (r - e - w) / (r + e + w), _WMT12, core=_core.Measure.tau, objective="tau"
    ),
    _of_rankings("tau-wmt13", lambda r, _, w: (r - w) / (r + w), _WMT13),
    _of_rankings("tau-wmt14", lambda r, e, w: (r - w) / (r + e + w), _WMT14),
    _of_rankings("rank-consistency", lambda r, e, w: r / (r + e + w), _NEXT, core=_core.Measure.consistency),
]
_ON_SYSTEMS = ("pearson", "kendall")
_ALL += [
    replace(measure, name=f"system-{measure.name}", needs="systems", help=f"{measure.help} of whole systems", core=None)
    for measure in _ALL
    if measure.name in _ON_SYSTEMS
]

MEASURES = {measure.name: measure for measure in _ALL}
OBJECTIVES = {measure.objective: measure for measure in _ALL if measure.core is not None}


def find_measure(name: str) -> Measure:
    """Return a measure by its name; `ConfigurationError` if there is none of it."""
    if name not in MEASURES:
        raise ConfigurationError(f"unknown measure {name!r}: choose one of {' '.join(MEASURES)}")
    return MEASURES[name]


def measures_for(needs: str) -> tuple[str, ...]:
    """Return the names of the measures of "scores", "rankings" or "systems"."""
    return tuple(name for name, measure in MEASURES.items() if measure.needs == needs)


def correlate(name: str, x: ArrayLike, y: ArrayLike, weights: ArrayLike | None = None) -> Floats:
    """Return a measure of scores, or of systems, of each row of `x` with the row of `y`; a single row goes with every row.

    >>> correlate("kendall", [1.0, 2.0, 3.0], [1.0, 3.0, 2.0]).tolist()
    [0.33333333333333337]
    """
    return find_measure(name).function(x, y, np.ones(np.shape(x)[-1]) if weights is None else weights)


def williams(with_first: float, with_second: float, between: float, count: int) -> float:
    """Return the two-sided probability that two metrics correlate alike with the same human scores (Williams 1959).

    `with_first` and `with_second` are the correlations of the metrics with the humans, `between` that of the metrics with each
    other, `count` the number of judgements.

    >>> round(williams(0.6, 0.5, 0.7, 100), 4)
    0.1139
    """
    if count <= 3 or with_first == with_second:
        return 1.0
    determinant = 1 - with_first**2 - with_second**2 - between**2 + 2 * with_first * with_second * between
    mean = (with_first + with_second) / 2
    below = 2 * determinant * (count - 1) / (count - 3) + mean**2 * (1 - between) ** 3
    if below <= 0:
        return 0.0
    t = (with_first - with_second) * math.sqrt((count - 1) * (1 + between) / below)
    return student_probability(t, count - 3)


def student_probability(t: float, freedom: int) -> float:
    """Return the two-sided probability of Student's t.

    >>> round(student_probability(2.0, 10), 6)
    0.073388
    """
    return _incomplete_beta(freedom / (freedom + t * t), freedom / 2, 0.5)


def _incomplete_beta(x: float, a: float, b: float) -> float:
    """Return the regularised incomplete beta function."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - _incomplete_beta(1 - x, b, a)
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)) / a
    return front * _continued_fraction(x, a, b)


def _continued_fraction(x: float, a: float, b: float) -> float:
    """Return the fraction of the incomplete beta function, by the modified method of Lentz."""
    tiny = 1e-300
    c, d = 1.0, 1 / ((1 - (a + b) * x / (a + 1)) or tiny)
    value = d
    for m in range(1, 500):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        before = value
        for term in (even, odd):
            d = 1 / ((1 + term * d) or tiny)
            c = (1 + term / c) or tiny
            value *= c * d
        if abs(value - before) <= 1e-15 * abs(value):
            break
    return value
