"""What is measured, a table for each question."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from corpora import Corpus
from measure import Cost, interleave, median
from tools import JAR_REPEATS, Bolide, Jar, Tool

SIZES = (1, 4, 16, 64)
LENGTHS = (5, 20, 80, 320)
COST_COLUMNS = ("wall s", "range", "CPU s", "peak MB", "wall x", "CPU x", "memory x")
SPEED_COLUMNS = ("segments/s", "first pass, segments/s", "CPU µs/segment", "peak MB", "wall x", "CPU x", "memory x")


class DifferenceError(Exception):
    """bolide and the jar do not agree, so that their costs cannot be compared."""


def whole_run(title: str, corpus: Corpus, tools: Sequence[Tool], absent: Mapping[str, str], rounds: int) -> str:
    """What it costs to score a corpus in a new process."""
    results = interleave({tool.name: partial(tool.score, corpus) for tool in tools}, rounds)
    agreement = _agreement(tools, {name: [score for score, _ in result] for name, result in results.items()})
    rows = []
    base: Cost | None = None
    for name, result in results.items():
        costs = [cost for _, cost in result]
        middle = median(costs)
        base = base or middle
        spread = f"{figure(min(cost.wall for cost in costs))}-{figure(max(cost.wall for cost in costs))}"
        values = figure(middle.wall), spread, figure(middle.cpu), figure(middle.memory)
        rows.append((name, *values, *_ratios(middle, base)))
    return _section(f"{title}: {_segments(corpus)}", ("", *COST_COLUMNS), rows, absent, agreement)


def steady_state(corpus: Corpus, tools: Sequence[Tool], absent: Mapping[str, str], rounds: int) -> str:
    """How fast segments go through once everything is warm."""
    results = interleave({tool.name: partial(tool.steady, corpus) for tool in tools}, rounds)
    rows = []
    base: Cost | None = None
    for name, result in results.items():
        steady = median([each.steady for each in result])
        base = base or steady
        firsts = [each.first for each in result if each.first]
        first = figure(1 / median(firsts).wall) if firsts else "-"
        values = figure(1 / steady.wall), first, figure(steady.cpu * 1e6), figure(steady.memory)
        rows.append((name, *values, *_ratios(steady, base)))
    note = (
        "bolide and NLTK: the median pass over the corpus within one process, after a first pass in which all words are new (its "
        f"speed stands beside). The jar: a run on the corpus {JAR_REPEATS} times over less a run on it once, by the segments between."
    )
    return _section(f"Steady state: {_segments(corpus)}", ("", *SPEED_COLUMNS), rows, absent, note)


def linearity(corpus: Corpus, tool: Bolide, rounds: int) -> str:
    """How the cost grows with the number of segments."""
    corpora = {f"{size}x": corpus.repeated(size) for size in SIZES}
    results = interleave({name: partial(tool.score, sized) for name, sized in corpora.items()}, rounds)
    rows = []
    before: tuple[int, Cost] | None = None
    for name, result in results.items():
        middle, segments = median([cost for _, cost in result]), corpora[name].segments
        growth = "-"
        if before:
            growth = figure((middle.cpu - before[1].cpu) / (segments - before[0]) * 1e6)
        rows.append((name, f"{segments:,}", figure(middle.wall), figure(middle.cpu), growth, figure(middle.memory)))
        before = segments, middle
    columns = ("file", "segments", "wall s", "CPU s", "CPU µs per further segment", "peak MB")
    return _section(f"Growth with the number of segments: {tool.name}, cold start", columns, rows, {}, "")


def lengths(corpus: Corpus, tool: Bolide, rounds: int) -> str:
    """How the cost grows with the length of segments."""
    corpora = {f"{words} words": corpus.of_length(words) for words in LENGTHS}
    tasks = {name: partial(tool.steady, cut) for name, cut in corpora.items() if cut.segments}
    rows = []
    for name, result in interleave(tasks, rounds).items():
        middle = median([each.steady for each in result])
        per_word = middle.cpu / int(name.split()[0])
        rows.append((name, *(figure(seconds * 1e6) for seconds in (middle.wall, middle.cpu, per_word))))
    columns = ("segment", "wall µs/segment", "CPU µs/segment", "CPU µs/word")
    return _section(f"Growth with the length of segments: {tool.name}, steady state", columns, rows, {}, "")


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
    theirs = {score for tool in tools if isinstance(tool, Jar) for score in scores[tool.name]}
    if not ours or not theirs:
        return ""
    if any(abs(one - other) > math.ulp(other) for one in ours for other in theirs):
        raise DifferenceError(f"bolide's score is {sorted(ours)}, the jar's {sorted(theirs)}")
    equal = "equal in every run" if ours == theirs else "equal but for the last bit"
    return f"Score of bolide and of the jar: {theirs.pop()!r}, {equal}."


def _segments(corpus: Corpus) -> str:
    return f"{corpus.segments:,} segment{'s' * (corpus.segments > 1)}"


def _section(
    title: str, columns: Sequence[str], rows: Iterable[Sequence[str]], absent: Mapping[str, str], note: str
) -> str:
    """A heading, a table and a note, in Markdown."""
    left_out = [(f"{name}: {reason}", *("-" for _ in columns[1:])) for name, reason in absent.items()]
    lines = [columns, ("---", *("---:" for _ in columns[1:])), *rows, *left_out]
    table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    return "\n\n".join(part for part in (f"## {title}", table, note) if part) + "\n"
