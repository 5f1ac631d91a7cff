"""A surface of the objective as a picture: SVG, a cell for every two values of two parameters."""

from __future__ import annotations

from itertools import pairwise
from xml.sax.saxutils import escape

import numpy as np

from bolide.tuning.search import Surface

__all__ = ["draw_surface"]

_CELL, _LEFT, _TOP = 26, 70, 56
# From low to high: dark blue, green, yellow; readable also without colours, since it gets ever lighter.
_COLOURS = ((0.0, (48, 18, 92)), (0.35, (39, 104, 142)), (0.7, (76, 175, 106)), (1.0, (250, 226, 60)))


def draw_surface(surface: Surface, title: str) -> str:
    """Return a picture: one parameter down, the other across, the best value of each cell in colour, the best cell framed."""
    down, across = surface.grid[surface.down], surface.grid[surface.across]
    low, high = float(surface.values.min()), float(surface.values.max())
    best = np.unravel_index(int(surface.values.argmax()), surface.values.shape)
    width, height = _LEFT + _CELL * len(across) + 130, _TOP + _CELL * len(down) + 50
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
        frame = ' stroke="#d00" stroke-width="2"' if (row, column) == best else ""
        parts.append(
            f'<rect x="{_LEFT + _CELL * column}" y="{_TOP + _CELL * row}" width="{_CELL}" height="{_CELL}" '
            f'fill="{_colour(share)}"{frame}><title>{surface.down} {down[row]:g}, {surface.across} {across[column]:g}: '
            f"{value:.4f}</title></rect>"
        )
    parts += _legend(_LEFT + _CELL * len(across) + 24, low, high)
    return "\n".join([*parts, "</svg>", ""])


def _shown(values: tuple[float, ...]) -> list[tuple[int, float]]:
    """Return the values to be written on an axis: all, or every other one where they are many."""
    return [(i, value) for i, value in enumerate(values) if len(values) <= 12 or i % 2 == 0]


def _label(x: float, y: float, value: float, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{value:g}</text>'


def _legend(x: float, low: float, high: float) -> list[str]:
    steps = 6
    values = [(place, low + (high - low) * (1 - place / (steps - 1))) for place in range(steps)]
    return [
        f'<rect x="{x}" y="{_TOP + 20 * place}" width="16" height="20" fill="{_colour(1 - place / (steps - 1))}"/>'
        f'<text x="{x + 22}" y="{_TOP + 20 * place + 14}">{value:.4f}</text>'
        for place, value in values
    ]


def _colour(share: float) -> str:
    for (begin, first), (end, second) in pairwise(_COLOURS):
        if share <= end:
            part = (share - begin) / (end - begin)
            return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in zip(first, second, strict=True))
    return "#" + "".join(f"{part:02x}" for part in _COLOURS[-1][1])
