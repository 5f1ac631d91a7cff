"""A drawing of costs against sizes: both axes logarithmic, a line for each tool, SVG that suits light and dark pages."""

from __future__ import annotations

import html
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 760, 400
LEFT, TOP, RIGHT, BOTTOM = 70, 40, 190, 50
INK, RULE = "#7d7d7d", "#7d7d7d55"
COLOURS = ("#D55E00", "#E69F00", "#2F8FD0", "#009E73", "#CC79A7", "#8F7FE0", "#6FA8A0", "#B0663A")
DIGITS = (1, 2, 5)
# From the least number of an axis to the most: beyond it, powers of ten are enough to read by.
MANY = 500

Points = Sequence[tuple[float, float]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Axis:
    """What numbers lie where. Zero, which has no logarithm, lies half a decade before one."""

    least: float
    most: float
    start: float
    end: float

    def place(self, value: float) -> float:
        """Where a number lies, in the drawing's units."""
        low, high = _logarithm(self.least), _logarithm(self.most)
        return self.start + (_logarithm(value) - low) / ((high - low) or 1) * (self.end - self.start)


def render(title: str, x_label: str, y_label: str, lines: Mapping[str, Points]) -> str:
    """Return the drawing as one `svg` element; names keep their colours by the order they come in."""
    drawn = {name: points for name, points in lines.items() if points}
    across_numbers = sorted({x for points in drawn.values() for x, _ in points})
    heights = [y for points in drawn.values() for _, y in points]
    across = Axis(least=across_numbers[0], most=across_numbers[-1], start=LEFT, end=WIDTH - RIGHT)
    up = Axis(least=_below(min(heights)), most=_above(max(heights)), start=HEIGHT - BOTTOM, end=TOP)
    colours = dict(zip(lines, COLOURS, strict=False))
    parts = [
        *_rules(across, across_numbers, up),
        *(_line(name, drawn[name], colours[name], across, up) for name in drawn),
        *_legend(sorted(drawn, key=lambda name: -drawn[name][-1][1]), colours),
        f'<text x="{LEFT}" y="20" font-weight="bold">{html.escape(title)}</text>',
        f'<text x="{(LEFT + WIDTH - RIGHT) / 2:g}" y="{HEIGHT - 10}" text-anchor="middle">{html.escape(x_label)}</text>',
        f'<text transform="translate(16 {(TOP + HEIGHT - BOTTOM) / 2:g}) rotate(-90)" text-anchor="middle">',
        f"{html.escape(y_label)}</text>",
    ]
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}" style="font: 13px system-ui, sans-serif; fill: {INK}">'
        f"<title>{html.escape(title)}</title>"
    )
    return "\n".join((head, *parts, "</svg>\n"))


def short(value: float) -> str:
    """A number as an axis has room for: 16k, 1M, 0.05."""
    for size, letter in ((1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{value / size:g}{letter}"
    return f"{value:g}"


def _logarithm(value: float) -> float:
    return math.log10(value) if value > 0 else -0.5


def _below(value: float) -> float:
    """The next number of the axis at or below a value."""
    power = 10.0 ** math.floor(math.log10(value))
    return max(power * digit for digit in DIGITS if power * digit <= value * (1 + 1e-9))


def _above(value: float) -> float:
    """The next number of the axis at or above a value."""
    power = 10.0 ** math.floor(math.log10(value))
    return min(power * digit for digit in (*DIGITS, 10) if power * digit >= value * (1 - 1e-9))


def _numbers(axis: Axis) -> list[float]:
    """The powers of ten on an axis; where there are few, 2 and 5 times them too."""
    powers = range(math.floor(math.log10(axis.least)), math.ceil(math.log10(axis.most)) + 1)
    digits = (1,) if axis.most / axis.least > MANY else DIGITS
    numbers = (10.0**power * digit for power in powers for digit in digits)
    return [number for number in numbers if axis.least * (1 - 1e-9) <= number <= axis.most * (1 + 1e-9)]


def _rules(across: Axis, across_numbers: Sequence[float], up: Axis) -> list[str]:
    numbers = _numbers(up)
    parts = []
    for number in numbers:
        y = up.place(number)
        parts.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="{RULE}"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{short(number)}</text>')
    for number in across_numbers:
        x = across.place(number)
        parts.append(f'<path d="M{x:.1f} {TOP}V{HEIGHT - BOTTOM}" stroke="{RULE}"/>')
        parts.append(f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{short(number)}</text>')
    return parts


def _line(name: str, points: Points, colour: str, across: Axis, up: Axis) -> str:
    places = [(across.place(x), up.place(y)) for x, y in points]
    path = "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
    marks = "".join(
        f'<circle cx="{place[0]:.1f}" cy="{place[1]:.1f}" r="3.5"><title>{html.escape(name)}, {x:,g}: {y:,.3g}</title></circle>'
        for place, (x, y) in zip(places, points, strict=True)
    )
    return f'<g fill="{colour}"><path d="M{path}" stroke="{colour}" stroke-width="2" fill="none"/>{marks}</g>'


def _legend(names: Sequence[str], colours: Mapping[str, str]) -> list[str]:
    """The names, in the order of the lines' right ends."""
    left = WIDTH - RIGHT + 16
    parts = []
    for row, name in enumerate(names):
        y = TOP + 12 + 22 * row
        parts.append(f'<path d="M{left} {y}h22" stroke="{colours[name]}" stroke-width="3"/>')
        parts.append(f'<text x="{left + 30}" y="{y + 4}">{html.escape(name)}</text>')
    return parts
