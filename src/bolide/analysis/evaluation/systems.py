"""Whole systems: what people say of each, and both on samples of the segments, for confidence intervals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from bolide.analysis.evaluation.judgements import JudgementSet
from bolide.analysis.evaluation.measures import generator_of
from bolide.analysis.resampling import Resampling, counts
from bolide.metric.statistics import Floats, Integers

__all__ = ["Systems", "Table", "systems_of"]

Table: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Systems:
    """The systems of a set: the numbers of their translations, and the segment of every translation.

    For each system and segment, `earned` is what people gave (scores, or comparisons won) and `asked` how often they were asked.
    """

    members: tuple[Integers, ...]
    segments: Integers
    earned: Table
    asked: Table

    def __len__(self) -> int:
        return len(self.members)

    @property
    def human(self) -> Floats:
        """What people say of each system: its mean score, or the share of comparisons that it wins."""
        values: Floats = self.earned.sum(axis=1) / np.maximum(self.asked.sum(axis=1), 1)
        return values

    def draw(self, judged: JudgementSet, resampling: Resampling) -> Table:
        """Return samples of the segments, drawn with replacement: how often each is in it, a row for each sample."""
        return counts(generator_of(judged, resampling), resampling.samples, self.earned.shape[1]).astype(np.float64)

    def drawn_human(self, draws: Table) -> Table:
        """Return what people say of each system on samples; NaN where a sample has no judgement of it."""
        with np.errstate(invalid="ignore"):
            values: Table = (draws @ self.earned.T) / (draws @ self.asked.T)
        return values


def systems_of(judged: JudgementSet) -> Systems:
    """Return the systems of a set that are named."""
    by_name: dict[str, list[int]] = {}
    for number, translation in enumerate(judged.translations):
        if translation.system is not None:
            by_name.setdefault(translation.system, []).append(number)
    members = tuple(np.array(numbers, dtype=np.int64) for numbers in by_name.values())
    system = np.full(len(judged.translations), len(members), dtype=np.int64)  # One row more, for those without a name.
    for place, numbers in enumerate(members):
        system[numbers] = place
    segments = np.zeros(len(judged.translations), dtype=np.int64)
    earned, asked = np.zeros((2, len(members) + 1, int(judged.groups.max()) + 1))
    for side, gain in ((judged.first, judged.human), (judged.second, 0.0)):
        if side is not None:
            segments[side] = judged.groups
            np.add.at(earned, (system[side], judged.groups), 1.0 if gain is None else gain)
            np.add.at(asked, (system[side], judged.groups), 1.0)
    return Systems(members=members, segments=segments, earned=earned[:-1], asked=asked[:-1])
