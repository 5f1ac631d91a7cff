"""Holding metrics against human judgements: correlations, confidence, significance."""

from bolide.evaluation.candidates import Candidate, FileScores, MeteorCandidate, MetricChoice, SacreBleuScores
from bolide.evaluation.evaluate import AVERAGE, Agreement, Difference, Evaluation, evaluate
from bolide.evaluation.judgements import JudgementSet, Reading, read_judgements
from bolide.evaluation.measures import measure
from bolide.evaluation.significance import williams

__all__ = [
    "AVERAGE",
    "Agreement",
    "Candidate",
    "Difference",
    "Evaluation",
    "FileScores",
    "JudgementSet",
    "MeteorCandidate",
    "MetricChoice",
    "Reading",
    "SacreBleuScores",
    "evaluate",
    "measure",
    "read_judgements",
    "williams",
]
