"""The output of an evaluation: a table for each measure, and all judgements with their scores as a table and as a picture."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from html import escape
from typing import Any

import numpy as np

from bolide.analysis.agreement import LEVEL, correlate, find_measure
from bolide.analysis.comparison import chance, short
from bolide.analysis.evaluation import AVERAGE, Agreement, Difference, Evaluation
from bolide.analysis.judged_sets import LENGTH, Candidate, JudgementSet
from bolide.errors import InputError
from bolide.metric.statistics import Floats
from bolide.records import replace
from bolide.show.matcher_looks import LOOKS
from bolide.show.pictures import FAINT, INK, MISSED, RULE
from bolide.show.tables import ABSENT, PAPERS, Cell, Document, Table, number

_NOTE = "* p < .05, ** p < .01: differs from {} ({})"
_UNDEFINED = (
    f"{ABSENT} means undefined: there is only one judgement, all scores are equal, or their squares are too large"
)


def document_of(
    evaluation: Evaluation,
    form: str,
    *,
    intervals: bool = False,
    digits: int | None = None,
    signatures: Sequence[tuple[str, str]] = (),
) -> Document:
    """Return an evaluation as a document for a format. Papers have intervals on request, and three digits; the others always, and four.

    `signatures` are those of the metrics, by name.
    """
    intervals, digits = intervals or form not in PAPERS, digits or (3 if form in PAPERS else 4)
    names = dict.fromkeys(item.measure for item in evaluation.agreements)
    makers = [_Maker(evaluation, name, digits=digits, intervals=intervals) for name in names]
    by_name: dict[str, list[str]] = {}
    for name, signature in signatures:
        by_name.setdefault(name, []).append(signature)
    caption = evaluation.caption if intervals else evaluation.short_caption
    return Document(
        tables=[maker.table() if form in PAPERS else maker.listing() for maker in makers],
        notes=[
            *([] if all(math.isfinite(item.value) for item in evaluation.agreements) else [_UNDEFINED]),
            *(note for maker in makers for note in (*maker.verdict(), *maker.length())),
            *([caption] if evaluation.samples else []),
        ],
        signatures=signatures,
        flat=_flat(evaluation),
        data=asdict(evaluation) | _clusters(evaluation) | ({"signatures": by_name} if by_name else {}),
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
        self._tests = {
            (item.judgements, item.metric, item.baseline): item
            for item in evaluation.differences
            if item.measure == measure and item.judgements in self._sets
        }

    def listing(self) -> Table:
        """Return a row for each set and metric, with the p-value of each difference from the metrics that others were compared with."""
        baselines = list(dict.fromkeys(baseline for _, _, baseline in self._tests))
        rows = []
        for name in self._sets:
            _, count, cells = self._row(name)
            for metric, cell in zip(self._metrics, cells, strict=True):
                tested = [self._tests.get((name, metric, baseline)) for baseline in baselines]
                chances = [chance(test.probability) if test else "" for test in tested]
                first = name if metric == self._metrics[0] else ""
                rows.append((first, metric, count, replace(cell, mark=""), *chances))
        head = (self._measure, "metric", "n", "agreement", *(f"against {baseline}" for baseline in baselines))
        notes = [f"p: {self._test_names()}", *self._clusters()] if baselines else []
        return Table(head=head, rows=rows, align="llr", note="; ".join(notes))

    def verdict(self) -> list[str]:
        """Return a sentence on the metric that agrees best with people on average, and its p-values; nothing for a single metric."""
        place = self._sets[-1]
        values = {name: self._cells[place, name].value for name in self._metrics if name != LENGTH}
        values = {name: value for name, value in values.items() if math.isfinite(value)}
        if len(values) < 2:
            return []
        best = max(values, key=lambda name: values[name])
        tests = {
            name: self._tests.get((place, best, name)) or self._tests.get((place, name, best))
            for name in values
            if name != best
        }
        told = f"{best} agrees best with people ({self._measure} {short(values[best])})"
        for words, is_clear in ((", clearly better than", True), (", but not clearly better than", False)):
            own = [(name, test.probability) for name, test in tests.items() if test]
            own = [(name, found) for name, found in own if (found < LEVEL) == is_clear]
            told += f"{words} {', '.join(f'{name} ({chance(found)})' for name, found in own)}" if own else ""
        untested = ", ".join(name for name, test in tests.items() if test is None)
        return [told + (f"; to test it against {untested} too, add --all-pairs" if untested and self._tests else "")]

    def length(self) -> list[str]:
        """Return a note on the agreement of length alone, if it is clearly above 0 and the measure does not exclude length."""
        found, measure = self._cells.get((self._sets[-1], LENGTH)), find_measure(self._measure)
        if found is None or not found.low or found.low < 0 or measure.rows or measure.needs != "scores":
            return []
        return [
            f"length alone reaches {short(found.value)}: to compare segments of similar length, --measure kendall-length"
        ]

    def table(self) -> Table:
        """Return the table; stars are explained only if there are any."""
        rows = [self._row(name) for name in self._sets]
        is_marked = any(cell.mark for _, _, cells in rows for cell in cells)
        notes = [_NOTE.format(self._metrics[0], self._test_names())] if is_marked else []
        notes += self._clusters()
        return Table(
            head=(self._measure, "n", *self._metrics),
            rows=[(name, count, *cells) for name, count, cells in rows],
            note="; ".join(notes),
            foot=self._foot,
        )

    def _row(self, judgements: str) -> tuple[str, int, list[Cell]]:
        cells = [self._cells[judgements, metric] for metric in self._metrics]
        best = max((item.value for item in cells if math.isfinite(item.value)), default=math.nan)
        return judgements, cells[0].count, [self._cell(item, math.isclose(item.value, best)) for item in cells]

    def _cell(self, item: Agreement, is_best: bool) -> Cell:
        limits = ""
        if self._intervals and item.low is not None and item.high is not None:
            limits = f" [{number(item.low, '.3f')}, {number(item.high, '.3f')}]"
        text = number(item.value, f".{self._digits}f")
        test = self._tests.get((item.judgements, item.metric, self._metrics[0]))
        mark = ""
        if test and abs(test.difference) >= 5e-5:  # It shows in four decimals.
            mark = "**" if test.probability < 0.01 else "*" if test.probability < 0.05 else ""
        return Cell(text=text, bold=is_best, mark=mark, after=limits)

    def _clusters(self) -> list[str]:
        notes = []
        for name in self._sets:
            if clusters := self._evaluation.clusters(name, self._measure):
                listed = "; ".join(f"{place}. {', '.join(names)}" for place, names in enumerate(clusters, 1))
                notes.append(f"clusters on {name} (p < .05): {listed}")
        return notes

    def _test_names(self) -> str:
        tests = list(dict.fromkeys(item.test for item in self._tests.values()))
        averaged = " and permutation for the average" if tests == ["Williams", "permutation"] else ""
        return tests[0].replace("Williams", "Williams' test") + averaged


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
    """Return a table with a row for each human score, and two for each ranking: the better translation first.

    `row` counts the rows of the judgements' file from 1, without its header. Human scores are those of the file, even if they are errors.
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


# A panel is 85 mm wide, so that two fit side by side on a sheet of paper; lengths are in tenths of a millimetre.
_WIDE, _HIGH, _LEFT, _TOP, _SIDE = 850, 930, 130, 100, 660
_DOTS = [look.light for look in LOOKS.values()][:5]


def draw_scatter(
    sets: Sequence[JudgementSet], candidates: Sequence[Candidate], *, lower_is_better: bool = False
) -> str:
    """Return an SVG: a panel for each set and metric, human scores across, a dot for each judgement, and the line of least squares."""
    panels = []
    for judged in sets:
        if judged.human is None:
            raise InputError(f"{judged.name} holds rankings: a scatter plot needs scores")
        titles = (judged.name, "−human score" if lower_is_better else "human score")
        names = [judged.translations[place].system or "no system" for place in judged.first.tolist()]
        for candidate in (one for one in candidates if one.name != LENGTH):
            scores = candidate.segment_scores(judged)[judged.first]
            panels.append(_panel(judged.human, scores, names, (*titles, candidate.name)))
    across = min(2, len(panels))
    wide, high = across * _WIDE, -(-len(panels) // across) * _HIGH
    placed = (
        f'<g transform="translate({place % across * _WIDE + _LEFT} {place // across * _HIGH + _TOP})">{panel}</g>'
        for place, panel in enumerate(panels)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide / 10}mm" height="{high / 10}mm" viewBox="0 0 {wide} {high}" '
        f'font-family="sans-serif" font-size="28" fill="{INK}" role="img"><title>Scores of metrics beside those of people</title>'
        f"{''.join(placed)}</svg>\n"
    )


def _panel(human: Floats, scores: Floats, names: Sequence[str], titles: tuple[str, str, str]) -> str:
    (x, ticks), (y, marks) = _axis(human), _axis(scores)
    across, down = x(human) * _SIDE, (1 - y(scores)) * _SIDE
    agreement = float(correlate("pearson", scores, human)[0])
    parts = [
        f'<rect width="{_SIDE}" height="{_SIDE}" fill="none" stroke="{FAINT}"/>',
        _text(0, -60, titles[0], "start"),
        _text(_SIDE, -16, f"r = {number(agreement, '.3f')}, n = {len(human):,}", "end"),
        _text(_SIDE / 2, _SIDE + 80, titles[1], "middle"),
        f'<g transform="translate(-95 {_SIDE / 2}) rotate(-90)">{_text(0, 0, titles[2], "middle")}</g>',
    ]
    for value in ticks:
        left = x(value) * _SIDE
        parts += [_line((left, 0), (left, _SIDE)), _text(left, _SIDE + 34, f"{value:.12g}", "middle")]
    for value in marks:
        top = (1 - y(value)) * _SIDE
        parts += [_line((0, top), (_SIDE, top)), _text(-10, top + 10, f"{value:.12g}", "end")]
    systems = list(dict.fromkeys(names))
    legend = systems if 1 < len(systems) <= len(_DOTS) else []
    colours = {name: _DOTS[legend.index(name) if legend else 0] for name in systems}
    parts += [
        f'<circle cx="{left:.1f}" cy="{top:.1f}" r="6" fill="{colours[name]}" fill-opacity="0.6"/>'
        for left, top, name in zip(across.tolist(), down.tolist(), names, strict=True)
    ]
    if math.isfinite(agreement):
        slope = agreement * down.std() / across.std()
        ends = (down.mean() - slope * (end - across.mean()) for end in (across.min(), across.max()))
        first, last = np.clip([*ends], 0, _SIDE)
        parts.append(_line((across.min(), first), (across.max(), last), f'stroke="{MISSED}" stroke-width="4"'))
    for row, name in enumerate(reversed(legend)):
        parts.append(f'<circle cx="{_SIDE - 20}" cy="{_SIDE - 29 - 34 * row}" r="8" fill="{colours[name]}"/>')
        parts.append(_text(_SIDE - 36, _SIDE - 20 - 34 * row, name, "end"))
    return "".join(parts)


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _line(start: tuple[float, float], end: tuple[float, float], style: str = f'stroke="{RULE}"') -> str:
    return f'<path d="M{start[0]:.1f} {start[1]:.1f}L{end[0]:.1f} {end[1]:.1f}" {style}/>'


def _axis(values: Floats) -> tuple[Callable[[Any], Any], list[float]]:
    """Return a function that maps values to places from 0 to 1, and round numbers for the ticks."""
    low, high = float(values.min()), float(values.max())
    room = (high - low) * 0.04 or abs(high) * 0.04 or 1.0
    low, high = low - room, high + room
    if not math.isfinite(high - low):
        raise InputError("a score is too large to draw")
    rough = 10 ** math.floor(math.log10((high - low) / 4))
    step = next(rough * times for times in (1, 2, 5, 10) if (high - low) / (rough * times) <= 6)
    ticks = [step * place for place in range(math.ceil(low / step), math.floor(high / step) + 1)]
    return (lambda value: (value - low) / (high - low)), ticks
