"""A comparison as a document: a table of systems, one of tested pairs, and what both stand on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace

from bolide.analysis.comparison.model import Comparison, PairedComparison
from bolide.analysis.comparison.verdict import less_sure, verdict
from bolide.analysis.resampling import Interval
from bolide.show import tables
from bolide.show.tables import Cell, Document, Table, number

__all__ = ["document_of", "flat_table", "render", "with_others"]

_OWN = (
    "runs",
    "score",
    "precision",
    "recall",
    "f_mean",
    "fragmentation",
    "penalty",
    "chrf",
    "deviation",
    "run_deviation",
)
_TESTED = ("baseline", "difference", "bootstrap_p", "randomisation_p", "wins", "ties", "losses")
_PAIR = ("difference", "interval", "p", "p shuffled", "wins", "ties", "losses")


def document_of(
    comparison: Comparison, signature: str = "", digits: int = 4, *, references: Sequence[str] = ()
) -> Document:
    """Return a comparison as a document; people see so many digits, and the files that systems were compared with, if named."""
    against = [("reference", ", ".join(references))] if references else []
    tests = ["p: paired bootstrap; p shuffled: approximate randomisation"] if comparison.pairs else []
    return Document(
        facts=against,
        tables=[_systems(comparison, digits), *([_pairs(comparison, digits)] if comparison.pairs else [])],
        notes=[
            *map(verdict, comparison.pairs),
            *tests,
            f"{comparison.segments:,} segments; {comparison.caption}",
        ],
        signature=signature,
        flat=flat_table(comparison, signature),
        data=({"signature": signature} if signature else {}) | asdict(comparison),
    )


def with_others(document: Document, others: Mapping[str, tuple[Comparison, str]], digits: int = 4) -> Document:
    """Return a document with the comparisons by other metrics, and how each was computed, by their names."""
    tables_of, rows, data = [*document.tables], [*document.flat.rows] if document.flat else [], dict(document.data)
    for name, (comparison, note) in others.items():
        form = f".{digits}f"
        scores = [
            (system.name, number(system.score, form), _interval(system.interval, form)) for system in comparison.systems
        ]
        tables_of.append(Table(head=("system", name, "interval"), rows=scores, folds=True))
        if comparison.pairs:
            pairs = _pairs(comparison, digits)
            tables_of.append(replace(pairs, note=f"{name}: {pairs.note}" if pairs.note else name))
        rows += flat_table(comparison, f"{name}|{note}").rows
        data.setdefault("also", {})[name] = {"signature": note} | asdict(comparison)
    if not others or not document.flat:
        return document
    signatures = [*document.signatures, *((name, note) for name, (_, note) in others.items())]
    return replace(document, tables=tables_of, signatures=signatures, flat=replace(document.flat, rows=rows), data=data)


def render(comparison: Comparison, form: str, signature: str = "") -> str:
    """Return a comparison in one of the formats of `bolide.show.tables`, with a line feed at the end."""
    return tables.render(document_of(comparison, signature), form)


def _interval(held: Interval | None, form: str) -> str | None:
    return f"{number(held.low, form)} to {number(held.high, form)}" if held else None


def _systems(comparison: Comparison, digits: int) -> Table:
    """Return the table of systems; how many runs a system has, and how they stray, only where one has several."""
    has_runs, form = any(system.runs > 1 for system in comparison.systems), f".{digits}f"
    mixed = any(system.chrf is not None for system in comparison.systems)
    best = max(system.score for system in comparison.systems) if len(comparison.systems) > 1 else None
    rows = []
    for system in comparison.systems:
        runs = str(system.runs) + ("" if system.run_deviation is None else f" ± {number(system.run_deviation, form)}")
        parts = (
            system.precision,
            system.recall,
            system.fragmentation,
            system.penalty,
            *([system.chrf] if mixed else []),
        )
        score = Cell(text=number(system.score, form), bold=system.score == best)
        rows.append((system.name, *([runs] if has_runs else []), score, _interval(system.interval, form), *parts))
    head = ("system", *(["runs"] if has_runs else []), "score", "interval")
    head = (*head, "precision", "recall", "frag", "penalty", *(["chrf"] if mixed else []))
    return Table(head=head, rows=rows, form=form, folds=True)


def _pairs(comparison: Comparison, digits: int) -> Table:
    """Return the table of pairs; a baseline that all share stands under it."""
    baselines = {pair.baseline for pair in comparison.pairs}
    rows, form = [], f"+.{digits}f"
    for pair in comparison.pairs:
        names = (pair.system,) if len(baselines) == 1 else (pair.system, pair.baseline)
        difference = Cell(text=number(pair.difference, form), mark=_stars(pair))
        chances = (_chance(pair.bootstrap_p), _chance(pair.randomisation_p))
        counts = (pair.wins, pair.ties, pair.losses)
        rows.append((*names, difference, _interval(pair.interval, form), *chances, *counts))
    head = ("system", *(() if len(baselines) == 1 else ("baseline",)), *_PAIR)
    note = "* p < .05, ** p < .01, *** p < .001 in both tests" if any(map(_stars, comparison.pairs)) else ""
    against = f"compared with {baselines.pop()}" if len(baselines) == 1 else ""
    told = "; ".join(filter(None, (against, note)))
    return Table(head=head, rows=rows, align="lr" if against else "llr", note=told, folds=True)


def _chance(value: float) -> str:
    return "<.001" if value < 0.001 else number(value)


def _stars(pair: PairedComparison) -> str:
    return "*" * sum(less_sure(pair) < level for level in (0.05, 0.01, 0.001))


def flat_table(comparison: Comparison, signature: str = "") -> Table:
    """Return one table: a row for each system, with its comparison with the baseline after it."""
    head = (
        "system",
        *_OWN,
        "low",
        "high",
        *_TESTED,
        "difference_low",
        "difference_high",
        "samples",
        "seed",
        "signature",
    )
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
