"""Numbers as Java reads and writes them."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable

from bolide.adapters.java.stop import Stop
from bolide.files.java_numbers import double

__all__ = ["double", "doubles", "find_int", "parse_double", "parse_int"]


_NUMBER = re.compile(r"([+-]?(?:NaN|Infinity|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?))[dDfF]?", re.ASCII)
_HEXADECIMAL = re.compile(r"([+-]?0[xX](?:[\da-fA-F]+\.?[\da-fA-F]*|\.[\da-fA-F]+)[pP][+-]?\d+)[dDfF]?", re.ASCII)


def doubles(values: Iterable[float]) -> str:
    """Return numbers with a blank between them."""
    return " ".join(map(double, values))


def parse_double(text: str) -> float:
    """Read a number as `Double.parseDouble` does; `Stop` for what is none."""
    if found := _NUMBER.fullmatch(text):
        return float(found.group(1))
    if found := _HEXADECIMAL.fullmatch(text):
        try:
            return float.fromhex(found.group(1))
        except OverflowError:
            return -math.inf if text.startswith("-") else math.inf
    raise Stop(1, f'not a number: "{text}"')


def parse_int(text: str) -> int:
    """Read a whole number as `Integer.parseInt` does; `Stop` for what is none."""
    value = find_int(text)
    if value is None:
        raise Stop(1, f'not a whole number: "{text}"')
    return value


def find_int(text: str) -> int | None:
    """Return the whole number of 32 bits that a text is to Java, in the digits of any script below U+10000; None if it is none."""
    digits = text[1:] if text[:1] in ("+", "-") else text
    significant = digits.lstrip("0") or "0"  # Python refuses to read thousands of digits.
    if not digits.isdecimal() or max(digits) > "\uffff" or len(significant) > 10:
        return None
    value = -int(significant) if text.startswith("-") else int(significant)
    return value if -(1 << 31) <= value < 1 << 31 else None
