"""Numbers as Java reads and writes them."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable

from bolide.adapters.java.stop import Stop

__all__ = ["double", "doubles", "parse_double", "parse_int"]


_NUMBER = re.compile(r"([+-]?(?:NaN|Infinity|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?))[dDfF]?", re.ASCII)


def double(value: float) -> str:
    """Return what Java's `Double.toString` does: the shortest digits that read back, with at least one behind the point.

    >>> double(0.5), double(5e-4), double(12345678.0), double(float("nan"))
    ('0.5', '5.0E-4', '1.2345678E7', 'NaN')
    """
    value = float(value)
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "Infinity" if value > 0 else "-Infinity"
    if value == 0 or 1e-3 <= abs(value) < 1e7:
        text = repr(value)
        return text if "e" not in text else f"{value:.20f}".rstrip("0")
    sign, digits, exponent = _digits(value)
    return f"{sign}{digits[0]}.{digits[1:] or '0'}E{exponent}"


def doubles(values: Iterable[float]) -> str:
    """Return numbers with a blank between them."""
    return " ".join(map(double, values))


def _digits(value: float) -> tuple[str, str, int]:
    """Return sign, shortest digits, and the power of ten of the first digit."""
    sign = "-" if value < 0 else ""
    mantissa, _, power = repr(abs(value)).partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    exponent = int(power or 0) + len(whole) - 1 - (len(whole + fraction) - len((whole + fraction).lstrip("0")))
    return sign, digits.rstrip("0") or "0", exponent


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
