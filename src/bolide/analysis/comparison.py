"""Comparing systems: a table of scores with confidence intervals, and tests whether a difference may be chance."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from bolide.analysis.agreement import (
    LEVEL,
    Interval,
    Resampling,
    coins,
    counts,
    drawn_totals,
    holm,
    interval,
    probability,
    shuffle_totals,
)
from bolide.errors import ConfigurationError, InputError
from bolide.metric.parameters import SHARES, FeatureParameters, Parameters
from bolide.metric.statistics import Floats, Integers, Statistics, WithShares, make_frame, score_columns
from bolide.records import record
from bolide.show import tables
from bolide.show.tables import Cell, Document, Table, number

if TYPE_CHECKING:
    from pandas import DataFrame


@record
class SystemSummary(WithShares):
    """The corpus scores of a system; with several runs, their means.

    `deviation` is the standard deviation of the score over resamples of the test set, `run_deviation` that over the runs of the
    optimiser, None if there is only one.
    """

    name: str
    runs: int
    score: float
    precision: float
    recall: float
    f_mean: float
    fragmentation: float
    penalty: float
    interval: Interval | None
    deviation: float
    run_deviation: float | None


@record
class PairedComparison:
    """A system against a baseline: the difference of their scores, p-values, and the numbers of segments that each wins.

    `wins` are the segments with a higher score of the system, `ties` those with equal scores. `corrected_p` is the larger p-value,
    corrected for the number of tested pairs; None for a single pair.
    """

    system: str
    baseline: str
    difference: float
    interval: Interval | None
    bootstrap_p: float
    randomisation_p: float
    wins: int
    ties: int
    losses: int
    corrected_p: float | None = None


@record
class Comparison(Resampling):
    """All systems, and all pairs that were tested."""

    systems: tuple[SystemSummary, ...]
    pairs: tuple[PairedComparison, ...]
    segments: int

    def __repr__(self) -> str:
        scores = ", ".join(f"{system.name} {system.score:.4f}" for system in self.systems)
        return f"<Comparison on {self.segments:,} segments: {scores}>"

    def to_pandas(self) -> DataFrame:
        """Return the systems as a table of pandas: a row for each, with its test against the baseline, if any."""
        flat = flat_table(self)
        return make_frame({name: [row[place] for row in flat.rows] for place, name in enumerate(flat.head)})

    def __str__(self) -> str:
        """Return the tables as text."""
        return tables.render(document_of(self), "text").removesuffix("\n")

    def _repr_html_(self) -> str:
        """Show the tables in a notebook."""
        return tables.render(document_of(self), "html")


# A function like `Metric.scores`.
Scoring = Callable[[Statistics], Mapping[str, Floats]]

PARTS = ("score", "precision", "recall", "f_mean", "fragmentation", "penalty")
_UNDEFINED = np.array([np.nan])


@record
class SystemRuns:
    """The statistics of a system's segments; several tables are several runs of its optimiser."""

    name: str
    runs: tuple[Statistics, ...]


@record
class Settings(Resampling):
    """Settings of a comparison. The same seed gives the same numbers."""

    baseline: str | None = None
    all_pairs: bool = False

    def check_baseline(self, names: Sequence[str]) -> None:
        """Refuse a baseline that is not one of the systems."""
        if self.baseline is not None and self.baseline not in names:
            raise InputError(f"the baseline {self.baseline!r} is not a system: choose one of {', '.join(names)}")


def compare(
    systems: Sequence[SystemRuns],
    parameters: Parameters | FeatureParameters | Scoring,
    settings: Settings | None = None,
    *,
    higher_is_better: bool = True,
) -> Comparison:
    """Compare systems on the same segments: intervals for all of them, and tests of each against a baseline.

    The baseline is the first system unless the settings name another. Statistics come from `Meteor.score(...).segments.statistics`, or
    from the `rows` of any metric; then give its `scores` instead of parameters.

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
    scoring: Scoring = parameters if callable(parameters) else partial(score_columns, parameters=parameters)
    segments = _check(systems)
    if not settings.samples:
        raise ConfigurationError("comparing systems needs at least 1 sample, not 0")
    tables = [run.rows for system in systems for run in system.runs]
    totals = iter(drawn_totals(counts, tables, settings.samples, (settings.seed,)))
    tossed = _tossed(systems, tables, settings)
    summaries, scored = [], {}
    for system in systems:
        resampled: Floats = np.mean([_scores(next(totals), run, scoring) for run in system.runs], axis=0)
        summaries.append(_summary(system, resampled, scoring, settings))
        by_segment: Floats = np.mean([scoring(run)["score"] for run in system.runs], axis=0)
        ordered = by_segment if higher_is_better else -by_segment
        scored[system.name] = _Scored(system, summaries[-1].score, resampled, ordered, tossed.get(system.name))
    chosen = _chosen_pairs(systems, settings)
    pairs = [_pair(scored[system.name], scored[baseline.name], scoring, settings) for system, baseline in chosen]
    if len(pairs) > 1:
        corrected = holm([less_sure(pair) for pair in pairs])
        pairs = [replace(pair, corrected_p=chance) for pair, chance in zip(pairs, corrected, strict=True)]
    return Comparison(
        systems=tuple(summaries),
        pairs=tuple(pairs),
        segments=segments,
        samples=settings.samples,
        seed=settings.seed,
        confidence=settings.confidence,
    )


class _Scored(NamedTuple):
    """A system with what all its pairs share: scores of the corpus, resamples and segments (higher is better), totals of coin tosses."""

    system: SystemRuns
    score: float
    resampled: Floats
    by_segment: Floats
    tossed: Integers | None


def _check(systems: Sequence[SystemRuns]) -> int:
    """Return the number of segments; `InputError` if systems cannot be compared."""
    names = [system.name for system in systems]
    if not systems or not all(system.runs for system in systems):
        raise InputError("there is no system to compare, or one without a run")
    if len(set(names)) != len(names):
        raise InputError(f"two systems have the same name: {', '.join(names)}")
    sizes = {system.name: {len(run) for run in system.runs} for system in systems}
    if len(set.union(*sizes.values())) != 1:
        listing = ", ".join(f"{name} has {' and '.join(map(str, sorted(size)))}" for name, size in sizes.items())
        raise InputError(f"systems must have the same segments, but these differ in their number: {listing}")
    (segments,) = set.union(*sizes.values())
    if not segments:
        raise InputError("there are no segments to compare")
    return segments


def _chosen_pairs(systems: Sequence[SystemRuns], settings: Settings) -> list[tuple[SystemRuns, SystemRuns]]:
    """Return the pairs to test: system, baseline."""
    by_name = {system.name: system for system in systems}
    settings.check_baseline(list(by_name))
    baseline = systems[0] if settings.baseline is None else by_name[settings.baseline]
    ordered = [baseline, *(system for system in systems if system is not baseline)]
    if settings.all_pairs:
        return [(second, first) for first, second in combinations(ordered, 2)]
    return [(system, baseline) for system in ordered[1:]]


def _scores(totals: Integers, like: Statistics, scoring: Scoring) -> Floats:
    return scoring(replace(like, rows=totals))["score"]


def _summary(system: SystemRuns, resampled: Floats, scoring: Scoring, settings: Settings) -> SystemSummary:
    corpora = [scoring(run.total()) for run in system.runs]
    parts = {part: np.array([float(corpus.get(part, _UNDEFINED)[0]) for corpus in corpora]) for part in PARTS}
    shares = {name: float(np.mean([corpus[name][0] for corpus in corpora])) for name in SHARES if name in corpora[0]}
    return SystemSummary(
        name=system.name,
        runs=len(system.runs),
        interval=interval(resampled, settings.confidence),
        deviation=float(resampled.std()),
        run_deviation=float(parts["score"].std(ddof=1)) if len(system.runs) > 1 else None,
        **shares,
        **{part: float(values.mean()) for part, values in parts.items()},
    )


def _pair(ours: _Scored, theirs: _Scored, scoring: Scoring, settings: Settings) -> PairedComparison:
    """Test one pair, by approximate randomisation and by a paired bootstrap.

    The latter counts how often a resample differs from the mean by at least the observed difference. This statistic is that of
    sacreBLEU (`--paired-bs`) and of Moses' script, so that the results agree.
    """
    difference, differences = ours.score - theirs.score, ours.resampled - theirs.resampled
    sizes = np.abs(differences)
    return PairedComparison(
        system=ours.system.name,
        baseline=theirs.system.name,
        difference=difference,
        interval=interval(differences, settings.confidence),
        bootstrap_p=probability(difference, sizes - sizes.mean()),
        randomisation_p=probability(difference, np.abs(_shuffled(ours, theirs, scoring, settings))),
        wins=int((ours.by_segment > theirs.by_segment).sum()),
        ties=int((ours.by_segment == theirs.by_segment).sum()),
        losses=int((ours.by_segment < theirs.by_segment).sum()),
    )


def _tossed(systems: Sequence[SystemRuns], tables: Sequence[Integers], settings: Settings) -> dict[str, Integers]:
    """Return the totals of coin tosses for each system; empty with several runs or rounded statistics, where pairs are shuffled one by one."""
    if len(tables) != len(systems) or len(systems) < 2 or any(table.dtype.kind == "f" for table in tables):
        return {}
    totals = drawn_totals(coins, tables, settings.samples, (settings.seed,))
    return dict(zip((system.name for system in systems), totals, strict=True))


def _shuffled(ours: _Scored, theirs: _Scored, scoring: Scoring, settings: Settings) -> Floats:
    """Return the differences of shuffled systems, for paired approximate randomisation."""
    first, second = ([run.rows for run in side.system.runs] for side in (ours, theirs))
    if ours.tossed is not None and theirs.tossed is not None:
        moved = theirs.tossed - ours.tossed
        shuffled = [first[0].sum(axis=0) + moved, second[0].sum(axis=0) - moved]
    else:
        shuffled = shuffle_totals(first, second, settings.samples, (settings.seed,))
    dealt = [_scores(totals, ours.system.runs[0], scoring) for totals in shuffled]
    difference: Floats = np.mean(dealt[: len(first)], axis=0) - np.mean(dealt[len(first) :], axis=0)
    return difference


def verdict(pair: PairedComparison, digits: int = 4) -> str:
    """Return a sentence: the better system, the difference as the table shows it, and the larger p-value.

    >>> pair = PairedComparison(system="B", baseline="A", difference=-0.0182, interval=None, bootstrap_p=0.0004,
    ...     randomisation_p=0.0009, wins=1, ties=0, losses=9)
    >>> verdict(pair)
    'A is better than B: +.0182, p < .001'
    """
    names = (pair.system, pair.baseline) if pair.difference >= 0 else (pair.baseline, pair.system)
    probability = less_sure(pair)
    if pair.difference == 0:
        return f"{names[0]} and {names[1]} have the same score"
    difference = number(abs(pair.difference), f"+.{digits}f").replace("+0.", "+.", 1)
    if probability < LEVEL:
        return f"{names[0]} is better than {names[1]}: {difference}, {chance(probability)}"
    return f"{names[0]} and {names[1]} do not differ clearly: {difference} for {names[0]}, {chance(probability)}"


def less_sure(pair: PairedComparison) -> float:
    """Return the larger p-value, since with few segments the bootstrap alone is overconfident; corrected if there are several pairs."""
    return max(pair.bootstrap_p, pair.randomisation_p) if pair.corrected_p is None else pair.corrected_p


def chance(probability: float) -> str:
    """Return a p-value for people."""
    return "p < .001" if probability < 0.001 else f"p = {short(probability)}"


def short(value: float) -> str:
    """Format with three decimals and no leading zero; use four if three would show .000."""
    text = f"{value:.3f}" if value >= 0.0005 else f"{value:.4f}"
    return text.removeprefix("0")


_OWN = ("runs", *PARTS, *SHARES, "deviation", "run_deviation")
_TESTED = ("baseline", "difference", "bootstrap_p", "randomisation_p", "wins", "ties", "losses", "corrected_p")


def document_of(
    comparison: Comparison,
    signature: str = "",
    digits: int = 4,
    *,
    references: Sequence[str] = (),
    others: Mapping[str, tuple[Comparison, str]] = {},
) -> Document:
    """Return a comparison as a document, with `digits` decimals for people, and the names of the compared files, if given.

    `others` are comparisons by other metrics, with their signatures.
    """
    both = ["p: paired bootstrap; p (rand.): approximate randomisation", "the sentence gives the larger p"]
    tests = both if comparison.pairs else []
    tests += [f"Holm: the larger, corrected for {len(comparison.pairs)} pairs"] if len(comparison.pairs) > 1 else []
    shown, flat = [_systems(comparison, digits), *_pairs(comparison, digits)], flat_table(comparison, signature)
    rows, data, also = [*flat.rows], ({"signature": signature} if signature else {}) | asdict(comparison), {}
    for name, (other, note) in others.items():
        scores = [(one.name, one.score, _interval(one.interval, f".{digits}f")) for one in other.systems]
        shown.append(Table(head=("system", name, "interval"), rows=scores, form=f".{digits}f", folds=True))
        shown += [replace(table, note=f"{name}: {table.note}".removesuffix(": ")) for table in _pairs(other, digits)]
        rows += flat_table(other, f"{name}|{note}").rows
        also[name] = {"signature": note} | asdict(other)
    return Document(
        facts=[("reference", ", ".join(references))] if references else [],
        tables=shown,
        notes=[
            *(verdict(pair, digits) for pair in comparison.pairs),
            *tests,
            f"{comparison.segments:,} segments; {comparison.caption}",
        ],
        signature=signature,
        signatures=[(name, note) for name, (_, note) in others.items()],
        flat=replace(flat, rows=rows),
        data=data | ({"also": also} if also else {}),
    )


def _interval(held: Interval | None, form: str) -> str | None:
    return f"{number(held.low, form)} to {number(held.high, form)}" if held else None


def _systems(comparison: Comparison, digits: int) -> Table:
    """Return the table of systems, with the number and deviation of runs if a system has several."""
    has_runs, form = any(system.runs > 1 for system in comparison.systems), f".{digits}f"
    shares = [name for name in SHARES if any(getattr(system, name) is not None for system in comparison.systems)]
    best = max(system.score for system in comparison.systems) if len(comparison.systems) > 1 else None
    rows = []
    for system in comparison.systems:
        runs = str(system.runs) + ("" if system.run_deviation is None else f" ± {number(system.run_deviation, form)}")
        parts = (getattr(system, name) for name in ("precision", "recall", "fragmentation", "penalty", *shares))
        score = Cell(text=number(system.score, form), bold=system.score == best)
        rows.append((system.name, *([runs] if has_runs else []), score, _interval(system.interval, form), *parts))
    head = ("system", *(["runs"] if has_runs else []), "score", "interval")
    head = (*head, "precision", "recall", "frag", "penalty", *shares)
    return Table(head=head, rows=rows, form=form, folds=True)


def _pairs(comparison: Comparison, digits: int) -> list[Table]:
    """Return the table of pairs, if there are any; a common baseline is named under it."""
    baselines = {pair.baseline for pair in comparison.pairs}
    rows, form = [], f"+.{digits}f"
    for pair in comparison.pairs:
        names = (pair.system,) if len(baselines) == 1 else (pair.system, pair.baseline)
        difference = Cell(text=number(pair.difference, form), mark=_stars(pair))
        chances = [_chance(pair.bootstrap_p), _chance(pair.randomisation_p)]
        chances += [] if pair.corrected_p is None else [_chance(pair.corrected_p)]
        segments = (pair.wins, pair.ties, pair.losses)
        rows.append((*names, difference, _interval(pair.interval, form), *chances, *segments))
    corrected = ["Holm"] if len(rows) > 1 else []
    named = ["system"] if len(baselines) == 1 else ["system", "baseline"]
    head = [*named, "difference", "interval", "p", "p (rand.)", *corrected, "wins", "ties", "losses"]
    told = "* p < .05, ** p < .01, *** p < .001 in both tests" + (", corrected" if corrected else "")
    note = told if any(map(_stars, comparison.pairs)) else ""
    against = f"compared with {baselines.pop()}" if len(baselines) == 1 else ""
    shown = "; ".join(filter(None, (against, note)))
    return [Table(head=head, rows=rows, align="lr" if against else "llr", note=shown, folds=True)] if rows else []


def _chance(value: float) -> str:
    return "<.001" if value < 0.001 else number(value, ".3f")


def _stars(pair: PairedComparison) -> str:
    return "*" * sum(less_sure(pair) < level for level in (0.05, 0.01, 0.001))


def flat_table(comparison: Comparison, signature: str = "") -> Table:
    """Return one table: a row for each system, with its comparison with the baseline after it."""
    limits = ("difference_low", "difference_high")
    head = ("system", *_OWN, "low", "high", *_TESTED, *limits, "samples", "seed", "signature")
    rows = []
    for system in comparison.systems:
        own = (system.name, *(getattr(system, name) for name in _OWN), *_limits(system.interval))
        tested: list[PairedComparison | None] = [pair for pair in comparison.pairs if pair.system == system.name]
        for pair in tested or [None]:
            other = (*(getattr(pair, name, None) for name in _TESTED), *_limits(pair.interval if pair else None))
            rows.append((*own, *other, comparison.samples, comparison.seed, signature))
    return Table(head=head, rows=rows)


def _limits(held: Interval | None) -> tuple[float | None, float | None]:
    return (held.low, held.high) if held else (None, None)
