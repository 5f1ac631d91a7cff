"""Facts about tokens by their place in a segment: what no list of words can say.

A layer has an entry for each segment of each system, and for each reference that a segment is shown with.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from bolide.metric.alignment import COPY_WORD, FUNCTION_WORD
from bolide.reports.columns import Side, SystemColumns
from bolide.reports.model import TokenFacts

__all__ = ["FactLayers", "always_function_words", "mark_layers"]

Layer = dict[str, list[Any]]


def always_function_words(systems: Sequence[SystemColumns]) -> list[int] | None:
    """Return the words that are always function words; None where a word may be one here and none there."""
    function, content = (
        {
            int(word)
            for system in systems
            for side in (system.hypotheses, system.references)
            for word in np.unique(side.words[side.marks & FUNCTION_WORD == kind])
        }
        for kind in (FUNCTION_WORD, 0)
    )
    return None if function & content else sorted(function)


def mark_layers(
    systems: Sequence[SystemColumns], chosen: Sequence[Sequence[int]], *, is_function_needed: bool
) -> dict[str, Layer]:
    """Return where function words and copy words are, where that says something; `chosen` as in `SystemSegments`, by system."""
    kinds = {"function": FUNCTION_WORD} if is_function_needed else {}
    sides = [side for system in systems for side in (system.hypotheses, system.references)]
    if any((side.marks & COPY_WORD).any() for side in sides):
        kinds["copy"] = COPY_WORD
    found = {}
    for name, kind in kinds.items():
        layer = _empty(len(systems))
        hypotheses, references = (
            [_places(getattr(system, side), kind) for system in systems] for side in ("hypotheses", "references")
        )
        for ours, theirs, places in zip(
            zip(*hypotheses, strict=True), zip(*references, strict=True), zip(*chosen, strict=True), strict=True
        ):
            _keep(layer, places, list(zip(ours, theirs, strict=True)))
        found[name] = layer
    return found


class FactLayers:
    """Gathers facts segment by segment, and leaves out layers that say nothing."""

    def __init__(self, systems: int) -> None:
        """Start with nothing known."""
        self._layers = {name: _empty(systems) for name in ("tags", "groups", "clauses")}
        self._tags: dict[str, int] = {}

    def add(self, chosen: Sequence[int], facts: Sequence[tuple[TokenFacts, TokenFacts]]) -> None:
        """Add a segment: the number of the reference of each system, and what is known of both sides."""
        numbered = [tuple([self._tag(tag) for tag in side.tags] for side in pair) for pair in facts]
        _keep(self._layers["tags"], chosen, numbered)
        for name in ("groups", "clauses"):
            phrases = [tuple([list(one) for one in getattr(side, name)] for side in pair) for pair in facts]
            _keep(self._layers[name], chosen, phrases)

    def _tag(self, tag: str) -> int:
        return self._tags.setdefault(tag, len(self._tags))

    def build(self) -> dict[str, Layer]:
        """Return the layers that say something."""
        found = {name: layer for name, layer in self._layers.items() if _says_something(layer)}
        if "tags" in found:
            found["tags"] = found["tags"] | {"values": list(self._tags)}
        return found


def _empty(systems: int) -> Layer:
    return {"hypotheses": [[] for _ in range(systems)], "references": []}


def _keep(layer: Layer, chosen: Sequence[int], sides: Sequence[tuple[Any, ...]]) -> None:
    references: list[Any] = [None] * (max(chosen) + 1)
    for system, (place, (ours, theirs)) in enumerate(zip(chosen, sides, strict=True)):
        layer["hypotheses"][system].append(ours)
        references[place] = theirs
    layer["references"].append(references)


def _places(side: Side, kind: int) -> list[list[int]]:
    """Return the places of the words of a kind in each segment."""
    ends = np.cumsum(side.lengths)
    marked = np.flatnonzero(side.marks & kind)
    segments = np.searchsorted(ends, marked, side="right")
    places = (marked - (ends - side.lengths)[segments]).tolist()
    bounds = np.searchsorted(segments, np.arange(len(ends) + 1)).tolist()
    return [places[start:end] for start, end in pairwise(bounds)]


def _says_something(layer: Mapping[str, list[Any]]) -> bool:
    return any(entry for system in layer["hypotheses"] for entry in system) or any(
        entry for group in layer["references"] for entry in group
    )
