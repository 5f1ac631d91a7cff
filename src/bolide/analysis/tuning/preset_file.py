"""Preset files: tuned parameters as TOML that `--preset FILE` takes, with where they come from."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from bolide.data.languages import MATCHERS
from bolide.errors import ConfigurationError
from bolide.metric.configuration import Pipeline
from bolide.metric.known_presets import Preset
from bolide.metric.matchers import Meaning, Nearest
from bolide.metric.parameters import Parameters

__all__ = ["preset_text", "render_preset"]

Value: TypeAlias = str | int | float | bool | Sequence[str] | Sequence[float]


def preset_text(
    name: str,
    pipeline: Pipeline,
    parameters: Parameters,
    *,
    matchers: Mapping[str, Sequence[str]],
    source: str,
    provenance: Mapping[str, Value],
    like: Preset | None = None,
) -> str:
    """Return the text of a preset file: what was swept with, the parameters found, and how they were found.

    `matchers` has those of each language; languages with the same ones share a row of parameters. What the preset sets that the
    search started from, `like`, holds for the new one too.
    """
    rows = [
        _row(parameters, [code for code in matchers if tuple(matchers[code]) == used], used, source)
        for used in dict.fromkeys(map(tuple, matchers.values()))
    ]
    return render_preset(name, pipeline, rows, source=source, provenance=provenance, like=like)


def render_preset(
    name: str,
    pipeline: Pipeline,
    rows: Sequence[Mapping[str, Value]],
    *,
    source: str,
    provenance: Mapping[str, Value],
    like: Preset | None = None,
) -> str:
    """Return the text of a preset file: a head that the pipeline and the preset before it fill in, and rows of parameters."""
    head: dict[str, Value] = {"name": name, "title": source, **pipeline.parameters.head}
    head |= {"aligner": pipeline.aligner.name, "beam": pipeline.aligner.beam, "equality": pipeline.aligner.equality}
    head |= {"function_words": pipeline.function_words.of, "task": "tuned", "source": source}
    if pipeline.copy_words.sources:
        head["copy_from"] = list(pipeline.copy_words.sources)
    head |= _encoder(pipeline)
    if pipeline.unit.name != "words":
        head["unit"] = pipeline.unit.name
    if like:
        head |= {name: value for name, value in like.options.items() if name not in head}
        head |= {"is_universal": True} if like.is_universal else {}
    parts = [
        ("[[preset]]", head),
        *(("[[preset.parameters]]", row) for row in rows),
        ("[preset.provenance]", provenance),
    ]
    return '# A preset of bolide: use it with --preset FILE or Meteor(preset="FILE").\n' + "".join(
        f"\n{title}\n" + "".join(f"{key} = {toml_value(value)}\n" for key, value in table.items())
        for title, table in parts
    )


def _encoder(pipeline: Pipeline) -> dict[str, Value]:
    """Return what gives words their vectors, if anything does: a name, or a file or folder by its whole path."""
    settings = {
        field.name: value
        for matcher in pipeline.matchers.each
        if isinstance(matcher, (Meaning, Nearest))
        for field in matcher.FIELDS
        if (value := getattr(matcher, field.name)) is not None
    }
    if "encoder" in settings:
        place = Path(settings["encoder"])
        settings["encoder"] = os.fspath(place.resolve() if place.exists() else place)
    return settings


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
    if parameters.chrf is not None:
        row["chrf"] = parameters.chrf
    return row


def toml_value(value: Value) -> str:
    """Return a value as TOML, whose strings and lists are those of JSON here."""
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (int, float)):
        return repr(value)
    return "[" + ", ".join(toml_value(part) for part in value) + "]"


def check_name(name: str) -> str:
    """Return the name of a preset; `ConfigurationError` if a signature could not hold it."""
    if not name or not all(part.isalnum() or part in "._+-" for part in name):
        raise ConfigurationError(f"{name!r} cannot name a preset: use letters, digits, '.', '_', '+' and '-'")
    return name
