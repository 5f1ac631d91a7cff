"""How `bolide tune` prints: text for people, TSV and JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from math import nan
from statistics import fmean
from typing import Any

from bolide.analysis.resampling import interval
from bolide.character_cells import width
from bolide.languages import MATCHERS
from bolide.parameters import Parameters
from bolide.tuning.grid import values_of
from bolide.tuning.tune import Tuned

__all__ = ["RENDERERS"]

_SHOWN = 5


def _columns(tuned: Tuned) -> list[str]:
    """Return the parameters to show: not the weights of matchers that are not used, nor a slope of X that is nowhere used."""
    absent = set(MATCHERS) - set(tuned.material.matchers)
    if not any(item.parameters.copy_slope for item in tuned.found.best):
        absent.add("slope")
    return [name for name in values_of(tuned.parameters) if name not in absent]


def _text(tuned: Tuned) -> str:
    names = _columns(tuned)
    room = max([10, *(width(fold.name) for fold in tuned.folds)]) + 2

    def line(label: str, parameters: Parameters, *values: float) -> str:
        cells = "".join(f"{values_of(parameters)[name]:<12g}" for name in names)
        return f"{label}{' ' * (room - width(label))}{cells}" + "".join(f"{value:<12.6f}" for value in values).rstrip()

    head = " " * room + "".join(f"{name:<12}" for name in names)
    lines = [
        f"objective   {tuned.material.objective}",
        f"judgements  {tuned.material.judgements} ({' '.join(judged.name for judged in tuned.material.sets)})",
        f"points      {tuned.found.points}",
        "",
        head + "objective",
        line("start", tuned.start, tuned.start_value),
    ]
    lines += [line(f"{place}.", item.parameters, item.value) for place, item in enumerate(tuned.found.best[:_SHOWN], 1)]
    if tuned.tables:
        lines += ["", "tables"] + [f"{'+'.join(item.names):<30}{item.value:.6f}" for item in tuned.tables]
    if tuned.folds:
        lines += ["", "left out".ljust(room) + head[room:] + f"{'tuned':<12}{'tested':<12}start"]
        lines += [line(fold.name, fold.parameters, fold.tuned, fold.tested, fold.untuned) for fold in tuned.folds]
        means = [
            sum(getattr(fold, key) for fold in tuned.folds) / len(tuned.folds) for key in ("tuned", "tested", "untuned")
        ]
        lines += ["mean".ljust(room + 12 * len(names)) + "".join(f"{value:<12.6f}" for value in means).rstrip()]
    if tuned.stability:
        lines += ["", *_stability(tuned, names)]
    return "\n".join([*lines, ""])


def _stability(tuned: Tuned, names: list[str]) -> list[str]:
    found = tuned.stability
    if found is None:
        return []
    lines = [f"{len(found.optima)} samples".ljust(12) + "mean        5 %         95 %        at the optimum"]
    if tuned.sample_points is not None and tuned.sample_points < tuned.found.points:
        lines.insert(0, f"of samples, {tuned.sample_points} of the points are looked at")
    for name in names:
        values = [values_of(optimum)[name] for optimum in found.optima]
        mean, low, high = _spread(values)
        same = sum(value == values_of(tuned.parameters)[name] for value in values) / len(values)
        lines.append(f"{name:<12}{mean:<12.3f}{low:<12g}{high:<12g}{same:.0%}")
    mean, low, high = _spread(found.shortfalls)
    return [*lines, f"{'shortfall':<12}{mean:<12.6f}{low:<12.6f}{high:.6f}"]


def _spread(values: Sequence[float]) -> tuple[float, float, float]:
    """Return the mean, and the limits between which nine of ten values lie."""
    held = interval(values, 0.9)
    return fmean(values), held.low if held else nan, held.high if held else nan


def _tsv(tuned: Tuned) -> str:
    names = _columns(tuned)
    lines = ["\t".join(["kind", "name", *names, "objective", "tested", "start", "shortfall"])]

    def add(kind: str, name: str, parameters: Parameters | None, *values: float | None) -> None:
        cells = [repr(values_of(parameters)[column]) if parameters else "" for column in names]
        shown = ["" if value is None else repr(value) for value in (*values, *(None,) * (4 - len(values)))]
        lines.append("\t".join([kind, name, *cells, *shown]))

    add("start", "", tuned.start, tuned.start_value)
    for place, item in enumerate(tuned.found.best, 1):
        add("best", str(place), item.parameters, item.value)
    for choice in tuned.tables:
        add("tables", "+".join(choice.names), None, choice.value)
    for fold in tuned.folds:
        add("fold", fold.name, fold.parameters, fold.tuned, fold.tested, fold.untuned)
    samples = zip(tuned.stability.optima, tuned.stability.shortfalls, strict=True) if tuned.stability else ()
    for place, (optimum, shortfall) in enumerate(samples, 1):
        add("sample", str(place), optimum, None, None, None, shortfall)
    return "\n".join([*lines, ""])


def _json(tuned: Tuned) -> str:
    document: dict[str, Any] = {
        "objective": str(tuned.material.objective),
        "judgements": tuned.material.judgements,
        "points": tuned.found.points,
        "signatures": tuned.material.signatures,
        "start": values_of(tuned.start) | {"value": tuned.start_value},
        "best": [values_of(item.parameters) | {"value": item.value} for item in tuned.found.best],
        "tables": [asdict(item) for item in tuned.tables],
        "folds": [asdict(fold) | {"parameters": values_of(fold.parameters)} for fold in tuned.folds],
    }
    if tuned.stability:
        document["sample_points"] = tuned.sample_points
        document["samples"] = [
            values_of(optimum) | {"shortfall": shortfall}
            for optimum, shortfall in zip(tuned.stability.optima, tuned.stability.shortfalls, strict=True)
        ]
    return json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


RENDERERS: dict[str, Callable[[Tuned], str]] = {"text": _text, "tsv": _tsv, "json": _json}
