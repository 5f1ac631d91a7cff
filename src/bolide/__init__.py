"""bolide: the METEOR family of machine-translation metrics, with the scores of the Java program and without Java.

Importing it loads nothing: each name is loaded from its module on first use (docs/design/0015-start-up.md).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Unpack

    from bolide._core import VERSION as __version__  # noqa: N811 - the name that people look for
    from bolide.analysis.comparison import Comparison
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
    from bolide.metric.alignment import Alignment, Match
    from bolide.metric.configuration import LanguageSummary, languages
    from bolide.metric.meteor import Meteor
    from bolide.metric.option_table import Options
    from bolide.metric.other_metrics import chrf
    from bolide.metric.parameters import Parameters
    from bolide.metric.segments import Row, Segment
    from bolide.metric.signature import Signature, parse_signature
    from bolide.metric.statistics import (
        CorpusScore,
        ReferenceStatistics,
        Scores,
        SegmentScore,
        SegmentScores,
        Statistics,
        score_statistics,
    )

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
    "metric.configuration": ("LanguageSummary", "languages"),
    "metric.other_metrics": ("chrf",),
    "metric.meteor": ("Meteor",),
    "metric.parameters": ("Parameters",),
    "metric.signature": ("Signature", "parse_signature"),
    "metric.statistics": (
        "CorpusScore",
        "ReferenceStatistics",
        "Scores",
        "SegmentScore",
        "SegmentScores",
        "Statistics",
        "score_statistics",
    ),
}


def __getattr__(name: str) -> object:
    """Load a public name on first use."""
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


def score(
    hypotheses: str | Sequence[Segment] | Sequence[Row],
    references: str | Sequence[Segment | Sequence[Segment]] | None = None,
    language: str | None = None,
    *,
    threads: int | None = None,
    **options: Unpack[Options],
) -> CorpusScore:
    """Score hypotheses against references; a single string is a corpus of one segment, with one reference or a list of them. `options` are those of `Meteor`.

    >>> score(["o gato dormia"], ["os gatos dormiam bem"], "pt")
    <CorpusScore 0.1959 of 1 segment>
    """
    from bolide.metric.meteor import Meteor

    if isinstance(references, str):
        references = [references]
    if isinstance(hypotheses, str):
        hypotheses = [hypotheses]
        texts = [text for text in references or () if isinstance(text, str)]
        references = [texts] if texts else references
    return Meteor(language, **options).score(hypotheses, references, threads=threads)


def compare(
    systems: Mapping[str, Sequence[Segment]],
    references: Sequence[Segment | Sequence[Segment]],
    language: str | None = None,
    *,
    baseline: str | None = None,
    all_pairs: bool = False,
    samples: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    **options: Unpack[Options],
) -> Comparison:
    """Compare named systems on the same references: scores, intervals and tests of the differences.

    Systems are compared with the first, unless `baseline` names another. `options` are those of `Meteor`.

    >>> systems = {"A": ["o gato", "a casa"], "B": ["um gato", "a casa verde"]}
    >>> compare(systems, ["o gato", "a casa azul"], "pt").pairs[0].losses
    2
    """
    from collections.abc import Mapping

    from bolide.analysis.comparison import Settings, SystemRuns
    from bolide.analysis.comparison import compare as compare_runs
    from bolide.errors import InputError
    from bolide.metric.meteor import Meteor

    if not isinstance(systems, Mapping):
        raise InputError('systems must be a dictionary by name, such as {"A": [...], "B": [...]}')
    chosen = {"samples": samples, "seed": seed}
    settings = Settings(
        baseline=baseline, all_pairs=all_pairs, **{name: value for name, value in chosen.items() if value is not None}
    )
    meteor = Meteor(language, **options)
    runs = [
        SystemRuns(name=name, runs=(meteor.score(hypotheses, references, threads=threads).segments.statistics,))
        for name, hypotheses in systems.items()
    ]
    return compare_runs(runs, meteor.scores, settings)


def align(
    hypothesis: Segment, reference: Segment, language: str | None = None, **options: Unpack[Options]
) -> Alignment:
    """Align a hypothesis with a reference; the result prints as a picture. `options` are those of `Meteor`.

    >>> [match.matcher for match in align("o gato dormia", "os gatos dormiam", "pt").matches]
    ['stem', 'stem']
    """
    from bolide.metric.meteor import Meteor

    return Meteor(language, **options).align(hypothesis, reference)
