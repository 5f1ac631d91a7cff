"""An alignment as text: a grid with the hypothesis down and the reference across, or a list where that is too wide.

Cells are as wide as the words over them need, so that wide and combining characters stay in line.
"""

from __future__ import annotations

from collections.abc import Callable

from bolide.show.character_cells import clusters, pad, width
from bolide.show.matcher_looks import LOOKS
from bolide.show.pictures.drawable import Drawable, DrawableMatch, in_words, summary

__all__ = ["render_text"]

WIDEST_PICTURE = 60
EMPTY = "·"
_DIM, _UNMATCHED = "2", "31"

Paint = Callable[[str, str], str]


def _plain(text: str, _code: str) -> str:
    return text


def _coloured(text: str, code: str) -> str:
    return f"\033[{code}m{text}\033[0m" if code and text.strip() else text


def render_text(alignment: Drawable, *, colour: bool = False) -> str:
    """Return a picture for a terminal; with `colour`, matchers have theirs, function words are dim, and what is not matched is red."""
    paint = _coloured if colour else _plain
    fits = 0 < len(alignment.reference) <= WIDEST_PICTURE and len(alignment.hypothesis) > 0
    body = _grid(alignment, paint) if fits else _list(alignment, paint)
    used = dict.fromkeys(match.matcher for match in alignment.matches)
    legend = "  ".join(f"{_mark(name, paint)} {name}" for name in used) or "no matches"
    graded = [in_words(match) for match in alignment.matches if match.similarity != 1] if fits else []
    return "\n".join((*body, "", legend, *(["   ".join(graded)] if graded else ()), summary(alignment)))


def _mark(matcher: str, paint: Paint) -> str:
    return paint(LOOKS[matcher].symbol, LOOKS[matcher].terminal)


def _grid(alignment: Drawable, paint: Paint) -> list[str]:
    left = pad(alignment.hypothesis, right=True)
    styles = _styles(alignment)
    upright = [clusters(word) for word in alignment.reference]
    height = max(map(len, upright))
    columns = [pad([""] * (height - len(parts)) + parts, right=False) for parts in upright]
    margin = " " * width(left[0])
    lines = []
    for row in range(height):
        cells = [paint(column[row], style) for column, style in zip(columns, styles[1], strict=True)]
        lines.append((margin + "  " + " ".join(cells)).rstrip())
    marks = _marks(alignment)
    for i, word in enumerate(left):
        cells = []
        for j, column in enumerate(columns):
            match = marks.get((i, j))
            mark = _mark(match.matcher, paint) if match else EMPTY
            cells.append(mark + " " * (width(column[0]) - 1))
        lines.append(f"{paint(word, styles[0][i])}  {' '.join(cells)}".rstrip())
    return lines


def _styles(alignment: Drawable) -> tuple[list[str], list[str]]:
    """Return how the words of both sides are painted: red if not matched, dim if function words."""

    def style(matcher: str | None, is_function: bool) -> str:
        return ";".join([_DIM] * is_function + [_UNMATCHED] * (matcher is None))

    hypothesis, reference = alignment.covered
    return (
        list(map(style, hypothesis, alignment.hypothesis_function)),
        list(map(style, reference, alignment.reference_function)),
    )


def _marks(alignment: Drawable) -> dict[tuple[int, int], DrawableMatch]:
    """Return which match covers a cell of the grid."""
    return {
        (i, j): match
        for match in alignment.matches
        for i in range(match.hypothesis_start, match.hypothesis_start + match.hypothesis_length)
        for j in range(match.reference_start, match.reference_start + match.reference_length)
    }


def _list(alignment: Drawable, paint: Paint) -> list[str]:
    lines = [f"hypothesis  {' '.join(alignment.hypothesis)}", f"reference   {' '.join(alignment.reference)}"]
    lines += [f"{_mark(match.matcher, paint)} chunk {match.chunk}: {in_words(match)}" for match in alignment.matches]
    return lines
