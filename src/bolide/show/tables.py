"""Tables in every format: text for people, TSV and JSON for programs, Markdown, LaTeX and HTML for papers and pages.

Callers make a `Document`; how a format looks, escapes names and shows missing numbers is decided here alone. A new format is a function
in `FORMATS`.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from math import isfinite
from typing import Any

from bolide.records import record
from bolide.show import pad, width

# A missing number for people; programs read null in JSON, and nothing (or nan, if that was computed) in TSV.
ABSENT = "—"
# The columns of a standard terminal.
WIDTH = 80


@record
class Cell:
    """Text that stands out: bold, with a mark such as a star, with something after it that is not bold."""

    text: str
    bold: bool = False
    mark: str = ""
    after: str = ""

    def __str__(self) -> str:
        return f"{self.text}{self.after}{self.mark}"


@record
class Table:
    """Rows of values: text, numbers, None, or a `Cell`. Whole numbers are shown with commas, others by `form`.

    `align` has a letter for each column, l or r; the last one applies to all that follow. The last `foot` rows are sums or means of
    the others, and `note` is printed under the table. In text, a table that `folds` has its names above the numbers if both would be
    too wide.
    """

    head: Sequence[str]
    rows: Sequence[Sequence[object]]
    align: str = "lr"
    form: str = ".4f"
    note: str = ""
    foot: int = 0
    folds: bool = False

    def aligned(self) -> str:
        """Return a letter for each column."""
        return self.align + self.align[-1] * (len(self.head) - len(self.align))

    def shown(self) -> list[list[str | Cell]]:
        """Return the rows as people see them: texts and cells."""
        return [[_shown(value, self.form) for value in row] for row in self.rows]


@record
class Document:
    """Facts by name, tables, notes under them, and the signature of a metric, or of several by their names.

    `flat` is the one table of TSV, with all numbers in full (default: the first table), and `data` the content of JSON (default: the
    rows of that table as objects).
    """

    tables: Sequence[Table] = ()
    facts: Sequence[tuple[str, object]] = ()
    notes: Sequence[str] = ()
    signature: str = ""
    signatures: Sequence[tuple[str, str]] = ()
    flat: Table | None = None
    data: Any = None


def number(value: float | None, form: str = ".4f") -> str:
    """Return a number as people see it.

    >>> number(0.5), number(-0.25, "+.2f"), number(float("nan"))
    ('0.5000', '-0.25', '—')
    """
    return ABSENT if value is None or not isfinite(value) else format(value, form)


def _shown(value: Any, form: str) -> str | Cell:
    if isinstance(value, (str, Cell)):
        return value
    return number(value, "," if isinstance(value, int) else form)


def _one_line(text: str) -> str:
    """Return text that stays on its line and in its column: tabs, line breaks and the like become blanks."""
    return text if text.isprintable() else text.translate(_BREAKS)


_BREAKS = dict.fromkeys(map(ord, "\t\n\r\v\f\x1c\x1d\x1e\x1f\x85\u2028\u2029"), " ")


def _padded(columns: Iterable[Sequence[str]], align: str) -> list[tuple[str, ...]]:
    """Return rows with aligned cells in any script."""
    padded = [pad(column, right=side == "r") for column, side in zip(columns, align, strict=True)]
    return list(zip(*padded, strict=True))


def _line(cells: Sequence[str]) -> str:
    return "  ".join(cells).rstrip()


def _facts(document: Document) -> list[tuple[str, str]]:
    return [(name, _one_line(str(_shown(value, "g")))) for name, value in document.facts]


def _signed(document: Document) -> list[tuple[str, str]]:
    return [*([("signature", document.signature)] if document.signature else []), *document.signatures]


def _plain(column: Sequence[str | Cell]) -> list[str]:
    """Return a column as text, with room for its longest mark after every number, so that the numbers stay aligned."""
    room = max(len(cell.mark) for cell in column if isinstance(cell, Cell)) if Cell in map(type, column) else 0
    return [
        f"{cell.text}{cell.after}{cell.mark:<{room}}" if isinstance(cell, Cell) else _one_line(cell) for cell in column
    ]


def _grid(table: Table, *, bold: bool) -> str:
    """Return the rows of a table."""
    rows = [table.head, *table.shown()] if any(table.head) else table.shown()
    if not rows:
        return ""
    sides, columns = table.aligned(), list(map(_plain, zip(*rows, strict=True)))
    padded, names = _padded(columns, sides), len(sides) - len(sides.lstrip("l"))
    is_wide = table.folds and max(width(_line(row)) for row in padded) > WIDTH
    if bold:
        padded = [tuple(map(_emboldened, texts, row)) for texts, row in zip(padded, rows, strict=True)]
    if not is_wide:
        return "\n".join(map(_line, padded))
    above = [_line(row[:names]) for row in zip(*columns, strict=True)]
    return "\n".join(f"{name}\n    {_line(row[names:])}" for name, row in zip(above, padded, strict=True))


def _emboldened(text: str, cell: str | Cell) -> str:
    """Return the text of a cell as a terminal shows it."""
    return text.replace(cell.text, f"\033[1m{cell.text}\033[22m") if isinstance(cell, Cell) and cell.bold else text


def _text(document: Document, *, bold: bool = False) -> str:
    facts = _padded(zip(*_facts(document), strict=True), "ll") if document.facts else []
    parts = ["\n".join(map(_line, facts))]
    parts += ["\n".join(filter(None, (_grid(table, bold=bold), table.note))) for table in document.tables]
    signed = [f"{name}  {signature}" for name, signature in _signed(document)]
    return "\n\n".join(filter(None, (*parts, "\n".join((*document.notes, *signed)))))


def to_tsv(row: Sequence[object]) -> str:
    """Return a row of TSV: numbers in full, nothing for None; a tab or a line break in a text becomes a blank."""
    return "\t".join("" if value is None else _one_line(str(value)) for value in row) + "\n"


def _flat(document: Document) -> Table:
    return document.flat or document.tables[0]


def _tsv(document: Document) -> str:
    table = _flat(document)
    return "".join(map(to_tsv, (table.head, *table.rows))).removesuffix("\n")


def to_json(value: object, indent: int | None = None, separators: tuple[str, str] | None = None) -> str:
    """Return JSON; numbers that are missing or not finite are null.

    >>> to_json({"score": 0.5, "precision": float("nan")})
    '{"score": 0.5, "precision": null}'
    """
    import json

    encoder = json.JSONEncoder(ensure_ascii=False, indent=indent, separators=separators, allow_nan=False)
    try:
        return encoder.encode(value)
    except ValueError:  # Rare, so the values are searched for NaN only now.
        return encoder.encode(_without_nan(value))


def _without_nan(value: object) -> object:
    if isinstance(value, dict):
        return {key: _without_nan(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_without_nan(item) for item in value]
    return None if isinstance(value, float) and not isfinite(value) else value


def _json(document: Document) -> str:
    table = _flat(document) if document.data is None else None
    data = document.data if table is None else [dict(zip(table.head, row, strict=True)) for row in table.rows]
    return to_json(data, indent=1)


def _written(cell: str | Cell, escape: Callable[[str], str], bold: str, high: str) -> str:
    """Return a cell in a format with bold text and superscripts."""
    if isinstance(cell, str):
        return escape(cell)
    text, mark = escape(cell.text), escape(cell.mark)
    return (bold.format(text) if cell.bold else text) + (high.format(mark) if mark else "") + escape(cell.after)


_MARKDOWN = str.maketrans({mark: f"\\{mark}" for mark in "\\`*_|~$"} | {"<": "&lt;", ">": "&gt;", "&": "&amp;"})


def _in_markdown(text: str) -> str:
    return _one_line(text).translate(_MARKDOWN).replace("](", "]\\(")


def _markdown(document: Document) -> str:
    parts = ["\n".join(f"- {_in_markdown(name)}: {_in_markdown(value)}" for name, value in _facts(document))]
    for table in document.tables:
        rule = "".join("|--:" if side == "r" else "|---" for side in table.aligned()) + "|"
        cells = ([_written(cell, _in_markdown, "**{}**", "{}") for cell in row] for row in (table.head, *table.shown()))
        head, *rows = (f"| {' | '.join(row)} |" for row in cells)
        parts += ["\n".join((head, rule, *rows)), _in_markdown(table.note)]
    parts += [*map(_in_markdown, document.notes), f"`{document.signature}`" if document.signature else ""]
    parts.append("\n".join(f"- {_in_markdown(name)}: `{signature}`" for name, signature in document.signatures))
    return "\n\n".join(filter(None, parts))


_LATEX = str.maketrans(
    {mark: f"\\{mark}" for mark in "&%$#_{}"}
    | {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "|": r"\textbar{}"}
    | {"<": r"\textless{}", ">": r"\textgreater{}", "±": r"$\pm$", "−": "$-$", ABSENT: r"\textemdash{}"}
)


def _in_latex(text: str) -> str:
    return _one_line(text).translate(_LATEX).replace("--", "-{}-")


def _tabular(table: Table) -> str:
    sides = table.aligned()
    rows = []
    for row in (table.head, *table.shown()):
        cells = [_written(cell, _in_latex, r"\textbf{{{}}}", "$^{{{}}}$") for cell in row]
        signed = (
            re.sub(r"(?:^|(?<= ))([+-][0-9.]+)(?:\$(\^\{\*+\})\$)?", r"$\1\2$", cell) if side == "r" else cell
            for cell, side in zip(cells, sides, strict=True)
        )
        rows.append(" & ".join(signed) + r" \\")
    if table.foot:
        rows.insert(len(rows) - table.foot, r"\hline")
    rows[1:1] = [r"\hline"]
    note = [rf"\multicolumn{{{len(sides)}}}{{l}}{{\footnotesize {_in_latex(table.note)}}} \\"] if table.note else []
    return "\n".join((rf"\begin{{tabular}}{{{sides}}}", r"\hline", *rows, r"\hline", *note, r"\end{tabular}"))


def _latex(document: Document) -> str:
    """Return tabulars that need no package; everything else is a comment."""
    facts = [f"{name}: {value}" for name, value in _facts(document)]
    above, below = (
        "\n".join(f"% {_one_line(text)}" for text in filter(None, texts))
        for texts in (facts, (*document.notes, document.signature, *map(": ".join, document.signatures)))
    )
    return "\n\n".join(filter(None, (above, *map(_tabular, document.tables), below)))


_SIDES = {"l": "left", "r": "right"}


def _html(document: Document) -> str:
    from html import escape

    def line(row: Sequence[str | Cell], tag: str, sides: str) -> str:
        cells = []
        for cell, side in zip(row, sides, strict=True):
            text = _written(cell, escape, "<b>{}</b>", "<sup>{}</sup>")
            cells.append(f'<{tag} align="{_SIDES[side]}">{text}</{tag}>')
        return f"<tr>{''.join(cells)}</tr>"

    parts = [f"<p>{escape(f'{name}: {value}')}</p>" for name, value in _facts(document)]
    for table in document.tables:
        sides = table.aligned()
        rows = (line(row, "td", sides) for row in table.shown())
        parts.append("\n".join(("<table>", line(table.head, "th", sides), *rows, "</table>")))
        parts += [f"<p>{escape(table.note)}</p>"] if table.note else []
    parts += [f"<p>{escape(note)}</p>" for note in document.notes]
    parts += [f"<p>{escape(name)}: <code>{escape(signature)}</code></p>" for name, signature in _signed(document)]
    return "\n".join(parts)


FORMATS: dict[str, Callable[[Document], str]] = {
    "text": _text,
    "tsv": _tsv,
    "json": _json,
    "markdown": _markdown,
    "latex": _latex,
    "html": _html,
}
# The formats with little room.
PAPERS = ("markdown", "latex")


def render(document: Document, form: str, *, bold: bool = False) -> str:
    """Return a document in one of `FORMATS`, with a line feed at the end; `bold` is for text on a terminal, other formats always use it."""
    return (_text(document, bold=bold) if form == "text" else FORMATS[form](document)) + "\n"
