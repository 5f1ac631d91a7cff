"""How far apart two floating-point numbers are, counted in representable numbers."""

from __future__ import annotations

import math
import struct

__all__ = ["ulps_apart"]


def ulps_apart(a: float, b: float) -> float:
    """Return how many steps lead from one number to the other; NaN is 0 from NaN and infinitely far from numbers.

    >>> ulps_apart(1.0, 1.0 + 2**-52), ulps_apart(0.0, -0.0), ulps_apart(-5e-324, 5e-324)
    (1, 0, 2)
    >>> ulps_apart(math.nan, math.nan), ulps_apart(math.nan, 0.0)
    (0, inf)
    """
    if math.isnan(a) or math.isnan(b):
        return 0 if math.isnan(a) and math.isnan(b) else math.inf
    return abs(_ordinal(a) - _ordinal(b))


def _ordinal(value: float) -> int:
    """Number the doubles in their order, both zeros as 0."""
    (bits,) = struct.unpack("<q", struct.pack("<d", value))
    return bits if bits >= 0 else -(bits & 0x7FFF_FFFF_FFFF_FFFF)
