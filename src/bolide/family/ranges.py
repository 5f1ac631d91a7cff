"""What parameters may be: each a number in its range, checked here for all who take them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bolide.errors import ConfigurationError

__all__ = ["counted", "in_range", "numbers_in_range"]


# Far above any use, and low enough that no sum of such numbers overflows.
_LARGEST = 1e100
# The largest value of each; the smallest is 0.
_MOST = {
    "alpha": 1.0,
    "beta": _LARGEST,
    "gamma": 1.0,
    "delta": 1.0,
    "weights": 1.0,
    "copy_x": _LARGEST,
    "copy_slope": _LARGEST,
    "chrf": 1.0,
    "weights of features": _LARGEST,
}


def counted(what: str, values: object, count: int, names: str) -> tuple[Any, ...]:
    """Return a list of so many values; `ConfigurationError` for any other."""
    listed = tuple(values) if isinstance(values, Iterable) and not isinstance(values, (str, bytes)) else None
    if listed is None or len(listed) != count:
        raise ConfigurationError(f"{what} have to be {count} numbers ({names}), not {values!r}")
    return listed


def in_range(name: str, value: object, *, shown: str | None = None) -> float:
    """Return a parameter as a plain number; `ConfigurationError` for what is not a number, not finite or out of range.

    `shown` is what the message calls it.

    >>> in_range("alpha", 1)
    1.0
    """
    most = _MOST[name]
    try:
        number = None if isinstance(value, (str, bytes, bool)) else float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        number = None
    if number is None or not 0 <= number <= most:
        raise ConfigurationError(f"{shown or name} has to be a number from 0 to {most:g}, not {value!r}")
    return number


def numbers_in_range(name: str, values: object) -> tuple[float, ...]:
    """Return parameters of a kind, each in its range; `ConfigurationError` for what is not a list of them.

    >>> numbers_in_range("weights", [1, 0.6])
    (1.0, 0.6)
    """
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        raise ConfigurationError(f"{name} have to be a list of numbers, not {values!r}")
    return tuple(in_range(name, value, shown=f"each of the {name}") for value in values)
