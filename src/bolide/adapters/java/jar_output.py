"""The jar's output: header, statistics (23 columns, with its own count of chunks), summary, alignments; and its line protocol.

In the protocol, on standard input and output, each request has a fixed number of lines as its answer. It has two dialects.
coco is the jar in captioning tools: EVAL answers a score for each of its statistics and one for their sum, SING one score.
cmu is the jar of Carnegie Mellon: EVAL answers the score of its first statistics.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bolide import Alignment, BolideError, Meteor, Parameters, Scores, Statistics, score_statistics
from bolide.adapters.java.jar_options import TASKS, Choice, Streams, check_weights
from bolide.data.languages import JAVA_MATCHERS
from bolide.files.java_files import ALIGNMENT_HEAD, java_decode, java_trim, raw_lines
from bolide.metric.signature import double
from bolide.metric.statistics import Integers
from bolide.records import record

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
        f"Weights:        {' '.join(map(double, choice.weights))}",
        f"Parameters:     {' '.join(map(double, choice.parameters))}",
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
    lines = ["\t".join(title), *sides, ALIGNMENT_HEAD]
    lines.extend(
        f"{match.reference_start}:{match.reference_length}\t\t\t{match.hypothesis_start}:{match.hypothesis_length}"
        f"\t\t\t{matchers.index(match.matcher)}\t\t1.0"
        for match in alignment.matches
    )
    return "\n".join(lines) + "\n\n"


DIALECTS = ("coco", "cmu")
SEPARATOR = "|||"
NO_SCORE = "Error: specify hypothesis and at least one reference"
NO_EVAL = "Error: specify Meteor stats"
# Differs: the jar ends here, while its client waits for a line.
BAD_STATISTICS = f"Error: Meteor stats are {len(JAVA_COLUMNS)} whole numbers"
_UNKNOWN = {"coco": "Error: specify SCORE or EVAL or SING", "cmu": "Error: specify SCORE or EVAL"}
_LARGEST = 1 << 40  # so that sums of a line stay exact


def serve(meteor: Meteor, parameters: Parameters, streams: Streams, *, dialect: str = "coco") -> int:
    """Answer requests until the input ends; `BrokenPipeError` once the answers are no longer read."""
    server = Server(meteor=meteor, parameters=parameters, dialect=dialect)
    # Differs: a carriage return is a blank here, not the end of a request, so it cannot split one in two.
    for line in raw_lines(streams.input):
        answer = server.answer(java_decode(line).removesuffix("\n"))
        streams.output.write("\n".join(answer) + "\n")
        streams.output.flush()
    return 0


@record
class Server:
    """Answers one request at a time."""

    meteor: Meteor
    parameters: Parameters
    dialect: str

    def answer(self, request: str) -> list[str]:
        """Return the lines that answer a request: always the number that its dialect expects."""
        verb = next((verb for verb in ("SCORE", "EVAL", "SING") if request.startswith((verb, verb.lower()))), None)
        fields = request.split(SEPARATOR)
        while len(fields) > 1 and not fields[-1]:  # As Java splits: empty fields at the end are dropped.
            fields.pop()
        if verb == "SCORE":
            return self._score(fields[1:])
        if verb == "EVAL" and self.dialect == "coco":
            return self._evaluate(fields[1:], summed=True)
        if verb == "EVAL":
            return self._evaluate(fields[1:2])
        if verb == "SING" and self.dialect == "coco":
            return self._evaluate(fields[1:] if len(fields) == 2 else [])
        return [_UNKNOWN[self.dialect]]

    def _score(self, fields: list[str]) -> list[str]:
        if len(fields) < 2:
            return [NO_SCORE]
        check_weights(self.parameters, len(self.meteor.pipeline.matchers.names))
        texts = [java_trim(field) for field in fields]
        try:
            statistics = self.meteor.statistics(texts[-1:], [texts[:-1]], threads=1)
        except BolideError as error:
            return [f"Error: {' '.join(str(error).split())}"]
        best, _ = statistics.best(self.parameters)
        return list(statistics_lines(best))

    def _evaluate(self, fields: list[str], *, summed: bool = False) -> list[str]:
        """Return the score of each field with statistics; if `summed`, also the score of their sum."""
        if not fields:
            return [NO_EVAL]
        rows = [_row(field) for field in fields]
        good = [row for row in rows if row is not None]
        scores = iter(self._scores(good) if good else ())
        lines = [BAD_STATISTICS if row is None else next(scores) for row in rows]
        if summed and len(good) == len(rows):  # Segments matched completely in one chunk add no chunk.
            lines += self._scores(java_rows(from_java(good).total(), summed=True))
        elif summed:
            lines.append(BAD_STATISTICS)
        return lines

    def _scores(self, rows: list[list[int]] | Integers) -> list[str]:
        check_weights(self.parameters, len(JAVA_MATCHERS))
        return [double(value) for value in score_java(rows, self.parameters)]


def _row(field: str) -> list[int] | None:
    """Read statistics, `2` or `2.0` each, and ignore the rest of the field. None if they are not whole numbers."""
    words = field.split()[: len(JAVA_COLUMNS)]
    try:
        numbers = [float(word) for word in words]
    except ValueError:
        return None
    if len(numbers) < len(JAVA_COLUMNS) or not all(
        abs(number) < _LARGEST and number.is_integer() for number in numbers
    ):
        return None
    return [int(number) for number in numbers]
