"""A report as JSON, packed so that 3,000 segments of two systems stay near 2 MB; docs/formats.md describes it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bolide._core import VERSION, WHOLE_SIMILARITY
from bolide.reports.model import Report, SystemSegments
from bolide.show.matcher_looks import LOOKS
from bolide.show.tables import to_json

__all__ = ["FORMAT", "document_of", "pack_matches", "pack_report"]

FORMAT = 1
SCALE = 10_000


def pack_matches(matches: NDArray[np.int32], ends: NDArray[np.int32]) -> list[str]:
    """Return the matches of each segment as text: for each chunk `reference:hypothesis`, where it begins, and a letter for each match.

    The letter is a for the first matcher, b for the second and so on; a capital for a match of phrases, with their lengths after
    it, reference first. `~73` after it says that the two are alike by .73. Matches are rows of `metric.packed_alignments`, and
    `ends` says where those of each segment end.

    >>> found = [(2, 1, 0, 1, 0, 1024), (3, 1, 1, 2, 1, 1024), (0, 1, 3, 1, 1, 1024), (0, 1, 0, 1, 2, 750)]
    >>> pack_matches(np.array(found, dtype=np.int32), np.array([3, 4], dtype=np.int32))
    ['0:2aB2-1 3:0b', '0:0c~73']
    """
    begins, lasts = matches[:, (0, 2)], matches[:, (0, 2)] + matches[:, (1, 3)]
    is_first = np.zeros(len(matches), dtype=bool)
    is_first[(ends - np.diff(ends, prepend=0))[np.diff(ends, prepend=0) > 0]] = True
    is_new = is_first.copy()
    is_new[1:] |= (begins[1:] != lasts[:-1]).any(axis=1)
    parts = _named(matches[:, (4, 3, 1, 5)], _letter)
    parts[is_new] = _named(np.column_stack((is_first, begins[:, ::-1]))[is_new], _head) + parts[is_new]
    texts, start = parts.tolist(), 0
    found = []
    for end in ends.tolist():
        found.append("".join(texts[start:end]))
        start = end
    return found


def _named(rows: NDArray[np.int32], name: Callable[..., str]) -> NDArray[np.object_]:
    """Return the name of each row, which is made once for all rows that are equal."""
    keys = np.ravel_multi_index(tuple(rows.T), tuple(rows.max(axis=0, initial=0) + 1))
    _, firsts, places = np.unique(keys, return_index=True, return_inverse=True)
    names = np.empty(len(firsts), dtype=object)
    names[:] = [name(*row) for row in rows[firsts].tolist()]
    return names[places]


def _head(is_first: int, reference: int, hypothesis: int) -> str:
    return f"{'' if is_first else ' '}{reference}:{hypothesis}"


def _letter(place: int, reference_length: int, hypothesis_length: int, similarity: int) -> str:
    letter = "abcdefgh"[place]
    if reference_length != 1 or hypothesis_length != 1:
        letter = f"{letter.upper()}{reference_length}-{hypothesis_length}"
    return letter if similarity == WHOLE_SIMILARITY else f"{letter}~{round(100 * similarity / WHOLE_SIMILARITY)}"


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


def pack_report(report: Report) -> Iterator[str]:
    """Go through a report as JSON on one line, part by part: a whole is large, and so is every copy of it."""
    before = "{"
    for name, part in document_of(report).items():
        yield f'{before}"{name}":{to_json(part, separators=(",", ":"))}'
        before = ","
    yield "}"


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
