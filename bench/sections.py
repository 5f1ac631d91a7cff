"""What is measured, a table for each question."""

from __future__ import annotations

import math
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path

from corpora import Corpus
from measure import Cost, interleave, median
from tools import HERE, REPEATS, STEADY_SECONDS, Bolide, Jar, Pycocoevalcap, Tool, steady

STEPS = {
    "lines": "Python: read, decode, split lines",
    "split": "Python: read, decode, split lines and words",
    "tokenise": "and bolide's tokeniser instead of split, a call for each line",
    "exact": "bolide: lower-cased words, exact matches only",
    "score": "bolide: meteor-1.5, all of it",
}
COST_COLUMNS = ("wall s", "range", "CPU s", "peak MB", "wall x", "CPU x", "memory x")
SPEED_COLUMNS = ("segments/s", "first pass, segments/s", "CPU µs/segment", "peak MB", "wall x", "CPU x", "memory x")


# A table, and the medians in it.
Findings = tuple[str, dict[str, Cost]]


class DifferenceError(Exception):
    """bolide and the jar do not agree, so that their costs cannot be compared."""


def whole_run(title: str, corpus: Corpus, tools: Sequence[Tool], absent: Mapping[str, str], rounds: int) -> Findings:
    """What it costs to score a corpus in a new process."""
    results = interleave({tool.name: partial(tool.score, corpus) for tool in tools}, rounds)
    agreement = _agreement(tools, {name: [score for score, _ in result] for name, result in results.items()})
    rows = []
    middles = {name: median([cost for _, cost in result]) for name, result in results.items()}
    base = next(iter(middles.values()))
    for name, result in results.items():
        costs = [cost for _, cost in result]
        middle = middles[name]
        spread = f"{figure(min(cost.wall for cost in costs))}-{figure(max(cost.wall for cost in costs))}"
        values = figure(middle.wall), spread, figure(middle.cpu), figure(middle.memory)
        rows.append((name, *values, *_ratios(middle, base)))
    return section(f"{title}: {_segments(corpus)}", ("", *COST_COLUMNS), rows, absent, agreement), middles


def steady_state(corpus: Corpus, tools: Sequence[Tool], absent: Mapping[str, str], rounds: int) -> Findings:
    """How fast segments go through once everything is warm."""
    results = interleave({tool.name: partial(tool.steady, corpus) for tool in tools}, rounds)
    rows = []
    middles = {name: median([each.steady for each in result]) for name, result in results.items()}
    base = next(iter(middles.values()))
    for name, result in results.items():
        middle = middles[name]
        firsts = [each.first for each in result if each.first]
        first = figure(1 / median(firsts).wall) if firsts else "-"
        values = figure(1 / middle.wall), first, figure(middle.cpu * 1e6), figure(middle.memory)
        rows.append((name, *values, *_ratios(middle, base)))
    note = (
        "bolide, NLTK and sacreBLEU: the median pass over the corpus within one process, after a first pass in which all words are new "
        f"(its speed stands beside). The jar and pycocoevalcap: a run on the corpus {REPEATS} times over less a run on it once, by the "
        "segments between."
    )
    return section(f"Steady state: {_segments(corpus)}", ("", *SPEED_COLUMNS), rows, absent, note), middles


def floor(corpus: Corpus, rounds: int) -> str:
    """How far bolide is from reading, decoding and splitting the text alone."""
    script = str(HERE / "floor.py")
    commands = {
        name: [sys.executable, script, step, *corpus.files, str(STEADY_SECONDS)] for step, name in STEPS.items()
    }
    if compiled := _compiled(corpus.hypotheses.with_name("floor")):
        commands = {"C++: read, decode, split at spaces": [compiled, str(STEADY_SECONDS), *corpus.files]} | commands
    results = interleave({name: partial(steady, command, corpus) for name, command in commands.items()}, rounds)
    middles = {name: median([each.steady for each in result]) for name, result in results.items()}
    base = middles[STEPS["split"]]
    rows = [
        (name, figure(cost.wall * 1e6), figure(cost.cpu * 1e6), figure(cost.cpu / base.cpu))
        for name, cost in middles.items()
    ]
    columns = ("", "wall µs/segment", "CPU µs/segment", "CPU x of Python's split")
    note = "Every pass reads both files anew; one thread, all words seen before."
    return section(f"How far from the floor: {_segments(corpus)}", columns, rows, {}, note)


def _compiled(target: Path) -> str | None:
    """The floor in C++, if there is a compiler."""
    compiler = shutil.which("c++")
    if not compiler:
        return None
    subprocess.run([compiler, "-std=c++20", "-O2", "-o", target, HERE / "floor.cpp"], check=True)
    return str(target)


def figure(value: float) -> str:
    """A number to three significant digits or so."""
    places = 0 if value >= 100 else 1 if value >= 10 else 2 if value >= 1 else 3
    return f"{value:,.{places}f}"


def _ratios(cost: Cost, base: Cost) -> tuple[str, str, str]:
    """How many times the first row's cost."""
    return figure(cost.wall / base.wall), figure(cost.cpu / base.cpu), figure(cost.memory / base.memory)


def _agreement(tools: Sequence[Tool], scores: Mapping[str, Sequence[float]]) -> str:
    """Say that bolide's score is the jar's; `DifferenceError` if it is not. The last bit is Java's business: its pow varies with processors."""
    ours = {score for tool in tools if isinstance(tool, Bolide) for score in scores[tool.name]}
    theirs = {score for tool in tools if isinstance(tool, Jar | Pycocoevalcap) for score in scores[tool.name]}
    if not ours or not theirs:
        return ""
    if any(abs(one - other) > math.ulp(other) for one in ours for other in theirs):
        raise DifferenceError(f"bolide's score is {sorted(ours)}, the jar's {sorted(theirs)}")
    equal = "equal in every run" if ours == theirs else "equal but for the last bit"
    return f"Score of bolide and of the jar: {theirs.pop()!r}, {equal}."


def _segments(corpus: Corpus) -> str:
    return f"{corpus.segments:,} segment{'s' * (corpus.segments > 1)}"


def section(
    title: str, columns: Sequence[str], rows: Iterable[Sequence[str]], absent: Mapping[str, str], note: str
) -> str:
    """A heading, a table and a note, in Markdown."""
    left_out = [(f"{name}: {reason}", *("-" for _ in columns[1:])) for name, reason in absent.items()]
    lines = [columns, ("---", *("---:" for _ in columns[1:])), *rows, *left_out]
    table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    return "\n\n".join(part for part in (f"## {title}", table, note) if part) + "\n"
