"""Numbers as Java writes them: in the jar's Eval ID, and in all that `bolide java` prints."""

from __future__ import annotations

import math

__all__ = ["double"]


def double(value: float) -> str:
    """Return what Java's `Double.toString` does: the shortest digits that read back, with at least one after the point.

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


def _digits(value: float) -> tuple[str, str, int]:
    """Return sign, shortest digits, and the power of ten of the first digit."""
    sign = "-" if value < 0 else ""
    mantissa, _, power = repr(abs(value)).partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    exponent = int(power or 0) + len(whole) - 1 - (len(whole + fraction) - len((whole + fraction).lstrip("0")))
    return sign, digits.rstrip("0") or "0", exponent
