"""From the statistics of systems to a table of them and to p-values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations

import numpy as np

from bolide.analysis.comparison.model import Comparison, PairedComparison, SystemSummary
from bolide.analysis.resampling import (
    Resampling,
    bootstrap_totals,
    generator,
    interval,
    probability,
    shuffle_totals,
)
from bolide.errors import ConfigurationError, InputError
from bolide.metric.parameters import Parameters
from bolide.metric.statistics import Floats, Integers, Scores, Statistics, score_statistics

__all__ = ["Scoring", "Settings", "SystemRuns", "compare"]

Scoring = Callable[[Statistics], Scores]

PARTS = ("score", "precision", "recall", "f_mean", "fragmentation", "penalty")


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemRuns:
    """A system by the statistics of its segments; several tables are several runs of its optimiser."""

    name: str
    runs: tuple[Statistics, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings(Resampling):
    """How systems are compared. The same seed gives the same numbers."""

    baseline: str | None = None
    all_pairs: bool = False

    def check_baseline(self, names: Sequence[str]) -> None:
        """Refuse a baseline that is none of the systems."""
        if self.baseline is not None and self.baseline not in names:
            raise InputError(
                f"there is no system {self.baseline!r} to be the baseline: choose one of {', '.join(names)}"
            )


def compare(
    systems: Sequence[SystemRuns], parameters: Parameters | Scoring, settings: Settings | None = None
) -> Comparison:
    """Compare systems on the same segments: intervals for all of them, and tests of each against a baseline.

    The baseline is the first system unless the settings name another. Statistics come from `Meteor.score(...).segments.statistics`.

    >>> import numpy as np
    >>> from bolide import Meteor
    >>> meteor = Meteor("pt")
    >>> texts = {"A": ["o gato", "a casa"], "B": ["um gato", "a casa verde"]}
    >>> scored = {name: meteor.score(lines, ["o gato", "a casa azul"]) for name, lines in texts.items()}
    >>> systems = [SystemRuns(name=name, runs=(result.segments.statistics,)) for name, result in scored.items()]
    >>> result = compare(systems, meteor.parameters, Settings(samples=100))
    >>> [(pair.system, pair.baseline, pair.wins, pair.ties, pair.losses) for pair in result.pairs]
    [('B', 'A', 0, 0, 2)]
    """
    settings = settings or Settings()
    scoring: Scoring = parameters if callable(parameters) else partial(score_statistics, parameters=parameters)
    segments = _check(systems)
    if not settings.samples:
        raise ConfigurationError("comparing systems needs at least 1 sample, not 0")
    tables = [run.rows for system in systems for run in system.runs]
    ends = np.cumsum([len(system.runs) for system in systems])[:-1]
    sampled = np.array(
        [
            _scores(totals, systems[0].runs[0], scoring)
            for totals in bootstrap_totals(tables, settings.samples, generator(settings.seed))
        ]
    )
    resampled = {system.name: runs.mean(axis=0) for system, runs in zip(systems, np.split(sampled, ends), strict=True)}
    return Comparison(
        systems=tuple(_summary(system, resampled[system.name], scoring, settings) for system in systems),
        pairs=tuple(_pair(a, b, resampled, scoring, settings) for a, b in _pairs(systems, settings)),
        segments=segments,
        samples=settings.samples,
        seed=settings.seed,
        confidence=settings.confidence,
    )


def _check(systems: Sequence[SystemRuns]) -> int:
    """Return the number of segments; `InputError` where systems cannot be compared."""
    names = [system.name for system in systems]
    if not systems or not all(system.runs for system in systems):
        raise InputError("there is no system to compare, or one without a run")
    if len(set(names)) != len(names):
        raise InputError(f"two systems have the same name: {', '.join(names)}")
    counts = {system.name: {len(run) for run in system.runs} for system in systems}
    if len(set.union(*counts.values())) != 1:
        listing = ", ".join(f"{name} has {' and '.join(map(str, sorted(sizes)))}" for name, sizes in counts.items())
        raise InputError(f"systems are compared on the same segments, and these differ in their number: {listing}")
    (segments,) = set.union(*counts.values())
    if not segments:
        raise InputError("there are no segments to compare")
    return segments


def _pairs(systems: Sequence[SystemRuns], settings: Settings) -> list[tuple[SystemRuns, SystemRuns]]:
    """Return the pairs to test: system, baseline."""
    by_name = {system.name: system for system in systems}
    settings.check_baseline(list(by_name))
    baseline = systems[0] if settings.baseline is None else by_name[settings.baseline]
    ordered = [baseline, *(system for system in systems if system is not baseline)]
    if settings.all_pairs:
        return [(second, first) for first, second in combinations(ordered, 2)]
    return [(system, baseline) for system in ordered[1:]]


def _scores(totals: Integers, like: Statistics, scoring: Scoring) -> Floats:
    return scoring(replace(like, rows=totals)).score


def _summary(system: SystemRuns, resampled: Floats, scoring: Scoring, settings: Settings) -> SystemSummary:
    corpora = [scoring(run.total()) for run in system.runs]
    parts = {part: np.array([float(getattr(corpus, part)[0]) for corpus in corpora]) for part in (*PARTS, "chrf")}
    chrf = float(parts.pop("chrf").mean())
    return SystemSummary(
        name=system.name,
        runs=len(system.runs),
        interval=interval(resampled, settings.confidence),
        deviation=float(resampled.std()),
        run_deviation=float(parts["score"].std(ddof=1)) if len(system.runs) > 1 else None,
        chrf=None if np.isnan(chrf) else chrf,
        **{part: float(values.mean()) for part, values in parts.items()},
    )


def _pair(
    system: SystemRuns, baseline: SystemRuns, resampled: dict[str, Floats], scoring: Scoring, settings: Settings
) -> PairedComparison:
    """Test one pair."""
    difference = _mean(system, scoring) - _mean(baseline, scoring)
    differences = resampled[system.name] - resampled[baseline.name]
    ours, theirs = (np.mean([scoring(run).score for run in runs], axis=0) for runs in (system.runs, baseline.runs))
    return PairedComparison(
        system=system.name,
        baseline=baseline.name,
        difference=difference,
        interval=interval(differences, settings.confidence),
        bootstrap_p=_bootstrap_p(differences, difference),
        randomisation_p=_randomisation_p(system, baseline, difference, scoring, settings),
        wins=int((ours > theirs).sum()),
        ties=int((ours == theirs).sum()),
        losses=int((ours < theirs).sum()),
    )


def _mean(system: SystemRuns, scoring: Scoring) -> float:
    return float(np.mean([scoring(run.total()).score[0] for run in system.runs]))


def _bootstrap_p(differences: Floats, difference: float) -> float:
    """Return the p-value of a paired bootstrap: how often a resample strays from the mean by what was observed.

    The statistic is sacreBLEU's (`--paired-bs`), which is that of Moses' script, so that the two agree.
    """
    sizes = np.abs(differences)
    return probability(difference, sizes - sizes.mean())


def _randomisation_p(
    system: SystemRuns, baseline: SystemRuns, difference: float, scoring: Scoring, settings: Settings
) -> float:
    """Return the p-value of paired approximate randomisation: how often shuffled systems differ by what was observed."""
    first, second = ([run.rows for run in side.runs] for side in (system, baseline))
    dealt = [
        _scores(totals, system.runs[0], scoring)
        for totals in shuffle_totals(first, second, settings.samples, generator(settings.seed))
    ]
    ours, theirs = dealt[: len(system.runs)], dealt[len(system.runs) :]
    return probability(difference, np.abs(np.mean(ours, axis=0) - np.mean(theirs, axis=0)))
