"""Holding metrics against human judgements: correlations, confidence, significance."""

from bolide.analysis.evaluation.candidates import Candidate, FileScores, MeteorCandidate, MetricChoice, SacreBleuScores
from bolide.analysis.evaluation.chrf_scores import ChrfScores
from bolide.analysis.evaluation.evaluate import AVERAGE, Agreement, Difference, Evaluation, evaluate
from bolide.analysis.evaluation.judgements import JudgementSet, Reading, read_judgements
from bolide.analysis.evaluation.measures import measure
from bolide.analysis.evaluation.significance import williams

__all__ = [
    "AVERAGE",
    "Agreement",
    "Candidate",
    "ChrfScores",
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
