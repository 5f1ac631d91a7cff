"""Files of scores that another program computed, one number for each translation of a set of judgements.

Two layouts: a line for each row of the judgements, without a header; or a table that names system and segment of each score.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bolide.analysis.evaluation.judgements import JudgementSet
from bolide.errors import InputError
from bolide.files.judged import parse_number
from bolide.files.plain import LineFile
from bolide.metric.statistics import Floats

__all__ = ["read_scores"]

_COLUMNS = {
    "system": ("system", "system_id", "sysid"),
    "segment": ("seg_id", "segment", "segment_id", "segid", "id"),
    "score": ("score",),
}


def read_scores(path: str, judged: JudgementSet) -> Floats:
    """Return the scores of the translations of a set; `InputError` where the file does not fit it."""
    with LineFile(path) as file:
        name, lines = file.name, [line for _, line in file.numbered()]
    places = _places(lines[0].split("\t")) if lines else None
    return _by_row(name, lines, judged) if places is None else _by_name(name, lines, places, judged)


def _places(header: Sequence[str]) -> tuple[int, int, int] | None:
    """Return where system, segment and score stand; None if the line is not such a header."""
    lower = [cell.strip().lower() for cell in header]
    found = [next((lower.index(name) for name in names if name in lower), None) for names in _COLUMNS.values()]
    system, segment, score = found
    return None if system is None or segment is None or score is None else (system, segment, score)


def _by_row(name: str, lines: Sequence[str], judged: JudgementSet) -> Floats:
    if judged.row_count is None:
        raise InputError(
            f"{name}: a row of {judged.name} holds several judgements: give scores as a table with the columns system, seg_id, score"
        )
    if len(lines) != judged.row_count:
        lines_there = f"{len(lines)} {'line' if len(lines) == 1 else 'lines'}"
        raise InputError(
            f"{name} has {lines_there}, but {judged.name} has {judged.row_count} rows: each needs a line, and there is no header"
        )
    scores = np.full(len(judged.translations), np.nan)
    for index, row in enumerate(judged.rows.tolist()):
        place = f"{name}:{row + 1}"
        try:
            values = [parse_number(cell, "score") for cell in lines[row].split()]
        except ValueError as error:
            raise InputError(f"{place}: {error}") from error
        if len(values) != 1 + judged.is_ranking:
            raise InputError(f"{place}: {len(values)} numbers, where {1 + judged.is_ranking} are needed")
        if judged.second is None:
            scores[judged.first[index]] = values[0]
        else:
            better, worse = reversed(values) if judged.swapped[index] else values
            scores[judged.first[index]], scores[judged.second[index]] = better, worse
    return scores


def _by_name(name: str, lines: Sequence[str], places: tuple[int, int, int], judged: JudgementSet) -> Floats:
    known: dict[tuple[str, str], float] = {}
    for number, line in enumerate(lines[1:], start=2):
        cells = line.split("\t")
        if len(cells) <= max(places):
            raise InputError(f"{name}:{number}: the row has {len(cells)} cells, fewer than the header")
        system, segment = cells[places[0]].strip(), cells[places[1]].strip()
        try:
            value = parse_number(cells[places[2]], "score")
        except ValueError as error:
            raise InputError(f"{name}:{number}: {error}") from error
        if known.setdefault((system, segment), value) != value:
            raise InputError(f"{name}:{number}: the system {system!r} has another score of segment {segment} above")
    scores = np.empty(len(judged.translations))
    for number, (translation, segment) in enumerate(zip(judged.translations, _segments(judged), strict=True)):
        if translation.system is None:
            raise InputError(f"{judged.name} does not name its systems: {name} has to have a line for each row instead")
        if (translation.system, segment) not in known:
            raise InputError(f"{name} has no score of the system {translation.system!r} for segment {segment}")
        scores[number] = known[translation.system, segment]
    return scores


def _segments(judged: JudgementSet) -> list[str]:
    """Return the segment of each translation."""
    names = [""] * len(judged.translations)
    for side in (judged.first, judged.second):
        if side is not None:
            for number, group in zip(side.tolist(), judged.groups.tolist(), strict=True):
                names[number] = judged.segments[group].strip()
    return names
