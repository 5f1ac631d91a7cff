"""How costs grow with what is scored: a table and drawings for each question."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from corpora import Corpus
from measure import Cost, median
from plot import render, short
from sections import figure, section
from tools import Bolide, Tool

SIZES = (1_000, 4_000, 16_000, 64_000, 256_000, 1_000_000)
LENGTHS = (5, 15, 50, 150, 500)
REFERENCES = (1, 2, 4, 8, 16)
NEW_WORDS = (0, 1, 2, 4, 8, 16)
# The segments of all questions but the first: how many words in all on each side, and in each where that is not the question.
ALL_WORDS, WORDS = 40_000, 20

Measured = dict[str, dict[int, list[Cost]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What grows, and how a corpus of a size is made. Costs are those of a segment, or (`whole`) those of a run."""

    name: str
    title: str
    label: str
    sizes: Sequence[int]
    make: Callable[[int], Corpus]
    whole: bool = False


def questions(corpus: Corpus, largest: int) -> dict[str, Question]:
    """The questions by their names; nothing is made before it is needed."""

    def of_length(words: int) -> Corpus:
        return corpus.of_length(words).of_size(ALL_WORDS // words)

    asked = (
        Question(
            name="size",
            title="Growth with the number of segments",
            label="segments",
            sizes=[size for size in SIZES if size <= largest] or [largest],
            make=corpus.of_size,
            whole=True,
        ),
        Question(
            name="length",
            title="Growth with the length of segments",
            label="words in a segment, on each side",
            sizes=LENGTHS,
            make=of_length,
        ),
        Question(
            name="references",
            title="Growth with the number of references",
            label="references of a segment",
            sizes=REFERENCES,
            make=lambda count: of_length(WORDS).with_references(count),
        ),
        Question(
            name="vocabulary",
            title="Growth with the vocabulary",
            label=f"words never seen before, of {WORDS} in a segment, on each side",
            sizes=NEW_WORDS,
            make=lambda count: of_length(WORDS).with_new_words(count),
        ),
    )
    return {question.name: question for question in asked}


def measure(question: Question, start: Corpus, tools: Sequence[Tool], rounds: int, patience: float) -> Measured:
    """Run all tools on all sizes, in turn, several times over; whoever took longer than `patience`, beyond its
    start, is not asked for more, unless it is bolide.

    Costs are of whole runs, or of a segment: what a run takes beyond one on a single segment, by the segments.
    """
    corpora = {size: question.make(size) for size in question.sizes}
    measured: Measured = {tool.name: {} for tool in tools}
    for number in range(1, rounds + 1):
        print(f"  round {number} of {rounds}", file=sys.stderr)
        starts = {tool.name: tool.score(start)[1] for tool in tools}
        weary: set[str] = set()
        for size, corpus in corpora.items():
            for tool in tools:
                if tool.name in weary or (number > 1 and size not in measured[tool.name]):
                    continue
                print(f"    {short(size)}: {tool.name}", file=sys.stderr)
                cost = tool.score(corpus)[1]
                beyond = _beyond(cost, starts[tool.name])
                if number == 1 and beyond.wall > patience and not isinstance(tool, Bolide):
                    weary.add(tool.name)
                measured[tool.name].setdefault(size, []).append(cost if question.whole else beyond.per(corpus.segments))
    return measured


def table(question: Question, measured: Measured) -> str:
    """A row for each size, a column for each tool."""
    middles = _middles(measured)
    rows = []
    for size in question.sizes:
        cells = [_cell(question, costs.get(size)) for costs in middles.values()]
        rows.append((f"{size:,}", *cells))
    costs = "CPU s, peak MB" if question.whole else "CPU µs of a segment beyond the start"
    note = "A tool is not asked for more where it has taken too long already (`--patience`)."
    return section(f"{question.title}: {costs}", (question.label, *middles), rows, {}, note)


def drawings(question: Question, measured: Measured) -> dict[str, str]:
    """SVG by name."""
    middles = _middles(measured)
    scale, unit = (1.0, "CPU s of a run") if question.whole else (1e6, "CPU µs of a segment")
    drawn = {question.name: render(question.title, question.label, unit, _lines(middles, lambda c: c.cpu * scale))}
    if question.whole:
        title = question.title.replace("Growth", "Peak memory")
        drawn["memory"] = render(title, question.label, "peak MB", _lines(middles, lambda cost: cost.memory))
    return drawn


def _beyond(cost: Cost, start: Cost) -> Cost:
    return Cost(wall=cost.wall - start.wall, cpu=cost.cpu - start.cpu, memory=cost.memory)


def _middles(measured: Measured) -> dict[str, dict[int, Cost]]:
    return {name: {size: median(costs) for size, costs in sizes.items()} for name, sizes in measured.items()}


def _lines(
    middles: Mapping[str, Mapping[int, Cost]], height: Callable[[Cost], float]
) -> dict[str, list[tuple[float, float]]]:
    """What can be drawn: a difference below the noise of the starts, if it is negative, cannot."""
    return {
        name: [(size, height(cost)) for size, cost in sorted(costs.items()) if height(cost) > 0]
        for name, costs in middles.items()
    }


def _cell(question: Question, cost: Cost | None) -> str:
    if cost is None:
        return "-"
    if question.whole:
        return f"{figure(cost.cpu)}, {cost.memory:,.0f}"
    return figure(cost.cpu * 1e6) if cost.cpu > 0 else "within noise"
