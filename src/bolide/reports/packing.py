"""A report as JSON, packed so that 3,000 segments of two systems stay near 2 MB; docs/formats.md describes it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from bolide._core import VERSION
from bolide.metric.alignment import Match
from bolide.reports.model import Report, SystemSegments
from bolide.show.matcher_looks import LOOKS
from bolide.show.tables import to_json

__all__ = ["FORMAT", "document_of", "pack_matches", "pack_report"]

FORMAT = 1
SCALE = 10_000


def pack_matches(matches: Sequence[Match], matchers: Sequence[str]) -> str:
    """Return matches as text: for each chunk `reference:hypothesis`, where it begins, and a letter for each match.

    The letter is a for the first matcher, b for the second and so on; a capital for a match of phrases, with their lengths after
    it, reference first. `~73` after it says that the two are alike by .73.

    >>> def match(h, hl, r, rl, matcher, chunk):
    ...     return Match(hypothesis_start=h, hypothesis_length=hl, reference_start=r, reference_length=rl, matcher=matcher,
    ...         chunk=chunk, hypothesis="", reference="")
    >>> found = [match(2, 1, 0, 1, "exact", 0), match(3, 1, 1, 2, "stem", 0), match(0, 1, 3, 1, "stem", 1)]
    >>> pack_matches(found, ("exact", "stem"))
    '0:2aB2-1 3:0b'
    """
    parts: list[str] = []
    chunk = None
    for match in matches:
        if match.chunk != chunk:
            chunk = match.chunk
            parts.append(f"{' ' if parts else ''}{match.reference_start}:{match.hypothesis_start}")
        letter = "abcdefgh"[matchers.index(match.matcher)]
        if match.hypothesis_length == match.reference_length == 1:
            parts.append(letter)
        else:
            parts.append(f"{letter.upper()}{match.reference_length}-{match.hypothesis_length}")
        if (similarity := getattr(match, "similarity", 1.0)) < 1:
            parts.append(f"~{round(100 * similarity)}")
    return "".join(parts)


def _scaled(values: Sequence[float | None]) -> list[int | None]:
    return [None if value is None else round(value * SCALE) for value in values]


def _system(system: SystemSegments) -> dict[str, Any]:
    packed: dict[str, Any] = {
        "name": system.name,
        "label": system.label,
        "counts": [asdict(counts) for counts in system.counts],
        "values": {name: _scaled(values) for name, values in system.values.items()},
        "hypotheses": system.hypotheses,
        "matches": system.matches,
    }
    if system.texts is not None:
        packed["texts"] = system.texts
    return packed | ({"chosen": system.chosen} if any(system.chosen) else {})


def pack_report(report: Report) -> str:
    """Return a report as JSON on one line."""
    return to_json(document_of(report), separators=(",", ":"))


def document_of(report: Report) -> dict[str, Any]:
    """Return a report as what JSON can hold, but for numbers that are not finite."""
    document: dict[str, Any] = {
        "format": FORMAT,
        "bolide": VERSION,
        "heading": asdict(report.heading),
        "comparison": asdict(report.comparison),
        "shifts": [asdict(shift) for shift in report.shifts],
        "words": [asdict(words) for words in report.words],
        "marks": {name: [LOOKS[name].filled, LOOKS[name].hollow] for name in report.heading.matchers},
        "direction": report.direction,
        "scale": SCALE,
        "vocabulary": report.vocabulary,
        "flags": report.flags,
        "evidence": report.evidence,
        "references": report.references,
        "systems": [_system(system) for system in report.systems],
        "layers": report.layers,
        "tables": [asdict(table) for table in report.tables],
        "verdicts": report.verdicts,
    }
    if report.texts is not None:
        document["texts"] = report.texts
    if report.sources is not None:
        document["sources"] = report.sources
    if report.ids is not None:
        document["ids"] = report.ids
    return document
