"""Preset files: tuned parameters as TOML that `--preset FILE` takes, with where they come from."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from bolide.configuration import Configuration
from bolide.errors import ConfigurationError
from bolide.languages import MATCHERS
from bolide.parameters import Parameters

__all__ = ["preset_text", "toml_value"]

Value: TypeAlias = str | int | float | Sequence[str] | Sequence[float]


def preset_text(
    name: str,
    configuration: Configuration,
    parameters: Parameters,
    *,
    matchers: Mapping[str, Sequence[str]],
    source: str,
    provenance: Mapping[str, Value],
) -> str:
    """Return the text of a preset file: what was swept with, the parameters found, and how they were found.

    `matchers` has those of each language; languages with the same ones share a row of parameters.
    """
    head: dict[str, Value] = {
        "name": name,
        "title": source,
        "aligner": configuration.aligner,
        "beam": configuration.beam,
        "equality": configuration.equality,
        "function_words": configuration.function_words,
        "task": "tuned",
        "source": source,
    }
    if configuration.copy_from:
        head["copy_from"] = list(configuration.copy_from)
    rows = [
        (
            "[[preset.parameters]]",
            _row(parameters, [code for code in matchers if tuple(matchers[code]) == used], used, source),
        )
        for used in dict.fromkeys(map(tuple, matchers.values()))
    ]
    parts = (("[[preset]]", head), *rows, ("[preset.provenance]", provenance))
    return '# A preset of bolide: use it with --preset FILE or Meteor(preset="FILE").\n' + "".join(
        f"\n{title}\n" + "".join(f"{key} = {toml_value(value)}\n" for key, value in table.items())
        for title, table in parts
    )


def _row(parameters: Parameters, languages: Sequence[str], matchers: Sequence[str], source: str) -> dict[str, Value]:
    """Return the parameters of languages with the same matchers."""
    row: dict[str, Value] = {
        "task": "tuned",
        "languages": list(languages),
        "matchers": list(matchers),
        "values": list(parameters.values),
        "weights": [parameters.weights[MATCHERS.index(matcher)] for matcher in matchers],
        "source": source,
    }
    if parameters.copy is not None:
        row["copy_x"] = list(parameters.copy if parameters.copy_slope else parameters.copy[:1])
    return row


def toml_value(value: Value) -> str:
    """Return a value as TOML, whose strings and lists are those of JSON here."""
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, (int, float)):
        return repr(value)
    return "[" + ", ".join(toml_value(part) for part in value) + "]"


def check_name(name: str) -> str:
    """Return the name of a preset; `ConfigurationError` if a signature could not hold it."""
    if not name or not all(part.isalnum() or part in "._+-" for part in name):
        raise ConfigurationError(f"{name!r} cannot name a preset: use letters, digits, '.', '_', '+' and '-'")
    return name
