"""The metrics that were asked for, kept open: each is opened once, whatever its parameters."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from bolide.data.languages import language_names, languages
from bolide.errors import ConfigurationError, MissingKnowledgeWarning
from bolide.metric.known_presets import presets
from bolide.metric.meteor import Meteor
from bolide.records import replace

__all__ = ["Metrics"]

KEPT = 8


class Metrics:
    """Finds metrics by options. The metric that the server was started with is what a request without options gets."""

    def __init__(self, default: Meteor, options: Mapping[str, Any]) -> None:
        """Take the metric of the start, and the options that made it."""
        self._default = default
        self._options = {name: value for name, value in options.items() if value is not None}
        self._open = lru_cache(maxsize=KEPT)(self._make)

    def find(self, options: Mapping[str, Any]) -> Meteor:
        """Return a metric; `ConfigurationError` or `ResourceError` says why there is none. Nothing is downloaded."""
        chosen = {name: value for name, value in options.items() if name not in ("parameters", "weights")}
        meteor = self._open(tuple(sorted(chosen.items()))) if chosen else self._default
        return _with_numbers(meteor, options.get("parameters"), options.get("weights"))

    def _make(self, chosen: tuple[tuple[str, Any], ...]) -> Meteor:
        """Open a metric. A preset is one of bolide's own: no request reads a file of the user's."""
        options = dict(chosen)
        if "language" in options or "preset" in options:
            base: dict[str, Any] = {}
        else:
            base = self._options
        known = [preset.name for preset in presets()]
        if options.get("preset", known[0]) not in known:
            raise ConfigurationError(f"unknown preset {options['preset']!r}: choose one of {' '.join(known)}")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", MissingKnowledgeWarning)
            return Meteor(**(base | options | {"offline": True}))

    def choices(self) -> dict[str, Any]:
        """Return what can be asked for, and what holds where nothing is."""
        pipeline, known = self._default.pipeline, [language.code for language in languages()]
        named = [{"code": code, "name": name, "is_known": code in known} for code, name in language_names().items()]
        return {
            "languages": named,
            "presets": [{"name": preset.name, "title": preset.title} for preset in presets()],
            "language": pipeline.language.code,
            "preset": pipeline.preset,
            "signature": str(self._default.signature),
        }


def _with_numbers(meteor: Meteor, values: Any, weights: Any) -> Meteor:
    """Return a metric with the parameters that were asked for."""
    changed: dict[str, Any] = {}
    if values is not None:
        names = meteor.parameters.VALUES
        if not names:
            raise ConfigurationError(f"the preset {meteor.pipeline.preset} has weights, and no parameters")
        if len(values) != len(names):
            raise ConfigurationError(f"parameters have to be 4 numbers ({', '.join(names)}), not {len(values)}")
        changed |= dict(zip(names, values, strict=True))
    if weights is not None:
        changed["weights"] = weights
    return meteor.with_parameters(replace(meteor.parameters, **changed)) if changed else meteor
