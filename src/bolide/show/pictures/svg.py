"""An alignment as a drawing: reference across, hypothesis down, a mark for every match, brackets round the chunks.

The drawing stands on its own: no script, no font and no style from outside. Its colours suit light and dark pages.
"""

from __future__ import annotations

import html
import unicodedata
from collections.abc import Sequence

from bolide.show.character_cells import clusters, width
from bolide.show.matcher_looks import LOOKS
from bolide.show.pictures.drawable import Drawable, DrawableMatch, in_words, summary

__all__ = ["is_right_to_left", "render_svg"]

CELL = 24
FONT = 14
LETTER = 8.4  # Wider than the mean letter, so that words have room in any font.
GAP = 16
INK, FAINT, RULE, MISSED = "#777", "#9a9a9a", "#7775", "#D55E00"


def render_svg(alignment: Drawable, *, title: str = "") -> str:
    """Return the drawing as one `svg` element."""
    mirrored = is_right_to_left(alignment.reference)
    left = max([_length(word) for word in alignment.hypothesis] or [0]) + 2 * GAP
    top = max([_height(word) for word in alignment.reference] or [0]) + GAP
    grid = len(alignment.reference) * CELL, len(alignment.hypothesis) * CELL
    legend_width = 420
    size = max(left + grid[0] + GAP + top * 0.5, legend_width), top + grid[1] + 3.2 * CELL
    across = [grid[0] - (j + 1) * CELL if mirrored else j * CELL for j in range(len(alignment.reference))]
    origin = (GAP + top * 0.5 if mirrored else left), top
    parts = [
        f'<g transform="translate({origin[0]:g} {origin[1]:g})">',
        *_rules(alignment, grid),
        *_labels(alignment, across, grid, mirrored),
        *(_mark(match, across) for match in alignment.matches),
        *_brackets(alignment.matches, across, grid, mirrored),
        "</g>",
        *_legend(alignment, size[1]),
    ]
    name = html.escape(title or "alignment of " + " ".join(alignment.hypothesis))
    style = f"font: {FONT}px system-ui, sans-serif; fill: {INK}; direction: ltr"
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{size[0]:g}" height="{size[1]:g}" '
        f'viewBox="0 0 {size[0]:g} {size[1]:g}" style="{style}"><title>{name}</title>'
    )
    return "\n".join((head, *parts, "</svg>"))


def is_right_to_left(words: Sequence[str]) -> bool:
    """Whether most letters of some words belong to a script that is written from right to left."""
    kinds = [unicodedata.bidirectional(letter) for word in words for letter in word]
    return sum(kind in ("R", "AL") for kind in kinds) > sum(kind == "L" for kind in kinds)


def _length(word: str) -> float:
    return width(word) * LETTER


def _is_wide(word: str) -> bool:
    return width(word) > len(clusters(word)) and all(unicodedata.east_asian_width(letter) in "WF" for letter in word)


def _height(word: str) -> float:
    return len(word) * (FONT + 2) + 6 if _is_wide(word) else _length(word) * 0.87 + 10


def _rules(alignment: Drawable, grid: tuple[int, int]) -> list[str]:
    down = "".join(f"M{j * CELL} 0V{grid[1]}" for j in range(len(alignment.reference) + 1))
    across = "".join(f"M0 {i * CELL}H{grid[0]}" for i in range(len(alignment.hypothesis) + 1))
    return [f'<path d="{down}{across}" stroke="{RULE}" stroke-width="0.5" fill="none"/>']


def _labels(alignment: Drawable, across: Sequence[int], grid: tuple[int, int], mirrored: bool) -> list[str]:
    """Return the words: what is not matched in another colour, function words fainter."""
    covered = alignment.covered
    parts = []
    for i, word in enumerate(alignment.hypothesis):
        x, anchor = (grid[0] + GAP, "start") if mirrored else (-GAP, "end")
        style = _word_style(covered[0][i], alignment.hypothesis_function[i])
        y = (i + 0.5) * CELL + FONT * 0.35
        parts.append(f'<text x="{x}" y="{y:g}" text-anchor="{anchor}"{style}>{html.escape(word)}</text>')
    for j, word in enumerate(alignment.reference):
        style = _word_style(covered[1][j], alignment.reference_function[j])
        middle = across[j] + CELL / 2
        if _is_wide(word):  # Upright, as these scripts are written down a page.
            rows = [
                f'<text x="{middle:g}" y="{-GAP + 4 - (len(word) - 1 - row) * (FONT + 2):g}" text-anchor="middle"{style}>{html.escape(letter)}</text>'
                for row, letter in enumerate(word)
            ]
            parts += rows
            continue
        turn = f"translate({middle + 4:g} {-GAP + 4}) rotate(-60)"
        parts.append(f'<text transform="{turn}"{style}>{html.escape(word)}</text>')
    return parts


def _word_style(matcher: str | None, is_function: bool) -> str:
    colour = "" if matcher else f' fill="{MISSED}"'
    return colour + (' opacity="0.6"' if is_function else "")


def _mark(match: DrawableMatch, across: Sequence[int]) -> str:
    """Return the rectangle of a match with its matcher's shape in the middle, and words for who hovers."""
    x = min(across[match.reference_start], across[match.reference_start + match.reference_length - 1])
    y = match.hypothesis_start * CELL
    wide, high = match.reference_length * CELL, match.hypothesis_length * CELL
    colour = LOOKS[match.matcher].light
    box = f'<rect x="{x + 1}" y="{y + 1}" width="{wide - 2}" height="{high - 2}" rx="3" fill="{colour}" fill-opacity="0.2"/>'
    title = html.escape(f"{in_words(match)}: {match.matcher}, chunk {match.chunk + 1}")
    return f"<g><title>{title}</title>{box}{_shape(match.matcher, x + wide / 2, y + high / 2)}</g>"


def _shape(matcher: str, x: float, y: float) -> str:
    look = LOOKS[matcher]
    filled = f'<path d="{look.filled}" fill="{look.light}"/>' if look.filled else ""
    hollow = f'<path d="{look.hollow}" fill="none" stroke="{look.light}" stroke-width="2.2"/>' if look.hollow else ""
    return f'<g transform="translate({x:g} {y:g})">{filled}{hollow}</g>'


def _brackets(
    matches: Sequence[DrawableMatch], across: Sequence[int], grid: tuple[int, int], mirrored: bool
) -> list[str]:
    """Return a bracket beside the rows and over the columns of every chunk."""
    parts = []
    edge, tick = (grid[0] + 8, -3) if mirrored else (-8, 3)
    for number in dict.fromkeys(match.chunk for match in matches):
        own = [match for match in matches if match.chunk == number]
        first, last = (
            min(match.hypothesis_start for match in own) * CELL + 3,
            max(match.hypothesis_start + match.hypothesis_length for match in own) * CELL - 3,
        )
        places = [across[match.reference_start + offset] for match in own for offset in range(match.reference_length)]
        low, high = min(places) + 3, max(places) + CELL - 3
        parts.append(f"M{edge + tick} {first}H{edge}V{last}h{tick}")
        parts.append(f"M{low} -4V-7H{high}v3")
    return [f'<path d="{"".join(parts)}" fill="none" stroke="{FAINT}" stroke-width="1.5"/>']


def _legend(alignment: Drawable, height: float) -> list[str]:
    parts, x = [], GAP
    for name in dict.fromkeys(match.matcher for match in alignment.matches):
        y = height - 1.6 * CELL
        parts.append(_shape(name, x + 7, y))
        parts.append(f'<text x="{x + 20}" y="{y + 5:g}">{html.escape(name)}</text>')
        x += 36 + round(_length(name))
    text = summary(alignment) if alignment.matches else "no matches  " + summary(alignment)
    parts.append(f'<text x="{GAP}" y="{height - 0.6 * CELL:g}" style="white-space: pre">{html.escape(text)}</text>')
    return parts
