"""System by system: mean scores beside those of people, and how well segments agree (Gupta, Venkatapathy and Sangal 2010, tables 7 and 8)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from bolide.analysis.agreement import correlate
from bolide.analysis.evaluation.candidates import Candidate
from bolide.analysis.evaluation.judgements import JudgementSet
from bolide.analysis.evaluation.rendering import note_undefined
from bolide.errors import InputError
from bolide.show.tables import Document, Table

__all__ = ["by_system"]

_ALL = "all"


@np.errstate(over="ignore")
def by_system(sets: Sequence[JudgementSet], candidates: Sequence[Candidate], digits: int = 4) -> Document:
    """Return a table of means, and one of Pearson's r: a row for all segments of a set, then one for each of its systems."""
    names = [candidate.name for candidate in candidates]
    means: list[tuple[Any, ...]] = []
    agreements: list[tuple[Any, ...]] = []
    for judged in sets:
        if judged.human is None:
            raise InputError(f"{judged.name} holds rankings: means and correlations by system are of scores")
        scores = [candidate.segment_scores(judged)[judged.first] for candidate in candidates]
        systems = np.array([judged.translations[place].system or "" for place in judged.first])
        for system in (_ALL, *(name for name in sorted(set(systems)) if name)):
            here = np.ones(len(systems), dtype=bool) if system == _ALL else systems == system
            human, count = judged.human[here], int(here.sum())
            head = (judged.name, system, count)
            means.append((*head, float(human.mean()), *(float(values[here].mean()) for values in scores)))
            found = [float(correlate("pearson", values[here], human)[0]) for values in scores]
            agreements.append((*head, *found))
    form = f".{digits}f"
    tables = [
        Table(head=("mean scores", "system", "n", "people", *names), rows=means, align="llr", form=form),
        Table(head=("pearson", "system", "n", *names), rows=agreements, align="llr", form=form),
    ]
    undefined = note_undefined(value for found in agreements for value in found[3:])
    return Document(tables=tables, notes=undefined, flat=_flat(means, agreements, names))


def _flat(means: Sequence[tuple[Any, ...]], agreements: Sequence[tuple[Any, ...]], names: Sequence[str]) -> Table:
    """Return one table: a row for each set, system and metric."""
    rows = [
        (*mean[:4], name, score, value)
        for mean, found in zip(means, agreements, strict=True)
        for name, score, value in zip(names, mean[4:], found[3:], strict=True)
    ]
    return Table(head=("judgements", "system", "n", "people", "metric", "mean", "pearson"), rows=rows)
