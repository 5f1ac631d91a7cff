"""What the jar prints: header, lines of statistics, summary, alignments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bolide import Alignment, Scores, Statistics
from bolide.adapters.java.numbers import double, doubles
from bolide.adapters.java.options import TASKS, Choice
from bolide.adapters.java.statistics import STAGE, java_rows
from bolide.files.java_files import java_trim

__all__ = ["alignment_block", "header", "score_fields", "statistics_lines", "summary"]


def header(choice: Choice, form: str) -> str:
    """Return what stands above the scores; `form` is plaintext or SGML."""
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
    """Return each row as the jar prints it; a sum keeps its chunks as they are."""
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
    # Parity: the words of a side are trimmed once more, and control characters with them.
    sides = (java_trim(" ".join(words)) for words in (alignment.hypothesis, alignment.reference))
    lines = ["\t".join(title), *sides]
    lines.append("Line2Start:Length\tLine1Start:Length\tModule\t\tScore")
    lines.extend(
        f"{match.reference_start}:{match.reference_length}\t\t\t{match.hypothesis_start}:{match.hypothesis_length}"
        f"\t\t\t{matchers.index(match.matcher)}\t\t1.0"
        for match in alignment.matches
    )
    return "\n".join(lines) + "\n\n"
