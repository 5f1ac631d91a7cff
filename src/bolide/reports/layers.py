"""Facts about tokens by their place in a segment: what no list of words can say.

A layer has an entry for each segment of each system, and for each reference that a segment is shown with.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import compress
from typing import Any

from bolide.metric.alignment import Alignment
from bolide.reports.model import TokenFacts

__all__ = ["Layers"]

FUNCTION, COPY = "function", "copy"
Facts = Mapping[str, tuple[TokenFacts, TokenFacts]]


class Layers:
    """Gathers facts segment by segment, and leaves out layers that say nothing."""

    def __init__(self, systems: int) -> None:
        """Start with nothing known."""
        self._systems = systems
        self._layers: dict[str, dict[str, list[Any]]] = {}
        self._tags: dict[str, int] = {}
        self._kinds: tuple[set[str], set[str]] = set(), set()
        self._segments = 0

    def add(
        self,
        alignments: Sequence[Alignment],
        chosen: Sequence[int],
        facts: Sequence[tuple[TokenFacts, TokenFacts]] | None,
    ) -> None:
        """Add a segment: the alignment of each system, the number of its reference, and further facts, if there are any."""
        for name, sides in (
            (FUNCTION, [(item.hypothesis_function, item.reference_function) for item in alignments]),
            (COPY, [(item.hypothesis_copy, item.reference_copy) for item in alignments]),
        ):
            self._keep(name, chosen, [(_places(ours), _places(theirs)) for ours, theirs in sides])
        for item in alignments:
            for words, flags in (
                (item.hypothesis, item.hypothesis_function),
                (item.reference, item.reference_function),
            ):
                self._kinds[1].update(compress(words, flags))
                self._kinds[0].update(word for word, flag in zip(words, flags, strict=True) if not flag)
        if facts is not None:
            numbered = [tuple([self._tag(tag) for tag in side.tags] for side in pair) for pair in facts]
            self._keep("tags", chosen, numbered)
            for name in ("groups", "clauses"):
                self._keep(
                    name, chosen, [tuple([list(one) for one in getattr(side, name)] for side in pair) for pair in facts]
                )
        self._segments += 1

    def _tag(self, tag: str) -> int:
        return self._tags.setdefault(tag, len(self._tags))

    def _keep(self, name: str, chosen: Sequence[int], sides: Sequence[tuple[Any, ...]]) -> None:
        empty: dict[str, list[Any]] = {"hypotheses": [[] for _ in range(self._systems)], "references": []}
        layer = self._layers.setdefault(name, empty)
        references: list[Any] = [None] * (max(chosen) + 1)
        for system, (place, (ours, theirs)) in enumerate(zip(chosen, sides, strict=True)):
            layer["hypotheses"][system].append(ours)
            references[place] = theirs
        layer["references"].append(references)

    def function_words(self) -> list[str] | None:
        """Return the words that are always function words; None where a word may be one here and none there."""
        return None if self._kinds[0] & self._kinds[1] else list(self._kinds[1])

    def build(self) -> dict[str, Any]:
        """Return the layers that say something."""
        left_out = set() if self.function_words() is None else {FUNCTION}
        found: dict[str, Any] = {
            name: layer for name, layer in self._layers.items() if name not in left_out and _says_something(layer)
        }
        if "tags" in found:
            found["tags"] = found["tags"] | {"values": list(self._tags)}
        return found


def _places(flags: Sequence[bool]) -> list[int]:
    return [place for place, flag in enumerate(flags) if flag]


def _says_something(layer: Mapping[str, list[Any]]) -> bool:
    return any(entry for system in layer["hypotheses"] for entry in system) or any(
        entry for group in layer["references"] for entry in group
    )
