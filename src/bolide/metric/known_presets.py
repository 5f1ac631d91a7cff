"""Presets: complete choices with a name (`presets.toml`, or the user's file).

A preset and each of its rows set options of the metric by name. A row is for one task and some languages; it overrides the preset, and
the user's options override both.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from functools import cache

from bolide.data import parse_toml, read_toml
from bolide.data.languages import Language, any_language, find_language
from bolide.errors import ConfigurationError, nearest
from bolide.metric.option_table import FIELDS, HINDI, METEOR, Given, Value
from bolide.metric.parameters import check_choice, check_options
from bolide.records import field_names, record

DEFAULT_PRESET = "meteor-1.5"
# For languages without data, or with data that bolide cannot fetch.
FALLBACK_PRESET = "universal+"


@record
class ParameterRow:
    """The options of one task, for its languages.

    `needs` are options that the user must give; `optional` are matchers that are used only if the user gives their data.
    """

    task: str
    languages: tuple[str, ...]
    source: str
    options: Given
    needs: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()

    def is_for(self, language: Language) -> bool:
        """Whether the row is for a language."""
        return any(name in self.languages for name in ("*", language.code, language.normaliser))

    def matchers(self, language: Language) -> tuple[str, ...]:
        """Return its matchers for a language."""
        return self.options.get("matchers") or language.matchers


@record
class Preset:
    """A published version of the metric."""

    name: str
    title: str
    source: str
    rows: tuple[ParameterRow, ...]
    options: Given
    task: str | None = None
    is_universal: bool = False
    formula: str = "meteor"

    def find_row(self, task: str, language: Language) -> ParameterRow | None:
        """Return the row of a task for a language, if there is one; `ConfigurationError` for an unknown task."""
        if task not in {row.task for row in self.rows}:
            raise ConfigurationError(
                f"preset {self.name} has no task {task!r}: for {language.name}, {self._instead(language)}"
            )
        return next((row for row in self.rows if row.task == task and row.is_for(language)), None)

    def row(self, task: str, language: Language) -> ParameterRow:
        """Return the row of a task for a language; `ConfigurationError` if the preset has none."""
        if found := self.find_row(task, language):
            return found
        raise ConfigurationError(
            f"preset {self.name} has no parameters for task {task!r} in {language.name}: "
            f"{self._instead(language)}, or give your own parameters and weights"
        )

    def _instead(self, language: Language) -> str:
        """Return which task to choose for a language, or which preset."""
        tasks = " ".join(sorted({row.task for row in self.rows if row.is_for(language)}))
        return f"choose one of {tasks}" if tasks else f"choose {FALLBACK_PRESET}, which is for any language"


def _entries() -> dict[str, dict[str, Value]]:
    return {entry["name"]: entry for entry in read_toml("metric/presets.toml")["preset"]}


def presets() -> tuple[Preset, ...]:
    """Return all presets, in the order of the data file."""
    return tuple(map(_packaged, _entries()))


@cache
def _packaged(name: str) -> Preset:
    entries = _entries()
    like = entries.get(entries[name].get("like", ""), {})
    return _preset(entries[name], like.get("parameters", ()))


# The options of the aligner and of words that every preset sets.
_NEEDED = ("aligner", "beam", "equality", "function_words")


def _split(entry: dict[str, Value], kind: type, *others: str) -> tuple[dict[str, Value], dict[str, Value]]:
    """Return the fields of a preset or a row, and its options, which are all the rest but `others`; with lists as tuples."""
    about: dict[str, Value] = {}
    options: dict[str, Value] = {}
    for name, value in entry.items():
        if name not in others:
            (about if name in field_names(kind) else options)[name] = tuple(value) if isinstance(value, list) else value
    return about, options


def _preset(entry: dict[str, Value], first: Sequence[dict[str, Value]] = ()) -> Preset:
    about, options = _split(entry, Preset, "like", "parameters", "provenance")
    rows = tuple(_row(row) for row in (*first, *entry.get("parameters", ())))
    return Preset(**about, rows=rows, options=options)


def _row(entry: dict[str, Value]) -> ParameterRow:
    about, options = _split(entry, ParameterRow, "values")
    values = {"parameters": tuple(entry["values"])} if "values" in entry else {}
    return ParameterRow(**about, options=options | values)


def find_preset(name: str | os.PathLike[str]) -> Preset:
    """Return a preset by its name, or from a file (`docs/formats.md`); `ConfigurationError` if there is none.

    >>> find_preset("meteor-1.5").options["aligner"]
    'java'
    """
    if name in (known := _entries()):
        return _packaged(str(name))
    if os.fspath(name).endswith(".toml") or os.path.isfile(name):
        return _read_preset(name)
    if os.fspath(name).lower() in ("chrf", "chrf++"):
        raise ConfigurationError(
            f"{name} is not a preset of METEOR: on the command line, add it with --also chrf or --also chrf++; in Python, use bolide.chrf"
        )
    meant = nearest(os.fspath(name).lower(), list(known))
    question = f"did you mean {meant!r}? Else " if meant else ""
    raise ConfigurationError(
        f"unknown preset {os.fspath(name)!r}: {question}choose one of {' '.join(known)}, or give a preset file (.toml)"
    )


def _read_preset(path: str | os.PathLike[str]) -> Preset:
    """Return the only preset of a file."""
    from bolide.files.boundary import check_shape, reading

    with reading(path, ConfigurationError, "is not a preset file"):
        with open(path, encoding="utf-8") as file:
            document = parse_toml(file.read())
        shape = _shape()
        check_shape(document, {"preset": [shape]})
        (entry,) = document["preset"]
        _check_keys(entry, (*shape, "provenance"))
        for row in entry.get("parameters", ()):
            _check_keys(row, shape["parameters?"][0])
    try:
        preset = _preset(_with_codes(entry))
    except ConfigurationError as error:
        raise ConfigurationError(f"{path} is not a preset file: {error}") from error
    if not re.fullmatch(r"[\w.+-]{1,80}", preset.name) or not preset.rows:
        raise ConfigurationError(
            f"{path} is not a preset file: it needs a name of letters, digits, '.', '+' and '-', and a row of parameters"
        )
    for row in preset.rows:
        try:
            check_options(check_choice("formula", preset.formula, (METEOR, HINDI)), row.options)
        except ConfigurationError as error:
            raise ConfigurationError(f"{path}, task {row.task!r}: {error}") from error
    return preset


def _check_keys(entry: dict[str, Value], shape: Iterable[str]) -> None:
    known = [key.removesuffix("?") for key in shape]
    for key in entry:
        if key not in known:
            meant = nearest(key, known)
            raise ValueError(
                f"it sets {key!r}, which is not an option" + (f": did you mean {meant!r}?" if meant else "")
            )


def _shape() -> dict[str, Value]:
    """Return the shape of the preset in a file (`check_shape`)."""
    kinds = {field.name: field.kind.shape for field in FIELDS}
    options = {f"{name}?": shape for name, shape in kinds.items() if name != "task"}
    row = {
        **options,
        "task": str,
        "languages": [str],
        "source": str,
        "values?": list,
        "needs?": [str],
        "optional?": [str],
    }
    about: dict[str, Value] = {
        "name": str,
        "title": str,
        "source": str,
        "task?": str,
        "is_universal?": bool,
        "formula?": str,
    }
    about |= {name: kinds.get(name, str) for name in _NEEDED}
    return about | options | {"parameters?": [row]}


def _with_codes(entry: dict[str, Value]) -> dict[str, Value]:
    """Return an entry of a file with the names of languages replaced by their codes."""
    find = any_language if entry.get("is_universal") else find_language
    rows = [
        row | {"languages": [code if code == "*" else find(code).code for code in row["languages"]]}
        for row in entry.get("parameters", ())
    ]
    return entry | {"parameters": rows}


@record
class Asked:
    """The user's request: a language, a preset with its row of parameters, options."""

    language: Language
    preset: Preset
    task: str
    row: ParameterRow | None
    options: Given

    def get(self, name: str, default: Value = None) -> Value:
        """Return an option: the user's, else that of the row of the task, else that of the preset."""
        for options in (self.options, self.row.options if self.row else {}, self.preset.options):
            if (value := options.get(name)) is not None:
                return value
        return default

    def is_given(self, name: str) -> bool:
        """Whether the user gave an option."""
        return self.options.get(name) is not None

    @property
    def needed_row(self) -> ParameterRow:
        """The row of parameters, for a formula that needs one."""
        return self.row or self.preset.row(self.task, self.language)
