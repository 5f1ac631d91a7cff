"""bolide: the METEOR family of machine-translation metrics, with the scores of the Java program and without Java."""

from __future__ import annotations

from bolide._core import VERSION
from bolide.alignment import Alignment, Match
from bolide.errors import (
    BolideError,
    ConfigurationError,
    DamagedResourceError,
    InputError,
    MissingKnowledgeWarning,
    MissingResourceError,
    ResourceError,
    SegmentError,
)
from bolide.metric import Meteor
from bolide.parameters import Parameters
from bolide.results import CorpusScore, SegmentScore, SegmentScores
from bolide.signature import Signature, parse_signature
from bolide.statistics import ReferenceStatistics, Scores, Statistics, score

__version__ = VERSION

__all__ = [
    "Alignment",
    "BolideError",
    "ConfigurationError",
    "CorpusScore",
    "DamagedResourceError",
    "InputError",
    "Match",
    "Meteor",
    "MissingKnowledgeWarning",
    "MissingResourceError",
    "Parameters",
    "ReferenceStatistics",
    "ResourceError",
    "Scores",
    "SegmentError",
    "SegmentScore",
    "SegmentScores",
    "Signature",
    "Statistics",
    "__version__",
    "parse_signature",
    "score",
]
