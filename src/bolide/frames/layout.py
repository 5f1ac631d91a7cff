"""Which columns of a frame hold text and which are added to it, and the scores of some rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bolide.errors import ConfigurationError, InputError, SegmentError
from bolide.metric.meteor import Meteor
from bolide.metric.statistics import columns_for, parts_for
from bolide.records import record

PREFIX = "meteor_"
NULLS = ("error", "skip")


@record
class Layout:
    """The columns of text, and what is added; `wide` if each of several columns holds one reference."""

    hypothesis: str
    references: tuple[str, ...]
    wide: bool
    parts: tuple[str, ...]
    statistics: tuple[str, ...]
    prefix: str
    nulls: str

    @property
    def texts(self) -> tuple[str, ...]:
        """The columns that are read."""
        return (self.hypothesis, *self.references)

    @property
    def added(self) -> dict[str, type]:
        """The names of the columns that are added, with the type of their numbers."""
        parts = {self.prefix + part: int if part == "reference" else float for part in self.parts}
        return {**parts, **dict.fromkeys((self.prefix + name for name in self.statistics), int)}

    def check(self, names: Sequence[Any]) -> None:
        """Refuse a frame that lacks a column, or has one by the name of an added one."""
        for name in self.texts:
            if list(names).count(name) != 1:
                fault = "are two columns" if name in names else "is no column"
                raise InputError(f"there {fault} {name!r} in the frame: it has {' '.join(map(str, names))}")
        if taken := [name for name in self.added if name in names]:
            raise InputError(f"the frame has a column {taken[0]!r} already: drop it, or choose another prefix")


def make_layout(
    metric: Meteor,
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
    # The score itself first; and which reference it is for.
    known = ("score", *parts_for(columns_for(metric.parameters))[:-1], "reference")
    for part in chosen:
        if part not in known:
            raise ConfigurationError(f"unknown part of a score {part!r}: choose some of {' '.join(known)}")
    if not chosen and not statistics:
        raise ConfigurationError("there is nothing to add to the frame: ask for parts of the score, or for statistics")
    if nulls not in NULLS:
        raise ConfigurationError(f"unknown nulls {nulls!r}: choose one of {' '.join(NULLS)}")
    columns = (references,) if isinstance(references, str) else tuple(references)
    if not columns:
        raise ConfigurationError("name the column of references, or several of one reference each")
    return Layout(
        hypothesis=hypothesis,
        references=columns,
        wide=not isinstance(references, str),
        parts=chosen,
        statistics=columns_for(metric.parameters) if statistics else (),
        prefix=prefix,
        nulls=nulls,
    )


# Rows that are scored at a time: enough for all cores, and few enough to hold as text.
CHUNK = 1 << 15

NameRow = Callable[[int], str]


@record
class ScoredRows:
    """The added columns by their names; `missing` says which rows have no score."""

    columns: dict[str, NDArray[Any]]
    missing: NDArray[np.bool_]


def score_rows(
    metric: Meteor,
    layout: Layout,
    columns: Sequence[list[Any]],
    *,
    threads: int | None,
    name_row: NameRow,
) -> ScoredRows:
    """Score rows given as lists, one for each column of text: of strings, of lists of strings, None for null."""
    hypotheses: list[Any] = columns[0]
    references: list[Any] = [list(row) for row in zip(*columns[1:], strict=True)] if layout.wide else columns[1]
    places = _places(hypotheses, references, layout.nulls, name_row)
    if places is not None:
        hypotheses, references = [hypotheses[i] for i in places], [references[i] for i in places]
    try:
        values = _score(metric, layout, hypotheses, references, threads)
    except SegmentError as error:
        row = error.segment if places is None else places[error.segment]
        raise InputError(f"{name_row(row)}: {error.reason}") from error
    missing = np.zeros(len(columns[0]), dtype=bool)
    if places is not None:
        missing[:] = True
        missing[places] = False
        values = {name: _spread(part, missing) for name, part in values.items()}
    return ScoredRows(columns=values, missing=missing)


def join_rows(chunks: Sequence[ScoredRows], layout: Layout) -> ScoredRows:
    """Return chunks as one, whatever their number."""
    columns = {
        name: np.concatenate([np.empty(0, dtype=kind), *(chunk.columns[name] for chunk in chunks)])
        for name, kind in layout.added.items()
    }
    return ScoredRows(
        columns=columns, missing=np.concatenate([np.empty(0, dtype=bool), *(chunk.missing for chunk in chunks)])
    )


def _places(hypotheses: list[Any], references: list[Any], nulls: str, name_row: NameRow) -> list[int] | None:
    """Return the rows that can be scored, None for all; null references are taken out of their lists."""
    if all(type(text) is str for text in hypotheses) and all(type(text) is str for text in references):
        return None
    kept = []
    for i, (hypothesis, reference) in enumerate(zip(hypotheses, references, strict=True)):
        if isinstance(reference, list) and None in reference and nulls == "skip":
            reference = references[i] = [text for text in reference if text is not None]  # noqa: PLW2901
        if fault := _fault(hypothesis, reference):
            if nulls != "skip" or not fault.endswith(("null", "empty")):
                raise InputError(f"{name_row(i)}: {fault}{_hint(fault, hypothesis, reference)}")
        else:
            kept.append(i)
    return None if len(kept) == len(hypotheses) else kept


def _fault(hypothesis: Any, references: Any) -> str | None:
    """Return what is wrong with a row."""
    if hypothesis is None or references is None:
        return f"the {'hypothesis' if hypothesis is None else 'reference'} is null"
    if not isinstance(hypothesis, str):
        return f"the hypothesis has to be text, not {type(hypothesis).__name__} ({str(hypothesis)[:40]!r})"
    if isinstance(references, str):
        return None
    if not isinstance(references, list):
        return (
            f"a reference has to be text or a list of text, not {type(references).__name__} ({str(references)[:40]!r})"
        )
    return _list_fault(references)


def _list_fault(references: list[Any]) -> str | None:
    """Return what is wrong with a list of references."""
    for place, reference in enumerate(references):
        if reference is None:
            return f"reference {place} is null"
        if not isinstance(reference, str):
            return f"reference {place} has to be text, not {type(reference).__name__} ({str(reference)[:40]!r})"
    return None if references else "the list of references is empty"


def _hint(fault: str, hypothesis: Any, references: Any) -> str:
    if not fault.endswith(("null", "empty")):
        return ""
    other = references if hypothesis is None else hypothesis
    beside = f" (beside {str(other)[:60]!r})" if other else ""
    return f"{beside}; fill it in, or leave such rows without a score with nulls='skip'"


def _score(
    metric: Meteor, layout: Layout, hypotheses: list[str], references: list[Any], threads: int | None
) -> dict[str, NDArray[Any]]:
    """Return the added columns of rows that all have text."""
    if not hypotheses:
        return {name: np.empty(0, dtype=kind) for name, kind in layout.added.items()}
    segments = metric.score(hypotheses, references, threads=threads).segments
    counts = np.ascontiguousarray(segments.statistics.rows.T)
    columns = {part: np.ascontiguousarray(getattr(segments, part)) for part in layout.parts}
    columns |= dict(zip(layout.statistics, counts, strict=True)) if layout.statistics else {}
    return dict(zip(layout.added, columns.values(), strict=True))


def _spread(values: NDArray[Any], missing: NDArray[np.bool_]) -> NDArray[Any]:
    """Return values with a place for rows that have none: zero, or no number."""
    spread = np.full(len(missing), np.nan if values.dtype.kind == "f" else 0, dtype=values.dtype)
    spread[~missing] = values
    return spread
