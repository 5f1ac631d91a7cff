"""Tables as text: TSV without quotes, and TSV or CSV with cells in double quotes. The first line names the columns.

In plain TSV a tab always separates, a line feed always ends a row, and a quotation mark is text like any other.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from typing import Any

from bolide.errors import InputError
from bolide.files.columns import Columns, Row, make_row
from bolide.files.plain import LineFile

__all__ = ["read_csv", "read_quoted_tsv", "read_tsv"]

_Lines = Iterator[tuple[int, list[str]]]


def read_tsv(path: str, columns: Columns) -> Iterator[Row]:
    """Yield the rows of a TSV file without quoting."""
    with LineFile(path) as file:
        yield from _rows(((number, line.split("\t")) for number, line in file.numbered()), columns, file.name)


def read_quoted_tsv(path: str, columns: Columns) -> Iterator[Row]:
    """Yield the rows of a TSV file with cells in double quotes where needed, as spreadsheets and pandas write it."""
    with LineFile(path) as file:
        yield from _rows(_quoted(file, "\t"), columns, file.name)


def read_csv(path: str, columns: Columns) -> Iterator[Row]:
    """Yield the rows of a CSV file: commas, cells in double quotes where needed."""
    with LineFile(path) as file:
        yield from _rows(_quoted(file, ","), columns, file.name)


def _quoted(file: LineFile, delimiter: str) -> _Lines:
    """Yield rows with the number of their last line; the limit of csv on cells bounds what an open quote can swallow."""
    lines = (line + "\n" for _, line in file.numbered())
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    while True:
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            raise InputError(
                f"{file.name}:{reader.line_num}: the row cannot be read ({error}): "
                "close every quotation mark, and double those inside a cell"
            ) from error
        yield reader.line_num, cells


def _rows(lines: _Lines, columns: Columns, name: str) -> Iterator[Row]:
    _, header = next(lines, (1, []))
    if not header or header == [""]:
        raise InputError(f"{name}:1: there is no header: the first line has to name the columns")
    found = columns.among(header, f"{name}:1")
    for number, cells in lines:
        if len(cells) != len(header):
            raise InputError(
                f"{name}:{number}: the row has {len(cells)} cells and the header {len(header)}: fix the row"
            )
        yield make_row(_record(header, cells, found.reference or ()), found, f"{name}:{number}")


def _record(header: Sequence[str], cells: Sequence[str], references: Sequence[str]) -> dict[str, Any]:
    """Return the cells by their columns; of several references, an empty one is not there."""
    record: dict[str, Any] = dict(zip(header, cells, strict=True))
    if len(references) > 1:
        record |= {column: record[column] or None for column in references}
    return record
