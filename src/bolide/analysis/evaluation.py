"""Compares metrics with human judgements: every metric on every set by every measure, with confidence and significance."""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bolide.analysis.agreement import (
    CONFIDENCE,
    SAMPLES,
    SEED,
    Measure,
    Resampling,
    coins,
    correlate,
    counts,
    drawn_totals,
    find_measure,
    generator,
    interval,
    measures_for,
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

Table: TypeAlias = NDArray[np.float64]


@record
class Systems:
    """The systems of a set: the numbers of their translations, and the segment of every translation.

    For each system and segment, `earned` is the sum of human scores, or the comparisons won, and `asked` the number of judgements.
    """

    members: tuple[Integers, ...]
    segments: Integers
    earned: Table
    asked: Table

    def __len__(self) -> int:
        return len(self.members)

    @property
    def human(self) -> Floats:
        """The human score of each system: its mean score, or the share of comparisons that it wins."""
        values: Floats = self.earned.sum(axis=1) / np.maximum(self.asked.sum(axis=1), 1)
        return values

    def draw(self, judged: JudgementSet, resampling: Resampling) -> Table:
        """Draw samples of the segments with replacement: the count of each segment, a row for each sample."""
        return counts(generator_of(judged, resampling), resampling.samples, self.earned.shape[1]).astype(np.float64)

    def drawn_human(self, draws: Table) -> Table:
        """Return the human score of each system on samples; NaN if a sample has no judgement of it."""
        with np.errstate(invalid="ignore"):
            values: Table = weigh(draws, self.earned.T) / multiply(draws, self.asked.T)
        return values


def systems_of(judged: JudgementSet) -> Systems:
    """Return the named systems of a set."""
    by_name: dict[str, list[int]] = {}
    for number, translation in enumerate(judged.translations):
        if translation.system is not None:
            by_name.setdefault(translation.system, []).append(number)
    members = tuple(np.array(numbers, dtype=np.int64) for numbers in by_name.values())
    system = np.full(
        len(judged.translations), len(members), dtype=np.int64
    )  # One more row, for translations without a system.
    for place, numbers in enumerate(members):
        system[numbers] = place
    segments = np.zeros(len(judged.translations), dtype=np.int64)
    earned, asked = np.zeros((2, len(members) + 1, int(judged.groups.max()) + 1))
    for side, gain in ((judged.first, judged.human), (judged.second, 0.0)):
        if side is not None:
            segments[side] = judged.groups
            np.add.at(earned, (system[side], judged.groups), 1.0 if gain is None else gain)
            np.add.at(asked, (system[side], judged.groups), 1.0)
    return Systems(members=members, segments=segments, earned=earned[:-1], asked=asked[:-1])


def measure(judged: JudgementSet, scores: Floats, name: str) -> float:
    """Return the agreement of scores, one for each translation of a set, with its judgements."""
    return _Measured(judged, scores, name).value()


def _rows(judged: JudgementSet, scores: Floats, chosen: Measure) -> NDArray[Any] | None:
    """Return additive numbers for each segment of rankings, or each group of a measure with groups; None for other measures."""
    if judged.is_ranking:
        return _counts(judged, scores)
    return chosen.rows(texts_of(judged, scores)) if chosen.rows else None


def texts_of(judged: JudgementSet, scores: Floats) -> JudgedTexts:
    """Return the translations with human scores, each once, with the data for grouping them."""
    places, inverse, times = np.unique(judged.first, return_inverse=True, return_counts=True)
    texts = [judged.translations[place] for place in places.tolist()]
    systems = {name: number for number, name in enumerate(dict.fromkeys(text.system for text in texts))}
    return JudgedTexts(
        human=np.bincount(inverse, judged.human) / times,
        scores=scores[places],
        segments=judged.groups[np.unique(judged.first, return_index=True)[1]],
        systems=np.array([systems[text.system] for text in texts]),
        lengths=np.array([max(1, len(text.references[0])) for text in texts]),
    )


def lengths_of(judged: JudgementSet) -> Floats:
    """Return the number of words in the first reference of each judged translation: the weights of weighted-pearson."""
    words = np.array([len(item.references[0].split()) for item in judged.translations], dtype=np.float64)
    return words[judged.first]


def _widened(drawn: Floats, value: float, spread: float) -> Floats:
    """Return samples with their distance from a value multiplied by `spread`; tau and the like stay between −1 and 1."""
    return drawn if spread == 1 else np.clip(value + spread * (drawn - value), -1.0, 1.0)


class _Measured:
    """A measure of the scores of a set: its data is prepared once, for the value, for samples and for exchanges."""

    def __init__(self, judged: JudgementSet, scores: Floats, name: str) -> None:
        self._judged, self._chosen = judged, find_measure(name)
        self._rows = _rows(judged, scores, self._chosen)
        human = np.empty(0) if judged.human is None else judged.human
        self._columns = (scores[judged.first], human, lengths_of(judged) if self._rows is None else np.empty(0))

    def value(self) -> float:
        if self._rows is not None:
            return float(self._chosen.function(*self._rows.sum(axis=0, keepdims=True).T)[0])
        return float(self._chosen.function(*self._columns)[0])

    def bootstrap(self, resampling: Resampling) -> Floats:
        """Return it on samples drawn with replacement: of segments for rankings, of groups if the measure has them, else of judgements."""
        stream = _stream(self._judged, resampling)
        if not resampling.samples:
            return np.empty(0)
        if self._rows is not None:
            (totals,) = drawn_totals(counts, [self._rows], resampling.samples, stream)
            return _widened(self._chosen.function(*totals.T), self.value(), self._chosen.spread)

        def measured(drawn: Integers) -> Floats:
            return resampled(self._chosen, drawn, *self._columns)

        return sampled(picks, measured, samples=resampling.samples, count=len(self._judged), stream=stream)

    def permute(self, other: _Measured, resampling: Resampling) -> Floats:
        """Return the differences from another metric after a random exchange of their scores: the effect of chance alone.

        Whole segments of rankings are exchanged, whole groups if the measure has them, and else single judgements, after scaling the
        scores of both metrics alike.
        """
        if self._rows is not None and other._rows is not None:
            stream = _stream(self._judged, resampling)
            dealt = shuffle_totals([self._rows], [other._rows], resampling.samples, stream)
            ours, theirs = (self._chosen.function(*totals.T) for totals in dealt)
            return self._chosen.spread * (ours - theirs)
        x, human, weights = self._columns
        return permute_pairs(self._judged, self._chosen.name, (x, other._columns[0], human, weights), resampling)


def permute_pairs(
    judged: JudgementSet, name: str, columns: tuple[Floats, Floats, Floats, Floats], resampling: Resampling
) -> Floats:
    """Return the differences between the correlations of two columns with a third, weighted by a fourth, after exchanges."""
    chosen = find_measure(name)
    both, count = np.concatenate([*map(chosen.scaled, columns[:2])]), len(columns[0])
    human, weights = (np.tile(column, 2) for column in columns[2:])
    places = np.arange(count)

    def difference(tossed: Integers) -> Floats:
        ones, others = (resampled(chosen, places + count * side, both, human, weights) for side in (tossed, 1 - tossed))
        return ones - others

    return sampled(coins, difference, samples=resampling.samples, count=count, stream=_stream(judged, resampling))


def generator_of(judged: JudgementSet, resampling: Resampling) -> np.random.Generator:
    """Return a generator for a set, independent of draws for other sets."""
    return generator(*_stream(judged, resampling))


def _stream(judged: JudgementSet, resampling: Resampling) -> tuple[int, int]:
    """Return the seed, and a number computed from the first texts of the set, independent of the file's name."""
    texts = "\n".join(item.hypothesis for item in judged.translations[:1000])
    return resampling.seed, zlib.crc32(texts.encode(errors="surrogatepass"))


def _counts(judged: JudgementSet, scores: Floats) -> Integers:
    """Return for each segment the number of rankings that the scores get right, leave equal, and get wrong."""
    difference = scores[judged.first] - scores[judged.second]
    outcome = 1 - np.sign(difference).astype(np.int64)
    size = int(judged.groups.max()) + 1
    return np.bincount(3 * judged.groups + outcome, minlength=3 * size).reshape(size, 3)


AVERAGE = "average"
LEVEL = 0.05
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

    def value(self, judgements: str, measure: str, metric: str) -> float:
        """Return one agreement; `KeyError` if it was not measured."""
        for found in self.agreements:
            if (found.judgements, found.measure, found.metric) == (judgements, measure, metric):
                return found.value
        raise KeyError((judgements, measure, metric))

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


@np.errstate(over="ignore", invalid="ignore")  # Overflow gives an undefined value, which is reported.
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
    _check(sets, measures or ())
    resampling = Resampling(samples=samples, seed=seed, confidence=confidence)
    work = _Work(candidates, measures, resampling, all_pairs=all_pairs)
    for judged in sets:
        work.add(judged, done)
    return work.finish()


def _check(sets: Sequence[JudgementSet], measures: Sequence[str]) -> None:
    """Refuse measures that do not fit any set, since their table would be empty."""
    there = {kind for judged in sets for kind in _kinds(judged)}
    if any(len(systems_of(judged)) >= _FEWEST_SYSTEMS for judged in sets):
        there.add("systems")
    for name in measures:
        needs = find_measure(name).needs
        if needs not in there and needs == "segments":
            raise InputError(f"{name} needs a set of human scores in which segments have several translations")
        if needs not in there and needs == "systems":
            raise InputError(f"{name} needs a set of judgements with at least {_FEWEST_SYSTEMS} named systems")
        if needs not in there:
            raise InputError(f"{name} is for {needs}, but no set of judgements has any")


def _kinds(judged: JudgementSet) -> tuple[str, ...]:
    """Return the kinds of segment measures that fit a set."""
    if judged.is_ranking:
        return ("rankings",)
    has_several = len(np.unique(judged.first)) > len(np.unique(judged.groups))
    return ("scores", "segments") if has_several else ("scores",)


class _Work:
    """Collects the results of all sets."""

    def __init__(
        self,
        candidates: Sequence[Candidate],
        measures: Sequence[str] | None,
        resampling: Resampling,
        *,
        all_pairs: bool,
    ) -> None:
        self._candidates = candidates
        self._measures = measures
        self._resampling = resampling
        tested = [place for place, candidate in enumerate(candidates) if candidate.name != LENGTH]
        firsts = tested if all_pairs else tested[:1]
        self._pairs = [(i, j) for place, i in enumerate(firsts) for j in tested[place + 1 :]]
        self._agreements: list[Agreement] = []
        self._differences: list[Difference] = []
        # For the averages of each measure: the sets' sizes, values, bootstrapped values, and permuted differences.
        self._sizes: dict[str, dict[str, int]] = {}
        self._values: dict[tuple[str, int], list[tuple[float, Floats]]] = {}
        self._chances: dict[tuple[str, int, int], list[Floats]] = {}

    def add(self, judged: JudgementSet, done: Callable[[], None]) -> None:
        names, scores = [name for kind in _kinds(judged) for name in self._wanted(kind)], []
        for place, candidate in enumerate(self._candidates):
            if place:
                done()
            scores.append(candidate.segment_scores(judged) if names else np.empty(0))
        for name in names:
            self._add_measure(judged, name, scores)
        self._add_systems(judged)
        done()

    def _wanted(self, needs: str) -> list[str]:
        chosen = [name for name in measures_for(needs) if find_measure(name).is_shown]
        return chosen if self._measures is None else [name for name in measures_for(needs) if name in self._measures]

    def _add_measure(self, judged: JudgementSet, name: str, scores: Sequence[Floats]) -> None:
        measured = [_Measured(judged, each, name) for each in scores]
        for index, each in enumerate(measured):
            self._keep(judged.name, name, index, len(judged), (each.value(), each.bootstrap(self._resampling)))
        columns = [each[judged.first] for each in scores]
        self._test(judged.name, name, columns, lambda i, j: measured[j].permute(measured[i], self._resampling))

    def _keep(self, judgements: str, name: str, index: int, count: int, found: tuple[float, Floats]) -> None:
        """Record the value of a candidate on a set, with those of samples; and keep them for the averages."""
        self._sizes.setdefault(name, {})[judgements] = count
        self._values.setdefault((name, index), []).append(found)
        self._record(judgements, name, index, count, found)

    def _record(self, judgements: str, name: str, index: int, count: int, found: tuple[float, Floats]) -> None:
        metric, (value, drawn) = self._candidates[index].name, found
        held = interval(drawn, self._resampling.confidence) if math.isfinite(value) else None
        low, high = (held.low, held.high) if held else (None, None)
        self._agreements.append(
            Agreement(judgements=judgements, measure=name, metric=metric, count=count, value=value, low=low, high=high)
        )

    def _test(
        self, judgements: str, name: str, columns: Sequence[Floats], permuted: Callable[[int, int], Floats]
    ) -> None:
        """Record the differences on a set, tested by Williams' test for Pearson's r, else by permutation."""
        for i, j in self._pairs if self._resampling.samples else ():
            ours, theirs = (self._values[name, place][-1][0] for place in (j, i))
            chance = permuted(i, j)
            self._chances.setdefault((name, i, j), []).append(chance)
            if find_measure(name).has_williams:
                between = float(correlate(name, columns[j], columns[i])[0])
                chances, test = williams(ours, theirs, between, len(columns[0])), "Williams"
            else:
                chances, test = probability(ours - theirs, abs(chance)), "permutation"
            self._compare(judgements, name, (i, j), ours - theirs, chances, test=test)

    def _compare(
        self, judgements: str, name: str, pair: tuple[int, int], gap: float, chances: float, *, test: str
    ) -> None:
        if not math.isfinite(gap):
            return  # Nothing to compare.
        self._differences.append(
            Difference(
                judgements=judgements,
                measure=name,
                metric=self._candidates[pair[1]].name,
                baseline=self._candidates[pair[0]].name,
                difference=gap,
                probability=chances,
                test=test,
            )
        )

    def _add_systems(self, judged: JudgementSet) -> None:
        """Measure on whole systems, if enough of them are named."""
        systems, wanted = systems_of(judged), self._wanted("systems")
        if len(systems) < _FEWEST_SYSTEMS or not wanted:
            return
        names = [name for name in wanted if not find_measure(name).is_soft]
        self._add_soft(judged, systems, [name for name in wanted if name not in names])
        human = systems.human
        draws = systems.draw(judged, self._resampling)
        drawn_human = systems.drawn_human(draws)
        scores = [candidate.system_scores(judged, systems.members) for candidate in self._candidates]
        for index, candidate in enumerate(self._candidates):
            drawn_scores = candidate.drawn_system_scores(judged, systems, draws) if self._resampling.samples else None
            for name in names:
                value = float(correlate(name, scores[index], human)[0])
                drawn: Floats = np.empty(0)
                if drawn_scores is not None:
                    is_whole = np.isfinite(drawn_scores + drawn_human).all(axis=1)
                    drawn = np.where(is_whole, correlate(name, drawn_scores, drawn_human), np.nan)
                self._keep(judged.name, name, index, len(systems), (value, drawn))

        def permuted(name: str, i: int, j: int) -> Floats:
            """Exchange the scores of systems."""
            columns = scores[j], scores[i], human, np.ones(len(human))
            return permute_pairs(judged, name, columns, self._resampling)

        for name in names:
            self._test(judged.name, name, scores, partial(permuted, name))

    def _add_soft(self, judged: JudgementSet, systems: Systems, names: Sequence[str]) -> None:
        """Measure on systems by segments, if people gave scores."""
        if judged.human is None or not names:
            return
        with np.errstate(divide="ignore", invalid="ignore"):
            human = np.where(systems.asked > 0, systems.earned / systems.asked, np.nan)
        for name in names:
            for index, candidate in enumerate(self._candidates):
                table, scores = np.full(human.shape, np.nan), candidate.segment_scores(judged)
                for place, numbers in enumerate(systems.members):
                    table[place, systems.segments[numbers]] = scores[numbers]
                value = float(find_measure(name).function(table, human, generator_of(judged, self._resampling))[0])
                self._keep(judged.name, name, index, len(systems), (value, np.empty(0)))

    def finish(self) -> Evaluation:
        for name, sizes in self._sizes.items():
            for index in range(len(self._candidates)):
                values, drawn = zip(*self._values[name, index], strict=True)
                average = float(np.mean(values)), np.mean(drawn, axis=0)
                self._record(AVERAGE, name, index, sum(sizes.values()), average)
            for i, j in self._pairs:
                if (name, i, j) in self._chances:
                    both = zip(self._values[name, j], self._values[name, i], strict=True)
                    gap = float(np.mean([ours[0] - theirs[0] for ours, theirs in both]))
                    chances = probability(gap, abs(np.mean(self._chances[name, i, j], axis=0)))
                    self._compare(AVERAGE, name, (i, j), gap, chances, test="permutation")
        return Evaluation(
            agreements=tuple(self._agreements),
            differences=tuple(self._differences),
            samples=self._resampling.samples,
            seed=self._resampling.seed,
            confidence=self._resampling.confidence,
        )
