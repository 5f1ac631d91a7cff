"""The kinds of frames: how each gives the text of some rows, and takes columns of numbers. No library is loaded for it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from bolide.errors import InputError
from bolide.frames import arrow
from bolide.frames.layout import Layout
from bolide.frames.rows import ScoredRows

__all__ = ["BATCH", "POLARS", "Kind", "find_kind", "is_of"]


class Kind(Protocol):
    """A kind of frame that is in memory as a whole."""

    def names(self, frame: Any) -> Sequence[Any]:
        """Return the names of its columns."""

    def texts(self, frame: Any, layout: Layout, first: int, last: int) -> list[list[Any]]:
        """Return the columns of text, of the rows from `first` up to `last`, nulls as None."""

    def add(self, frame: Any, rows: ScoredRows, layout: Layout) -> Any:
        """Return the frame with the added columns; it stays as it is."""

    def numbers(self, frame: Any, name: str) -> tuple[Any, Any]:
        """Return a column of whole numbers, nulls as 0, and which of them are no nulls."""

    def values(self, frame: Any, name: str) -> list[Any]:
        """Return a column as plain values."""


class Pandas:
    """pandas.DataFrame."""

    def names(self, frame: Any) -> Sequence[Any]:
        """Return the names of its columns."""
        return list(frame.columns)

    def texts(self, frame: Any, layout: Layout, first: int, last: int) -> list[list[Any]]:
        """Return the columns of text of some rows; cells with arrays, as Parquet files are read, become lists."""
        columns = []
        for name in layout.texts:
            series = frame[name].iloc[first:last]
            nulls = series.isna()
            values = series.tolist()
            if nulls.any():
                values = [None if null else value for value, null in zip(values, nulls.tolist(), strict=True)]
            columns.append([list(v) if isinstance(v, (tuple, np.ndarray)) else v for v in values])
        return columns

    def add(self, frame: Any, rows: ScoredRows, layout: Layout) -> Any:
        """Return the frame with the added columns, under the same index; whole numbers that are missing are pandas' Int64."""
        pandas: Any = sys.modules["pandas"]
        columns: dict[str, Any] = dict(rows.columns)
        if rows.missing is not None:
            for name, kind in layout.added.items():
                if kind is int:
                    columns[name] = pandas.arrays.IntegerArray(columns[name], rows.missing)
        return pandas.concat([frame, pandas.DataFrame(columns, index=frame.index)], axis=1)

    def numbers(self, frame: Any, name: str) -> tuple[Any, Any]:
        """Return a column of whole numbers, nulls as 0, and which of them are no nulls."""
        return frame[name].to_numpy(dtype=np.int64, na_value=0), frame[name].notna().to_numpy()

    def values(self, frame: Any, name: str) -> list[Any]:
        """Return a column as plain values."""
        values: list[Any] = frame[name].tolist()
        return values


class Polars:
    """polars.DataFrame."""

    def names(self, frame: Any) -> Sequence[Any]:
        """Return the names of its columns."""
        names: list[str] = frame.columns
        return names

    def texts(self, frame: Any, layout: Layout, first: int, last: int) -> list[list[Any]]:
        """Return the columns of text of some rows."""
        return [frame.get_column(name).slice(first, last - first).to_list() for name in layout.texts]

    def add(self, frame: Any, rows: ScoredRows, layout: Layout) -> Any:  # noqa: ARG002 - the values know their types
        """Return the frame with the added columns."""
        polars: Any = sys.modules["polars"]
        columns = [polars.Series(name, values) for name, values in rows.columns.items()]
        if rows.missing is not None:
            places = np.flatnonzero(rows.missing)
            columns = [column.scatter(places, None) for column in columns]
        return frame.with_columns(columns)

    def numbers(self, frame: Any, name: str) -> tuple[Any, Any]:
        """Return a column of whole numbers, nulls as 0, and which of them are no nulls."""
        column = frame.get_column(name)
        return column.fill_null(0).to_numpy(), column.is_not_null().to_numpy()

    def values(self, frame: Any, name: str) -> list[Any]:
        """Return a column as plain values."""
        values: list[Any] = frame.get_column(name).to_list()
        return values


class ArrowTable:
    """pyarrow.Table."""

    def names(self, frame: Any) -> Sequence[Any]:
        """Return the names of its columns."""
        names: list[str] = frame.schema.names
        return names

    def texts(self, frame: Any, layout: Layout, first: int, last: int) -> list[list[Any]]:
        """Return the columns of text of some rows."""
        return arrow.texts_of(frame.slice(first, last - first), layout)

    def add(self, frame: Any, rows: ScoredRows, layout: Layout) -> Any:
        """Return the table with the added columns."""
        return arrow.add_to_table(frame, rows, layout)

    def numbers(self, frame: Any, name: str) -> tuple[Any, Any]:
        """Return a column of whole numbers, nulls as 0, and which of them are no nulls."""
        column = frame.column(name)
        present = np.asarray(column.is_valid())
        return np.asarray(column.fill_null(0)), present

    def values(self, frame: Any, name: str) -> list[Any]:
        """Return a column as plain values."""
        values: list[Any] = frame.column(name).to_pylist()
        return values


class ArrowBatch(ArrowTable):
    """pyarrow.RecordBatch."""

    def add(self, frame: Any, rows: ScoredRows, layout: Layout) -> Any:
        """Return the batch with the added columns."""
        return arrow.add_to_batch(frame, rows, layout)


POLARS, BATCH = Polars(), ArrowBatch()
_KINDS: dict[tuple[str, str], Kind] = {
    ("pandas", "DataFrame"): Pandas(),
    ("polars", "DataFrame"): POLARS,
    ("pyarrow", "RecordBatch"): BATCH,
    ("pyarrow", "Table"): ArrowTable(),
}


def is_of(frame: Any, library: str, name: str) -> bool:
    """Whether a frame is of a class of a library, or of one derived from it."""
    return any(base.__module__.split(".")[0] == library and base.__name__ == name for base in type(frame).__mro__)


def find_kind(frame: Any) -> Kind | None:
    """Return the kind of a frame that is in memory, None for what streams; `InputError` for what is not a frame."""
    for (library, name), kind in _KINDS.items():
        if is_of(frame, library, name):
            return kind
    if is_of(frame, "pyspark", "DataFrame"):  # It would stream, too: all of it, to the driver.
        raise InputError("score a frame of Spark with bolide.engines.spark.score: it takes the same arguments")
    if hasattr(frame, "__arrow_c_stream__"):
        return None
    raise InputError(
        f"a frame of pandas, Polars or Arrow was expected, or what exports Arrow's stream, not {type(frame).__name__}"
    )
