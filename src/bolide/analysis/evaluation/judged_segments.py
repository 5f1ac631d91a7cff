"""Each judgement with the scores of all metrics beside it: to sort by, to plot, and to see where a metric and people differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from bolide.analysis.evaluation.candidates import Candidate
from bolide.analysis.evaluation.judgements import JudgementSet
from bolide.show.tables import Document, Table

__all__ = ["judged_segments"]


def judged_segments(
    sets: Sequence[JudgementSet], candidates: Sequence[Candidate], *, lower_is_better: bool = False
) -> Document:
    """Return a table with a row for each human score, and two for each ranking: first what people found better, then the other.

    `row` counts the judgements' file from 1, without its header. Human scores are those of the file, errors too.
    """
    head = ("judgements", "row", "seg_id", "system", "human", *(candidate.name for candidate in candidates))
    rows = [row for judged in sets for row in _rows(judged, candidates, -1 if lower_is_better else 1)]
    return Document(tables=[Table(head=(*head, "hypothesis", "reference"), rows=rows)])


def _rows(judged: JudgementSet, candidates: Sequence[Candidate], sign: int) -> Iterator[tuple[Any, ...]]:
    scores = [candidate.segment_scores(judged).tolist() for candidate in candidates]
    sides = [judged.first.tolist()] if judged.second is None else [judged.first.tolist(), judged.second.tolist()]
    for number, (row, group) in enumerate(zip(judged.rows.tolist(), judged.groups.tolist(), strict=True)):
        for side, rank in zip(sides, ("better", "worse"), strict=False):
            place = side[number]
            human = rank if judged.human is None else sign * float(judged.human[number])
            told = judged.translations[place]
            own = (judged.name, row + 1, judged.segments[group], told.system, human)
            yield (*own, *(values[place] for values in scores), told.hypothesis, told.references[0])
