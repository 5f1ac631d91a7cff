"""Compares metrics with human judgements: every metric on every set by every measure, with confidence and significance."""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bolide.analysis.agreement import (
    CONFIDENCE,
    LEVEL,
    MEASURES,
    SAMPLES,
    SEED,
    Measure,
    Resampling,
    Stream,
    coins,
    correlate,
    counts,
    drawn_totals,
    find_measure,
    generator,
    interval,
    picks,
    probability,
    resampled,
    sampled,
    shuffle_totals,
    williams,
)
from bolide.analysis.groups import JudgedTexts, multiply, weigh
from bolide.analysis.judged_sets import LENGTH, Candidate, JudgementSet
from bolide.errors import InputError
from bolide.metric.statistics import Floats, Integers
from bolide.records import record


@record
class Systems:
    """The systems of a set: the numbers of their translations, and the segment of every translation.

    For each system and segment, `earned` is the sum of human scores, or the comparisons won, and `asked` the number of judgements.
    """

    members: tuple[Integers, ...]
    segments: Integers
    earned: Floats
    asked: Floats

    def __len__(self) -> int:
        return len(self.members)

    @property
    def human(self) -> Floats:
        """The human score of each system: its mean score, or the share of comparisons that it wins."""
        values: Floats = self.earned.sum(axis=1) / np.maximum(self.asked.sum(axis=1), 1)
        return values

    def drawn_human(self, draws: Floats) -> Floats:
        """Return the human score of each system on samples; NaN if a sample has no judgement of it."""
        values: Floats = weigh(draws, self.earned.T) / multiply(draws, self.asked.T)
        return values

    def by_segment(self, scores: Floats) -> tuple[Floats, Floats]:
        """Return the scores of translations and those by people as tables of systems by segments, NaN where there is none."""
        human = np.where(self.asked > 0, self.earned / self.asked, np.nan)
        table = np.full(human.shape, np.nan)
        for place, numbers in enumerate(self.members):
            table[place, self.segments[numbers]] = scores[numbers]
        return table, human


def systems_of(judged: JudgementSet) -> Systems:
    """Return the named systems of a set."""
    names, system = judged.systems
    earned, asked = np.zeros((2, len(names), int(judged.groups.max()) + 1))
    for side, gain in ((judged.first, judged.human), (judged.second, 0.0)):
        if side is not None:
            np.add.at(earned, (system[side], judged.groups), 1.0 if gain is None else gain)
            np.add.at(asked, (system[side], judged.groups), 1.0)
    named = [place for place, name in enumerate(names) if name is not None]
    members = tuple(np.flatnonzero(system == place) for place in named)
    return Systems(members=members, segments=judged.segment_of, earned=earned[named], asked=asked[named])


# Overflow and division by 0 give undefined values, which are reported.
_UNDEFINED = np.errstate(divide="ignore", over="ignore", invalid="ignore")


@_UNDEFINED
def measure(judged: JudgementSet, scores: Floats, name: str) -> float:
    """Return the agreement of scores, one for each translation of a set, with its judgements."""
    return _on_segments(judged, scores, find_measure(name)).value()


def texts_of(judged: JudgementSet, scores: Floats) -> JudgedTexts:
    """Return the translations with human scores, each once, with the data for grouping them."""
    return JudgedTexts(
        human=np.bincount(judged.first, judged.human) / np.bincount(judged.first),
        scores=scores,
        segments=judged.segment_of,
        systems=judged.systems[1],
        lengths=np.array([max(1, len(item.references[0])) for item in judged.translations]),
    )


def lengths_of(judged: JudgementSet) -> Floats:
    """Return the number of words in the first reference of each judged translation: the weights of weighted-pearson."""
    words = np.array([len(item.references[0].split()) for item in judged.translations], dtype=np.float64)
    return words[judged.first]


@record
class _Measured:
    """A measure of one metric on a set, with the data for its value, for samples and for exchanges.

    `columns` are the arguments of its function, scores first. With `rows`, additive numbers of segments or groups, their sums are the
    arguments. `drawn` has the scores of whole systems on samples, and those by people.
    """

    measure: Measure
    columns: tuple[Any, ...] = ()
    rows: NDArray[Any] | None = None
    drawn: tuple[Floats, Floats] | None = None

    def value(self) -> float:
        arguments = self.columns if self.rows is None else self.rows.sum(axis=0, keepdims=True).T
        return float(self.measure.function(*arguments)[0])

    def bootstrap(self, samples: int, stream: Stream) -> Floats:
        """Return it on samples drawn with replacement: of segments for rankings and systems, of groups if the measure has them, else of judgements."""
        if not samples or self.measure.is_soft:
            return np.empty(0)
        if self.drawn is not None:
            is_whole = np.isfinite(self.drawn[0] + self.drawn[1]).all(axis=1)
            return np.where(is_whole, correlate(self.measure.name, *self.drawn), np.nan)
        if self.rows is not None:
            (totals,) = drawn_totals(counts, [self.rows], samples, stream)
            found, value, spread = self.measure.function(*totals.T), self.value(), self.measure.spread
            # Samples move away from the value by the factor; tau and the like stay between -1 and 1.
            return found if spread == 1 else np.clip(value + spread * (found - value), -1.0, 1.0)

        def measured(drawn: Integers) -> Floats:
            return resampled(self.measure, drawn, *self.columns)

        return sampled(picks, measured, samples=samples, count=len(self.columns[0]), stream=stream)

    def permute(self, other: _Measured, samples: int, stream: Stream) -> Floats:
        """Return the differences from another metric after a random exchange of their scores: the effect of chance alone.

        Whole segments of rankings are exchanged, whole groups if the measure has them, and else single judgements or systems, after
        scaling the scores of both metrics alike.
        """
        if self.rows is not None and other.rows is not None:
            dealt = shuffle_totals([self.rows], [other.rows], samples, stream)
            ours, theirs = (self.measure.function(*totals.T) for totals in dealt)
            return self.measure.spread * (ours - theirs)
        both = np.concatenate([self.measure.scaled(each.columns[0]) for each in (self, other)])
        human, weights = (np.tile(column, 2) for column in self.columns[1:])
        count = len(both) // 2

        def difference(tossed: Integers) -> Floats:
            sides = (np.arange(count) + count * side for side in (tossed, 1 - tossed))
            ones, others = (resampled(self.measure, places, both, human, weights) for places in sides)
            return ones - others

        return sampled(coins, difference, samples=samples, count=count, stream=stream)


def _on_segments(judged: JudgementSet, scores: Floats, chosen: Measure) -> _Measured:
    """Return a measure of the scores of a set's translations."""
    if judged.is_ranking:
        return _Measured(measure=chosen, rows=_counts(judged, scores))
    if chosen.rows:
        return _Measured(measure=chosen, rows=chosen.rows(texts_of(judged, scores)))
    return _Measured(measure=chosen, columns=(scores[judged.first], judged.human, lengths_of(judged)))


def stream_of(judged: JudgementSet, seed: int) -> Stream:
    """Return a stream of random numbers for a set, which depends on its first texts, not on other sets or the file's name."""
    texts = "\n".join(item.hypothesis for item in judged.translations[:1000])
    return seed, zlib.crc32(texts.encode(errors="surrogatepass"))


def _counts(judged: JudgementSet, scores: Floats) -> Integers:
    """Return for each segment the number of rankings that the scores get right, leave equal, and get wrong."""
    difference = scores[judged.first] - scores[judged.second]
    outcome = 1 - np.sign(difference).astype(np.int64)
    size = int(judged.groups.max()) + 1
    return np.bincount(3 * judged.groups + outcome, minlength=3 * size).reshape(size, 3)


AVERAGE = "average"
_FEWEST_SYSTEMS = 3


@record
class Agreement:
    """The agreement of a metric with the judgements of a set: the value, and the limits of its confidence interval.

    The value is NaN, without limits, if it is undefined: for a single judgement, for scores that are all equal, or so large that sums of
    their squares overflow. An average is undefined if that of a set is.
    """

    judgements: str
    measure: str
    metric: str
    count: int
    value: float
    low: float | None
    high: float | None


@record
class Difference:
    """The difference in agreement between two metrics, and its probability by chance."""

    judgements: str
    measure: str
    metric: str
    baseline: str
    difference: float
    probability: float
    test: str


@record
class Evaluation(Resampling):
    """All agreements and differences, set by set, and averages over the sets at the end."""

    agreements: tuple[Agreement, ...]
    differences: tuple[Difference, ...]

    def clusters(self, judgements: str, measure: str) -> list[list[str]]:
        """Return the metrics in clusters, the best first: one that differs (p < .05) from any of a cluster begins the next.

        There are none unless all pairs of metrics were tested.
        """
        where = (judgements, measure)
        tested = [item for item in self.differences if (item.judgements, item.measure) == where]
        chances = {frozenset((item.metric, item.baseline)): item.probability for item in tested}
        names = frozenset().union(*chances)
        found = [item for item in self.agreements if (item.judgements, item.measure) == where and item.metric in names]
        if len(found) < 3 or len(chances) < len(found) * (len(found) - 1) / 2:
            return []
        clusters: list[list[str]] = [[]]
        for item in sorted(found, key=lambda item: -item.value):
            if any(chances[frozenset((item.metric, other))] < LEVEL for other in clusters[-1]):
                clusters.append([])
            clusters[-1].append(item.metric)
        return clusters


@_UNDEFINED
def evaluate(
    sets: Sequence[JudgementSet],
    candidates: Sequence[Candidate],
    *,
    measures: Sequence[str] | None = None,
    samples: int = SAMPLES,
    confidence: float = CONFIDENCE,
    seed: int = SEED,
    all_pairs: bool = False,
    done: Callable[[], None] = lambda: None,
) -> Evaluation:
    """Evaluate candidates on sets of judgements. Differences are from the first candidate, or between all pairs.

    `measures` limits the measures; `samples` is for confidence and permutations, 0 leaves both out; `done` is called once for each
    set and candidate.
    """
    if len({judged.name for judged in sets}) != len(sets) or len({item.name for item in candidates}) != len(candidates):
        raise InputError("two sets of judgements, or two metrics, have the same name: give each once")
    fitting = {kind for judged in sets for kind in _kinds(judged)}
    for name in measures or ():
        if (needs := find_measure(name).needs) not in fitting:  # Its table would be empty.
            raise InputError(f"{name} {_LACKING[needs]}")
    chosen = [each for each in MEASURES.values() if (each.is_shown if measures is None else each.name in measures)]
    tested = [place for place, candidate in enumerate(candidates) if candidate.name != LENGTH]
    firsts = tested if all_pairs else tested[:1]
    pairs = [(i, j) for place, i in enumerate(firsts) for j in tested[place + 1 :]]
    resampling = Resampling(samples=samples, seed=seed, confidence=confidence)
    work = _Work(candidates, chosen, resampling, pairs)
    for judged in sets:
        work.add(judged, done)
    return work.finish()


# What is missing if no set fits a measure, by the kind of data that the measure needs.
_LACKING = {
    "scores": "is for scores, but no set of judgements has any",
    "rankings": "is for rankings, but no set of judgements has any",
    "segments": "needs a set of human scores in which segments have several translations",
    "systems": f"needs a set of judgements with at least {_FEWEST_SYSTEMS} named systems",
}


def _kinds(judged: JudgementSet) -> list[str]:
    """Return the kinds of measures that fit a set."""
    kinds = ["rankings" if judged.is_ranking else "scores"]
    if not judged.is_ranking and len(np.unique(judged.first)) > len(np.unique(judged.groups)):
        kinds.append("segments")
    if len({item.system for item in judged.translations} - {None}) >= _FEWEST_SYSTEMS:
        kinds.append("systems")
    return kinds


@dataclass
class _Work:
    """Collects the results of all sets."""

    candidates: Sequence[Candidate]
    measures: Sequence[Measure]
    resampling: Resampling
    pairs: Sequence[tuple[int, int]]
    agreements: list[Agreement] = field(default_factory=list)
    differences: list[Difference] = field(default_factory=list)
    # For the averages of each measure: sizes, values and bootstrapped values of the sets, and permuted differences.
    values: dict[tuple[str, int], list[tuple[int, float, Floats]]] = field(default_factory=dict)
    chances: dict[tuple[str, int, int], list[Floats]] = field(default_factory=dict)

    def add(self, judged: JudgementSet, done: Callable[[], None]) -> None:
        systems, scores = systems_of(judged), []
        fitting = [each for kind in _kinds(judged) for each in self.measures if each.needs == kind]
        for place, candidate in enumerate(self.candidates):
            if place:
                done()
            scores.append(candidate.segment_scores(judged) if fitting else np.empty(0))
        for each in fitting:
            if each.needs != "systems":
                self._add(judged, len(judged), [[_on_segments(judged, values, each) for values in scores]])
            elif each.is_soft and judged.human is not None:
                stream = stream_of(judged, self.resampling.seed)
                columns = [(*systems.by_segment(values), generator(*stream)) for values in scores]
                self._add(judged, len(systems), [[_Measured(measure=each, columns=of) for of in columns]])
        if whole := [each for each in fitting if each.needs == "systems" and not each.is_soft]:
            self._add(judged, len(systems), self._on_systems(judged, systems, whole))
        done()

    def _on_systems(self, judged: JudgementSet, systems: Systems, measures: Sequence[Measure]) -> list[list[_Measured]]:
        """Return measures of the scores of whole systems, with samples of the segments."""
        samples, random = self.resampling.samples, generator(*stream_of(judged, self.resampling.seed))
        draws = counts(random, samples, systems.earned.shape[1]).astype(np.float64)
        human, by_people = systems.human, systems.drawn_human(draws)
        found: list[list[_Measured]] = [[] for _ in measures]
        for candidate in self.candidates:
            columns = candidate.system_scores(judged, systems.members), human, np.ones(len(human))
            by_sample = candidate.drawn_system_scores(judged, systems, draws), by_people
            for of_measure, measure in zip(found, measures, strict=True):
                of_measure.append(_Measured(measure=measure, columns=columns, drawn=by_sample))
        return found

    def _add(self, judged: JudgementSet, count: int, measured: Sequence[Sequence[_Measured]]) -> None:
        """Record measures of all candidates on a set, and their differences: by Williams' test for Pearson's r, else by permutation."""
        samples, stream = self.resampling.samples, stream_of(judged, self.resampling.seed)
        for index in range(len(self.candidates)):
            for each in measured:
                name = each[index].measure.name
                found = count, each[index].value(), each[index].bootstrap(samples, stream)
                self.values.setdefault((name, index), []).append(found)
                self._record((judged.name, name), index, *found)
        for each in measured:
            measure = each[0].measure
            for i, j in self.pairs if samples and not measure.is_soft else ():
                ours, theirs = (self.values[measure.name, place][-1][1] for place in (j, i))
                permuted = each[j].permute(each[i], samples, stream)
                self.chances.setdefault((measure.name, i, j), []).append(permuted)
                chance, test = probability(ours - theirs, abs(permuted)), "permutation"
                if measure.has_williams:
                    x, y = each[j].columns[0], each[i].columns[0]
                    chance, test = williams(ours, theirs, float(correlate(measure.name, x, y)[0]), len(x)), "Williams"
                self._compare((judged.name, measure.name), (i, j), ours - theirs, chance, test)

    def _record(self, where: tuple[str, str], index: int, count: int, value: float, drawn: Floats) -> None:
        held = interval(drawn, self.resampling.confidence) if math.isfinite(value) else None
        low, high = (held.low, held.high) if held else (None, None)
        about = {"judgements": where[0], "measure": where[1], "metric": self.candidates[index].name}
        self.agreements.append(Agreement(**about, count=count, value=value, low=low, high=high))

    def _compare(self, where: tuple[str, str], pair: tuple[int, int], gap: float, chance: float, test: str) -> None:
        if math.isfinite(gap):
            baseline, metric = (self.candidates[place].name for place in pair)
            about = {"judgements": where[0], "measure": where[1], "metric": metric, "baseline": baseline}
            self.differences.append(Difference(**about, difference=gap, probability=chance, test=test))

    def finish(self) -> Evaluation:
        """Add the averages over the sets."""
        for name in dict.fromkeys(name for name, _ in self.values):
            for index in range(len(self.candidates)):
                sizes, values, drawn = zip(*self.values[name, index], strict=True)
                self._record((AVERAGE, name), index, sum(sizes), float(np.mean(values)), np.mean(drawn, axis=0))
            for i, j in self.pairs:
                if (name, i, j) in self.chances:
                    both = zip(self.values[name, j], self.values[name, i], strict=True)
                    gap = float(np.mean([ours[1] - theirs[1] for ours, theirs in both]))
                    chance = probability(gap, abs(np.mean(self.chances[name, i, j], axis=0)))
                    self._compare((AVERAGE, name), (i, j), gap, chance, "permutation")
        return Evaluation(
            agreements=tuple(self.agreements), differences=tuple(self.differences), **asdict(self.resampling)
        )
