"""A surface of the objective as a picture: SVG, a cell for every two values of two parameters."""

from __future__ import annotations

from itertools import pairwise
from xml.sax.saxutils import escape

import numpy as np

from bolide.analysis.tuning.search import Surface

__all__ = ["draw_surface"]

_CELL, _LEFT, _TOP = 26, 70, 56
_STEP, _STEPS = 20, 6  # of the legend
# From low to high: dark blue, green, yellow; readable also without colours, since it gets ever lighter.
_COLOURS = ((0.0, (48, 18, 92)), (0.35, (39, 104, 142)), (0.7, (76, 175, 106)), (1.0, (250, 226, 60)))


def draw_surface(surface: Surface, title: str) -> str:
    """Return a picture: one parameter down, the other across, the best value of each cell in colour, the best cell framed."""
    down, across = surface.grid[surface.down], surface.grid[surface.across]
    low, high = float(surface.values.min()), float(surface.values.max())
    best = np.unravel_index(int(surface.values.argmax()), surface.values.shape)
    width = max(_LEFT + _CELL * len(across) + 130, _LEFT + 8 * len(title))  # Letters of the title are about 8 wide.
    height = _TOP + max(_CELL * len(down), _STEP * _STEPS) + 50
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="11" role="img">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        f'<text x="{_LEFT}" y="20" font-size="14">{escape(title)}</text>',
        f'<text x="{_LEFT + _CELL * len(across) / 2}" y="{_TOP - 22}" text-anchor="middle">{surface.across}</text>',
        f'<text transform="translate(16 {_TOP + _CELL * len(down) / 2}) rotate(-90)" text-anchor="middle">{surface.down}</text>',
    ]
    parts += [_label(_LEFT + _CELL * (i + 0.5), _TOP - 6, value, "middle") for i, value in _shown(across)]
    parts += [_label(_LEFT - 6, _TOP + _CELL * (i + 0.65), value, "end") for i, value in _shown(down)]
    for (row, column), value in np.ndenumerate(surface.values):
        share = (float(value) - low) / (high - low) if high > low else 1.0
        parts.append(
            f'<rect {_place(row, column)} fill="{_colour(share)}"><title>{surface.down} {down[row]:g}, '
            f"{surface.across} {across[column]:g}: {value:.4f}</title></rect>"
        )
    # Behind all cells, or those to the right and below would cover half of the frame.
    frame = 'fill="none" stroke="#d00" stroke-width="2" pointer-events="none"'
    parts.append(f"<rect {_place(int(best[0]), int(best[1]))} {frame}/>")
    parts += _legend(_LEFT + _CELL * len(across) + 24, low, high)
    return "\n".join([*parts, "</svg>", ""])


def _shown(values: tuple[float, ...]) -> list[tuple[int, float]]:
    """Return the values to be written on an axis: all, or every other one where they are many."""
    return [(i, value) for i, value in enumerate(values) if len(values) <= 12 or i % 2 == 0]


def _label(x: float, y: float, value: float, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{value:g}</text>'


def _place(row: int, column: int) -> str:
    return f'x="{_LEFT + _CELL * column}" y="{_TOP + _CELL * row}" width="{_CELL}" height="{_CELL}"'


def _legend(x: float, low: float, high: float) -> list[str]:
    parts = []
    for place in range(_STEPS):
        share, y = 1 - place / (_STEPS - 1), _TOP + _STEP * place
        parts.append(f'<rect x="{x}" y="{y}" width="16" height="{_STEP}" fill="{_colour(share)}"/>')
        parts.append(f'<text x="{x + 22}" y="{y + 14}">{low + (high - low) * share:.4f}</text>')
    return parts


def _colour(share: float) -> str:
    for (begin, first), (end, second) in pairwise(_COLOURS):
        if share <= end:
            part = (share - begin) / (end - begin)
            return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in zip(first, second, strict=True))
    return "#" + "".join(f"{part:02x}" for part in _COLOURS[-1][1])
