"""The kinds of frames: how to read text from each, and how to add columns of numbers. No library is loaded for it."""

import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib import import_module
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bolide.errors import ConfigurationError, InputError
from bolide.frames.layout import CHUNK, Layout, Numbers, ScoredRows, Texts

# Frames, columns, schemas and modules of libraries that are not loaded here, so that their types are unknown.
Foreign: TypeAlias = Any
ScoreTexts = Callable[[list[Texts], int], ScoredRows]


def load(module: str, hint: str) -> Foreign:
    """Return a module of a library; `ConfigurationError` with a hint if it is not installed."""
    try:
        return import_module(module)
    except ImportError as error:
        raise ConfigurationError(f"{hint} ({error})") from error


_arrow = partial(load, "pyarrow", "streams of Arrow need pyarrow: pip install 'bolide[parquet]'")


def _widened(schema: Foreign, layout: Layout) -> Foreign:
    """Return a schema with the fields of the added columns."""
    arrow = _arrow()
    for name, kind in layout.added.items():
        schema = schema.append(arrow.field(name, arrow.float64() if kind is float else arrow.int64()))
    return schema


def open_stream(frame: Foreign) -> Foreign:
    """Return a reader of batches for an object that exports Arrow's stream."""
    reader = _arrow().RecordBatchReader
    return frame if isinstance(frame, reader) else reader.from_stream(frame)


def score_stream(reader: Foreign, layout: Layout, score_texts: ScoreTexts) -> Foreign:
    """Return a reader of the same batches with the added columns; each is scored when it is read."""
    layout.check(reader.schema.names)

    def batches() -> Iterator[Foreign]:
        row = 0
        for whole in reader:
            for first in range(0, whole.num_rows, CHUNK):
                batch = whole.slice(first, CHUNK)
                yield ARROW.add(batch, score_texts(ARROW.texts(batch, layout), row), layout)
                row += batch.num_rows

    return _arrow().RecordBatchReader.from_batches(_widened(reader.schema, layout), batches())


class Kind:
    """A kind of frame that is in memory as a whole: this one a table or a batch of Arrow, those derived from it other ones."""

    def names(self, frame: Foreign) -> Sequence[object]:
        """Return the names of its columns."""
        return list(frame.schema.names)

    def texts(self, frame: Foreign, layout: Layout, first: int = 0, last: int | None = None) -> list[Texts]:
        """Return the columns of text, of the rows from `first` up to `last`, nulls as None."""
        return [self.values(frame, name, first, last) for name in layout.texts]

    def values(self, frame: Foreign, name: str, first: int = 0, last: int | None = None) -> Texts:
        """Return a column as plain values."""
        return list(frame.column(name)[first:last].to_pylist())

    def add(self, frame: Foreign, rows: ScoredRows, layout: Layout) -> Foreign:
        """Return a new frame with the added columns."""
        mask = rows.missing if rows.missing.any() else None
        added = [_arrow().array(values, mask=mask) for values in rows.columns.values()]
        return type(frame).from_arrays([*frame.columns, *added], schema=_widened(frame.schema, layout))

    def numbers(self, frame: Foreign, name: str) -> tuple[Numbers, NDArray[np.bool_]]:
        """Return a column of numbers, nulls as 0, and which rows are not null."""
        column = frame.column(name)
        return np.asarray(column.fill_null(0)), np.asarray(column.is_valid())


class _Pandas(Kind):
    def names(self, frame: Foreign) -> Sequence[object]:
        return list(frame.columns)

    def texts(self, frame: Foreign, layout: Layout, first: int = 0, last: int | None = None) -> list[Texts]:
        columns = []
        for name in layout.texts:
            values, nulls = self.values(frame, name, first, last), frame[name].iloc[first:last].isna()
            if nulls.any():
                values = [None if null else value for value, null in zip(values, nulls.tolist(), strict=True)]
            # Cells with arrays, as Parquet files are read, become lists.
            columns.append([list(v) if isinstance(v, (tuple, np.ndarray)) else v for v in values])
        return columns

    def add(self, frame: Foreign, rows: ScoredRows, layout: Layout) -> Foreign:
        pandas: Foreign = sys.modules["pandas"]
        columns: dict[str, Foreign] = dict(rows.columns)
        for name, kind in layout.added.items() if rows.missing.any() else ():
            if kind is int:  # Whole numbers with missing ones need pandas' Int64.
                columns[name] = pandas.arrays.IntegerArray(columns[name], rows.missing)
        return pandas.concat([frame, pandas.DataFrame(columns, index=frame.index)], axis=1)

    def numbers(self, frame: Foreign, name: str) -> tuple[Numbers, NDArray[np.bool_]]:
        kind = np.float64 if frame[name].dtype.kind == "f" else np.int64
        return frame[name].to_numpy(dtype=kind, na_value=0), frame[name].notna().to_numpy()

    def values(self, frame: Foreign, name: str, first: int = 0, last: int | None = None) -> Texts:
        return list(frame[name].iloc[first:last].tolist())


class _Polars(Kind):
    def names(self, frame: Foreign) -> Sequence[object]:
        return list(frame.columns)

    def values(self, frame: Foreign, name: str, first: int = 0, last: int | None = None) -> Texts:
        return list(frame.get_column(name)[first:last].to_list())

    def add(self, frame: Foreign, rows: ScoredRows, layout: Layout) -> Foreign:  # noqa: ARG002 - the values know their types
        polars: Foreign = sys.modules["polars"]
        columns = [polars.Series(name, values) for name, values in rows.columns.items()]
        if rows.missing.any():
            places = np.flatnonzero(rows.missing)
            columns = [column.scatter(places, None) for column in columns]
        return frame.with_columns(columns)

    def numbers(self, frame: Foreign, name: str) -> tuple[Numbers, NDArray[np.bool_]]:
        column = frame.get_column(name)
        return column.fill_null(0).to_numpy(), column.is_not_null().to_numpy()


POLARS, ARROW = _Polars(), Kind()
_KINDS: dict[tuple[str, str], Kind] = {
    ("pandas", "DataFrame"): _Pandas(),
    ("polars", "DataFrame"): POLARS,
    ("pyarrow", "RecordBatch"): ARROW,
    ("pyarrow", "Table"): ARROW,
}


def is_of(frame: Foreign, library: str, name: str) -> bool:
    """Whether a frame is of a class of a library, or of one derived from it."""
    return any(base.__module__.split(".")[0] == library and base.__name__ == name for base in type(frame).__mro__)


def find_kind(frame: Foreign) -> Kind | None:
    """Return the kind of a frame in memory, None for a stream; `InputError` for anything else."""
    for (library, name), kind in _KINDS.items():
        if is_of(frame, library, name):
            return kind
    if hasattr(frame, "__arrow_c_stream__"):
        return None
    raise InputError(
        f"expected a frame of pandas, Polars, Arrow or Spark, or an Arrow stream, found {type(frame).__name__}"
    )
