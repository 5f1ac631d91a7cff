"""Tables as text: TSV without quotes, and TSV or CSV with cells in double quotes. The first line names the columns.

In plain TSV a tab always separates, a line feed always ends a row, and a quotation mark is text like any other.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from typing import Any

from bolide.errors import InputError
from bolide.files.columns import Columns, Row, make_row
from bolide.files.plain import LineFile

__all__ = ["quoted_rows", "read_csv", "read_quoted_tsv", "read_tsv"]

_BEYOND_CHANCE = 12
_Lines = Iterator[tuple[int, list[str]]]


def read_tsv(path: str, columns: Columns) -> Iterator[Row]:
    """Yield the rows of a TSV file without quoting."""
    with LineFile(path) as file:
        yield from _rows(((number, line.split("\t")) for number, line in file.numbered()), columns, file.name)


def read_quoted_tsv(path: str, columns: Columns) -> Iterator[Row]:
    """Yield the rows of a TSV file with cells in double quotes where needed, as spreadsheets and pandas write it."""
    with LineFile(path) as file:
        yield from _rows(quoted_rows(file, "\t"), columns, file.name)


def read_csv(path: str, columns: Columns) -> Iterator[Row]:
    """Yield the rows of a CSV file: commas, cells in double quotes where needed."""
    with LineFile(path) as file:
        yield from _rows(quoted_rows(file, ","), columns, file.name)


def quoted_rows(file: LineFile, delimiter: str) -> _Lines:
    """Yield rows with the number of their first line; `InputError` names the line of a quotation mark that would swallow other rows.

    That is one that is never closed, or not at the end of a cell (the limit of csv on cells bounds what it can swallow). And it is one
    that is closed in another line, where the row has not as many cells as the header, or where each of its lines has as many by itself.
    """
    taken: list[str] = []  # The lines of the row that is being read.
    reader = csv.reader(_noted(file, taken), delimiter=delimiter, strict=True)
    first, count = 1, 0
    while True:
        try:
            cells = next(reader, None)
        except csv.Error as error:
            raise _unclosed(file.name, first, taken, delimiter, f"{error}") from error
        if cells is None:
            return
        count = count or len(cells)
        if len(taken) > 1 and (len(cells) != count or _are_rows(taken, delimiter, count)):
            raise _unclosed(file.name, first, taken, delimiter, f"it closes in line {first + len(taken) - 1}")
        yield first, cells
        first += len(taken)
        taken.clear()


def _are_rows(lines: Sequence[str], delimiter: str, count: int) -> bool:
    """Whether lines look like rows by themselves, with more delimiters than text in quotes would have in just these places by chance."""
    return len(lines) * (count - 1) >= _BEYOND_CHANCE and all(line.count(delimiter) == count - 1 for line in lines)


def _noted(file: LineFile, taken: list[str]) -> Iterator[str]:
    for _, line in file.numbered():
        taken.append(f"{line}\n")
        yield taken[-1]


def _unclosed(name: str, first: int, lines: Sequence[str], delimiter: str, reason: str) -> InputError:
    """Return the error for a row of these lines: it names the one where the first cell begins that does not end as one in quotes does."""
    text = "".join(lines)
    quoted = list(re.finditer(rf'(?:\A|[{delimiter}\n])("[^"]*(?:""[^"]*)*)("(?=[{delimiter}\n]))?', text))
    wrong = [cell for cell in quoted if not cell[2]] or [cell for cell in quoted if "\n" in cell[1]]
    line = first + (text.count("\n", 0, wrong[0].start(1)) if wrong else 0)
    return InputError(
        f"{name}:{line}: a quotation mark opens a cell that does not end in its row ({reason}): "
        "close every quotation mark, and double those inside a cell"
    )


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
