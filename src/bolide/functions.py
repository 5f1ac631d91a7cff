"""The short way: score, compare and align with one call each, and ask which languages there are.

Each call makes a metric; who scores many times makes one `Meteor` and keeps it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from bolide.data.languages import languages as known_languages
from bolide.errors import InputError
from bolide.family.pipeline import describe
from bolide.metric.meteor import Meteor
from bolide.metric.statistics import score_statistics
from bolide.records import record

if TYPE_CHECKING:
    from bolide.analysis.comparison.model import Comparison
    from bolide.metric.alignment import Alignment
    from bolide.metric.results import CorpusScore
    from bolide.metric.segments import Segment

__all__ = ["LanguageSummary", "align", "compare", "languages", "score"]


def score(
    hypotheses: str | Sequence[Segment],
    references: str | Sequence[Segment | Sequence[Segment]],
    language: str | None = None,
    *,
    threads: int | None = None,
    **options: Any,
) -> CorpusScore:
    """Score hypotheses against references; a single string is a corpus of one segment. `options` are those of `Meteor`.

    >>> score(["o gato dormia"], ["os gatos dormiam bem"], "pt")
    <CorpusScore 0.1959 of 1 segment>
    """
    meteor = Meteor(language, **options)
    return meteor.score(_listed(hypotheses), _listed(references), threads=threads)


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
    **options: Any,
) -> Comparison:
    """Compare systems, given by their names, on the same references: scores, intervals and tests of the differences.

    Systems are compared with the first, unless `baseline` names another. `options` are those of `Meteor`.

    >>> systems = {"A": ["o gato", "a casa"], "B": ["um gato", "a casa verde"]}
    >>> compare(systems, ["o gato", "a casa azul"], "pt").pairs[0].losses
    2
    """
    from bolide.analysis.comparison import Settings, SystemRuns
    from bolide.analysis.comparison import compare as compare_runs

    if not isinstance(systems, Mapping):
        raise InputError('systems have to be given by their names, such as {"A": [...], "B": [...]}')
    chosen = {"samples": samples, "seed": seed}
    settings = Settings(
        baseline=baseline, all_pairs=all_pairs, **{name: value for name, value in chosen.items() if value is not None}
    )
    meteor = Meteor(language, **options)
    runs = [
        SystemRuns(name=name, runs=(meteor.score(hypotheses, references, threads=threads).segments.statistics,))
        for name, hypotheses in systems.items()
    ]
    return compare_runs(runs, partial(score_statistics, parameters=meteor.parameters), settings)


def align(hypothesis: Segment, reference: Segment, language: str | None = None, **options: Any) -> Alignment:
    """Align a hypothesis with a reference; the result prints as a picture. `options` are those of `Meteor`.

    >>> [match.matcher for match in align("o gato dormia", "os gatos dormiam", "pt").matches]
    ['stem', 'stem']
    """
    return Meteor(language, **options).align(hypothesis, reference)


@record
class LanguageSummary:
    """A language that bolide has something for: its default preset, and the matchers that it has there."""

    code: str
    name: str
    preset: str
    matchers: tuple[str, ...]


def languages() -> tuple[LanguageSummary, ...]:
    """Return the languages that bolide has something for, and what; every other language scores too, by words alone.

    >>> next(language.matchers for language in languages() if language.name == "Portuguese")
    ('exact', 'stem')
    """
    return tuple(
        LanguageSummary(
            code=language.code,
            name=language.name,
            preset=language.preset,
            matchers=describe(language=language.code).matchers.names,
        )
        for language in known_languages()
        if language.code != "other"
    )


def _listed(texts: Any) -> Any:
    return [texts] if isinstance(texts, str) else texts
