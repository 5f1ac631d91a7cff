"""The jar's line protocol on standard input and output, in both dialects. Each request has a fixed number of lines as its answer.

coco is the jar in captioning tools: EVAL answers a score for each of its statistics and one for their sum, SING one score.
cmu is the jar of Carnegie Mellon: EVAL answers the score of its first statistics.
"""

from __future__ import annotations

from typing import TypeAlias

from bolide import BolideError, Meteor, Parameters
from bolide.adapters.java.jar_options import Streams, check_weights
from bolide.adapters.java.jar_output import JAVA_COLUMNS, score_java, statistics_lines, sum_java
from bolide.data.languages import JAVA_MATCHERS
from bolide.files.java_files import java_decode, java_trim, raw_lines
from bolide.metric.signature import double
from bolide.metric.statistics import Integers
from bolide.records import record

DIALECTS = ("coco", "cmu")
SEPARATOR = "|||"
NO_SCORE = "Error: specify hypothesis and at least one reference"
NO_EVAL = "Error: specify Meteor stats"
# Differs: the jar ends here, while its client waits for a line.
BAD_STATISTICS = f"Error: Meteor stats are {len(JAVA_COLUMNS)} whole numbers"
_UNKNOWN = {"coco": "Error: specify SCORE or EVAL or SING", "cmu": "Error: specify SCORE or EVAL"}
_LARGEST = 1 << 40  # so that sums of a line stay exact
Row: TypeAlias = list[int]


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
            return self._score(fields)
        if verb == "EVAL" and self.dialect == "coco":
            return self._evaluate_all(fields)
        if verb == "EVAL":
            return self._evaluate_first(fields)
        if verb == "SING" and self.dialect == "coco":
            return self._evaluate_first(fields) if len(fields) == 2 else [NO_EVAL]
        return [_UNKNOWN[self.dialect]]

    def _score(self, fields: list[str]) -> list[str]:
        if len(fields) < 3:
            return [NO_SCORE]
        check_weights(self.parameters, len(self.meteor.pipeline.matchers.names))
        texts = [java_trim(field) for field in fields[1:]]
        try:
            statistics = self.meteor.statistics(texts[-1:], [texts[:-1]], threads=1)
        except BolideError as error:
            return [f"Error: {' '.join(str(error).split())}"]
        best, _ = statistics.best(self.parameters)
        return list(statistics_lines(best))

    def _evaluate_all(self, fields: list[str]) -> list[str]:
        rows = [_row(field) for field in fields[1:]]
        if not rows:
            return [NO_EVAL]
        good = [row for row in rows if row is not None]
        scores = iter(self._scores(good) if good else ())
        lines = [BAD_STATISTICS if row is None else next(scores) for row in rows]
        return [*lines, *(self._scores(sum_java(good)) if len(good) == len(rows) else [BAD_STATISTICS])]

    def _evaluate_first(self, fields: list[str]) -> list[str]:
        if len(fields) < 2:
            return [NO_EVAL]
        row = _row(fields[1])
        return [BAD_STATISTICS] if row is None else self._scores([row])

    def _scores(self, rows: list[Row] | Integers) -> list[str]:
        check_weights(self.parameters, len(JAVA_MATCHERS))
        return [double(value) for value in score_java(rows, self.parameters)]


def _row(field: str) -> Row | None:
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
