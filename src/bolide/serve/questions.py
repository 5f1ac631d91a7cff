"""What a request may ask: JSON, checked part by part. openapi.json says the same to other programs."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from typing import Any

from bolide.errors import BolideError

__all__ = ["METRIC", "QuestionError", "check_fields", "check_pairs", "numbers", "parse", "rows", "text", "texts"]

# The options of a metric that a request may set: none of them names a file.
METRIC = ("language", "preset", "task", "matchers", "parameters", "weights")
LARGEST = 1e100
LARGEST_COUNT = (1 << 32) - 1  # As many as fit into one request can be added up.
LONGEST = 100_000  # A text of a segment, in characters.
MOST_PAIRS = 100_000
NAMES = {"language": 40, "preset": 80, "task": 40}
_NO_NAME = re.compile("[\x00-\x1f\x7f]")
_HALF = re.compile("[\ud800-\udfff]")


class QuestionError(BolideError):
    """A request that is not what openapi.json describes."""


def parse(body: bytes) -> dict[str, Any]:
    """Return the object that a body holds."""
    try:
        found = json.loads(body.decode("utf-8"), parse_constant=_refuse, object_pairs_hook=_unique)
    except (ValueError, RecursionError) as error:
        raise QuestionError(f"the body is not JSON in UTF-8: {error}") from error
    if not isinstance(found, dict):
        raise QuestionError("the body has to be a JSON object")
    return found


def _refuse(name: str) -> None:
    raise ValueError(f"{name} is not a number in JSON")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise QuestionError("a name stands twice in one object: leave one of them out")
    return found


def check_fields(question: Mapping[str, Any], needed: tuple[str, ...], allowed: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return the options of the metric, checked; refuse fields that nobody reads and say which are missing."""
    if missing := [name for name in needed if name not in question]:
        raise QuestionError(f"{missing[0]!r} is missing")
    if unknown := [name for name in question if name not in (*needed, *allowed, *METRIC)]:
        names = ", ".join((*needed, *allowed, *METRIC))
        raise QuestionError(f"unknown field {unknown[0]!r}: choose from {names}")
    options: dict[str, Any] = {}
    for name, most in NAMES.items():
        if name in question:
            options[name] = text(question[name], name, most)
            if not options[name] or _NO_NAME.search(options[name]):
                raise QuestionError(f"{name!r} has to be a name")
    if "matchers" in question:
        options["matchers"] = tuple(texts(question["matchers"], "matchers"))
    for name in ("parameters", "weights"):
        if name in question:
            options[name] = numbers(question[name], name)
    return options


def text(value: Any, name: str, most: int = LONGEST) -> str:
    """Return a text."""
    if not isinstance(value, str):
        raise QuestionError(f"{name!r} has to be a text")
    if len(value) > most:
        raise QuestionError(f"{name!r} is longer than {most:,} characters")
    if half := _HALF.search(value):
        raise QuestionError(f"{name!r} holds half of a character, \\u{ord(half[0]):x}: a surrogate without its pair")
    return value


def texts(value: Any, name: str) -> list[str]:
    """Return a list of at least one text."""
    if not isinstance(value, list) or not value:
        raise QuestionError(f"{name!r} has to be a list with at least one text")
    return [text(item, name) for item in value]


def check_pairs(count: int) -> None:
    """Refuse so many pairs of a hypothesis and a reference that their statistics take too much memory."""
    if count > MOST_PAIRS:
        raise QuestionError(
            f"there are {count:,} pairs of a hypothesis and a reference, and a request may have {MOST_PAIRS:,}: send several, "
            "whose statistics add up, or use the command line"
        )


def numbers(value: Any, name: str) -> tuple[float, ...]:
    """Return a list of finite numbers that are not negative."""
    if not isinstance(value, list):
        raise QuestionError(f"{name!r} has to be a list of numbers")
    for item in value:
        if isinstance(item, bool) or not isinstance(item, (int, float)) or not 0 <= item <= LARGEST:
            raise QuestionError(f"{name!r} has to be a list of numbers from 0 up")
    return tuple(float(item) for item in value)


def rows(value: Any) -> list[list[int]]:
    """Return statistics: rows of whole numbers, all equally long."""
    if not isinstance(value, list) or not value or not all(isinstance(row, list) and row for row in value):
        raise QuestionError("'statistics' has to be a list of rows of whole numbers")
    check_pairs(len(value))
    return [[_whole(item) for item in row] for row in value]


def _whole(value: Any) -> int:
    """Return a whole number; JSON may write one with a fraction of 0."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= LARGEST_COUNT:
        raise QuestionError("'statistics' has to hold whole numbers from 0 to 2^32 - 1")
    if math.trunc(value) != value:
        raise QuestionError("'statistics' has to hold whole numbers")
    return int(value)
