"""The jar's output: header, statistics (23 columns, with its own count of chunks), summary, alignments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bolide import Alignment, Parameters, Scores, Statistics, score_statistics
from bolide.adapters.java.jar_options import TASKS, Choice, doubles
from bolide.files.java_files import java_trim
from bolide.metric.signature import double
from bolide.metric.statistics import Integers

# Its counts for each of its four matchers, which it calls stages.
STAGE = ("hypothesis_content", "reference_content", "hypothesis_function", "reference_function")
_STAGES = range(1, 5)
JAVA_COLUMNS = (
    "hypothesis_length",
    "reference_length",
    "hypothesis_function",
    "reference_function",
    *(f"{name}_{stage}" for stage in _STAGES for name in STAGE),
    "chunks",
    "hypothesis_matches",
    "reference_matches",
)


def java_rows(statistics: Statistics, *, summed: bool = False) -> Integers:
    """Return rows as the jar prints them: a segment matched completely in one chunk has one chunk; a sum has the same as ours."""
    rows: Integers = np.stack([statistics[name] for name in JAVA_COLUMNS], axis=1)
    if not summed:
        rows[:, JAVA_COLUMNS.index("chunks")] += statistics["whole_chunks"]
    return rows


def from_java(rows: ArrayLike) -> Statistics:
    """Read statistics from the jar's lines of segments; `ValueError` for another number of columns."""
    counts, whole = _read(rows)
    return Statistics.from_columns(counts | {"chunks": np.where(whole, 0, counts["chunks"]), "whole_chunks": whole})


def score_java(rows: ArrayLike, parameters: Parameters) -> list[float]:
    """Return the scores of the jar's rows, even of rows that no pair of texts has.

    Parity: if words are matched by stage but not in total, it divides by 0, unless all is matched in one chunk.
    """
    counts, whole = _read(rows)
    scores = score_statistics(from_java(rows), parameters)
    is_wordless = counts["hypothesis_matches"] + counts["reference_matches"] == 0
    with np.errstate(divide="ignore", invalid="ignore"):
        fragmentation = np.where(whole, 0, counts["chunks"] / np.zeros(len(whole)))
        raw = scores.f_mean * (1 - parameters.gamma * np.power(fragmentation, parameters.beta))
    found: list[float] = np.where(is_wordless, np.where(raw > 0, raw, 0), scores.score).tolist()
    return found


def sum_java(rows: ArrayLike) -> Integers:
    """Return the sum of the jar's rows as a table of one row: segments matched completely in one chunk add no chunk."""
    total: Integers = java_rows(from_java(rows).total(), summed=True)
    return total


def _read(rows: ArrayLike) -> tuple[dict[str, Integers], NDArray[np.bool_]]:
    """Return the columns, and which rows are matched completely in one chunk."""
    table = np.array(rows, dtype=np.int64)
    if table.ndim != 2 or table.shape[1] != len(JAVA_COLUMNS):
        raise ValueError(f"the jar's statistics have {len(JAVA_COLUMNS)} columns; these have the shape {table.shape}")
    counts = dict(zip(JAVA_COLUMNS, table.T, strict=True))
    whole = counts["chunks"] == 1
    for side in ("hypothesis", "reference"):
        matched = sum(counts[f"{side}_{kind}_{stage}"] for stage in _STAGES for kind in ("content", "function"))
        whole &= matched == counts[f"{side}_length"]
    return counts, whole


def header(choice: Choice, form: str) -> str:
    """Return the lines above the scores; `form` is plaintext or SGML."""
    lines = (
        "Meteor version: 1.5",
        "",
        f"Eval ID:        {choice.eval_id}",
        "",
        f"Language:       {choice.language.name.capitalize()}",
        f"Format:         {form}",
        f"Task:           {TASKS[choice.task]}",
        f"Modules:        {' '.join(choice.matchers)}",
        f"Weights:        {doubles(choice.weights)}",
        f"Parameters:     {doubles(choice.parameters)}",
        "",
    )
    return "\n".join(lines) + "\n"


def statistics_lines(statistics: Statistics, *, summed: bool = False) -> Iterator[str]:
    """Return each row as the jar prints it; a sum keeps its chunks."""
    rows = java_rows(statistics, summed=summed)
    return (" ".join(f"{count}.0" if abs(count) < 10**7 else double(count) for count in row) for row in rows.tolist())


def score_fields(scores: Scores) -> Iterator[tuple[str, str, str, str]]:
    """Return precision, recall, penalty and score of each row, as the jar prints them."""
    columns = (scores.precision, scores.recall, scores.penalty, scores.score)
    return zip(*(map(double, column.tolist()) for column in columns), strict=True)


def summary(total: Statistics, scores: Scores, choice: Choice) -> str:
    """Return the table of matches and the parts of the final score."""
    row = total.row(0)
    stages = [[row.get(f"{name}_{stage}", 0) for name in STAGE] for stage in range(1, len(choice.weights) + 1)]
    unit = "words" if choice.unit == "words" else "chars"
    lines = (
        "           Test Matches                  Reference Matches",
        "Stage      Content  Function    Total    Content  Function    Total",
        *(_stage(str(number), counts) for number, counts in enumerate(stages, start=1)),
        _stage("Total", [sum(counts) for counts in zip(*stages, strict=True)]),
        "",
        f"Test {unit}:             {row['hypothesis_length']}",
        f"Reference {unit}:        {row['reference_length']}",
        f"Chunks:                 {row['chunks']}",
        f"Precision:              {double(scores.precision[0])}",
        f"Recall:                 {double(scores.recall[0])}",
        f"f1:                     {double(scores.f1[0])}",
        f"fMean:                  {double(scores.f_mean[0])}",
        f"Fragmentation penalty:  {double(scores.penalty[0])}",
        "",
        f"Final score:            {double(scores.score[0])}",
    )
    return "\n".join(lines) + "\n"


def _stage(name: str, counts: Sequence[int]) -> str:
    content, reference_content, function, reference_function = counts
    return (
        f"{name:<11}{content:>7}   {function:>7}  {content + function:>7}    "
        f"{reference_content:>7}   {reference_function:>7}  {reference_content + reference_function:>7}"
    )


def alignment_block(title: Iterable[str], alignment: Alignment, matchers: Sequence[str]) -> str:
    """Return an alignment as the jar writes it, with an empty line after it."""
    # Parity: the words of a side are trimmed once more, with their control characters.
    sides = (java_trim(" ".join(words)) for words in (alignment.hypothesis, alignment.reference))
    lines = ["\t".join(title), *sides]
    lines.append("Line2Start:Length\tLine1Start:Length\tModule\t\tScore")
    lines.extend(
        f"{match.reference_start}:{match.reference_length}\t\t\t{match.hypothesis_start}:{match.hypothesis_length}"
        f"\t\t\t{matchers.index(match.matcher)}\t\t1.0"
        for match in alignment.matches
    )
    return "\n".join(lines) + "\n\n"
