"""What a comparison says, in one sentence."""

from __future__ import annotations

from bolide.analysis.comparison.model import PairedComparison

__all__ = ["LEVEL", "less_sure", "verdict"]

LEVEL = 0.05


def verdict(pair: PairedComparison) -> str:
    """Return who is better, by how much, and how sure that is: by the test that is less sure.

    >>> pair = PairedComparison(system="B", baseline="A", difference=-0.0182, interval=None, bootstrap_p=0.0004,
    ...     randomisation_p=0.0009, wins=1, ties=0, losses=9)
    >>> verdict(pair)
    'A is better than B: +.018, p < .001'
    """
    names = (pair.system, pair.baseline) if pair.difference >= 0 else (pair.baseline, pair.system)
    probability = less_sure(pair)
    chance = "p < .001" if probability < 0.001 else f"p = {_short(probability)}"
    if pair.difference == 0:
        return f"{names[0]} and {names[1]} have the same score"
    difference = f"+{_short(abs(pair.difference))}"
    if probability < LEVEL:
        return f"{names[0]} is better than {names[1]}: {difference}, {chance}"
    return f"{names[0]} and {names[1]} do not differ clearly: {difference} for {names[0]}, {chance}"


def less_sure(pair: PairedComparison) -> float:
    """Return the larger of both p-values: with few segments the bootstrap alone is too sure of itself."""
    return max(pair.bootstrap_p, pair.randomisation_p)


def _short(value: float) -> str:
    """Return a number with three digits, without a 0 before the point; four where three are none."""
    text = f"{value:.3f}" if value >= 0.0005 else f"{value:.4f}"
    return text.removeprefix("0")
