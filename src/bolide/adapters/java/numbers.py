"""Numbers as Java reads and writes them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from bolide.adapters.java.stop import Stop
from bolide.java_numbers import double

__all__ = ["double", "doubles", "parse_double", "parse_int"]


_NUMBER = re.compile(r"([+-]?(?:NaN|Infinity|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?))[dDfF]?", re.ASCII)


def doubles(values: Iterable[float]) -> str:
    """Return numbers with a blank between them."""
    return " ".join(map(double, values))


def parse_double(text: str) -> float:
    """Read a number as `Double.parseDouble` does for decimal numbers; `Stop` for what is none."""
    found = _NUMBER.fullmatch(text)
    if not found:
        raise Stop(1, f'not a number: "{text}"')
    return float(found.group(1))


def parse_int(text: str) -> int:
    """Read a whole number as `Integer.parseInt` does; `Stop` for what is none."""
    digits = text[1:] if text[:1] in ("+", "-") else text
    if not (digits.isascii() and digits.isdigit()) or not -(1 << 31) <= int(text) < 1 << 31:
        raise Stop(1, f'not a whole number: "{text}"')
    return int(text)
