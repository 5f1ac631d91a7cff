"""The text columns and the added columns of a frame, and the scores of some rows."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from bolide.errors import ConfigurationError, InputError, SegmentError
from bolide.metric.meteor import Meteor
from bolide.metric.protocol import Metric
from bolide.metric.statistics import Statistics
from bolide.records import record

NULLS = ("error", "skip")

# Text or lists of text; None for null; anything else in a frame is refused.
Texts: TypeAlias = list[object]
Numbers: TypeAlias = NDArray[np.int64 | np.float64]


@record
class Layout:
    """The columns of text, and the names of the added columns with the types of their numbers: parts of the score, then statistics.

    It is `wide` if several columns hold one reference each.
    """

    hypothesis: str
    references: tuple[str, ...]
    wide: bool
    parts: tuple[str, ...]
    added: dict[str, type]
    nulls: str

    @property
    def texts(self) -> tuple[str, ...]:
        """The columns to read."""
        return (self.hypothesis, *self.references)

    def check(self, names: Sequence[object]) -> None:
        """Refuse a frame that lacks a column, or already has an added one."""
        for name in self.texts:
            if list(names).count(name) != 1:
                fault = "are two columns" if name in names else "is no column"
                raise InputError(f"there {fault} {name!r} in the frame: it has {' '.join(map(str, names))}")
        if taken := [name for name in self.added if name in names]:
            raise InputError(f"the frame has a column {taken[0]!r} already: drop it, or choose another prefix")


def make_layout(
    metric: Metric,
    *,
    hypothesis: str,
    references: str | Sequence[str],
    parts: Sequence[str],
    statistics: bool,
    prefix: str,
    nulls: str,
) -> Layout:
    """Return the layout of a frame; `ConfigurationError` for a choice that does not exist."""
    chosen = (parts,) if isinstance(parts, str) else tuple(parts)
    nothing = Statistics.from_columns({}, metric.columns)
    known = (*metric.scores(nothing), *(["reference"] if isinstance(metric, Meteor) else ()))
    for part in chosen:
        if part not in known:
            raise ConfigurationError(f"unknown part of a score {part!r}: choose some of {' '.join(known)}")
    if not chosen and not statistics:
        raise ConfigurationError("there is nothing to add to the frame: give parts of the score, or statistics=True")
    if nulls not in NULLS:
        raise ConfigurationError(f"unknown nulls {nulls!r}: choose one of {' '.join(NULLS)}")
    columns = (references,) if isinstance(references, str) else tuple(references)
    if not columns:
        raise ConfigurationError("give the column of references, or several columns with one reference each")
    added: dict[str, type] = {prefix + part: int if part == "reference" else float for part in chosen}
    if statistics:
        added |= dict.fromkeys((prefix + name for name in metric.columns), int if metric.is_whole else float)
    wide = not isinstance(references, str)
    return Layout(hypothesis=hypothesis, references=columns, wide=wide, parts=chosen, added=added, nulls=nulls)


# Rows per batch: enough for all cores, and few enough to hold as text.
CHUNK = 1 << 15


@record
class ScoredRows:
    """The added columns by their names; `missing` says which rows have no score."""

    columns: dict[str, Numbers]
    missing: NDArray[np.bool_]


def score_rows(
    metric: Metric, layout: Layout, columns: Sequence[Texts], *, threads: int | None, name_row: Callable[[int], str]
) -> ScoredRows:
    """Score rows given as one list per column of text, with strings, lists of strings, and None for null."""
    references = [list(row) for row in zip(*columns[1:], strict=True)] if layout.wide else columns[1]
    missing = np.ones(len(columns[0]), dtype=bool)
    hypotheses: list[str] = []
    grouped: list[list[str]] = []
    for row, (hypothesis, reference) in enumerate(zip(columns[0], references, strict=True)):
        texts = [reference] if isinstance(reference, str) else reference
        if isinstance(texts, list) and layout.nulls == "skip":
            texts = [text for text in texts if text is not None]
        fault = _fault(hypothesis, texts)
        if fault is None:
            hypotheses.append(hypothesis)  # type: ignore[arg-type]  # without a fault, it is a string
            grouped.append(texts)  # type: ignore[arg-type]  # and this a list of strings
            missing[row] = False
        elif layout.nulls != "skip" or not fault.endswith(_ABSENT):
            raise InputError(f"{name_row(row)}: {fault}{_hint(fault, hypothesis, reference)}")
    try:
        values = _score(metric, layout, hypotheses, grouped, threads)
    except SegmentError as error:
        row = int(np.flatnonzero(~missing)[error.segment])
        raise InputError(f"{name_row(row)}: {error.reason}") from error
    if missing.any():
        values = {name: _spread(part, missing) for name, part in values.items()}
    return ScoredRows(columns=values, missing=missing)


def join_rows(chunks: Sequence[ScoredRows]) -> ScoredRows:
    """Join chunks, at least one."""
    columns = {name: np.concatenate([chunk.columns[name] for chunk in chunks]) for name in chunks[0].columns}
    return ScoredRows(columns=columns, missing=np.concatenate([chunk.missing for chunk in chunks]))


# The ends of faults about missing text.
_ABSENT = ("null", "empty")


def _fault(hypothesis: object, references: object) -> str | None:
    if hypothesis is None or references is None:
        return f"the {'hypothesis' if hypothesis is None else 'reference'} is null"
    if not isinstance(hypothesis, str):
        return f"the hypothesis must be text, not {_described(hypothesis)}"
    if not isinstance(references, list):
        return f"a reference must be text or a list of text, not {_described(references)}"
    for place, reference in enumerate(references):
        if reference is None:
            return f"reference {place} is null"
        if not isinstance(reference, str):
            return f"reference {place} must be text, not {_described(reference)}"
    return None if references else "the list of references is empty"


def _described(value: object) -> str:
    return f"{type(value).__name__} ({str(value)[:40]!r})"


def _hint(fault: str, hypothesis: object, references: object) -> str:
    if not fault.endswith(_ABSENT):
        return ""
    other = references if hypothesis is None else hypothesis
    beside = f" (beside {str(other)[:60]!r})" if other else ""
    return f"{beside}; fill it in, or leave these rows without a score with nulls='skip'"


def _score(
    metric: Metric, layout: Layout, hypotheses: list[str], references: list[list[str]], threads: int | None
) -> dict[str, Numbers]:
    """Return the added columns of rows without missing text."""
    if not hypotheses:
        return {name: np.empty(0, dtype=kind) for name, kind in layout.added.items()}
    found: dict[str, Numbers] = {}
    if isinstance(metric, Meteor):
        statistics = metric.statistics(hypotheses, references, threads=threads)
        rows, found["reference"] = statistics.best(metric.parameters)
    else:
        rows = metric.rows(hypotheses, references, (), threads)
    found |= metric.scores(rows)
    columns = [found[part] for part in layout.parts]
    if len(layout.added) > len(columns):
        columns += list(rows.rows.T)
    return dict(zip(layout.added, map(np.ascontiguousarray, columns), strict=True))


def _spread(values: Numbers, missing: NDArray[np.bool_]) -> Numbers:
    """Return values with 0 or NaN inserted for rows that have none."""
    spread: Numbers = np.zeros_like(values, shape=len(missing))
    spread[missing] = np.nan if values.dtype.kind == "f" else 0
    spread[~missing] = values
    return spread
