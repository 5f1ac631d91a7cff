"""What tuning found: as a document, and as a preset file that `--preset FILE` takes, with where it comes from."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from statistics import fmean
from typing import Any, TypeAlias

from bolide.analysis.grid import values_of
from bolide.analysis.resampling import interval
from bolide.analysis.tuning import Stability, Tuned
from bolide.data.languages import MATCHERS
from bolide.errors import ConfigurationError
from bolide.metric.configuration import Pipeline
from bolide.metric.known_presets import Preset
from bolide.metric.option_table import JAVA
from bolide.metric.parameters import Parameters
from bolide.show.tables import ABSENT, Document, Table, number

_SHOWN = 5
_MOST = 0.9  # of the samples lie between the limits that are shown


def document_of(tuned: Tuned, digits: int = 6) -> Document:
    """Return what was found as a document; objectives have so many digits where people read them."""
    return _Maker(tuned, digits).document()


class _Maker:
    """Makes the tables, with columns for the parameters that play a part.

    These are not the weights of matchers that are not used, nor a slope of X that is nowhere used.
    """

    def __init__(self, tuned: Tuned, digits: int) -> None:
        self._tuned, self._form = tuned, f".{digits}f"
        absent = set(MATCHERS) - set(tuned.material.matchers)
        if not any(item.parameters.copy_slope for item in tuned.found.best):
            absent.add("slope")
        self._names = [name for name in values_of(tuned.parameters) if name not in absent]

    def document(self) -> Document:
        """Return everything."""
        tuned, material = self._tuned, self._tuned.material
        names = " ".join(judged.name for judged in material.sets)
        facts: list[tuple[str, Any]] = [
            ("objective", str(material.objective)),
            ("judgements", f"{material.judgements:,} ({names})"),
            ("points", tuned.found.points),
            ("seed", tuned.seed),
        ]
        parts = [self._best()]
        parts += [self._folds()] if tuned.folds else []
        parts += [self._samples(tuned.stability)] if tuned.stability else []
        return Document(facts=facts, tables=parts, notes=[self._verdict()], flat=self._flat(), data=self._data())

    def _verdict(self) -> str:
        """Return what the tuned parameters are worth on judgements that they were not tuned on, if that was measured."""
        folds, tuned = self._tuned.folds, self._tuned
        if not folds:
            here = _gain(tuned.value - tuned.start_value)
            return f"{here}, on the same judgements; for the gain on others, cross-validate: --folds 5"
        gain = fmean(fold.tested - fold.untuned for fold in folds)
        better = sum(fold.tested > fold.untuned for fold in folds)
        kept = "keep what you have" if gain <= 0 else "the gain holds" if better == len(folds) else "the gain is unsure"
        return f"on judgements left out: {_gain(gain)}, better in {better} of {len(folds)} parts: {kept}"

    def _shown(self, label: str, parameters: Parameters, *values: float) -> Sequence[Any]:
        return (label, *(number(values_of(parameters)[name], "g") for name in self._names), *values)

    def _best(self) -> Table:
        tuned = self._tuned
        rows = [self._shown("start", tuned.start, tuned.start_value)]
        rows += [
            self._shown(f"{n}.", item.parameters, item.value) for n, item in enumerate(tuned.found.best[:_SHOWN], 1)
        ]
        return Table(head=("", *self._names, "objective"), rows=rows, align="l", form=self._form)

    def _folds(self) -> Table:
        folds = self._tuned.folds
        rows = [self._shown(fold.name, fold.parameters, fold.tuned, fold.tested, fold.untuned) for fold in folds]
        means = [
            fmean(values) for values in zip(*((fold.tuned, fold.tested, fold.untuned) for fold in folds), strict=True)
        ]
        rows.append(("mean", *("" for _ in self._names), *means))
        head = ("left out", *self._names, "tuned", "tested", "start")
        note = "tuned: on the rest, where it was found; tested: on what was left out; start: there with the parameters before"
        return Table(head=head, rows=rows, align="l", form=self._form, foot=1, note=note)

    def _samples(self, found: Stability) -> Table:
        """Return how the optimum moves: mean and limits of each parameter, and how often it stays where it is."""
        tuned = self._tuned
        rows = []
        for name in self._names:
            values = [values_of(optimum)[name] for optimum in found.optima]
            same = sum(value == values_of(tuned.parameters)[name] for value in values) / len(values)
            rows.append((name, number(fmean(values), ".3f"), *_limits(values, "g"), f"{same:.0%}"))
        rows.append(
            ("shortfall", number(fmean(found.shortfalls), self._form), *_limits(found.shortfalls, self._form), "")
        )
        head = (f"{len(found.optima)} samples", "mean", "5 %", "95 %", "at the optimum")
        is_part = tuned.sample_points is not None and tuned.sample_points < tuned.found.points
        note = f"of samples, {tuned.sample_points:,} of the points are looked at" if is_part else ""
        return Table(head=head, rows=rows, align="l", note=note)

    def _flat(self) -> Table:
        """Return one table of all points, of whatever kind."""
        tuned = self._tuned
        points: list[tuple[str, str, Parameters, tuple[float | None, ...]]] = [
            ("start", "", tuned.start, (tuned.start_value,)),
            *(("best", str(n), item.parameters, (item.value,)) for n, item in enumerate(tuned.found.best, 1)),
            *(("fold", fold.name, fold.parameters, (fold.tuned, fold.tested, fold.untuned)) for fold in tuned.folds),
            *(
                ("sample", str(n), optimum, (None, None, None, loss))
                for n, (optimum, loss) in enumerate(_pairs(tuned.stability), 1)
            ),
        ]
        rows = []
        for kind, name, parameters, values in points:
            own = [values_of(parameters)[column] for column in self._names]
            rows.append((kind, name, *own, *values, *(None,) * (4 - len(values)), tuned.seed))
        head = ("kind", "name", *self._names, "objective", "tested", "start", "shortfall", "seed")
        return Table(head=head, rows=rows)

    def _data(self) -> dict[str, Any]:
        tuned = self._tuned
        data: dict[str, Any] = {
            "objective": str(tuned.material.objective),
            "judgements": tuned.material.judgements,
            "points": tuned.found.points,
            "seed": tuned.seed,
            "signatures": tuned.material.signatures,
            "start": values_of(tuned.start) | {"value": tuned.start_value},
            "best": [values_of(item.parameters) | {"value": item.value} for item in tuned.found.best],
            "folds": [asdict(fold) | {"parameters": values_of(fold.parameters)} for fold in tuned.folds],
        }
        if tuned.stability:
            samples = [values_of(optimum) | {"shortfall": loss} for optimum, loss in _pairs(tuned.stability)]
            data |= {"sample_points": tuned.sample_points, "samples": samples}
        return data


def _gain(value: float) -> str:
    return f"{number(abs(value))} {'below' if value < 0 else 'above'} the start"


def _pairs(found: Stability | None) -> list[tuple[Parameters, float]]:
    return list(zip(found.optima, found.shortfalls, strict=True)) if found else []


def _limits(values: Sequence[float], form: str) -> tuple[str, str]:
    held = interval(values, _MOST)
    return (number(held.low, form), number(held.high, form)) if held else (ABSENT, ABSENT)


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
    head: dict[str, Value] = {"name": name, "title": source, "formula": pipeline.formula}
    if isinstance(pipeline.parameters, Parameters) and pipeline.parameters.penalty != JAVA:
        head["penalty"] = pipeline.parameters.penalty
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
    names = ("encoder", "layer", "precision", "threshold")
    settings = {name: value for name in names if (value := getattr(pipeline.matchers, name)) is not None}
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
    return {**row, **parameters.shares}


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
