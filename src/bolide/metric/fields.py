"""Options as values: what each is called, how it reads and prints as text, what it may be, and what people are told about it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from bolide.errors import ConfigurationError, nearest
from bolide.records import record

NOTHING = "none"


@record
class Kind:
    """How the values of a field are written: `read` takes what a signature or a command line has, `ValueError` if it cannot.

    `shape` is what a preset file has (`bolide.files.boundary`).
    """

    type: str
    shape: Any
    metavar: str | None
    read: Callable[[str], Any]
    write: Callable[[Any], str] = str


@record
class Field:
    """An option of a metric.

    `default` says in words what holds where it is not given. What differs from language to language is `by_language`: commands
    that score several languages take it for each of them. `load` turns what the command line says into what Python takes. Those
    that matter to most people are `is_main`: the short help shows them. An option of one `formula`, or of some `matchers`, is
    refused without them.
    """

    name: str
    kind: Kind
    help: str
    default: str
    choices: tuple[str, ...] | None = None
    by_language: bool = False
    is_main: bool = False
    load: Callable[[str], Any] | None = None
    formula: str | None = None
    matchers: tuple[str, ...] = ()

    @property
    def flag(self) -> str:
        """What the command line calls it."""
        return f"--{self.name.replace('_', '-')}"


def _read_names(text: str) -> tuple[str, ...]:
    return () if text == NOTHING else tuple(re.split(r"[,+\s]+", text.strip(", ")))


def _read_numbers(text: str) -> tuple[float, ...]:
    try:
        return () if text == NOTHING else tuple(float(part) for part in text.replace(",", " ").split())
    except ValueError as error:
        raise ValueError(f"{text!r} is not a list of numbers") from error


def _read_number(text: str) -> float:
    try:
        return float(text)
    except ValueError as error:
        raise ValueError(f"{text!r} is not a number") from error


def _read_whole(text: str, least: int = 0) -> int:
    if not text.isdecimal() or int(text) < least:
        raise ValueError(f"{text!r} is not a whole number of at least {least}")
    return int(text)


WORD = Kind(type="name", shape=str, metavar="NAME", read=str)
WHOLE = Kind(type="whole number", shape=int, metavar="N", read=_read_whole)
POSITIVE = Kind(type="whole number of at least 1", shape=int, metavar="N", read=lambda text: _read_whole(text, 1))
FILE = Kind(type="path", shape=str, metavar="PATH", read=str)
FLAG = Kind(type="yes or no", shape=bool, metavar=None, read=bool)
# Words are a list in Python, and a file on the command line.
WORDS = Kind(type="list of words", shape=(str, [str]), metavar="FILE", read=str)
NAMES = Kind(
    type="list of names",
    shape=[str],
    metavar="LIST",
    read=_read_names,
    write=lambda names: "+".join(names) if names else NOTHING,
)
NUMBER = Kind(type="number", shape=float, metavar="NUMBER", read=_read_number, write=repr)
NUMBERS = Kind(
    type="list of numbers",
    shape=(float, list),
    metavar="LIST",
    read=_read_numbers,
    write=lambda numbers: ",".join(map(str, numbers)) if numbers else NOTHING,
)


def check_choice(what: str, value: Any, allowed: Sequence[str]) -> str:
    """Return a value that has to be one of some names; `ConfigurationError` names them."""
    if value not in allowed:
        raise ConfigurationError(f"unknown {what} {value!r}: choose one of {' '.join(allowed)}")
    return str(value)


def check_names(what: str, one: str, names: Any, allowed: Sequence[str]) -> tuple[str, ...]:
    """Return a list of names, each of which is one of `allowed` and stands there once."""
    if isinstance(names, str) or not isinstance(names, Sequence):
        raise ConfigurationError(f"{what} have to be a list of names, not {names!r}")
    for name in names:
        check_choice(one, name, allowed)
    if len(set(names)) != len(names) or not names:
        raise ConfigurationError(f"{what} have to be named once each, and at least one of them")
    return tuple(names)


def unknown_option(name: str, known: Sequence[str]) -> str:
    """Return what to say about an option that there is not, with the nearest that there is.

    >>> unknown_option("lang", ["language", "preset"])
    "there is no option 'lang': did you mean 'language'?"
    """
    meant = nearest(name, known)
    return f"there is no option {name!r}: " + (
        f"did you mean {meant!r}?" if meant else f"there are {', '.join(sorted(known))}"
    )


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
