"""How an evaluation is shown: text for people, TSV and JSON for programs, Markdown and LaTeX for papers."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import asdict

from bolide.analysis.agreement import find_measure
from bolide.character_cells import pad
from bolide.evaluation.evaluate import AVERAGE, Agreement, Difference, Evaluation

__all__ = ["FORMATS", "render"]

_NOTE = "* p < .05, ** p < .01: differs from {} ({})"


class _Table:
    """One measure: a row for each set, a column for each metric."""

    def __init__(self, evaluation: Evaluation, measure: str) -> None:
        self.measure = measure
        found = [item for item in evaluation.agreements if item.measure == measure]
        self.metrics = list(dict.fromkeys(item.metric for item in found))
        self.sets = [name for name in dict.fromkeys(item.judgements for item in found) if name != AVERAGE]
        self.sets += [AVERAGE] if len(self.sets) > 1 else []
        self._cells = {(item.judgements, item.metric): item for item in found}
        self.differences = [
            item for item in evaluation.differences if item.measure == measure and item.judgements in self.sets
        ]
        self._by_cell = {(item.judgements, item.metric): item for item in reversed(self.differences)}
        self.baseline = self.metrics[0]
        tests = dict.fromkeys(item.test for item in self.differences)
        averaged = " and permutation for the average" if list(tests) == ["Williams", "permutation"] else ""
        self.note = _NOTE.format(self.baseline, next(iter(tests), "").replace("Williams", "Williams' test") + averaged)

    def cell(self, judgements: str, metric: str) -> Agreement:
        return self._cells[judgements, metric]

    def mark(self, judgements: str, metric: str) -> str:
        """Return stars where a metric differs from the first one, by what shows in four decimals."""
        found = self._by_cell.get((judgements, metric))
        if found is None or found.baseline != self.baseline or abs(found.difference) < 5e-5:
            return ""
        return "**" if found.probability < 0.01 else "*" if found.probability < 0.05 else ""

    @property
    def is_marked(self) -> bool:
        """Whether there is a star anywhere."""
        return any(self.mark(name, metric) for name in self.sets for metric in self.metrics)

    def best(self, judgements: str) -> float:
        choose = max if find_measure(self.measure).higher_is_better else min
        return choose(self.cell(judgements, metric).value for metric in self.metrics)


def _tables(evaluation: Evaluation) -> list[_Table]:
    return [_Table(evaluation, name) for name in dict.fromkeys(item.measure for item in evaluation.agreements)]


def _text(evaluation: Evaluation) -> str:
    blocks = []
    for table in _tables(evaluation):
        rows = [[table.measure, "n", *table.metrics]]
        for name in table.sets:
            cells = [table.cell(name, metric) for metric in table.metrics]
            rows.append([name, str(cells[0].count), *(_shown(item) + table.mark(name, item.metric) for item in cells)])
        columns = [pad(column) for column in zip(*rows, strict=True)]
        lines = ["  ".join(row).rstrip() for row in zip(*columns, strict=True)]
        blocks.append("\n".join([*lines, *([table.note] if table.is_marked else [])]))
    return "\n\n".join([*blocks, *([evaluation.caption] if evaluation.samples else [])]) + "\n"


def _shown(item: Agreement) -> str:
    return f"{item.value:.4f}{_interval(item)}"


def _interval(item: Agreement) -> str:
    return "" if item.low is None or item.high is None else f" [{item.low:.3f}, {item.high:.3f}]"


def _tsv(evaluation: Evaluation) -> str:
    lines = ["judgements\tmeasure\tmetric\tn\tvalue\tlow\thigh\tbaseline\tdifference\tp\ttest"]
    compared: dict[tuple[str, str, str], list[Difference]] = {}
    for gap in evaluation.differences:
        compared.setdefault((gap.judgements, gap.measure, gap.metric), []).append(gap)
    for item in evaluation.agreements:
        head = [item.judgements, item.measure, item.metric, str(item.count), repr(item.value)]
        head += ["" if limit is None else repr(limit) for limit in (item.low, item.high)]
        gaps = compared.get((item.judgements, item.measure, item.metric), [])
        tails = [[gap.baseline, repr(gap.difference), repr(gap.probability), gap.test] for gap in gaps]
        lines += ["\t".join(head + tail) for tail in tails or [[""] * 4]]
    return "\n".join(lines) + "\n"


def _json(evaluation: Evaluation) -> str:
    return json.dumps(asdict(evaluation), ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def _markdown(evaluation: Evaluation, *, intervals: bool) -> str:
    blocks = []
    for table in _tables(evaluation):
        lines = [
            f"| {table.measure} | n | " + " | ".join(map(_cell, table.metrics)) + " |",
            "|---|--:" + "|--:" * len(table.metrics) + "|",
        ]
        for name in table.sets:
            cells = [table.cell(name, metric) for metric in table.metrics]
            shown = [
                f"**{item.value:.3f}**" if math.isclose(item.value, table.best(name)) else f"{item.value:.3f}"
                for item in cells
            ]
            marks = [table.mark(name, item.metric).replace("*", "\\*") for item in cells]
            limits = [_interval(item) if intervals else "" for item in cells]
            values = " | ".join(map("".join, zip(shown, marks, limits, strict=True)))
            lines.append(f"| {_cell(name)} | {cells[0].count:,} | {values} |")
        blocks.append("\n".join([*lines, *(["", table.note.replace("*", "\\*")] if table.is_marked else [])]))
    return "\n\n".join(blocks) + "\n"


def _latex(evaluation: Evaluation, *, intervals: bool) -> str:
    blocks = []
    for table in _tables(evaluation):
        lines = [
            r"\begin{tabular}{lr" + "r" * len(table.metrics) + "}",
            r"\hline",
            " & ".join(map(_escape, (table.measure, "n", *table.metrics))) + r" \\",
            r"\hline",
        ]
        for name in table.sets:
            cells = [table.cell(name, metric) for metric in table.metrics]
            lines += [r"\hline"] if name == AVERAGE else []
            values = []
            for item in cells:
                value = f"{item.value:.3f}"
                value = rf"\textbf{{{value}}}" if math.isclose(item.value, table.best(name)) else value
                mark = table.mark(name, item.metric)
                values.append(value + (f"$^{{{mark}}}$" if mark else "") + (_interval(item) if intervals else ""))
            lines.append(" & ".join([_escape(name), str(cells[0].count), *values]) + r" \\")
        note = (
            rf"\multicolumn{{{len(table.metrics) + 2}}}{{l}}{{\footnotesize {_escape(table.note).replace('<', '$<$')}}}"
        )
        end = [r"\hline", *([note + r" \\"] if table.is_marked else []), r"\end{tabular}"]
        blocks.append("\n".join([*lines, *end]))
    return "\n\n".join(blocks) + "\n"


def _escape(text: str) -> str:
    """Return text for LaTeX: what has a meaning there stands for itself."""
    names = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
    return "".join(
        names.get(character, "\\" + character if character in "&%$#_{}" else character) for character in text
    )


def _cell(text: str) -> str:
    """Return text for a cell of Markdown."""
    return text.replace("\\", "\\\\").replace("|", "\\|")


_WITH_INTERVALS: dict[str, Callable[[Evaluation], str]] = {"text": _text, "tsv": _tsv, "json": _json}
_WITHOUT: dict[str, Callable[..., str]] = {"markdown": _markdown, "latex": _latex}
FORMATS = (*_WITH_INTERVALS, *_WITHOUT)


def render(evaluation: Evaluation, form: str, *, intervals: bool = False) -> str:
    """Return an evaluation in one of `FORMATS`. Markdown and LaTeX have intervals if asked for, the others always."""
    if form in _WITHOUT:
        return _WITHOUT[form](evaluation, intervals=intervals)
    return _WITH_INTERVALS[form](evaluation)
