"""The evaluation: every metric on every set by every measure, with confidence and significance."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from bolide.errors import InputError
from bolide.evaluation.candidates import Candidate
from bolide.evaluation.judgements import JudgementSet
from bolide.evaluation.measures import (
    RANKING_MEASURES,
    SYSTEM_MEASURES,
    bootstrap,
    correlate,
    generator_of,
    measure,
    measures_of,
    permute,
    permute_pairs,
)
from bolide.evaluation.significance import permutation_probability, williams
from bolide.evaluation.systems import systems_of
from bolide.statistics import Floats

__all__ = ["AVERAGE", "Agreement", "Difference", "Evaluation", "evaluate"]

AVERAGE = "average"
_FEWEST_SYSTEMS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """How well a metric agrees with the judgements of a set: the value, and the limits of its confidence interval."""

    judgements: str
    measure: str
    metric: str
    count: int
    value: float
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """How much more a metric agrees with the judgements than another, and the probability of that by chance."""

    judgements: str
    measure: str
    metric: str
    baseline: str
    difference: float
    probability: float
    test: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """All agreements and differences, set by set, and averages over the sets at the end."""

    agreements: tuple[Agreement, ...]
    differences: tuple[Difference, ...]
    confidence: float
    resamples: int
    seed: int

    def value(self, judgements: str, measure: str, metric: str) -> float:
        """Return one agreement; `KeyError` if it was not measured."""
        for found in self.agreements:
            if (found.judgements, found.measure, found.metric) == (judgements, measure, metric):
                return found.value
        raise KeyError((judgements, measure, metric))


def evaluate(
    sets: Sequence[JudgementSet],
    candidates: Sequence[Candidate],
    *,
    measures: Sequence[str] | None = None,
    resamples: int = 1000,
    confidence: float = 0.95,
    seed: int = 1,
    all_pairs: bool = False,
    done: Callable[[], None] = lambda: None,
) -> Evaluation:
    """Hold candidates against sets of judgements. Differences are from the first candidate, or between all pairs.

    `measures` limits what is measured; `resamples` is for confidence and permutations, 0 leaves both out; `done` is called
    as often as there are sets times candidates.
    """
    if len({judged.name for judged in sets}) != len(sets) or len({item.name for item in candidates}) != len(candidates):
        raise InputError("two sets of judgements, or two metrics, have the same name: give each once")
    _check(sets, measures or ())
    work = _Work(
        candidates, measures=measures, resamples=resamples, confidence=confidence, seed=seed, all_pairs=all_pairs
    )
    for judged in sets:
        work.add(judged, done)
    return work.finish()


def _check(sets: Sequence[JudgementSet], measures: Sequence[str]) -> None:
    """Refuse measures that no set allows: a table without a row would tell nothing."""
    allowed = {name for judged in sets for name in measures_of(judged)}
    if any(len(systems_of(judged)) >= _FEWEST_SYSTEMS for judged in sets):
        allowed |= set(SYSTEM_MEASURES)
    for name in measures:
        if name in SYSTEM_MEASURES and name not in allowed:
            raise InputError(f"{name} needs a set of judgements with at least {_FEWEST_SYSTEMS} named systems")
        if name not in allowed:
            kind = "rankings" if name in RANKING_MEASURES else "scores"
            raise InputError(f"{name} is for {kind}, and no set of judgements holds any")


class _Work:
    """What is gathered while the sets are gone through."""

    def __init__(
        self,
        candidates: Sequence[Candidate],
        *,
        measures: Sequence[str] | None,
        resamples: int,
        confidence: float,
        seed: int,
        all_pairs: bool,
    ) -> None:
        self._candidates = candidates
        self._measures = measures
        self._resamples = resamples
        self._confidence = confidence
        self._seed = seed
        last = len(candidates) if all_pairs else min(1, len(candidates))
        self._pairs = [(i, j) for i in range(last) for j in range(i + 1, len(candidates))]
        self._agreements: list[Agreement] = []
        self._differences: list[Difference] = []
        # For the averages: of each measure, the sets' sizes, values, bootstrapped values, and permuted differences.
        self._sizes: dict[str, list[int]] = {}
        self._values: dict[tuple[str, int], list[tuple[float, Floats]]] = {}
        self._chances: dict[tuple[str, int, int], list[Floats]] = {}

    def add(self, judged: JudgementSet, done: Callable[[], None]) -> None:
        names, scores = [name for name in measures_of(judged) if self._wanted(name)], []
        for place, candidate in enumerate(self._candidates):
            if place:
                done()
            scores.append(candidate.segment_scores(judged) if names else np.empty(0))
        for name in names:
            self._add_measure(judged, name, scores)
        self._add_systems(judged)
        done()

    def _wanted(self, name: str) -> bool:
        return self._measures is None or name in self._measures

    def _add_measure(self, judged: JudgementSet, name: str, scores: Sequence[Floats]) -> None:
        self._sizes.setdefault(name, []).append(len(judged))
        values = []
        for index, candidate in enumerate(self._candidates):
            value = measure(judged, scores[index], name)
            drawn = (
                bootstrap(judged, scores[index], name, resamples=self._resamples, seed=self._seed)
                if self._resamples
                else np.empty(0)
            )
            values.append(value)
            self._values.setdefault((name, index), []).append((value, drawn))
            self._record(judged.name, name, candidate.name, count=len(judged), value=value, drawn=drawn)
        for i, j in self._pairs if self._resamples else ():
            chance = permute(judged, scores[j], scores[i], name, resamples=self._resamples, seed=self._seed)
            columns = scores[j][judged.first], scores[i][judged.first]
            both = (values[j], values[i])
            self._compare_on_set(judged.name, name, (i, j), values=both, columns=columns, chance=chance)

    def _compare_on_set(
        self,
        judgements: str,
        name: str,
        pair: tuple[int, int],
        *,
        values: tuple[float, float],
        columns: tuple[Floats, Floats],
        chance: Floats,
    ) -> None:
        """Record a difference on a set: by Williams' test for Pearson's r, else by what chance gives."""
        self._chances.setdefault((name, *pair), []).append(chance)
        gap = values[0] - values[1]
        probability, test = permutation_probability(gap, chance), "permutation"
        if name in ("pearson", "system-pearson"):
            between = float(correlate("pearson", *columns, np.ones_like(columns[0]))[0])
            probability, test = williams(*values, between, len(columns[0])), "Williams"
        self._compare(judgements, name, pair, gap=gap, probability=probability, test=test)

    def _record(self, judgements: str, name: str, metric: str, *, count: int, value: float, drawn: Floats) -> None:
        tail = (1 - self._confidence) / 2
        drawn = drawn[np.isfinite(drawn)]
        low, high = np.quantile(drawn, (tail, 1 - tail)).tolist() if len(drawn) else (None, None)
        self._agreements.append(
            Agreement(judgements=judgements, measure=name, metric=metric, count=count, value=value, low=low, high=high)
        )

    def _compare(
        self, judgements: str, name: str, pair: tuple[int, int], *, gap: float, probability: float, test: str
    ) -> None:
        self._differences.append(
            Difference(
                judgements=judgements,
                measure=name,
                metric=self._candidates[pair[1]].name,
                baseline=self._candidates[pair[0]].name,
                difference=gap,
                probability=probability,
                test=test,
            )
        )

    def _add_systems(self, judged: JudgementSet) -> None:
        """Measure on whole systems, where they are named and there are enough of them."""
        systems, names = systems_of(judged), [name for name in SYSTEM_MEASURES if self._wanted(name)]
        if len(systems) < _FEWEST_SYSTEMS or not names:
            return
        human, ones = systems.human, np.ones(len(systems))
        draws = systems.draw(judged, resamples=self._resamples, seed=self._seed)
        drawn_human = systems.drawn_human(draws)
        scores = [candidate.system_scores(judged, systems.members) for candidate in self._candidates]
        for index, candidate in enumerate(self._candidates):
            drawn_scores = candidate.drawn_system_scores(judged, systems, draws) if self._resamples else None
            for name in names:
                value = float(correlate(name, scores[index], human, ones)[0])
                drawn: Floats = np.empty(0)
                if drawn_scores is not None:
                    is_whole = np.isfinite(drawn_scores + drawn_human).all(axis=1)
                    drawn = np.where(is_whole, correlate(name, drawn_scores, drawn_human, ones), np.nan)
                self._values.setdefault((name, index), []).append((value, drawn))
                self._record(judged.name, name, candidate.name, count=len(systems), value=value, drawn=drawn)
        for name in names:
            self._sizes.setdefault(name, []).append(len(systems))
            for i, j in self._pairs if self._resamples else ():
                self._compare_systems(judged, name, (i, j), scores, human)

    def _compare_systems(
        self, judged: JudgementSet, name: str, pair: tuple[int, int], scores: Sequence[Floats], human: Floats
    ) -> None:
        """Compare two metrics on whole systems: what chance exchanges are their scores of a system."""
        columns, ones = (scores[pair[1]], scores[pair[0]]), np.ones(len(human))
        first, second = (float(correlate(name, column, human, ones)[0]) for column in columns)
        generator = generator_of(judged, self._seed)
        chance = permute_pairs(name, *columns, human, ones, resamples=self._resamples, generator=generator)
        self._compare_on_set(judged.name, name, pair, values=(first, second), columns=columns, chance=chance)

    def finish(self) -> Evaluation:
        for name, sizes in self._sizes.items():
            for index, candidate in enumerate(self._candidates):
                parts = self._values[name, index]
                value = float(np.mean([part[0] for part in parts]))
                drawn = np.mean([part[1] for part in parts], axis=0)
                self._record(AVERAGE, name, candidate.name, count=sum(sizes), value=value, drawn=drawn)
            for i, j in self._pairs:
                if (name, i, j) in self._chances:
                    gap = float(
                        np.mean(
                            [a[0] - b[0] for a, b in zip(self._values[name, j], self._values[name, i], strict=True)]
                        )
                    )
                    chance = np.mean(self._chances[name, i, j], axis=0)
                    probability = permutation_probability(gap, chance)
                    self._compare(AVERAGE, name, (i, j), gap=gap, probability=probability, test="permutation")
        return Evaluation(
            agreements=tuple(self._agreements),
            differences=tuple(self._differences),
            confidence=self._confidence,
            resamples=self._resamples,
            seed=self._seed,
        )
