"""Scoring data frames: pandas, Polars and Arrow tables get columns of scores and statistics. None of them is loaded before one is passed.

Spark's frames are scored by `bolide.engines.spark.score`, which takes the same arguments.
"""

from __future__ import annotations

from bolide.frames.scoring import score
from bolide.frames.total import TotalScore, corpus_score, corpus_scores

__all__ = ["TotalScore", "corpus_score", "corpus_scores", "score"]
