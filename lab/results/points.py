"""Points of the parameters' space: those of the papers, and points as cells of a table."""

from bolide.data.languages import JAVA_MATCHERS
from bolide.metric.parameters import Parameters

__all__ = ["HEADINGS", "PUBLISHED", "point_of", "row_of"]

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


def row_of(parameters: Parameters) -> str:
    """Return a point as the cells of a table, with the weights of the jar's matchers."""
    return " | ".join(f"{value:.2f}" for value in (*parameters.values, *parameters.weights[: len(JAVA_MATCHERS)]))
