"""Columns of the core as Parquet files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from bolide.errors import ConfigurationError

__all__ = ["count_rows", "load_arrow", "parquet_files", "read_rows", "text_column", "write_rows"]

_PART = "part-00000.parquet"
# Row groups of this many rows: what one of them takes of memory stays small.
_GROUP = 1 << 17


def load_arrow(module: str) -> Any:
    """Return a module of pyarrow; `ConfigurationError` names the extra where it is not installed."""
    try:
        return import_module(module)
    except ImportError as error:
        raise ConfigurationError(f"building needs pyarrow: pip install 'bolide[build]' ({error})") from error


def text_column(column: tuple[Any, Any]) -> Any:
    """Return offsets and bytes of the core as a column of texts, without copying them."""
    arrow = load_arrow("pyarrow")
    offsets, data = column
    return arrow.StringArray.from_buffers(len(offsets) - 1, arrow.py_buffer(offsets), arrow.py_buffer(data))


def write_rows(folder: Path, batches: Iterable[dict[str, Any]]) -> int:
    """Write batches of columns as the Parquet file of a folder; return the number of rows. Without any batch there is no file."""
    arrow, parquet = load_arrow("pyarrow"), load_arrow("pyarrow.parquet")
    writer: Any = None
    rows = 0
    try:
        for columns in batches:
            table = arrow.table(columns)
            if writer is None:
                writer = parquet.ParquetWriter(
                    folder / _PART, table.schema, compression="snappy", use_dictionary=False, write_statistics=False
                )
            writer.write_table(table, row_group_size=_GROUP)
            rows += table.num_rows
    finally:
        if writer is not None:
            writer.close()
    return rows


def parquet_files(path: Path) -> list[Path]:
    """Return the Parquet files of a folder, in the order of their names; of a file, itself."""
    return sorted(file for file in path.iterdir() if file.suffix == ".parquet") if path.is_dir() else [path]


def read_rows(folder: Path, columns: list[str]) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of the Parquet files of a folder, in the order of the files' names."""
    parquet = load_arrow("pyarrow.parquet")
    for path in parquet_files(folder):
        with parquet.ParquetFile(path) as file:
            for batch in file.iter_batches(columns=columns):
                yield from zip(*(batch.column(name).to_pylist() for name in columns), strict=True)


def count_rows(folder: Path) -> int:
    """Return the number of rows of the Parquet files of a folder, from their footers."""
    parquet = load_arrow("pyarrow.parquet")
    return sum(parquet.read_metadata(path).num_rows for path in parquet_files(folder))
