"""How `bolide score` prints: text for people, TSV and JSON for programs, score files for mt-metrics-eval.

Numbers are printed so that they read back exactly.
"""

from __future__ import annotations

import math
import sys
from abc import ABC, abstractmethod

from bolide.metric import Meteor
from bolide.records import record
from bolide.results import SegmentScores
from bolide.statistics import Scores, Statistics

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["WRITERS", "Output", "Writer"]

FIELDS = ("score", "precision", "recall", "f_mean", "penalty")


@record
class Output:
    """What is to be printed: `count` segments of each system, with ids or without; `prefix` is where files go, if any.

    `totals` are the statistics of each system, complete when the corpus is printed.
    """

    meteor: Meteor
    systems: list[str]
    count: int
    has_ids: bool = False
    prefix: str | None = None
    totals: dict[str, Statistics]


class Writer(ABC):
    """Prints segments as they come, then the corpus. One that `needs_segments` is given them also where nobody asked."""

    needs_segments = False

    @abstractmethod
    def __init__(self, output: Output) -> None:
        """Begin the output."""

    @abstractmethod
    def segments(self, first: int, scored: dict[str, SegmentScores], ids: list[str] | None) -> None:
        """Print the segments from number `first` (from 0) on, of every system."""

    @abstractmethod
    def corpus(self, scores: dict[str, Scores]) -> None:
        """Print the corpus scores, and end the output."""


def _row(scores: Scores, index: int) -> list[float]:
    parts = scores.row(index)
    return [parts[field] for field in FIELDS]


class TextWriter(Writer):
    """Segments a line each, with the scores of all systems side by side; then a table of systems and the signature."""

    def __init__(self, output: Output) -> None:
        """Begin the output."""
        self._meteor = output.meteor
        self._systems = output.systems
        self._count = output.count
        self._width = max(22, *(len(name) for name in output.systems))

    def segments(self, first: int, scored: dict[str, SegmentScores], ids: list[str] | None) -> None:
        """Print one line for each segment."""
        if first == 0:
            print("segment  " + "  ".join(name.ljust(self._width) for name in self._systems).rstrip())
        columns = [scores.values("score") for scores in scored.values()]
        for index, values in enumerate(zip(*columns, strict=True), start=first + 1):
            print(f"{index:>7}  " + "  ".join(repr(value).ljust(self._width) for value in values).rstrip())
        if first + len(columns[0]) == self._count:
            print()

    def corpus(self, scores: dict[str, Scores]) -> None:
        """Print a table of the systems."""
        width = max(6, *(len(name) for name in self._systems))
        print("system".ljust(width), *(field.ljust(22) for field in FIELDS[:-1]), FIELDS[-1], sep="  ")
        for name, score in scores.items():
            *values, last = (repr(value) for value in _row(score, 0))
            print(name.ljust(width), *(value.ljust(22) for value in values), last, sep="  ")
        print(f"\nsegments   {self._count}\nsignature  {self._meteor.signature}\neval id    {self._meteor.eval_id}")


class TsvWriter(Writer):
    """A row for each segment and system, then a row for each system with `corpus` in the place of the segment's number.

    Where the input has ids, they stand in a column of their own behind the number.
    """

    def __init__(self, output: Output) -> None:
        """Print the names of the columns."""
        self._meteor = output.meteor
        self._no_id = [""] if output.has_ids else []
        print("system", "segment", *(["id"] if output.has_ids else []), *FIELDS, "signature", sep="\t")

    def segments(self, first: int, scored: dict[str, SegmentScores], ids: list[str] | None) -> None:
        """Print the rows of a batch, segment by segment."""
        for index in range(len(next(iter(scored.values())))):
            named = [] if ids is None else [ids[index]]
            for name, scores in scored.items():
                print(name, first + index + 1, *named, *map(repr, _row(scores, index)), "", sep="\t")

    def corpus(self, scores: dict[str, Scores]) -> None:
        """Print the rows of the systems."""
        for name, score in scores.items():
            print(name, "corpus", *self._no_id, *map(repr, _row(score, 0)), self._meteor.signature, sep="\t")


class JsonWriter(Writer):
    """One object; what is undefined (the precision of an empty hypothesis) is null. Holds the segments until the end."""

    def __init__(self, output: Output) -> None:
        """Begin the output."""
        self._meteor = output.meteor
        self._count = output.count
        self._totals = output.totals
        self._segments: dict[str, list[dict[str, Any]]] = {name: [] for name in output.systems}

    def segments(self, first: int, scored: dict[str, SegmentScores], ids: list[str] | None) -> None:
        """Keep a batch."""
        for name, scores in scored.items():
            for index in range(len(scores)):
                named = {} if ids is None else {"id": ids[index]}
                parts = _object(scores, index) | {"reference": scores.best_reference(index)}
                parts |= _copy_words(scores.statistics, index)
                self._segments[name].append(named | parts)

    def corpus(self, scores: dict[str, Scores]) -> None:
        """Print everything."""
        import json  # noqa: PLC0415 - only this writer needs it

        systems = [
            {"name": name}
            | _object(score, 0)
            | _copy_words(self._totals.get(name), 0)
            | ({"segments": self._segments[name]} if self._segments[name] else {})
            for name, score in scores.items()
        ]
        document = {
            "signature": str(self._meteor.signature),
            "eval_id": self._meteor.eval_id,
            "segment_count": self._count,
            "systems": systems,
        }
        print(json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False))


def _object(scores: Scores, index: int) -> dict[str, Any]:
    values = zip(FIELDS, _row(scores, index), strict=True)
    return {field: value if math.isfinite(value) else None for field, value in values}


def _copy_words(statistics: Statistics | None, index: int) -> dict[str, Any]:
    """Return the counts of copy words, where they were counted."""
    counts = {} if statistics is None else statistics.row(index)
    if not counts.get("copy_segments"):
        return {}
    names = ("hypothesis_copy", "hypothesis_copy_matched", "reference_copy", "reference_copy_matched")
    return {"copy_words": {name.replace("_copy", ""): counts[name] for name in names}}


class MtMetricsEvalWriter(Writer):
    """Two score files at a prefix; standard output stays empty, standard error says where they are and by what metric."""

    needs_segments = True

    def __init__(self, output: Output) -> None:
        """Begin the output; `InputError` for systems whose names the files cannot hold."""
        from array import array  # noqa: PLC0415 - only this writer needs them

        from bolide.formats import mt_metrics_eval  # noqa: PLC0415

        mt_metrics_eval.check_systems(output.systems)
        self._write = mt_metrics_eval.write_scores
        self._meteor = output.meteor
        self._prefix = output.prefix or ""
        self._scores = {name: array("d") for name in output.systems}

    def segments(self, first: int, scored: dict[str, SegmentScores], ids: list[str] | None) -> None:
        """Keep the scores of a batch."""
        for name, scores in scored.items():
            self._scores[name].extend(scores.values("score"))

    def corpus(self, scores: dict[str, Scores]) -> None:
        """Write the files."""
        systems = {name: score.row(0)["score"] for name, score in scores.items()}
        segment_file, system_file = self._write(self._prefix, self._scores, systems)
        print(f"wrote {segment_file} and {system_file}\nsignature  {self._meteor.signature}", file=sys.stderr)


WRITERS: dict[str, type[Writer]] = {
    "text": TextWriter,
    "tsv": TsvWriter,
    "json": JsonWriter,
    "mt-metrics-eval": MtMetricsEvalWriter,
}
