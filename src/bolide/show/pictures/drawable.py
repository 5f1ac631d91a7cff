"""What pictures are made of: the shape that an alignment has, and what it says in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from bolide.show.tables import number

__all__ = ["Drawable", "DrawableMatch", "in_words", "summary"]


class DrawableMatch(Protocol):
    """A match, as pictures need it."""

    @property
    def hypothesis_start(self) -> int: ...  # noqa: D102 - as in Match
    @property
    def hypothesis_length(self) -> int: ...  # noqa: D102
    @property
    def reference_start(self) -> int: ...  # noqa: D102
    @property
    def reference_length(self) -> int: ...  # noqa: D102
    @property
    def matcher(self) -> str: ...  # noqa: D102
    @property
    def chunk(self) -> int: ...  # noqa: D102
    @property
    def hypothesis(self) -> str: ...  # noqa: D102
    @property
    def reference(self) -> str: ...  # noqa: D102
    @property
    def similarity(self) -> float: ...  # noqa: D102


class Drawable(Protocol):
    """An alignment, as pictures need it."""

    @property
    def hypothesis(self) -> Sequence[str]: ...  # noqa: D102 - as in Alignment
    @property
    def reference(self) -> Sequence[str]: ...  # noqa: D102
    @property
    def hypothesis_function(self) -> Sequence[bool]: ...  # noqa: D102
    @property
    def reference_function(self) -> Sequence[bool]: ...  # noqa: D102
    @property
    def matches(self) -> Sequence[DrawableMatch]: ...  # noqa: D102
    @property
    def covered(self) -> tuple[Sequence[str | None], Sequence[str | None]]: ...  # noqa: D102
    @property
    def chunks(self) -> int: ...  # noqa: D102
    @property
    def score(self) -> float: ...  # noqa: D102
    @property
    def precision(self) -> float: ...  # noqa: D102
    @property
    def recall(self) -> float: ...  # noqa: D102
    @property
    def penalty(self) -> float: ...  # noqa: D102


def in_words(match: DrawableMatch) -> str:
    """Return what a match says: that its sides stand for each other, or how alike they are."""
    if match.similarity == 1:
        return f"{match.hypothesis} = {match.reference}"
    return f"{match.hypothesis} ~ {match.reference} {f'{match.similarity:.2f}'.lstrip('0')}"


def summary(alignment: Drawable) -> str:
    """Return the numbers of an alignment as a line; chrF where the score has a share of it."""
    chrf = getattr(alignment, "chrf", None)
    share = "" if chrf is None else f"  chrF {chrf:.4f}"
    return (
        f"score {alignment.score:.4f}  P {number(alignment.precision)}  R {number(alignment.recall)}  "
        f"penalty {alignment.penalty:.4f}{share}  chunks {alignment.chunks}"
    )
