"""Which columns of a frame hold text, and which are added to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bolide.errors import ConfigurationError, InputError
from bolide.family.schema import columns_for
from bolide.metric.meteor import Meteor
from bolide.metric.statistics import parts_for

__all__ = ["PREFIX", "Layout", "make_layout"]

PREFIX = "meteor_"
NULLS = ("error", "skip")


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """The columns of text, and what is added; `wide` if each of several columns holds one reference."""

    hypothesis: str
    references: tuple[str, ...]
    wide: bool
    parts: tuple[str, ...]
    statistics: tuple[str, ...]
    prefix: str
    nulls: str

    @property
    def texts(self) -> tuple[str, ...]:
        """The columns that are read."""
        return (self.hypothesis, *self.references)

    @property
    def added(self) -> dict[str, type]:
        """The names of the columns that are added, with the type of their numbers."""
        parts = {self.prefix + part: int if part == "reference" else float for part in self.parts}
        return {**parts, **dict.fromkeys((self.prefix + name for name in self.statistics), int)}

    def check(self, names: Sequence[Any]) -> None:
        """Refuse a frame that lacks a column, or has one by the name of an added one."""
        for name in self.texts:
            if list(names).count(name) != 1:
                fault = "are two columns" if name in names else "is no column"
                raise InputError(f"there {fault} {name!r} in the frame: it has {' '.join(map(str, names))}")
        if taken := [name for name in self.added if name in names]:
            raise InputError(f"the frame has a column {taken[0]!r} already: drop it, or choose another prefix")


def make_layout(
    metric: Meteor,
    *,
    hypothesis: str,
    references: str | Sequence[str],
    parts: Sequence[str],
    statistics: bool,
    prefix: str,
    nulls: str,
) -> Layout:
    """Return the layout of a frame; `ConfigurationError` for a choice that does not exist."""
    chosen = (parts,) if isinstance(parts, str) else tuple(parts)
    # The score itself first; and which reference it is for.
    known = ("score", *parts_for(columns_for(metric.parameters))[:-1], "reference")
    for part in chosen:
        if part not in known:
            raise ConfigurationError(f"unknown part of a score {part!r}: choose some of {' '.join(known)}")
    if not chosen and not statistics:
        raise ConfigurationError("there is nothing to add to the frame: ask for parts of the score, or for statistics")
    if nulls not in NULLS:
        raise ConfigurationError(f"unknown nulls {nulls!r}: choose one of {' '.join(NULLS)}")
    columns = (references,) if isinstance(references, str) else tuple(references)
    if not columns:
        raise ConfigurationError("name the column of references, or several of one reference each")
    return Layout(
        hypothesis=hypothesis,
        references=columns,
        wide=not isinstance(references, str),
        parts=chosen,
        statistics=columns_for(metric.parameters) if statistics else (),
        prefix=prefix,
        nulls=nulls,
    )
