"""The page as parts with names, so that one can be made again without the others."""

from __future__ import annotations

import re
from collections.abc import Mapping

__all__ = ["join_page", "split_page"]

_MARK = re.compile(r"^<!-- part (\w+) -->\n", re.MULTILINE)


def split_page(text: str) -> dict[str, str]:
    r"""Return the parts of a page by their names, in their order; what stands before the first is not among them.

    >>> split_page("# Title\n\n<!-- part one -->\n## One\n\n<!-- part two -->\n## Two\n")
    {'one': '## One\n', 'two': '## Two\n'}
    """
    _, *found = _MARK.split(text)
    return {name: part.rstrip("\n") + "\n" for name, part in zip(found[::2], found[1::2], strict=True)}


def join_page(head: str, parts: Mapping[str, str]) -> str:
    """Return the page that `split_page` takes apart."""
    pieces = [head, *(f"<!-- part {name} -->\n{part}" for name, part in parts.items())]
    return "\n".join(piece.rstrip("\n") + "\n" for piece in pieces)
