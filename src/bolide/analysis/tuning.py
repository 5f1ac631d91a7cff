"""Tunes parameters to judgements, with tests of how far to trust the result; as a document and as a preset file."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import TypeAlias, TypeVar

import numpy as np

from bolide._core import VERSION
from bolide.analysis import agreement
from bolide.analysis.agreement import SEED, interval
from bolide.analysis.grid import NAMED_GRIDS, Grid, values_of
from bolide.analysis.judged_sets import JudgementSet, MetricChoice, split_choice
from bolide.analysis.sweep import Found, Material, Objective, Sweep, coarse_to_fine, prepare, sweep
from bolide.data.languages import MATCHERS
from bolide.errors import ConfigurationError
from bolide.metric.configuration import Pipeline
from bolide.metric.known_presets import Preset, find_preset
from bolide.metric.parameters import Parameters
from bolide.metric.signature import formula_options
from bolide.metric.statistics import Integers
from bolide.records import record
from bolide.show.tables import ABSENT, Document, Table, number

Item = TypeVar("Item")


@record
class Fold:
    """Parameters tuned on all parts but one: the objective on those parts, and on the part left out.

    `untuned` is the objective of the initial parameters on the part left out.
    """

    name: str
    parameters: Parameters
    tuned: float
    tested: float
    untuned: float


def cross_validate(
    material: Material,
    search: Callable[[Material], Sweep],
    start: Parameters,
    *,
    folds: int | str,
    seed: int,
) -> Iterator[Fold]:
    """Tune on all parts but one, and test on that one, for each part.

    The parts are `folds` random parts of the segments of every set, or the sets themselves for `folds="sets"`.
    """
    for name, inside in _sets_out(material) if folds == "sets" else _segments_out(material, int(folds), seed):
        outside = [1 - part for part in inside]
        best = search(material.with_counts(inside)).best[0]
        tested, untuned = material.with_counts(outside).values([best.parameters, start]).tolist()
        yield Fold(name=name, parameters=best.parameters, tuned=best.value, tested=tested, untuned=untuned)


def _sets_out(material: Material) -> list[tuple[str, list[Integers]]]:
    if len(material.sets) < 2:
        raise ConfigurationError("leaving out one set at a time needs at least two sets of judgements")
    return [
        (judged.name, [np.full(len(other), int(other is not judged), dtype=np.int64) for other in material.sets])
        for judged in material.sets
    ]


def _segments_out(material: Material, folds: int, seed: int) -> list[tuple[str, list[Integers]]]:
    fewest = min(int(judged.groups.max()) + 1 for judged in material.sets)
    if fewest < 2:
        raise ConfigurationError("folds need at least two segments in every set of judgements")
    if not 2 <= folds <= fewest:
        raise ConfigurationError(f"the number of folds must be from 2 to {fewest}, the segments of the smallest set")
    random = agreement.generator(seed)
    parts = [agreement.folds(random, folds, int(judged.groups.max()) + 1)[judged.groups] for judged in material.sets]
    return [(f"fold {fold + 1}", [(part != fold).astype(np.int64) for part in parts]) for fold in range(folds)]


def stability(
    material: Material, search: Callable[[Material], Sweep], best: Found, *, samples: int, seed: int
) -> Iterator[Found]:
    """Tune on samples of the segments of every set, drawn with replacement.

    Yield the optimum of each, with how much worse the optimum of all judgements is there as its value.
    """
    random = agreement.generator(seed, 1)
    for _ in range(samples):
        drawn = [agreement.counts(random, 1, int(judged.groups.max()) + 1)[0] for judged in material.sets]
        sample = material.with_counts([of[judged.groups] for of, judged in zip(drawn, material.sets, strict=True)])
        found = search(sample).best[0]
        shortfall = found.value - float(sample.values([best.parameters])[0])
        yield Found(parameters=found.parameters, value=shortfall)


# If a grid has more points, samples are swept over some of them.
MOST_POINTS_OF_A_SAMPLE = 2_000_000


@record
class Plan:
    """The search, and the tests of its result.

    `finest` is None for a sweep over every point of the grid; else the search continues from the best points, in ever finer steps, down
    to this one. The default grid is that of the papers for a sweep, and a rough one to refine.
    """

    objective: Objective
    grid: Grid | None = None
    finest: float | None = None
    folds: int | str | None = None
    samples: int = 0
    seed: int = SEED
    threads: int = 1


@record
class Tuned:
    """The best parameters and all other results, with the objective of the initial parameters."""

    plan: Plan
    material: Material
    found: Sweep
    start_value: float
    folds: tuple[Fold, ...]
    stability: tuple[Found, ...]
    sample_points: int | None

    @property
    def best(self) -> Found:
        """The best parameters, and the objective there."""
        return self.found.best[0]


# A function that is called with a step's name and amount of work; it returns a function to call with each finished amount.
Say: TypeAlias = Callable[[str, int | None], Callable[[int], None]]


def _silent(_label: str, _total: int | None) -> Callable[[int], None]:
    """Report no progress."""
    return lambda _done: None


def tune(sets: Sequence[JudgementSet], choice: MetricChoice, plan: Plan, *, say: Say = _silent) -> Tuned:
    """Tune; `say` reports the progress."""
    done = say("aligning", len(sets))
    material = prepare(sets, choice, plan.objective, threads=plan.threads, done=lambda: done(1))
    start, found = material.start, _search(material, plan, say)
    folds: tuple[Fold, ...] = ()
    if plan.folds:
        done = say("cross-validating", len(sets) if plan.folds == "sets" else int(plan.folds))
        search = partial(_search, plan=plan)
        folds = tuple(_watched(cross_validate(material, search, start, folds=plan.folds, seed=plan.seed), done))
    moved: tuple[Found, ...] = ()
    small = plan
    if plan.samples:
        if plan.finest is None:
            whole = (plan.grid or NAMED_GRIDS["paper"]).fitted(material.matchers, start)
            small = replace(plan, grid=whole.thinned(MOST_POINTS_OF_A_SAMPLE, found.best[0].parameters))
        done = say("resampling", plan.samples)
        search = partial(_search, plan=small)
        optima = stability(material, search, found.best[0], samples=plan.samples, seed=plan.seed)
        moved = tuple(_watched(optima, done))
    return Tuned(
        plan=plan,
        material=material,
        found=found,
        start_value=float(material.values([start])[0]),
        folds=folds,
        stability=moved,
        sample_points=len(small.grid) if moved and small.grid and plan.finest is None else None,
    )


def _watched(items: Iterable[Item], done: Callable[[int], None]) -> Iterator[Item]:
    for item in items:
        done(1)
        yield item


def _search(material: Material, plan: Plan, say: Say = _silent) -> Sweep:
    if plan.finest is not None:
        done = say("searching", None)
        return coarse_to_fine(material, plan.grid, finest=plan.finest, threads=plan.threads, done=done)
    grid = plan.grid or NAMED_GRIDS["paper"]
    done = say("sweeping", len(grid.fitted(material.matchers, material.start)))
    return sweep(material, grid, threads=plan.threads, done=done)


_SHOWN = 5
_MOST = 0.9  # of the samples are between the printed limits


class TunedTables:
    """The results as tables, with columns for the parameters in use; objectives have `digits` decimals for people.

    Weights of unused matchers, and an unused slope of X, are left out.
    """

    def __init__(self, tuned: Tuned, digits: int = 6) -> None:
        self._tuned, self._form = tuned, f".{digits}f"
        absent = set(MATCHERS) - set(tuned.material.matchers)
        if not any(item.parameters.copy_slope for item in tuned.found.best):
            absent.add("slope")
        self._names = [name for name in values_of(tuned.best.parameters) if name not in absent]

    def document(self) -> Document:
        """Return everything."""
        tuned, material = self._tuned, self._tuned.material
        names = " ".join(judged.name for judged in material.sets)
        facts: list[tuple[str, object]] = [
            ("objective", str(material.objective)),
            ("judgements", f"{material.judgements:,} ({names})"),
            ("points", tuned.found.points),
            ("seed", tuned.plan.seed),
        ]
        parts = [self._best()]
        parts += [self._folds()] if tuned.folds else []
        parts += [self._samples(tuned.stability)] if tuned.stability else []
        return Document(facts=facts, tables=parts, notes=[self._verdict()], flat=self._flat(), data=self._data())

    def _verdict(self) -> str:
        """Return a sentence on the gain of the tuned parameters on judgements left out, if that was measured."""
        folds, tuned = self._tuned.folds, self._tuned
        if not folds:
            here = _gain(tuned.best.value - tuned.start_value)
            return f"{here}, on the same judgements; for the gain on unseen ones, cross-validate: --folds 5"
        gain = fmean(fold.tested - fold.untuned for fold in folds)
        better = sum(fold.tested > fold.untuned for fold in folds)
        kept = (
            "keep your parameters" if gain <= 0 else "the gain holds" if better == len(folds) else "the gain is unsure"
        )
        return f"on judgements left out: {_gain(gain)}, better in {better} of {len(folds)} parts: {kept}"

    def _shown(self, label: str, parameters: Parameters, *values: float) -> Sequence[object]:
        return (label, *(number(values_of(parameters)[name], "g") for name in self._names), *values)

    def _best(self) -> Table:
        tuned = self._tuned
        rows = [self._shown("start", tuned.material.start, tuned.start_value)]
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
        note = "tuned: on the other parts; tested: on the part left out; start: on the part left out, with the initial parameters"
        return Table(head=head, rows=rows, align="l", form=self._form, foot=1, note=note)

    def _samples(self, found: Sequence[Found]) -> Table:
        """Return how the optimum varies: mean and limits of each parameter, and how often it stays the same."""
        tuned = self._tuned
        rows = []
        for name in self._names:
            values = [values_of(optimum.parameters)[name] for optimum in found]
            same = sum(value == values_of(tuned.best.parameters)[name] for value in values) / len(values)
            rows.append((name, number(fmean(values), ".3f"), *_limits(values, "g"), f"{same:.0%}"))
        losses = [optimum.value for optimum in found]
        rows.append(("shortfall", number(fmean(losses), self._form), *_limits(losses, self._form), ""))
        head = (f"{len(found)} samples", "mean", "5 %", "95 %", "at the optimum")
        is_part = tuned.sample_points is not None and tuned.sample_points < tuned.found.points
        note = f"samples are searched at {tuned.sample_points:,} of the points" if is_part else ""
        return Table(head=head, rows=rows, align="l", note=note)

    def _flat(self) -> Table:
        """Return one table of all points of every kind."""
        tuned = self._tuned
        points: list[tuple[str, str, Parameters, tuple[float | None, ...]]] = [
            ("start", "", tuned.material.start, (tuned.start_value,)),
            *(("best", str(n), item.parameters, (item.value,)) for n, item in enumerate(tuned.found.best, 1)),
            *(("fold", fold.name, fold.parameters, (fold.tuned, fold.tested, fold.untuned)) for fold in tuned.folds),
            *(
                ("sample", str(n), item.parameters, (None, None, None, item.value))
                for n, item in enumerate(tuned.stability, 1)
            ),
        ]
        rows = []
        for kind, name, parameters, values in points:
            own = [values_of(parameters)[column] for column in self._names]
            rows.append((kind, name, *own, *values, *(None,) * (4 - len(values)), tuned.plan.seed))
        head = ("kind", "name", *self._names, "objective", "tested", "start", "shortfall", "seed")
        return Table(head=head, rows=rows)

    def _data(self) -> dict[str, object]:
        tuned = self._tuned
        data: dict[str, object] = {
            "objective": str(tuned.material.objective),
            "judgements": tuned.material.judgements,
            "points": tuned.found.points,
            "seed": tuned.plan.seed,
            "signatures": tuned.material.signatures,
            "start": values_of(tuned.material.start) | {"value": tuned.start_value},
            "best": [values_of(item.parameters) | {"value": item.value} for item in tuned.found.best],
            "folds": [asdict(fold) | {"parameters": values_of(fold.parameters)} for fold in tuned.folds],
        }
        if tuned.stability:
            samples = [values_of(item.parameters) | {"shortfall": item.value} for item in tuned.stability]
            data |= {"sample_points": tuned.sample_points, "samples": samples}
        return data


def _gain(value: float) -> str:
    return f"{number(abs(value))} {'below' if value < 0 else 'above'} the start"


def _limits(values: Sequence[float], form: str) -> tuple[str, str]:
    held = interval(values, _MOST)
    return (number(held.low, form), number(held.high, form)) if held else (ABSENT, ABSENT)


Value: TypeAlias = str | int | float | bool | Sequence[str] | Sequence[float]


def preset_text(tuned: Tuned, name: str, start: str) -> str:
    """Return the text of a preset file: the metric, the parameters found, and how they were found, independent of time and place.

    Languages with the same matchers share a row of parameters. The options of the initial preset, `start`, are kept.
    """
    material, plan, best = tuned.material, tuned.plan, tuned.best
    source = f"bolide tune, {plan.objective}, on {material.judgements} judgements: {best.value:.6f}"
    matchers = {str(judged.language): used for judged, used in zip(material.sets, material.set_matchers, strict=True)}
    rows: list[dict[str, Value]] = [
        {
            "task": "tuned",
            "languages": [code for code in matchers if matchers[code] == used],
            "matchers": list(used),
            "values": list(best.parameters.values),
            "weights": [best.parameters.weights[MATCHERS.index(matcher)] for matcher in used],
            "source": source,
            **formula_options(best.parameters),
        }
        for used in dict.fromkeys(matchers.values())
    ]
    grid = str((plan.grid or NAMED_GRIDS["paper"]).fitted(material.matchers, material.start))
    first = "rough" if plan.grid is None else grid
    provenance: dict[str, Value] = {
        "bolide": VERSION,
        "objective": str(plan.objective),
        "value": best.value,
        "start": start,
        "start_value": tuned.start_value,
        "grid": grid if plan.finest is None else f"{first}, then finer down to {plan.finest:g}",
        "points": tuned.found.points,
        **({"left_out_value": fmean(fold.tested for fold in tuned.folds)} if tuned.folds else {}),
        **({"left_out_start_value": fmean(fold.untuned for fold in tuned.folds)} if tuned.folds else {}),
        "judgements": [f"{judged.name}: {len(judged)}, sha256 {judged.digest()[:16]}" for judged in material.sets],
        "signatures": list(material.signatures),
    }
    like = find_preset(split_choice(start)[0])
    return render_preset(name, material.pipeline, rows, source=source, provenance=provenance, like=like)


def render_preset(
    name: str,
    pipeline: Pipeline,
    rows: Sequence[Mapping[str, Value]],
    *,
    source: str,
    provenance: Mapping[str, Value],
    like: Preset | None = None,
) -> str:
    """Return the text of a preset file: a head from the pipeline and the initial preset, and rows of parameters."""
    head: dict[str, Value] = {"name": name, "title": source, "formula": pipeline.formula}
    head |= {"aligner": pipeline.aligner.name, "beam": pipeline.aligner.beam, "equality": pipeline.aligner.equality}
    head |= {"function_words": pipeline.function_words.of, "task": "tuned", "source": source}
    if pipeline.copy_words.sources:
        head["copy_from"] = list(pipeline.copy_words.sources)
    # An encoder of words is a name, or the absolute path of a file or folder.
    names = ("encoder", "layer", "precision", "threshold")
    head |= {name: value for name in names if (value := getattr(pipeline.matchers, name)) is not None}
    if "encoder" in head:
        place = Path(str(head["encoder"]))
        head["encoder"] = os.fspath(place.resolve() if place.exists() else place)
    if pipeline.unit != "words":
        head["unit"] = pipeline.unit
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


def toml_value(value: Value) -> str:
    """Return a value as TOML, with strings and lists in JSON's syntax."""
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (int, float)):
        return repr(value)
    return "[" + ", ".join(toml_value(part) for part in value) + "]"


def check_name(name: str) -> str:
    """Return the name of a preset; `ConfigurationError` if a signature cannot contain it."""
    if not name or not all(part.isalnum() or part in "._+-" for part in name):
        raise ConfigurationError(f"{name!r} cannot name a preset: use letters, digits, '.', '_', '+' and '-'")
    return name
