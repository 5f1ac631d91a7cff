"""Pictures of one alignment: as text for a terminal, as SVG for everything else.

Both have the hypothesis down and the reference across. The drawing needs no script, font or style from outside, and its colours suit
light and dark pages. The cells of the text are as wide as the words over them, so that wide and combining characters stay in line; a
grid that would be too wide is shown as a list.
"""

import html
import unicodedata
from collections.abc import Callable, Sequence
from typing import NamedTuple

from bolide.records import record
from bolide.show import clusters, pad, width
from bolide.show.matcher_looks import LOOKS
from bolide.show.tables import number

__all__ = ["Match", "is_right_to_left", "render_svg", "render_text"]

CELL = 24
FONT = 14
LETTER = 8.4  # Wider than the mean letter, so that words have room in any font.
GAP = 16
INK, FAINT, RULE, MISSED = "#777", "#9a9a9a", "#7775", "#D55E00"
WIDEST_PICTURE = 60
LONGEST_WORD = 100  # A grid has a line for each letter of the longest word.
EMPTY = "·"
_DIM, _UNMATCHED = "2", "31"

Paint = Callable[[str, str], str]

# The displayed names of the parts that only some scores have.
PART_NAMES = {"chrf": "chrF", "lcs": "LCS", "semantics": "meaning"}


class Match(NamedTuple):
    """A span of the hypothesis matched with a span of the reference; ranges are half-open.

    `similarity` is 1 except for matchers with graded matches.
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
        """Return the call that makes it; the similarity is named only if it is below 1."""
        shown = [name for name in self._fields if name != "similarity" or self.similarity != 1]
        return f"Match({', '.join(f'{name}={getattr(self, name)!r}' for name in shown)})"


@record
class Drawable:
    """An alignment, as pictures need it; a part that the score does not include is None."""

    chrf: float | None = None
    lcs: float | None = None
    semantics: float | None = None
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

    @property
    def covered(self) -> tuple[list[str | None], list[str | None]]:
        """The matcher of each word of the hypothesis and of the reference; None if it is not matched."""
        hypothesis: list[str | None] = [None] * len(self.hypothesis)
        reference: list[str | None] = [None] * len(self.reference)
        for match in self.matches:
            for words, start, length in (
                (hypothesis, match.hypothesis_start, match.hypothesis_length),
                (reference, match.reference_start, match.reference_length),
            ):
                words[start : start + length] = [match.matcher] * length
        return hypothesis, reference


def in_words(match: Match) -> str:
    """Return both sides of a match with an equals sign, or with their similarity."""
    if match.similarity == 1:
        return f"{match.hypothesis} = {match.reference}"
    return f"{match.hypothesis} ~ {match.reference} {f'{match.similarity:.2f}'.lstrip('0')}"


def summary(alignment: Drawable) -> str:
    """Return the numbers of an alignment as a line, including other parts of the score."""
    parts = {name: getattr(alignment, name) for name in PART_NAMES}
    shares = "".join(f"  {PART_NAMES[name]} {part:.4f}" for name, part in parts.items() if part is not None)
    return (
        f"score {alignment.score:.4f}  P {number(alignment.precision)}  R {number(alignment.recall)}  "
        f"penalty {alignment.penalty:.4f}{shares}  chunks {alignment.chunks}"
    )


def _coloured(text: str, code: str) -> str:
    return f"\033[{code}m{text}\033[0m" if code and text.strip() else text


def render_text(alignment: Drawable, *, colour: bool = False) -> str:
    """Return a picture for a terminal; with `colour`, each matcher has its colour, function words are dim and unmatched words red."""
    paint: Paint = _coloured if colour else lambda text, _: text
    longest = max(map(len, (*alignment.hypothesis, *alignment.reference)), default=0)
    fits = 0 < len(alignment.reference) <= WIDEST_PICTURE and len(alignment.hypothesis) > 0 and longest <= LONGEST_WORD
    body = _text_grid(alignment, paint) if fits else _text_list(alignment, paint)
    used = dict.fromkeys(match.matcher for match in alignment.matches)
    legend = "  ".join(f"{_symbol(name, paint)} {name}" for name in used) or "no matches"
    graded = [in_words(match) for match in alignment.matches if match.similarity != 1] if fits else []
    nearest = _nearest(alignment) if fits else []
    lists = ["   ".join(listed) for listed in (graded, nearest) if listed]
    return "\n".join((*body, "", legend, *lists, summary(alignment)))


def _nearest(alignment: Drawable) -> list[str]:
    """Return the other words nearest in meaning, if the score uses them."""
    found: Sequence[Match] = getattr(alignment, "nearest", ())
    others = (each for each in found if each.hypothesis != each.reference and each.similarity >= 0.005)
    return [f"{each.hypothesis} ≈ {each.reference} {f'{each.similarity:.2f}'.lstrip('0')}" for each in others]


def _symbol(matcher: str, paint: Paint) -> str:
    return paint(LOOKS[matcher].symbol, LOOKS[matcher].terminal)


def _text_grid(alignment: Drawable, paint: Paint) -> list[str]:
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
    marks = _cells(alignment)
    for i, word in enumerate(left):
        cells = []
        for j, column in enumerate(columns):
            match = marks.get((i, j))
            mark = _symbol(match.matcher, paint) if match else EMPTY
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


def _cells(alignment: Drawable) -> dict[tuple[int, int], Match]:
    """Return which match covers a cell of the grid."""
    return {
        (i, j): match
        for match in alignment.matches
        for i in range(match.hypothesis_start, match.hypothesis_start + match.hypothesis_length)
        for j in range(match.reference_start, match.reference_start + match.reference_length)
    }


def _text_list(alignment: Drawable, paint: Paint) -> list[str]:
    lines = [f"hypothesis  {' '.join(alignment.hypothesis)}", f"reference   {' '.join(alignment.reference)}"]
    lines += [f"{_symbol(match.matcher, paint)} chunk {match.chunk}: {in_words(match)}" for match in alignment.matches]
    return lines


def render_svg(alignment: Drawable) -> str:
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
    name = html.escape("alignment of " + " ".join(alignment.hypothesis))
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
    """Return the words: unmatched ones in another colour, function words fainter."""
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
            for row, letter in enumerate(word):
                y = -GAP + 4 - (len(word) - 1 - row) * (FONT + 2)
                parts.append(f'<text x="{middle:g}" y="{y:g}" text-anchor="middle"{style}>{html.escape(letter)}</text>')
        else:
            turn = f"translate({middle + 4:g} {-GAP + 4}) rotate(-60)"
            parts.append(f'<text transform="{turn}"{style}>{html.escape(word)}</text>')
    return parts


def _word_style(matcher: str | None, is_function: bool) -> str:
    colour = "" if matcher else f' fill="{MISSED}"'
    return colour + (' opacity="0.6"' if is_function else "")


def _mark(match: Match, across: Sequence[int]) -> str:
    """Return the rectangle of a match with its matcher's shape in the middle, and a tooltip."""
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


def _brackets(matches: Sequence[Match], across: Sequence[int], grid: tuple[int, int], mirrored: bool) -> list[str]:
    """Return a bracket beside the rows and over the columns of every chunk."""
    parts = []
    edge, tick = (grid[0] + 8, -3) if mirrored else (-8, 3)
    for chunk in dict.fromkeys(match.chunk for match in matches):
        own = [match for match in matches if match.chunk == chunk]
        first = min(match.hypothesis_start for match in own) * CELL + 3
        last = max(match.hypothesis_start + match.hypothesis_length for match in own) * CELL - 3
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
