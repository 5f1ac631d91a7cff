"""What a report holds. Everything that grows with the corpus is kept as numbers: words are places in the vocabulary."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from bolide.analysis.comparison import Comparison

__all__ = [
    "Heading",
    "MatcherCounts",
    "Report",
    "Shift",
    "SystemSegments",
    "Table",
    "TokenFacts",
    "WordList",
    "title_of",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """What was compared, and by what. `corpus` says how the numbers of a system come about."""

    title: str
    matchers: tuple[str, ...]
    weights: tuple[float, ...] = ()
    signature: str = ""
    eval_id: str | None = None
    command: str = ""
    resources: dict[str, str] = field(default_factory=dict)
    corpus: str = "of the summed statistics of all segments"


def title_of(systems: Sequence[str]) -> str:
    """Return the names of systems as a title.

    >>> title_of(["A", "B", "C"])
    'A, B and C'
    """
    *most, last = systems
    return f"{', '.join(most)} and {last}" if most else last


@dataclass(frozen=True, slots=True, kw_only=True)
class MatcherCounts:
    """Words of a system that a matcher matched (None: that none matched), on both sides, by content and function words."""

    matcher: str | None
    hypothesis_content: int
    hypothesis_function: int
    reference_content: int
    reference_function: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Shift:
    """How the difference between two systems comes about: by part of the score, by matcher; the shares of each add up to it."""

    system: str
    baseline: str
    difference: float
    shares: dict[str, dict[str, float]]


@dataclass(frozen=True, slots=True, kw_only=True)
class WordList:
    """Words or pairs of phrases with how often each system has them, most frequent first."""

    name: str
    title: str
    entries: tuple[tuple[str, tuple[int, ...]], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenFacts:
    """What else is known of the tokens of a segment: their tags, and the places of the words of each group and clause."""

    tags: tuple[str, ...] = ()
    groups: tuple[tuple[int, ...], ...] = ()
    clauses: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A further table, such as the features of METEOR-Hindi: cells are names or numbers."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str | float, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemSegments:
    """The segments of a system, a value each. `label` is its name where there is little room.

    `texts` say how the hypotheses were written (`reports.writing`). `chosen` says which of a segment's references in the report its hypothesis is aligned with; `values` has lists of scores by name,
    None where one is undefined; `matches` is described in docs/formats.md.
    """

    name: str
    label: str
    hypotheses: list[list[int]]
    matches: list[str]
    chosen: list[int]
    values: dict[str, list[float | None]]
    counts: tuple[MatcherCounts, ...]
    texts: list[str | None] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """A report. `flags` marks words by what they are always; `layers` says by place what a token is in its segment.

    `verdicts` say in a sentence each what the comparison says. `texts` say how the references were written, `sources` are what
    was translated.
    """

    heading: Heading
    comparison: Comparison
    direction: str
    ids: list[str] | None
    vocabulary: list[str]
    flags: dict[str, list[int]]
    references: list[list[list[int]]]
    systems: tuple[SystemSegments, ...]
    shifts: tuple[Shift, ...]
    words: tuple[WordList, ...]
    evidence: dict[str, dict[str, Any]]
    layers: dict[str, Any] = field(default_factory=dict)
    tables: tuple[Table, ...] = ()
    verdicts: tuple[str, ...] = ()
    texts: list[list[str | None]] | None = None
    sources: list[str] | None = None
