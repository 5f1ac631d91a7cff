"""Checks requests: their JSON, field by field, and the metric that they name. openapi.json describes the same for other programs."""

from __future__ import annotations

import json
import re
import warnings
from collections.abc import Mapping, Sequence
from functools import lru_cache
from threading import Lock
from typing import Any, TypeAlias

from bolide.data.languages import any_language, language_names, languages
from bolide.errors import BolideError, ConfigurationError, MissingKnowledgeWarning
from bolide.files.boundary import check_shape, unique_keys
from bolide.metric.known_presets import presets
from bolide.metric.meteor import Meteor
from bolide.metric.option_table import METEOR, Given, Value
from bolide.metric.other_metrics import find_metric
from bolide.metric.parameters import VALUES
from bolide.metric.protocol import Metric
from bolide.records import replace

# The JSON object of a request.
Request: TypeAlias = Mapping[str, Any]

# The options of a metric that a request may set: none of them names a file.
METRIC = ("language", "preset", "task", "matchers", "parameters", "weights")
# The shapes of all fields, for `check_shape`.
FIELDS = {
    "language": str,
    "preset": str,
    "task": str,
    "matchers": [str],
    "parameters": [float],
    "weights": [float],
    "also": [str],
    "picture": bool,
    "title": str,
    "hypothesis": str,
    "reference": str,
    "segments": [{"hypothesis": str, "reference?": str, "references?": [str]}],
    "statistics": [[float]],
    "systems": {str: [str]},
    "references": [[str]],
}
LARGEST = 1e100
LARGEST_COUNT = (1 << 32) - 1  # Low enough that all counts of one request can be added up.
LONGEST = 100_000  # The text of a segment, in characters.
MOST_PAIRS = 100_000
KEPT = 8  # The number of metrics that stay open.
NAMES = {"language": 40, "preset": 80, "task": 40}
_LONGEST = NAMES | {"title": 200}
_NO_NAME = re.compile("[\x00-\x1f\x7f]|^$")
_HALF = re.compile("[\ud800-\udfff]")


class RequestError(BolideError):
    """A request that differs from openapi.json."""


def parse(body: bytes) -> dict[str, object]:
    """Return the object in a body."""
    try:
        found = json.loads(body.decode("utf-8"), parse_constant=_refuse, object_pairs_hook=unique_keys)
    except KeyError as error:
        raise RequestError(f"the key {error} occurs twice in one object: remove one of them") from error
    except (ValueError, RecursionError) as error:
        raise RequestError(f"the body is not JSON in UTF-8: {error}") from error
    if not isinstance(found, dict):
        raise RequestError("the body must be a JSON object")
    return found


def _refuse(name: str) -> None:
    raise ValueError(f"{name} is not a number in JSON")


def check_fields(request: Request, needed: tuple[str, ...], allowed: tuple[str, ...] = ()) -> dict[str, Value]:
    """Check all fields of a request; return the options of the metric."""
    known = (*needed, *allowed, *METRIC)
    if unknown := [name for name in request if name not in known]:
        raise RequestError(f"unknown field {unknown[0]!r}: choose from {', '.join(known)}")
    try:
        check_shape(request, {name if name in needed else f"{name}?": FIELDS[name] for name in known})
    except ValueError as error:
        raise RequestError(str(error)) from error
    for name, value in request.items():
        _check_values(value, name)
        if name in NAMES and _NO_NAME.search(value):
            raise RequestError(f"{name!r} must be a name")
    return {
        name: tuple(value) if isinstance(value, list) else value for name, value in request.items() if name in METRIC
    }


def _check_values(value: object, name: str) -> None:
    """Refuse empty lists, long or broken texts, and negative or huge numbers, at any depth."""
    if isinstance(value, (list, dict)):
        if not value:
            raise RequestError(f"{name!r} must have at least one entry")
        for item in value.values() if isinstance(value, dict) else value:
            _check_values(item, name)
    elif isinstance(value, str):
        if len(value) > (most := _LONGEST.get(name, LONGEST)):
            raise RequestError(f"{name!r} is longer than {most:,} characters")
        if half := _HALF.search(value):
            raise RequestError(
                f"{name!r} contains half of a character, \\u{ord(half[0]):x}: a surrogate without its pair"
            )
    elif not 0 <= value <= LARGEST:  # type: ignore[operator]  # The shape of a request has no other values.
        raise RequestError(f"{name!r} must be a list of numbers from 0 up")


def others(request: Request) -> dict[str, Metric]:
    """Return the other metrics of a request, by its names for them."""
    return {name: find_metric(name) for name in request.get("also", ())}


def check_pairs(count: int) -> None:
    """Refuse too many pairs of a hypothesis and a reference, since their statistics take memory."""
    if count > MOST_PAIRS:
        raise RequestError(
            f"there are {count:,} pairs of a hypothesis and a reference, but a request may have {MOST_PAIRS:,}: send several "
            "requests, and add up their statistics, or use the command line"
        )


class Metrics:
    """Finds metrics by options. A request without options gets the metric that the server was started with."""

    def __init__(self, default: Meteor, options: Given) -> None:
        self._default = default
        self._options = {name: value for name, value in options.items() if value is not None}
        self._open = lru_cache(maxsize=KEPT)(self._make)
        self._opening = Lock()

    def find(self, options: Given) -> Meteor:
        """Return a metric; `ConfigurationError` or `ResourceError` says why there is none. Nothing is downloaded."""
        chosen = {name: value for name, value in options.items() if name not in ("parameters", "weights")}
        meteor = self._open(tuple(sorted(chosen.items()))) if chosen else self._default
        return _with_numbers(meteor, options.get("parameters"), options.get("weights"))

    def _make(self, chosen: tuple[tuple[str, Value], ...]) -> Meteor:
        """Open a metric. Only presets of bolide are allowed: no request reads a file of the user."""
        options = dict(chosen)
        base = {} if "language" in options or "preset" in options else self._options
        known = [preset.name for preset in presets()]
        if options.get("preset", known[0]) not in known:
            raise ConfigurationError(f"unknown preset {options['preset']!r}: choose one of {' '.join(known)}")
        with self._opening, warnings.catch_warnings():  # Filters of warnings belong to all threads.
            warnings.simplefilter("ignore", MissingKnowledgeWarning)
            return Meteor(**(base | options | {"offline": True}))

    def choices(self) -> dict[str, object]:
        """Return the possible choices, and the defaults."""
        pipeline, known = self._default.pipeline, [language.code for language in languages()]
        named = [
            {"code": code, "name": name, "is_known": code in known, "preset": any_language(code).preset}
            for code, name in language_names().items()
        ]
        return {
            "languages": named,
            "presets": [{"name": preset.name, "title": preset.title} for preset in presets()],
            "language": pipeline.language.code,
            "preset": pipeline.preset,
            "signature": str(self._default.signature),
        }


def _with_numbers(meteor: Meteor, values: Sequence[float] | None, weights: tuple[float, ...] | None) -> Meteor:
    """Return a metric with the requested parameters."""
    changed: dict[str, object] = {}
    if values is not None:
        if meteor.pipeline.formula != METEOR:
            raise ConfigurationError(f"the preset {meteor.pipeline.preset} has only weights, no parameters")
        if len(values) != len(VALUES):
            raise ConfigurationError(f"parameters must be 4 numbers ({', '.join(VALUES)}), not {len(values)}")
        changed |= dict(zip(VALUES, values, strict=True))
    if weights is not None:
        changed["weights"] = weights
    return meteor.with_parameters(replace(meteor.parameters, **changed)) if changed else meteor
