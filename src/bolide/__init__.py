"""bolide: the METEOR family of machine-translation metrics, with the scores of the Java program and without Java.

Importing it loads nothing: each name is fetched from its module when it is first used (docs/design/0015-start-up.md).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bolide._core import VERSION as __version__  # noqa: N811 - the name that people look for
    from bolide.errors import (
        BolideError,
        BolideWarning,
        ConfigurationError,
        DamagedResourceError,
        InputError,
        InputWarning,
        LanguageWarning,
        MissingKnowledgeWarning,
        MissingResourceError,
        ResourceError,
        SegmentError,
    )
    from bolide.family.formulas import Parameters
    from bolide.family.signature import Signature, parse_signature
    from bolide.functions import LanguageSummary, align, compare, languages, score
    from bolide.metric.alignment import Alignment, Match
    from bolide.metric.chrf import chrf
    from bolide.metric.meteor import Meteor
    from bolide.metric.results import CorpusScore, SegmentScore, SegmentScores
    from bolide.metric.statistics import ReferenceStatistics, Scores, Statistics, score_statistics

__all__ = [
    "Alignment",
    "BolideError",
    "BolideWarning",
    "ConfigurationError",
    "CorpusScore",
    "DamagedResourceError",
    "InputError",
    "InputWarning",
    "LanguageSummary",
    "LanguageWarning",
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
    "align",
    "chrf",
    "compare",
    "languages",
    "parse_signature",
    "score",
    "score_statistics",
]

_MODULES = {
    "metric.alignment": ("Alignment", "Match"),
    "errors": tuple(name for name in __all__ if name.endswith(("Error", "Warning"))),
    "functions": ("LanguageSummary", "align", "compare", "languages", "score"),
    "metric.chrf": ("chrf",),
    "metric.meteor": ("Meteor",),
    "family.formulas": ("Parameters",),
    "metric.results": ("CorpusScore", "SegmentScore", "SegmentScores"),
    "family.signature": ("Signature", "parse_signature"),
    "metric.statistics": ("ReferenceStatistics", "Scores", "Statistics", "score_statistics"),
}


def __getattr__(name: str) -> object:
    """Fetch a public name, once."""
    from importlib import import_module

    if name == "__version__":
        value = import_module("bolide._core").VERSION
    else:
        home = next((module for module, names in _MODULES.items() if name in names), None)
        if home is None:
            raise AttributeError(f"module 'bolide' has no attribute {name!r}")
        value = getattr(import_module(f"bolide.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
