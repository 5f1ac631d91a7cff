"""Points of the parameters' space: those of the papers, and points as cells of a table."""

from __future__ import annotations

from collections.abc import Sequence

from bolide.data.languages import JAVA_MATCHERS
from bolide.metric.parameters import Parameters

__all__ = ["HEADINGS", "PUBLISHED", "point_of", "range_of", "row_of"]

HEADINGS = "α | β | γ | δ | exact | stem | synonym | paraphrase"
# Denkowski and Lavie 2014, table 2 (its languages are also 2011, table 4), and 2011, table 7 (adequacy).
PUBLISHED = {
    "English": "0.85 0.20 0.60 0.75 1.00 0.60 0.80 0.60",
    "Czech": "0.95 0.20 0.60 0.80 1.00 – – 0.40",
    "German": "0.95 1.00 0.55 0.55 1.00 0.80 – 0.20",
    "Spanish": "0.65 1.30 0.50 0.80 1.00 0.80 – 0.60",
    "French": "0.90 1.40 0.60 0.65 1.00 0.20 – 0.40",
    "Universal": "0.70 1.40 0.30 0.70 1.00 – – 0.60",
    "English, adequacy": "0.75 1.40 0.45 0.70 1.00 1.00 0.60 0.80",
}


def point_of(text: str) -> Parameters:
    """Read a row of `PUBLISHED`; a matcher that the row lacks has the weight 0."""
    alpha, beta, gamma, delta, *weights = (float(cell.replace("–", "0")) for cell in text.split())
    return Parameters(alpha=alpha, beta=beta, gamma=gamma, delta=delta, weights=tuple(weights))


def row_of(parameters: Parameters, matchers: Sequence[str]) -> str:
    """Return a point as the cells of a table, with the weights of some matchers."""
    return range_of([parameters], matchers)


def range_of(points: Sequence[Parameters], matchers: Sequence[str]) -> str:
    """Return the smallest and the largest value of each parameter as the cells of a table, with the weights of some matchers."""
    weighed = len(JAVA_MATCHERS)  # The weights of others come after theirs.
    columns = zip(*((*point.values, *point.weights[:weighed]) for point in points), strict=True)
    shown = [True] * len(points[0].values) + [name in matchers for name in JAVA_MATCHERS]
    return " | ".join(_span(column) if is_shown else "–" for column, is_shown in zip(columns, shown, strict=True))


def _span(values: Sequence[float]) -> str:
    low, high = f"{min(values):.2f}", f"{max(values):.2f}"
    return low if low == high else f"{low}–{high}"
