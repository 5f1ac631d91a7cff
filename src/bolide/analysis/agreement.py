"""The agreement of scores with people by all measures (entries of `MEASURES`), and the role of chance in a number or a difference.

Samples are not made of segments: a row of counts says how often a sample has each segment, and counts times statistics are the
statistics of the sample's corpus. Whole numbers are added exactly.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import permutations
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from bolide import _core
from bolide.analysis.groups import (
    RATIO,
    JudgedTexts,
    Table,
    accuracy_within,
    correlation_within,
    length_matched,
    multiply,
    pair_accuracy,
    soft_accuracy,
    tau_b,
    weigh,
)
from bolide.errors import ConfigurationError
from bolide.metric.statistics import Floats, Integers
from bolide.records import record

# The same everywhere, so that two commands give the same intervals and p-values.
SAMPLES = 1000
SEED = 1
CONFIDENCE = 0.95
LEVEL = 0.05  # A difference with a smaller p-value is clear.

_BLOCK = 2_000_000  # The number of random numbers drawn at a time: few enough that their memory is reused.
_EXACT_SINGLE = 1 << 24  # Whole numbers up to this are exact in single precision, which is twice as fast.
_LISTED_RUNS = 7
_ROUNDING = 1e-15

Draw: TypeAlias = Callable[[np.random.Generator, int, int], Table]
Stream: TypeAlias = tuple[int, ...]  # The arguments of `generator`: a seed, and the number of a stream.


@record
class Interval:
    """The limits of a number in the middle part of all samples."""

    low: float
    high: float


@record
class Resampling:
    """The number of samples, the seed, and the share of samples in an interval. The same seed gives the same numbers.

    >>> Resampling().caption
    '95 % intervals and p-values from 1000 samples, seed 1'
    """

    samples: int = SAMPLES
    seed: int = SEED
    confidence: float = CONFIDENCE

    def __post_init__(self) -> None:
        if self.samples < 0:
            raise ConfigurationError(f"the number of samples must be at least 0, not {self.samples}")
        if self.seed < 0:
            raise ConfigurationError(f"the seed must be at least 0, not {self.seed}")
        if not 0 < self.confidence < 1:
            raise ConfigurationError(f"the confidence must be between 0 and 1, not {self.confidence}")

    @property
    def caption(self) -> str:
        """The caption of a table with intervals and p-values."""
        return f"{100 * self.confidence:g} % intervals and {self.short_caption}"

    @property
    def short_caption(self) -> str:
        """The caption of a table with p-values only."""
        return f"p-values from {self.samples} samples, seed {self.seed}"


def generator(seed: int, *stream: int) -> np.random.Generator:
    """Return a generator of random numbers for a seed and a stream; streams are independent."""
    return np.random.default_rng([seed, *stream])


def interval(values: Sequence[float] | Floats, confidence: float) -> Interval | None:
    """Return the limits of the middle part of values, with a share of `confidence`; None if no value is finite.

    >>> interval(range(101), 0.5)
    Interval(low=25.0, high=75.0)
    """
    finite = np.asarray(values, dtype=np.float64)
    finite = finite[np.isfinite(finite)]
    if not len(finite):
        return None
    low, high = np.quantile(finite, [(1 - confidence) / 2, (1 + confidence) / 2]).tolist()
    return Interval(low=low, high=high)


def probability(observed: float, by_chance: Floats) -> float:
    """Return the share of samples that are at least as large as the observed value, which counts as one (Noreen 1989): never 0.

    Differs: sacreBLEU and multeval count only larger samples, so that a system differs from itself at p = 1 / (samples + 1); here at
    p = 1. Otherwise this matters only with so few segments that samples repeat.
    Samples with an undefined value are left out.
    """
    by_chance = by_chance[np.isfinite(by_chance)]
    return (int((by_chance >= abs(observed) - _ROUNDING).sum()) + 1) / (len(by_chance) + 1)


def picks(random: np.random.Generator, samples: int, count: int) -> Integers:
    """Draw `count` of `count` items with replacement: their numbers, a row for each sample."""
    return random.integers(0, count, (samples, count))


def counts(random: np.random.Generator, samples: int, count: int) -> Integers:
    """Draw the same, but return how often each item was drawn."""
    placed = picks(random, samples, count) + np.arange(samples)[:, None] * count
    return np.bincount(placed.ravel(), minlength=samples * count).reshape(samples, count)


def coins(random: np.random.Generator, samples: int, count: int) -> Integers:
    """Toss a coin for each item: 0 or 1, a row for each sample."""
    return random.integers(0, 2, (samples, count))


def folds(random: np.random.Generator, parts: int, count: int) -> Integers:
    """Return a random part for each of `count` items; all parts have about the same size."""
    numbers: Integers = random.permutation(count) % parts
    return numbers


@lru_cache(maxsize=3)
def _kept(draw: Draw, stream: Stream, samples: int, count: int) -> Table:
    """Return draws; the last ones are cached, since many measures use the same samples."""
    drawn = draw(generator(*stream), samples, count)
    drawn.flags.writeable = False
    return drawn


def sampled(draw: Draw, function: Callable[[Table], Table], *, samples: int, count: int, stream: Stream) -> Table:
    """Return the result of a function for all draws, a row for each. They are drawn in blocks, to limit memory."""
    size = max(1, _BLOCK // max(count, 1))
    if samples <= size:
        return function(_kept(draw, stream, samples, count))
    random = generator(*stream)
    blocks = [function(draw(random, min(size, samples - start), count)) for start in range(0, samples, size)]
    return np.concatenate(blocks)


def drawn_totals(draw: Draw, tables: Sequence[Table], samples: int, stream: Stream) -> list[Table]:
    """Draw segments, and sum their rows: for every table, a row for each sample.

    The same segments are drawn for all tables, so that samples by `counts` can be compared across them (Koehn 2004). The difference of
    two runs' sums by `coins` is what `shuffle_totals` moves between them, so that the same coins serve all pairs of runs.
    """
    table = np.hstack(tables)
    totals = sampled(draw, _multiplier(table), samples=samples, count=len(table), stream=stream)
    return list(np.split(totals, np.cumsum([table.shape[1] for table in tables])[:-1], axis=1))


def shuffle_totals(first: Sequence[Table], second: Sequence[Table], samples: int, stream: Stream) -> list[Table]:
    """Shuffle runs between two systems, segment by segment: for every run of both, a row for each sample.

    With one run each, every segment is swapped or not by the toss of a coin (Riezler and Maxwell 2005); with more, the runs of
    both are shuffled together, as in multeval (Clark et al. 2011). The first `len(first)` results belong to the first system.
    """
    if not len(first) == len(second) == 1:
        return _deal([*first, *second], samples, generator(*stream))
    (ours,), (theirs,) = first, second
    (moved,) = drawn_totals(coins, [theirs - ours], samples, stream)
    return [ours.sum(axis=0) + moved, theirs.sum(axis=0) - moved]


def _deal(runs: Sequence[Integers], samples: int, random: np.random.Generator) -> list[Integers]:
    """Shuffle runs; the last place and the last run follow from the others."""
    segments, last = len(runs[0]), len(runs) - 1
    totals = [np.tile(runs[last].sum(axis=0), (samples, 1)) for _ in range(last)]
    size = max(1, _BLOCK // (segments * len(runs)))
    for start in range(0, samples, size):
        end = min(samples, start + size)
        orders = _orders(end - start, segments, len(runs), random)
        for place, total in enumerate(totals):
            dealt = orders(place)
            for number, run in enumerate(runs[:last]):
                total[start:end] += product(dealt == number, run - runs[last])
    everything: Integers = np.sum([run.sum(axis=0) for run in runs], axis=0)
    return [*totals, everything - np.sum(totals, axis=0)]


def _orders(size: int, segments: int, runs: int, random: np.random.Generator) -> Callable[[int], Table]:
    """Return a function from a place to the number of the run that it gets, in every sample and segment."""
    if runs <= _LISTED_RUNS:  # Few enough orders to list them all, which is much faster than sorting.
        listed = np.array(list(permutations(range(runs))), dtype=np.uint8)
        chosen = random.integers(len(listed), size=(size, segments))
        return lambda place: listed[:, place][chosen]
    order = np.argsort(random.random((size, segments, runs), dtype=np.float32), axis=2)
    return lambda place: order[:, :, place]


def product(drawn: Table, table: Table) -> Table:
    """Return counts times rows: exact for whole numbers, else the same bits everywhere."""
    return _multiplier(table)(drawn)


def _multiplier(table: Table) -> Callable[[Table], Table]:
    """Return a function that multiplies counts with a table, which is prepared once."""
    if table.dtype.kind == "f":
        return lambda drawn: weigh(drawn, table)
    largest = len(table) * int(np.abs(table).max(initial=0))  # No sum of a sample is larger.
    kind = np.float32 if largest < _EXACT_SINGLE else np.float64
    used = np.flatnonzero(table.any(axis=0))  # Half of the columns are unused by most metrics.
    whole = table[:, used].astype(kind)

    def multiplied(drawn: Table) -> Table:
        totals = np.zeros((len(drawn), table.shape[1]), dtype=np.int64)
        totals[:, used] = np.rint(multiply(drawn.astype(kind), whole))
        return totals

    return multiplied


def _standardised(values: Floats) -> Floats:
    """Scale values to mean 0 and deviation 1."""
    scaled: Floats = (values - values.mean()) / (values.std() or 1.0)
    return scaled


def _ranks(values: Floats) -> Floats:
    """Replace values by their ranks, averaged for equal values."""
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    ranks: Floats = (np.cumsum(counts) - (counts - 1) / 2)[inverse]
    return ranks


@record
class Measure:
    """A measure of agreement.

    `needs` is the kind of data that it measures, and determines the arguments of `function`. For scores, and scores of whole systems:
    tables of scores, human scores and weights, with a row for each sample. For rankings: the numbers of right, equal and wrong ones. With
    `rows`, which returns a row of numbers for each group of translations: the sums of these numbers. It returns a value for each sample,
    NaN if it is undefined (then NumPy warns). A measure that `is_soft` takes tables of systems by segments, and has neither intervals nor tests.

    If groups share pairs, samples of groups vary too little: `spread` is the factor. Without `is_shown`, it is measured only on request.

    `scaled` scales two metrics alike before a permutation exchanges their scores; with `has_williams`, Williams' test replaces the
    permutation. `bolide tune` can maximise a measure with a `core`.
    """

    name: str
    needs: str
    function: Callable[..., Floats]
    help: str
    scaled: Callable[[Floats], Floats] = _standardised
    has_williams: bool = False
    core: _core.Measure | None = None
    rows: Callable[[JudgedTexts], Table] | None = None
    spread: float = 1.0
    is_soft: bool = False
    is_shown: bool = True


def _correlated(core: _core.Measure, x: ArrayLike, y: ArrayLike, weights: ArrayLike) -> Floats:
    """Return the correlation of each row of `x` with the row of `y`; a single row is used for every row."""
    here, there, by = (np.ascontiguousarray(np.atleast_2d(table), dtype=np.float64) for table in (x, y, weights))
    values: Floats = np.asarray(_core.correlations(here, there, by, core))[:, 0]
    return values


def _of_scores(name: str, core: _core.Measure, text: str, **more: Any) -> Measure:
    function = partial(_correlated, core)
    return Measure(name=name, needs="scores", function=function, help=text, core=core, **more)


def _of_rankings(name: str, function: Callable[..., Floats], text: str, **more: Any) -> Measure:
    return Measure(name=name, needs="rankings", function=function, help=text, **more)


def _within(name: str, rows: Callable[[JudgedTexts], Table], text: str) -> Measure:
    is_shown = name in ("kendall-item", "acc-eq")
    return Measure(name=name, needs="segments", function=np.divide, rows=rows, help=text, is_shown=is_shown)


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
    _of_rankings("tau-wmt12", lambda r, e, w: (r - e - w) / (r + e + w), _WMT12, core=_core.Measure.tau),
    _of_rankings("tau-wmt13", lambda r, _, w: (r - w) / (r + w), _WMT13),
    _of_rankings("tau-wmt14", lambda r, e, w: (r - w) / (r + e + w), _WMT14),
    _of_rankings("rank-consistency", lambda r, e, w: r / (r + e + w), _NEXT, core=_core.Measure.consistency),
]
_ALL += [
    replace(measure, name=f"system-{measure.name}", needs="systems", help=f"{measure.help} of whole systems", core=None)
    for measure in _ALL
    if measure.name in ("pearson", "kendall")
]

_TIED = "share of pairs within {}, averaged, in the order of the human scores, ties calibrated (Deutsch et al. 2023)"
_ALL += [
    _within(f"{core.name}-{group}", correlation_within(core, by), f"{text} within {by}, averaged")
    for core, text in ((_core.Measure.kendall, "tau-b"), (_core.Measure.pearson, "r"))
    for by, group in (("segments", "item"), ("systems", "system"))
]
_ALL += [
    _within("acc-eq", accuracy_within("segments"), _TIED.format("segments")),
    _within("acc-eq-system", accuracy_within("systems"), _TIED.format("systems")),
]
_MATCHED = f"tau-b over pairs of segments whose references differ in length by at most {RATIO:g} to 1"
_PAIRS = "share of pairs of systems in the order of the human scores (Kocmi et al. 2021)"
_SOFT = "1 − mean difference of the p-values of pairs of systems, by scores and by people (Thompson et al. 2024)"
_ALL += [
    Measure(name="kendall-length", needs="scores", function=tau_b, rows=length_matched, help=_MATCHED, spread=2.0),
    Measure(name="system-accuracy", needs="systems", function=pair_accuracy, help=_PAIRS, scaled=_ranks),
    Measure(name="spa", needs="systems", function=soft_accuracy, help=_SOFT, is_soft=True),
]

MEASURES = {measure.name: measure for measure in _ALL}
# `bolide tune` knows one tau alone, so that its name needs no year.
OBJECTIVES = {name.removesuffix("-wmt12"): measure for name, measure in MEASURES.items() if measure.core is not None}


def find_measure(name: str) -> Measure:
    """Return a measure by its name; `ConfigurationError` if it is unknown."""
    if name not in MEASURES:
        raise ConfigurationError(f"unknown measure {name!r}: choose one of {' '.join(MEASURES)}")
    return MEASURES[name]


def correlate(name: str, x: ArrayLike, y: ArrayLike, weights: ArrayLike | None = None) -> Floats:
    """Return a measure of scores, or of systems, of each row of `x` with the row of `y`; a single row is used for every row.

    >>> correlate("kendall", [1.0, 2.0, 3.0], [1.0, 3.0, 2.0]).tolist()
    [0.33333333333333337]
    """
    return find_measure(name).function(x, y, np.ones(np.shape(x)[-1]) if weights is None else weights)


def resampled(measure: Measure, drawn: Integers, x: Floats, y: Floats, weights: Floats) -> Floats:
    """Return a measure of scores, or of systems, on samples of two columns; `drawn` has a row of drawn places for each sample."""
    if measure.core is None:
        return measure.function(x[drawn], y[drawn], weights[drawn])
    here, there, by = (np.ascontiguousarray(column, dtype=np.float64) for column in (x, y, weights))
    return np.asarray(_core.resampled(here, there, by, np.ascontiguousarray(drawn), measure.core))


def holm(probabilities: Sequence[float]) -> list[float]:
    """Return p-values corrected for their number, each at least as large as smaller ones (Holm 1979).

    >>> [round(value, 3) for value in holm([0.01, 0.04, 0.03])]
    [0.03, 0.06, 0.06]
    """
    order = sorted(range(len(probabilities)), key=lambda place: probabilities[place])
    corrected, largest = [0.0] * len(order), 0.0
    for rank, place in enumerate(order):
        largest = max(largest, min(1.0, (len(order) - rank) * probabilities[place]))
        corrected[place] = largest
    return corrected


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
