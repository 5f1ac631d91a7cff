"""A comparison as tables: text for people, JSON and TSV for programs, Markdown and LaTeX for papers."""

from __future__ import annotations

import html
import json
import math
import re
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from bolide.analysis.resampling import Interval
from bolide.comparison.model import Comparison, PairedComparison, SystemSummary

__all__ = ["FORMATS", "render", "render_html", "to_object"]

SYSTEM_HEAD = ("system", "runs", "score", "interval", "precision", "recall", "fragmentation", "penalty")
PAIR_HEAD = ("system", "baseline", "difference", "interval", "bootstrap p", "randomisation p", "wins", "ties", "losses")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Table:
    """Cells as text; `left` says how many columns, from the first, hold names."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    left: int


def _number(value: float, sign: str = "") -> str:
    return format(value, f"{sign}.4f") if math.isfinite(value) else "undefined"


def _interval(item: SystemSummary | PairedComparison, sign: str = "") -> str:
    if item.interval is None:
        return "undefined"
    return f"{_number(item.interval.low, sign)} to {_number(item.interval.high, sign)}"


def _p(value: float) -> str:
    return format(value, ".4f")


def _systems(comparison: Comparison) -> _Table:
    """Return the table of systems; how many runs a system has, and how they stray, only where one has several."""
    has_runs = any(system.runs > 1 for system in comparison.systems)
    head = SYSTEM_HEAD if has_runs else (SYSTEM_HEAD[0], *SYSTEM_HEAD[2:])
    rows = []
    for system in comparison.systems:
        runs: tuple[str, ...] = ()
        if has_runs:
            runs = (f"{system.runs}" + ("" if system.run_deviation is None else f" ± {_number(system.run_deviation)}"),)
        rows.append(
            (
                system.name,
                *runs,
                _number(system.score),
                _interval(system),
                _number(system.precision),
                _number(system.recall),
                _number(system.fragmentation),
                _number(system.penalty),
            )
        )
    return _Table(head=head, rows=tuple(rows), left=1)


def _pairs(comparison: Comparison) -> _Table:
    rows = tuple(
        (
            pair.system,
            pair.baseline,
            _number(pair.difference, "+"),
            _interval(pair, "+"),
            _p(pair.bootstrap_p),
            _p(pair.randomisation_p),
            str(pair.wins),
            str(pair.ties),
            str(pair.losses),
        )
        for pair in comparison.pairs
    )
    return _Table(head=PAIR_HEAD, rows=rows, left=2)


def _caption(comparison: Comparison) -> str:
    return f"{comparison.segments:,} segments; {comparison.caption}"


def _tables(comparison: Comparison) -> list[_Table]:
    return [_systems(comparison), *([_pairs(comparison)] if comparison.pairs else [])]


def _text(comparison: Comparison, signature: str) -> str:
    parts = [_aligned(table) for table in _tables(comparison)]
    notes = [_caption(comparison), *([f"signature  {signature}"] if signature else [])]
    return "\n\n".join((*parts, "\n".join(notes)))


def _aligned(table: _Table) -> str:
    from bolide.character_cells import pad  # noqa: PLC0415 - only text is measured

    columns = list(zip(table.head, *table.rows, strict=True))
    padded = [pad(column, right=place >= table.left) for place, column in enumerate(columns)]
    return "\n".join("  ".join(row).rstrip() for row in zip(*padded, strict=True))


def _markdown(comparison: Comparison, signature: str) -> str:
    def line(cells: Sequence[str]) -> str:
        return "| " + " | ".join(cell.replace("\\", "\\\\").replace("|", "\\|") for cell in cells) + " |"

    parts = []
    for table in _tables(comparison):
        rule = "|" + "---|" * table.left + "---:|" * (len(table.head) - table.left)
        parts.append("\n".join((line(table.head), rule, *map(line, table.rows))))
    notes = [_caption(comparison), *([f"\n`{signature}`"] if signature else [])]
    return "\n\n".join((*parts, "\n".join(notes)))


_LATEX = {mark: f"\\{mark}" for mark in "&%$#_{}"} | {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "±": r"$\pm$",
    "|": r"\textbar{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
}


def _latex(comparison: Comparison, signature: str) -> str:
    """Return tabulars that need no package; the signature as a comment."""

    def line(cells: Sequence[str], left: int) -> str:
        escaped = ["".join(_LATEX.get(mark, mark) for mark in cell) for cell in cells]
        escaped[left:] = [re.sub(r"[+-][0-9.]+", r"$\g<0>$", cell) for cell in escaped[left:]]
        return " & ".join(escaped) + r" \\"

    parts = []
    for table in _tables(comparison):
        columns = "l" * table.left + "r" * (len(table.head) - table.left)
        body = [line(row, table.left) for row in (table.head, *table.rows)]
        rows = "\n".join((body[0], r"\hline", *body[1:]))
        parts.append(f"\\begin{{tabular}}{{{columns}}}\n{rows}\n\\end{{tabular}}")
    notes = [f"% {_caption(comparison)}", *([f"% {signature}"] if signature else [])]
    return "\n\n".join((*parts, "\n".join(notes)))


def to_object(comparison: Comparison) -> dict[str, Any]:
    """Return a comparison as JSON: numbers in full, what is undefined as None."""

    def clean(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: clean(item) for key, item in value.items()}
        if isinstance(value, (list, tuple)):
            return [clean(item) for item in value]
        return None if isinstance(value, float) and not math.isfinite(value) else value

    cleaned: dict[str, Any] = clean(asdict(comparison))
    return cleaned


def _json(comparison: Comparison, signature: str) -> str:
    document = ({"signature": signature} if signature else {}) | to_object(comparison)
    return json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False)


def _limits(held: Interval | None) -> tuple[float | None, float | None]:
    return (held.low, held.high) if held else (None, None)


def _tsv(comparison: Comparison, signature: str) -> str:
    """Return one table: a row for each system, with its comparison with the baseline behind it; numbers in full."""
    parts = ("runs", "score", "precision", "recall", "f_mean", "fragmentation", "penalty", "deviation", "run_deviation")
    paired = ("baseline", "difference", "bootstrap_p", "randomisation_p", "wins", "ties", "losses")
    lines: list[tuple[str, ...]] = [
        ("system", *parts, "low", "high", *paired, "difference_low", "difference_high", "signature")
    ]
    by_name: dict[str, list[PairedComparison | None]] = {system.name: [] for system in comparison.systems}
    for tested in comparison.pairs:
        by_name[tested.system].append(tested)
    for system in comparison.systems:
        for pair in by_name[system.name] or [None]:
            own = (*(getattr(system, part) for part in parts), *_limits(system.interval))
            other: tuple[Any, ...] = (None,) * (len(paired) + 2)
            if pair:
                other = (*(getattr(pair, part) for part in paired), *_limits(pair.interval))
            lines.append((system.name, *("" if value is None else str(value) for value in (*own, *other)), signature))
    return "\n".join("\t".join(line) for line in lines)


FORMATS: dict[str, Callable[[Comparison, str], str]] = {
    "text": _text,
    "json": _json,
    "tsv": _tsv,
    "markdown": _markdown,
    "latex": _latex,
}


def render(comparison: Comparison, form: str, signature: str = "") -> str:
    """Return a comparison in one of `FORMATS`, without a line feed at the end."""
    return FORMATS[form](comparison, signature)


def render_html(comparison: Comparison) -> str:
    """Return the tables for a notebook."""
    parts = []
    for table in _tables(comparison):
        head = "".join(f"<th>{html.escape(cell)}</th>" for cell in table.head)
        rows = "".join(
            "<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>" for row in table.rows
        )
        parts.append(f"<table><tr>{head}</tr>{rows}</table>")
    return "".join((*parts, f"<p>{html.escape(_caption(comparison))}</p>"))
