"""Williams' test: whether two metrics correlate alike with the same human scores."""

from __future__ import annotations

import math

__all__ = ["student_probability", "williams"]


def williams(with_first: float, with_second: float, between: float, count: int) -> float:
    """Return the two-sided probability that two metrics correlate alike with the same human scores (Williams 1959).

    `with_first` and `with_second` are the correlations of the metrics with the humans, `between` that of the metrics with each
    other, `count` the number of judgements.

    >>> round(williams(0.6, 0.5, 0.7, 100), 4)
    0.1139
    """
    if count <= 3 or with_first == with_second:
        return 1.0
    determinant = 1 - with_first**2 - with_second**2 - between**2 + 2 * with_first * with_second * between
    mean = (with_first + with_second) / 2
    below = 2 * determinant * (count - 1) / (count - 3) + mean**2 * (1 - between) ** 3
    if below <= 0:
        return 0.0
    t = (with_first - with_second) * math.sqrt((count - 1) * (1 + between) / below)
    return student_probability(t, count - 3)


def student_probability(t: float, freedom: int) -> float:
    """Return the two-sided probability of Student's t.

    >>> round(student_probability(2.0, 10), 6)
    0.073388
    """
    return _incomplete_beta(freedom / (freedom + t * t), freedom / 2, 0.5)


def _incomplete_beta(x: float, a: float, b: float) -> float:
    """Return the regularised incomplete beta function."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - _incomplete_beta(1 - x, b, a)
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)) / a
    return front * _continued_fraction(x, a, b)


def _continued_fraction(x: float, a: float, b: float) -> float:
    """Return the fraction of the incomplete beta function, by the modified method of Lentz."""
    tiny = 1e-300
    c, d = 1.0, 1 / ((1 - (a + b) * x / (a + 1)) or tiny)
    value = d
    for m in range(1, 500):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        before = value
        for term in (even, odd):
            d = 1 / ((1 + term * d) or tiny)
            c = (1 + term / c) or tiny
            value *= c * d
        if abs(value - before) <= 1e-15 * abs(value):
            break
    return value
