"""How well entities are recognised, token by token."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bolide.plusplus.iob2 import OUTSIDE

__all__ = ["Accuracy", "measure"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Accuracy:
    """Counts of tokens: in an entity by the gold tags, found, right, and right with the right type."""

    gold: int
    found: int
    right: int
    right_type: int

    @property
    def precision(self) -> float:
        """The share of found tokens that are in an entity."""
        return self.right / self.found if self.found else 0.0

    @property
    def recall(self) -> float:
        """The share of tokens in an entity that are found."""
        return self.right / self.gold if self.gold else 0.0

    @property
    def f1(self) -> float:
        """The harmonic mean of both: entity or not."""
        return 2 * self.right / (self.found + self.gold) if self.found + self.gold else 0.0

    @property
    def typed_f1(self) -> float:
        """The same, where only the right type is right."""
        return 2 * self.right_type / (self.found + self.gold) if self.found + self.gold else 0.0


def measure(
    gold: Sequence[Sequence[str]], found: Sequence[Sequence[str]], ignored: frozenset[str] = frozenset()
) -> Accuracy:
    """Compare types with gold types; found tokens of the types `ignored` count as outside, for gold data that lacks these.

    >>> measure([["PER", "O", "LOC"]], [["PER", "MISC", "O"]], frozenset({"MISC"})).precision
    1.0
    """
    counts = {"gold": 0, "found": 0, "right": 0, "right_type": 0}
    for wanted, got in zip(gold, found, strict=True):
        for want, kind in zip(wanted, got, strict=True):
            is_found = kind != OUTSIDE and kind not in ignored
            counts["gold"] += want != OUTSIDE
            counts["found"] += is_found
            counts["right"] += is_found and want != OUTSIDE
            counts["right_type"] += is_found and want == kind
    return Accuracy(**counts)
