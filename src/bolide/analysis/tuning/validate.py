"""Whether what was tuned holds elsewhere: cross-validation, and how an optimum moves with the sample."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from bolide.analysis import resampling
from bolide.analysis.tuning.material import Material
from bolide.analysis.tuning.search import Found, Sweep
from bolide.errors import ConfigurationError
from bolide.metric.parameters import Parameters
from bolide.metric.statistics import Integers

__all__ = ["Fold", "Stability", "cross_validate", "stability"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fold:
    """Parameters tuned on all but one part: the objective on what they were tuned on, and on the part left out.

    `untuned` is the objective of the parameters that one starts from, on the part left out.
    """

    name: str
    parameters: Parameters
    tuned: float
    tested: float
    untuned: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Stability:
    """The optima of samples drawn with replacement: their parameters, and by how much the optimum of all falls short of them."""

    optima: tuple[Parameters, ...]
    shortfalls: tuple[float, ...]


def cross_validate(
    material: Material,
    search: Callable[[Material], Sweep],
    start: Parameters,
    *,
    folds: int | str,
    seed: int,
    done: Callable[[], None] = lambda: None,
) -> list[Fold]:
    """Tune on all parts but one, and test on that one, in turn.

    The parts are `folds` random parts of the segments of every set, or the sets themselves for `folds="sets"`.
    """
    found = []
    for name, inside in _sets_out(material) if folds == "sets" else _segments_out(material, int(folds), seed):
        outside = [1 - part for part in inside]
        best = search(material.with_counts(inside)).best[0]
        tested, untuned = material.with_counts(outside).values([best.parameters, start]).tolist()
        found.append(Fold(name=name, parameters=best.parameters, tuned=best.value, tested=tested, untuned=untuned))
        done()
    return found


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
        raise ConfigurationError(f"the number of folds has to be from 2 to {fewest}, the segments of the smallest set")
    random = resampling.generator(seed)
    parts = [resampling.folds(random, folds, int(judged.groups.max()) + 1)[judged.groups] for judged in material.sets]
    return [(f"fold {fold + 1}", [(part != fold).astype(np.int64) for part in parts]) for fold in range(folds)]


def stability(
    material: Material,
    search: Callable[[Material], Sweep],
    best: Found,
    *,
    samples: int,
    seed: int,
    done: Callable[[], None] = lambda: None,
) -> Stability:
    """Tune on samples of the segments of every set, drawn with replacement."""
    random = resampling.generator(seed, 1)
    optima: list[Parameters] = []
    shortfalls: list[float] = []
    for _ in range(samples):
        sample = material.with_counts([_draw(judged.groups, random) for judged in material.sets])
        found = search(sample).best[0]
        optima.append(found.parameters)
        shortfalls.append(found.value - float(sample.values([best.parameters])[0]))
        done()
    return Stability(optima=tuple(optima), shortfalls=tuple(shortfalls))


def _draw(groups: Integers, random: np.random.Generator) -> Integers:
    """Return how often each judgement is drawn: as often as its segment."""
    drawn: Integers = resampling.counts(random, 1, int(groups.max()) + 1)[0][groups]
    return drawn
