"""Arrow's tables, batches and streams. pyarrow is loaded when one of them is passed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

from bolide.errors import ConfigurationError, InputError
from bolide.frames.layout import Layout
from bolide.frames.rows import ScoredRows

__all__ = ["ScoreTexts", "add_to_batch", "add_to_table", "added_fields", "open_stream", "score_stream", "texts_of"]

ScoreTexts = Callable[[list[list[Any]], int], ScoredRows]


def _arrow() -> tuple[Any, Any]:
    try:
        return import_module("pyarrow"), import_module("pyarrow.compute")
    except ImportError as error:
        raise ConfigurationError(f"streams of Arrow need pyarrow: pip install 'bolide[parquet]' ({error})") from error


def texts_of(table: Any, layout: Layout) -> list[list[Any]]:
    """Return the columns of text of a table or batch as lists."""
    return [_values(table.column(name), name) for name in layout.texts]


def _values(column: Any, name: str) -> list[Any]:
    """Return a column of strings or of lists of strings as a list, nulls as None."""
    arrow, compute = _arrow()
    kind = column.type
    if arrow.types.is_dictionary(kind):
        column, kind = column.cast(kind.value_type), kind.value_type
    if _is_text(arrow, kind):
        values: list[Any] = column.to_pylist()
        return values
    is_list = any(
        getattr(arrow.types, f"is_{form}")(kind)
        for form in ("list", "large_list", "fixed_size_list", "list_view", "large_list_view")
        if hasattr(arrow.types, f"is_{form}")
    )
    if not is_list or not _is_text(arrow, kind.value_type):
        raise InputError(f"column {name!r} holds {kind}: text or lists of text were expected")
    flat = compute.list_flatten(column).to_pylist()
    rows: list[Any] = []
    place = 0
    for length in compute.list_value_length(column).to_pylist():
        rows.append(None if length is None else flat[place : place + length])
        place += length or 0
    return rows


def _is_text(arrow: Any, kind: Any) -> bool:
    types = arrow.types
    is_view = getattr(types, "is_string_view", lambda _: False)
    return bool(types.is_string(kind) or types.is_large_string(kind) or types.is_null(kind) or is_view(kind))


def added_fields(layout: Layout) -> list[Any]:
    """Return the fields of the added columns."""
    arrow, _ = _arrow()
    return [
        arrow.field(name, arrow.float64() if kind is float else arrow.int64()) for name, kind in layout.added.items()
    ]


def _arrays(rows: ScoredRows) -> list[Any]:
    arrow, _ = _arrow()
    return [arrow.array(values, mask=rows.missing) for values in rows.columns.values()]


def add_to_table(table: Any, rows: ScoredRows, layout: Layout) -> Any:
    """Return a table with the added columns."""
    for field, array in zip(added_fields(layout), _arrays(rows), strict=True):
        table = table.append_column(field, array)
    return table


def add_to_batch(batch: Any, rows: ScoredRows, layout: Layout) -> Any:
    """Return a batch with the added columns."""
    arrow, _ = _arrow()
    return arrow.RecordBatch.from_arrays([*batch.columns, *_arrays(rows)], schema=_widened(batch.schema, layout))


def _widened(schema: Any, layout: Layout) -> Any:
    for field in added_fields(layout):
        schema = schema.append(field)
    return schema


def open_stream(frame: Any) -> Any:
    """Return what exports Arrow's stream as a reader of batches."""
    arrow, _ = _arrow()
    return frame if isinstance(frame, arrow.RecordBatchReader) else arrow.RecordBatchReader.from_stream(frame)


def score_stream(reader: Any, layout: Layout, score_texts: ScoreTexts, chunk: int) -> Any:
    """Return a reader of the same batches with the added columns; each is scored when it is read."""
    arrow, _ = _arrow()
    layout.check(reader.schema.names)

    def batches() -> Iterator[Any]:
        row = 0
        for whole in reader:
            for first in range(0, whole.num_rows, chunk):
                batch = whole.slice(first, chunk)
                yield add_to_batch(batch, score_texts(texts_of(batch, layout), row), layout)
                row += batch.num_rows

    return arrow.RecordBatchReader.from_batches(_widened(reader.schema, layout), batches())
