"""Parameters as values, and the presets that name them (`presets.toml`)."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from functools import cache

from bolide.errors import ConfigurationError
from bolide.languages import Language, find_language
from bolide.packaged import parse_toml, read_toml
from bolide.ranges import counted, in_range, numbers_in_range
from bolide.records import field_names, record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

DEFAULT_PRESET = "meteor-1.5"


@record
class Parameters:
    """What turns statistics into a score (Denkowski and Lavie 2014, section 2).

    alpha weighs recall against precision; beta and gamma shape the fragmentation penalty; delta weighs content against function
    words; there is one weight for each matcher, in their order. `copy_x` is how lightly unmatched copy words weigh (X of Guo,
    Ruan and Hu 2018, section 3.2), and `copy_slope` what X gains with each copy word; None: copy words do not count.

    All are finite numbers of at least 0; alpha, gamma, delta and weights are at most 1. `ConfigurationError` for others.
    """

    alpha: float
    beta: float
    gamma: float
    delta: float
    weights: tuple[float, ...]
    copy_x: float | None = None
    copy_slope: float = 0.0

    def __post_init__(self) -> None:
        for name in ("alpha", "beta", "gamma", "delta", "copy_slope"):
            object.__setattr__(self, name, in_range(name, getattr(self, name)))
        object.__setattr__(self, "weights", numbers_in_range("weights", self.weights))
        if self.copy_x is not None:
            object.__setattr__(self, "copy_x", in_range("copy_x", self.copy_x))

    def __repr__(self) -> str:
        """Return the call that makes it; copy words are named only where they count."""
        shown = list(field_names(self))
        if self.copy_x is None:
            shown = shown[:-2]
        return f"Parameters({', '.join(f'{name}={getattr(self, name)!r}' for name in shown)})"

    @property
    def values(self) -> tuple[float, float, float, float]:
        """Alpha, beta, gamma and delta."""
        return self.alpha, self.beta, self.gamma, self.delta

    @property
    def copy(self) -> tuple[float, float] | None:
        """X and its slope; None where copy words do not count."""
        return None if self.copy_x is None else (self.copy_x, self.copy_slope)


@record
class FeatureParameters:
    """What turns the features of METEOR-Hindi into a score: two weights a feature, of its precision and of its recall.

    Weights are finite numbers of at least 0, and not all 0. `ConfigurationError` for others.
    """

    features: tuple[str, ...]
    weights: tuple[float, ...]

    def __post_init__(self) -> None:
        listed = counted("weights", self.weights, 2 * len(self.features), "precision and recall of each feature")
        weights = numbers_in_range("weights of features", listed)
        if not any(weights):
            raise ConfigurationError("at least one weight has to be above 0")
        object.__setattr__(self, "weights", weights)

    @property
    def values(self) -> tuple[float, ...]:
        """Nothing: there is no alpha, beta, gamma and delta."""
        return ()

    @property
    def copy(self) -> None:
        """Nothing: copy words do not count."""
        return


def make_parameters(values: Any, weights: Any, copy_x: Any = None) -> Parameters:
    """Return parameters from alpha, beta, gamma and delta, the weights, and X of copy words with or without its slope."""
    alpha, beta, gamma, delta = counted("parameters", values, 4, "alpha, beta, gamma, delta")
    copy = {}
    if copy_x is not None:
        pair = copy_x if isinstance(copy_x, Iterable) else (copy_x,)
        if len(listed := tuple(pair)) not in (1, 2):
            raise ConfigurationError(f"copy_x has to be a number, or two with its slope, not {copy_x!r}")
        copy = dict(zip(("copy_x", "copy_slope"), listed, strict=False))
    return Parameters(alpha=alpha, beta=beta, gamma=gamma, delta=delta, weights=weights, **copy)


@record
class ParameterRow:
    """The parameters of one task, for the languages they were made for."""

    task: str
    languages: tuple[str, ...]
    matchers: tuple[str, ...] | None
    values: tuple[float, ...]
    weights: tuple[float, ...]
    source: str
    copy_x: tuple[float, ...] | None = None
    features: tuple[str, ...] = ()

    def is_for(self, language: Language) -> bool:
        """Whether the row holds for a language."""
        return "*" in self.languages or language.code in self.languages


@record
class Preset:
    """A published version of the metric."""

    name: str
    title: str
    aligner: str
    beam: int
    equality: str
    function_words: str
    source: str
    rows: tuple[ParameterRow, ...]
    task: str | None = None
    is_universal: bool = False
    copy_from: tuple[str, ...] = ()
    formula: str = "meteor"

    def find_row(self, task: str, language: Language) -> ParameterRow | None:
        """Return the parameters of a task for a language, if there are any; `ConfigurationError` for an unknown task."""
        if task not in {row.task for row in self.rows}:
            tasks = self._tasks(language)
            raise ConfigurationError(f"preset {self.name} has no task {task!r}; for {language.name} it has: {tasks}")
        return next((row for row in self.rows if row.task == task and row.is_for(language)), None)

    def row(self, task: str, language: Language) -> ParameterRow:
        """Return the parameters of a task for a language; `ConfigurationError` if the preset has none."""
        if found := self.find_row(task, language):
            return found
        tasks = self._tasks(language)
        choose = f"choose one of {tasks}, or give" if tasks else "choose another preset, or give"
        raise ConfigurationError(
            f"preset {self.name} has no parameters for task {task!r} in {language.name}: "
            f"{choose} parameters and weights of your own"
        )

    def _tasks(self, language: Language) -> str:
        return " ".join(sorted({row.task for row in self.rows if row.is_for(language)}))


@cache
def presets() -> tuple[Preset, ...]:
    """Return all presets, in the order of the data file."""
    entries = read_toml("presets.toml")["preset"]
    rows = {entry["name"]: entry.get("parameters", []) for entry in entries}
    return tuple(_preset(entry, rows.get(entry.get("like"), [])) for entry in entries)


def _preset(entry: dict[str, Any], first: Sequence[dict[str, Any]] = ()) -> Preset:
    return Preset(
        name=entry["name"],
        title=entry["title"],
        aligner=entry["aligner"],
        beam=entry["beam"],
        equality=entry["equality"],
        function_words=entry["function_words"],
        source=entry["source"],
        rows=tuple(
            ParameterRow(
                task=row["task"],
                languages=tuple(code if code == "*" else find_language(code).code for code in row["languages"]),
                matchers=tuple(row["matchers"]) if "matchers" in row else None,
                values=tuple(row.get("values", ())),
                weights=tuple(row["weights"]),
                source=row["source"],
                copy_x=tuple(row["copy_x"]) if "copy_x" in row else None,
                features=tuple(row.get("features", ())),
            )
            for row in (*first, *entry.get("parameters", ()))
        ),
        task=entry.get("task"),
        copy_from=tuple(entry.get("copy_from", ())),
        is_universal=entry.get("is_universal", False),
        formula=entry.get("formula", "meteor"),
    )


def find_preset(name: str | os.PathLike[str]) -> Preset:
    """Return a preset by its name, or from a file (`docs/formats.md`); `ConfigurationError` if there is none.

    >>> find_preset("meteor-1.5").aligner
    'java'
    """
    for preset in presets():
        if preset.name == name:
            return preset
    if os.fspath(name).endswith(".toml") or os.path.isfile(name):
        return _read_preset(name)
    names = " ".join(preset.name for preset in presets())
    raise ConfigurationError(
        f"unknown preset {os.fspath(name)!r}: choose one of {names}, or give a preset file (.toml)"
    )


def _read_preset(path: str | os.PathLike[str]) -> Preset:
    """Return the only preset of a file."""
    try:
        with open(path, encoding="utf-8") as file:
            entries = parse_toml(file.read())["preset"]
        (preset,) = (_preset(entry) for entry in entries)
    except OSError as error:
        raise ConfigurationError(f"cannot read the preset file {path}: {error.strerror or error}") from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        fault = f"{error.args[0]!r} is missing" if isinstance(error, KeyError) else error
        raise ConfigurationError(f"{path} is no preset file: {fault}") from error
    if not re.fullmatch(r"[\w.+-]{1,80}", preset.name) or not preset.rows:
        raise ConfigurationError(
            f"{path} is no preset file: it needs a name of letters, digits, '.', '+' and '-', and a row of parameters"
        )
    for row in preset.rows:
        _check_row(row, path)
    return preset


def _check_row(row: ParameterRow, path: str | os.PathLike[str]) -> None:
    try:
        if row.features:
            FeatureParameters(features=row.features, weights=row.weights)
        else:
            make_parameters(row.values, row.weights, row.copy_x)
    except ConfigurationError as error:
        raise ConfigurationError(f"{path}, task {row.task!r}: {error}") from error
