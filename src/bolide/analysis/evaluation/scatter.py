"""Scores beside those of people as a picture: SVG, a panel for each metric, a dot for each judgement."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape

import numpy as np

from bolide.analysis.agreement import correlate
from bolide.analysis.evaluation.candidates import Candidate
from bolide.analysis.evaluation.judgements import JudgementSet
from bolide.errors import InputError
from bolide.metric.statistics import Floats
from bolide.show.tables import number

__all__ = ["draw_scatter"]

_SIDE, _MARGIN, _TOP = 240, 44, 48


def draw_scatter(sets: Sequence[JudgementSet], candidates: Sequence[Candidate]) -> str:
    """Return a picture: a row of panels for each set, people's scores across, the metric's down (Gupta et al. 2010, figures 2 to 6)."""
    width, height = _MARGIN + (_SIDE + _MARGIN) * len(candidates), _TOP + (_SIDE + _TOP) * len(sets)
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="11" role="img">',
        "<title>Scores of metrics beside those of people</title>",
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
    ]
    for row, judged in enumerate(sets):
        if judged.human is None:
            raise InputError(f"{judged.name} holds rankings: a scatter plot is of scores")
        for column, candidate in enumerate(candidates):
            scores = candidate.segment_scores(judged)[judged.first]
            corner = (_MARGIN + (_SIDE + _MARGIN) * column, _TOP + (_SIDE + _TOP) * row)
            agreement = number(float(correlate("pearson", scores, judged.human)[0]), ".3f")
            parts += _panel(corner, f"{judged.name}: {candidate.name}, r {agreement}", judged.human, scores)
    return "\n".join([*parts, "</svg>", ""])


def _panel(corner: tuple[int, int], title: str, human: Floats, scores: Floats) -> list[str]:
    left, top = corner
    across, down = _placed(human), 1 - _placed(scores)
    parts = [
        f'<rect x="{left}" y="{top}" width="{_SIDE}" height="{_SIDE}" fill="none" stroke="#888"/>',
        f'<text x="{left}" y="{top - 8}">{escape(title)}</text>',
        *_ends(left, top + _SIDE + 14, human, is_across=True),
        *_ends(left - 4, top, scores, is_across=False),
    ]
    dots = zip((left + across * _SIDE).tolist(), (top + down * _SIDE).tolist(), strict=True)
    parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2" fill="#27688e" fill-opacity="0.35"/>' for x, y in dots]
    return parts


def _placed(values: Floats) -> Floats:
    """Return values between 0 and 1, by their smallest and largest one."""
    low, high = float(values.min()), float(values.max())
    # Halves, since the difference of two numbers may be beyond a double.
    return (values / 2 - low / 2) / (high / 2 - low / 2) if high > low else np.full(len(values), 0.5)


def _ends(x: float, y: float, values: Floats, *, is_across: bool) -> list[str]:
    """Return the labels of the smallest and the largest value of an axis."""
    low, high = f"{float(values.min()):.3g}", f"{float(values.max()):.3g}"
    if is_across:
        return [f'<text x="{x}" y="{y}">{low}</text>', f'<text x="{x + _SIDE}" y="{y}" text-anchor="end">{high}</text>']
    return [
        f'<text x="{x}" y="{y + _SIDE}" text-anchor="end">{low}</text>',
        f'<text x="{x}" y="{y + 10}" text-anchor="end">{high}</text>',
    ]
