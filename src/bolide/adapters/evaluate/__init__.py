"""METEOR as a metric of Hugging Face evaluate, loaded from this package, without a network.

    import evaluate
    from bolide.adapters.evaluate import path

    meteor = evaluate.load(path())
    meteor.compute(predictions=["the cat sat"], references=["the cat was sitting"])

The result has the keys `meteor` (the score of the corpus, from 0 to 1), `scores` (of its segments) and `signature`.
"""

from __future__ import annotations

from pathlib import Path

__all__ = ["path"]


def path() -> str:
    """Return the path from which `evaluate.load` loads the metric.

    >>> path().endswith("meteor.py")
    True
    """
    return str(Path(__file__).with_name("meteor.py"))
