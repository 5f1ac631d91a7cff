"""What tuning found as a document: the best points, the tables of paraphrases, the folds and the samples."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from statistics import fmean
from typing import Any

from bolide.analysis.resampling import interval
from bolide.analysis.tuning.grid import values_of
from bolide.analysis.tuning.tune import Tuned
from bolide.analysis.tuning.validate import Stability
from bolide.data.languages import MATCHERS
from bolide.metric.parameters import Parameters
from bolide.show.tables import ABSENT, Document, Table, number

__all__ = ["document_of"]

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
        if tuned.tables:
            rows = [("+".join(item.names), item.value) for item in tuned.tables]
            parts.append(Table(head=("tables", "objective"), rows=rows, form=self._form))
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
        points: list[tuple[str, str, Parameters | None, tuple[float | None, ...]]] = [
            ("start", "", tuned.start, (tuned.start_value,)),
            *(("best", str(n), item.parameters, (item.value,)) for n, item in enumerate(tuned.found.best, 1)),
            *(("tables", "+".join(choice.names), None, (choice.value,)) for choice in tuned.tables),
            *(("fold", fold.name, fold.parameters, (fold.tuned, fold.tested, fold.untuned)) for fold in tuned.folds),
            *(
                ("sample", str(n), optimum, (None, None, None, loss))
                for n, (optimum, loss) in enumerate(_pairs(tuned.stability), 1)
            ),
        ]
        rows = []
        for kind, name, parameters, values in points:
            own = [values_of(parameters)[column] if parameters else None for column in self._names]
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
            "tables": [asdict(item) for item in tuned.tables],
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
