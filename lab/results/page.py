"""The page as parts with names, so that one can be made again without the others."""

import re
from collections.abc import Iterable, Mapping, Sequence

__all__ = ["join_page", "split_page", "table"]

_MARK = re.compile(r"^<!-- part (\w+) -->\n", re.MULTILINE)


def split_page(text: str) -> dict[str, str]:
    r"""Return the parts of a page by name, in order, without the text before the first.

    >>> split_page("# Title\n\n<!-- part one -->\n## One\n\n<!-- part two -->\n## Two\n")
    {'one': '## One\n', 'two': '## Two\n'}
    """
    _, *found = _MARK.split(text)
    return {name: part.rstrip("\n") + "\n" for name, part in zip(found[::2], found[1::2], strict=True)}


def join_page(head: str, parts: Mapping[str, str]) -> str:
    """Return the page that `split_page` takes apart."""
    pieces = [head, *(f"<!-- part {name} -->\n{part}" for name, part in parts.items())]
    return "\n".join(piece.rstrip("\n") + "\n" for piece in pieces)


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table of Markdown: numbers to the right, whole ones with commas, others with three decimals; nothing for None.

    >>> print(table(("what", "count"), [("pairs", 1200), ("share", 0.5), ("none", None)]))
    | what | count |
    |---|--:|
    | pairs | 1,200 |
    | share | 0.500 |
    | none |  |
    """
    cells = [[_cell(value) for value in row] for row in rows]
    marks = ["---", *["--:"] * (len(head) - 1)]
    lines = [list(head), *cells]
    return "\n".join(
        [f"| {' | '.join(lines[0])} |", f"|{'|'.join(marks)}|", *(f"| {' | '.join(line)} |" for line in cells)]
    )


def _cell(value: object) -> str:
    if isinstance(value, int):
        return f"{value:,}"
    return "" if value is None else f"{value:.3f}" if isinstance(value, float) else str(value)
