"""What an evaluation shows: a table for each measure, and each judgement with all scores beside it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict

from bolide.analysis.agreement import find_measure
from bolide.analysis.evaluation import AVERAGE, Agreement, Difference, Evaluation
from bolide.analysis.judged_sets import Candidate, JudgementSet
from bolide.show import tables
from bolide.show.tables import ABSENT, PAPERS, Cell, Document, Table, number

_NOTE = "* p < .05, ** p < .01: differs from {} ({})"


def render(evaluation: Evaluation, form: str, *, intervals: bool = False) -> str:
    """Return an evaluation in one of the formats of `bolide.show.tables`."""
    return tables.render(document_of(evaluation, form, intervals=intervals), form)


def document_of(
    evaluation: Evaluation,
    form: str,
    *,
    intervals: bool = False,
    digits: int | None = None,
    signatures: Sequence[tuple[str, str]] = (),
) -> Document:
    """Return an evaluation as a document for a format. Papers have intervals if asked for, and three digits; the others always, and four.

    `signatures` are those of the metrics, by their names.
    """
    intervals, digits = intervals or form not in PAPERS, digits or (3 if form in PAPERS else 4)
    names = dict.fromkeys(item.measure for item in evaluation.agreements)
    makers = [_Maker(evaluation, name, digits=digits, intervals=intervals) for name in names]
    caption = evaluation.caption if intervals else evaluation.short_caption
    return Document(
        tables=[table for maker in makers for table in maker.tables(has_chances=form == "text")],
        notes=[
            *_note_undefined(item.value for item in evaluation.agreements),
            *_verdict(evaluation),
            *([caption] if evaluation.samples else []),
        ],
        signatures=signatures,
        flat=_flat(evaluation),
        data=asdict(evaluation) | _clusters(evaluation) | ({"signatures": _by_name(signatures)} if signatures else {}),
    )


def _clusters(evaluation: Evaluation) -> dict[str, object]:
    """Return the clusters of each set and measure, if there are any."""
    measured = dict.fromkeys((item.judgements, item.measure) for item in evaluation.agreements)
    found = [
        {"judgements": judgements, "measure": measure, "metrics": clusters}
        for judgements, measure in measured
        if (clusters := evaluation.clusters(judgements, measure))
    ]
    return {"clusters": found} if found else {}


def _note_undefined(values: Iterable[float]) -> list[str]:
    """Return why some values are undefined, if there are such."""
    if all(math.isfinite(value) for value in values):
        return []
    return [
        f"{ABSENT} means undefined: there is only one judgement, all scores are equal, or their squares are too large"
    ]


def _verdict(evaluation: Evaluation) -> list[str]:
    """Return a sentence where there are tests and none of them says anything."""
    tested = evaluation.differences
    if not tested or any(_stars(item) for item in tested):
        return []
    return [f"no metric differs clearly from {tested[0].baseline} (p ≥ .05 in every test)"]


def _by_name(signatures: Sequence[tuple[str, str]]) -> dict[str, list[str]]:
    return {name: [signature for other, signature in signatures if other == name] for name, _ in signatures}


def _stars(found: Difference) -> str:
    """Return the mark of a difference that shows in four decimals."""
    if abs(found.difference) < 5e-5:
        return ""
    return "**" if found.probability < 0.01 else "*" if found.probability < 0.05 else ""


def _chance(probability: float | None) -> Cell:
    """Return a p-value for people; nothing where nothing was tested."""
    if probability is None:
        return Cell(text="")
    return Cell(text="< 0.001" if probability < 0.001 else number(probability, ".3f"))


class _Maker:
    """Makes the table of one measure."""

    def __init__(self, evaluation: Evaluation, measure: str, *, digits: int, intervals: bool) -> None:
        self._measure, self._digits, self._intervals, self._evaluation = measure, digits, intervals, evaluation
        found = [item for item in evaluation.agreements if item.measure == measure]
        self._metrics = list(dict.fromkeys(item.metric for item in found))
        self._sets = [name for name in dict.fromkeys(item.judgements for item in found) if name != AVERAGE]
        self._foot = int(len(self._sets) > 1)
        self._sets += [AVERAGE] * self._foot
        self._cells = {(item.judgements, item.metric): item for item in found}
        self._differences = {
            (item.judgements, item.metric): item
            for item in evaluation.differences
            if (item.measure, item.baseline) == (measure, self._metrics[0]) and item.judgements in self._sets
        }
        self._chances: dict[tuple[str, str], dict[str, float]] = {}
        for item in evaluation.differences:
            if item.measure == measure and item.judgements in self._sets:
                self._chances.setdefault((item.judgements, item.baseline), {})[item.metric] = item.probability

    def tables(self, *, has_chances: bool) -> list[Table]:
        """Return the table, and one of the p-values of all tests where they are wanted and there are any."""
        return [self.table(), *([self._chance_table()] if has_chances and self._chances else [])]

    def _chance_table(self) -> Table:
        """Return how likely each difference is by chance: a row for each set and each metric that others were compared with."""
        metrics = [name for name in self._metrics if any(name in row for row in self._chances.values())]
        rows = [
            [judgements, baseline, *(_chance(row.get(metric)) for metric in metrics)]
            for (judgements, baseline), row in self._chances.items()
        ]
        return Table(head=(f"p, {self._measure}", "against", *metrics), rows=rows)

    def table(self) -> Table:
        """Return the table; what the stars mean only where there is one."""
        rows = [self._row(name) for name in self._sets]
        is_marked = any(cell.mark for _, _, cells in rows for cell in cells)
        notes = [self._note()] if is_marked else []
        for name in self._sets:
            if clusters := self._evaluation.clusters(name, self._measure):
                listed = "; ".join(f"{place}. {', '.join(names)}" for place, names in enumerate(clusters, 1))
                notes.append(f"clusters on {name} (p < .05): {listed}")
        return Table(
            head=(self._measure, "n", *self._metrics),
            rows=[(name, count, *cells) for name, count, cells in rows],
            note="; ".join(notes),
            foot=self._foot,
        )

    def _row(self, judgements: str) -> tuple[str, int, list[Cell]]:
        cells = [self._cells[judgements, metric] for metric in self._metrics]
        choose = max if find_measure(self._measure).higher_is_better else min
        best = choose((item.value for item in cells if math.isfinite(item.value)), default=math.nan)
        return judgements, cells[0].count, [self._cell(item, math.isclose(item.value, best)) for item in cells]

    def _cell(self, item: Agreement, is_best: bool) -> Cell:
        limits = ""
        if self._intervals and item.low is not None and item.high is not None:
            limits = f" [{number(item.low, '.3f')}, {number(item.high, '.3f')}]"
        text = number(item.value, f".{self._digits}f")
        return Cell(text=text, bold=is_best, mark=self._mark(item), after=limits)

    def _mark(self, item: Agreement) -> str:
        """Return stars where a metric differs from the first one."""
        found = self._differences.get((item.judgements, item.metric))
        return "" if found is None else _stars(found)

    def _note(self) -> str:
        tests = list(dict.fromkeys(item.test for item in self._differences.values()))
        averaged = " and permutation for the average" if tests == ["Williams", "permutation"] else ""
        return _NOTE.format(self._metrics[0], tests[0].replace("Williams", "Williams' test") + averaged)


def _flat(evaluation: Evaluation) -> Table:
    """Return one table: a row for each agreement, with its difference from another metric, if it was tested."""
    head = ("judgements", "measure", "metric", "n", "value", "low", "high", "baseline", "difference", "p", "test")
    tested: dict[tuple[str, str, str], list[Difference]] = {}
    for gap in evaluation.differences:
        tested.setdefault((gap.judgements, gap.measure, gap.metric), []).append(gap)
    rows = []
    for item in evaluation.agreements:
        own = (item.judgements, item.measure, item.metric, item.count, item.value, item.low, item.high)
        gaps = tested.get((item.judgements, item.measure, item.metric), [])
        tests: list[tuple[object, ...]] = [(gap.baseline, gap.difference, gap.probability, gap.test) for gap in gaps]
        rows += [(*own, *test, evaluation.samples, evaluation.seed) for test in tests or [(None,) * 4]]
    return Table(head=(*head, "samples", "seed"), rows=rows)


def judged_segments(
    sets: Sequence[JudgementSet], candidates: Sequence[Candidate], *, lower_is_better: bool = False
) -> Document:
    """Return a table with a row for each human score, and two for each ranking: first what people found better, then the other.

    `row` counts the judgements' file from 1, without its header. Human scores are those of the file, errors too.
    """
    head = ("judgements", "row", "seg_id", "system", "human", *(candidate.name for candidate in candidates))
    rows = [row for judged in sets for row in _rows(judged, candidates, -1 if lower_is_better else 1)]
    return Document(tables=[Table(head=(*head, "hypothesis", "reference"), rows=rows)])


def _rows(judged: JudgementSet, candidates: Sequence[Candidate], sign: int) -> Iterator[tuple[object, ...]]:
    scores = [candidate.segment_scores(judged).tolist() for candidate in candidates]
    sides = [judged.first.tolist()] if judged.second is None else [judged.first.tolist(), judged.second.tolist()]
    for at, (row, group) in enumerate(zip(judged.rows.tolist(), judged.groups.tolist(), strict=True)):
        for side, rank in zip(sides, ("better", "worse"), strict=False):
            place = side[at]
            human = rank if judged.human is None else sign * float(judged.human[at])
            told = judged.translations[place]
            own = (judged.name, row + 1, judged.segments[group], told.system, human)
            yield (*own, *(values[place] for values in scores), told.hypothesis, told.references[0])
