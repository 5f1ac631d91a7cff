"""Phrase tables as Parquet: one file, or a folder of them, as Spark writes it. Rows become the lines of Moses' format, for one reader of both."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bolide.build.stored_rows import load_arrow, parquet_files
from bolide.errors import InputError
from bolide.files.boundary import reading

__all__ = ["COLUMNS", "is_parquet", "parquet_lines", "write_parquet_table"]

# p(f|e), the first score of Moses' format, and p(e|f), the third.
COLUMNS = ("source", "target", "source_given_target", "target_given_source")
# Text that would not stay in its field or on its line: such a row is bad.
_BREAKING = r"\|\|\||[\r\n]"


def is_parquet(path: str | Path) -> bool:
    """Whether a path names Parquet: by its ending, or a folder."""
    return str(path).endswith(".parquet") or Path(path).is_dir()


def parquet_lines(path: str) -> Iterator[bytes]:
    """Yield a phrase table as blocks of lines, one for each row, in order of the names of files; `InputError` if it cannot be."""
    with reading(path):
        files = parquet_files(Path(path))
    if not files:
        raise InputError(f"there are no Parquet files in {path}")
    for file in files:
        yield from _file_lines(file)


def _file_lines(file: Path) -> Iterator[bytes]:
    with reading(file), load_arrow("pyarrow.parquet").ParquetFile(file) as table:
        names = table.schema_arrow.names
        if missing := [name for name in COLUMNS if name not in names]:
            raise InputError(
                f"{file} has no column {missing[0]!r}: a phrase table has {' '.join(COLUMNS)}, not {' '.join(names)}"
            )
        for batch in table.iter_batches(columns=list(COLUMNS)):
            yield _lines(batch)


def _lines(batch: Any) -> bytes:
    """Return the rows of a batch as lines; numbers keep all their bits."""
    arrow, compute = load_arrow("pyarrow"), load_arrow("pyarrow.compute")
    empty = arrow.scalar("", arrow.large_string())
    phrases = []
    for name in COLUMNS[:2]:
        column = batch.column(name).cast(arrow.large_string())
        phrases.append(compute.if_else(compute.match_substring_regex(column, _BREAKING), empty, column))
    scores = [batch.column(name).cast(arrow.float64()).cast(arrow.large_string()) for name in COLUMNS[2:]]
    bars, zero, end = (arrow.scalar(text, arrow.large_string()) for text in (" ||| ", " 0 ", "\n"))
    pieces = [phrases[0], bars, phrases[1], bars, scores[0], zero, scores[1], end, empty]
    joined = compute.binary_join_element_wise(*pieces, null_handling="replace", null_replacement="")
    _, offsets, data = joined.buffers()
    if not len(joined):
        return b""
    ends = memoryview(offsets).cast("q")
    return bytes(memoryview(data)[ends[joined.offset] : ends[joined.offset + len(joined)]])


def write_parquet_table(folder: Path, path: Path) -> None:
    """Write the rows of a folder as one Parquet file."""
    parquet = load_arrow("pyarrow.parquet")
    writer: Any = None
    try:
        for file in parquet_files(folder):
            with parquet.ParquetFile(file) as table:
                writer = writer or parquet.ParquetWriter(path, table.schema_arrow)
                for batch in table.iter_batches():
                    writer.write_batch(batch)
    finally:
        if writer is not None:
            writer.close()
