"""Frames of every kind from columns, and columns from frames of every kind."""

import pytest

__all__ = ["KINDS", "make", "read_back", "whole"]

KINDS = ("pandas", "polars", "lazy", "table", "batch", "reader", "capsule")


class Capsule:
    """Something that exports Arrow's stream, and is nothing else."""

    def __init__(self, table):
        self._table = table

    def __arrow_c_stream__(self, requested_schema=None):
        return self._table.__arrow_c_stream__(requested_schema)


def make(kind, columns, rows=None):
    """Return columns as a frame of a kind, whole or its first rows; the test is skipped where its library is not installed."""
    if kind == "pandas":
        return pytest.importorskip("pandas").DataFrame(columns)[:rows]
    if kind in ("polars", "lazy"):
        polars = pytest.importorskip("polars")
        frame = polars.DataFrame(columns).slice(0, rows)
        return frame.lazy() if kind == "lazy" else frame
    pyarrow = pytest.importorskip("pyarrow")
    table = pyarrow.table(columns).slice(0, rows)
    if kind == "table":
        return table
    if kind == "batch":
        return pyarrow.record_batch(columns).slice(0, rows)
    return table.to_reader(max_chunksize=2) if kind == "reader" else Capsule(table)


def whole(frame):
    """Return a frame of any kind with all its rows there: lazy ones are collected, streams are read."""
    if hasattr(frame, "collect"):
        return frame.collect()
    return frame.read_all() if hasattr(frame, "read_all") else frame


def read_back(frame):
    """Return the columns of a frame of any kind as lists of plain values, nulls as None."""
    frame = whole(frame)
    if hasattr(frame, "to_pydict"):
        return frame.to_pydict()
    if hasattr(frame, "to_dicts"):
        return frame.to_dict(as_series=False)
    null = pytest.importorskip("pandas").NA
    return {name: [None if value is null else value for value in frame[name].tolist()] for name in frame}
