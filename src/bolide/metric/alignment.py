"""An alignment as people look at it: words, matches, chunks, and a picture of them."""

from __future__ import annotations

from collections.abc import Sequence

from bolide import _core
from bolide.metric.statistics import Statistics
from bolide.records import field_names, record

__all__ = ["Alignment", "Match", "make_matches"]


@record
class Match:
    """A stretch of the hypothesis that stands for a stretch of the reference; ranges are half-open.

    `similarity` is how alike they are to a matcher whose matches are graded; matches of all others are whole.
    """

    hypothesis_start: int
    hypothesis_length: int
    reference_start: int
    reference_length: int
    matcher: str
    chunk: int
    hypothesis: str
    reference: str
    similarity: float = 1.0

    def __repr__(self) -> str:
        """Return the call that makes it; a similarity is named only where the match is not whole."""
        shown = [name for name in field_names(self) if name != "similarity" or self.similarity != 1]
        return f"Match({', '.join(f'{name}={getattr(self, name)!r}' for name in shown)})"

    def covers(self, hypothesis_word: int, reference_word: int) -> bool:
        """Whether the match covers both words."""
        return (
            0 <= hypothesis_word - self.hypothesis_start < self.hypothesis_length
            and 0 <= reference_word - self.reference_start < self.reference_length
        )


@record
class Alignment:
    """A hypothesis aligned with a reference. Printing it shows the words as a grid: hypothesis down, reference across."""

    hypothesis: tuple[str, ...]
    reference: tuple[str, ...]
    hypothesis_function: tuple[bool, ...]
    reference_function: tuple[bool, ...]
    matches: tuple[Match, ...]
    chunks: int
    score: float
    precision: float
    recall: float
    fragmentation: float
    penalty: float
    statistics: Statistics
    hypothesis_copy: tuple[bool, ...] = ()
    reference_copy: tuple[bool, ...] = ()
    chrf: float | None = None

    @property
    def covered(self) -> tuple[list[str | None], list[str | None]]:
        """By which matcher each word of the hypothesis and of the reference is matched; None where by none."""
        hypothesis: list[str | None] = [None] * len(self.hypothesis)
        reference: list[str | None] = [None] * len(self.reference)
        for match in self.matches:
            for words, start, length in (
                (hypothesis, match.hypothesis_start, match.hypothesis_length),
                (reference, match.reference_start, match.reference_length),
            ):
                words[start : start + length] = [match.matcher] * length
        return hypothesis, reference

    def __repr__(self) -> str:
        return f"<Alignment {self.score:.4f}: {len(self.matches)} matches in {self.chunks} chunks>"

    def __str__(self) -> str:
        """Return a picture for a terminal."""
        return self.text()

    def text(self, *, colour: bool = False) -> str:
        """Return a picture as text; `colour` adds a terminal's colours."""
        from bolide.show.pictures import render_text

        return render_text(self, colour=colour)

    def svg(self) -> str:
        """Return a picture as SVG, which needs nothing from outside."""
        from bolide.show.pictures import render_svg

        return render_svg(self)

    def _repr_html_(self) -> str:
        """Return a picture for a notebook."""
        return f'<div style="overflow-x:auto">{self.svg()}</div>'


def make_matches(
    hypothesis: Sequence[str],
    reference: Sequence[str],
    found: Sequence[tuple[int, ...]],
    matchers: Sequence[str],
) -> tuple[Match, ...]:
    """Make matches of numbers, in the order of the reference.

    The numbers are hypothesis start and length, reference start and length, the place of the matcher, and the similarity in 1/1024
    unless the match is whole.
    """
    matches: list[Match] = []
    ends, chunk = (-1, -1), -1
    for i, length, j, reference_length, place, *similarity in found:
        chunk += ends != (i, j)
        ends = (i + length, j + reference_length)
        matches.append(
            Match(
                hypothesis_start=i,
                hypothesis_length=length,
                reference_start=j,
                reference_length=reference_length,
                matcher=matchers[place],
                chunk=chunk,
                hypothesis=hypothesis[i] if length == 1 else " ".join(hypothesis[i : i + length]),
                reference=reference[j] if reference_length == 1 else " ".join(reference[j : j + reference_length]),
                similarity=similarity[0] / _core.WHOLE_SIMILARITY if similarity else 1.0,
            )
        )
    return tuple(matches)
