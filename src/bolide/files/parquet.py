"""Parquet: columns of text, or of lists of text for the references. Needs pyarrow, which is loaded only here."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any

from bolide.errors import InputError
from bolide.files.boundary import reading
from bolide.files.columns import ROLES, Columns, Row, make_row

__all__ = ["read_parquet"]

_BATCH = 4096


def read_parquet(path: str, columns: Columns) -> Iterator[Row]:
    """Yield the rows of a file, reading only the columns that count."""
    if path == "-":
        raise InputError("Parquet cannot be read from standard input: name a file")
    try:
        parquet: Any = import_module("pyarrow.parquet")
    except ImportError as error:
        raise InputError("Parquet needs pyarrow: pip install 'bolide[parquet]'") from error
    number = 0
    with reading(lambda: f"{path} after row {number}"), parquet.ParquetFile(path) as file:
        found = columns.among(file.schema_arrow.names, path)
        wanted = [column for role in ROLES for column in getattr(found, role)]
        for batch in file.iter_batches(batch_size=_BATCH, columns=wanted):
            for record in batch.to_pylist():
                number += 1
                yield make_row(record, found, f"{path}, row {number}")
