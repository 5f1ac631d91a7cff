"""How `bolide score` prints JSON: one document at the end, or a line for each segment as it is scored.

What is undefined (the precision of an empty hypothesis) is null.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO, Any

from bolide.cli.feature_parts import feature_parts
from bolide.cli.score_output import Output, Writer
from bolide.errors import InputError
from bolide.files.corpus import SegmentId
from bolide.metric.results import SegmentScores
from bolide.metric.statistics import Scores, Statistics
from bolide.show.tables import to_json

__all__ = ["JsonLinesWriter", "JsonWriter"]

_BLOCK = 1 << 20


class JsonWriter(Writer):
    """One object. The segments wait in temporary files for the scores of their systems, which stand before them."""

    def __init__(self, output: Output) -> None:
        """Begin with no segments."""
        super().__init__(output)
        self._kept: dict[str, IO[str]] = {}

    def segments(self, first: int, scored: dict[str, SegmentScores], ids: list[SegmentId] | None) -> None:
        """Keep a batch."""
        import tempfile

        try:
            for name, scores in scored.items():
                if name not in self._kept:
                    self._kept[name] = tempfile.TemporaryFile("w+", encoding="utf-8", newline="\n")  # noqa: SIM115 - closed in close()
                for index, segment in enumerate(_segments(scores, ids, self._output)):
                    self._kept[name].write(("," if first + index else "") + _indented(segment, 4))
        except OSError as error:
            raise InputError(f"cannot write a temporary file: {error.strerror or error}") from error

    def corpus(self, scores: dict[str, Scores], count: int) -> None:
        """Print everything."""
        output = self._output
        head = {
            "signature": str(output.meteor.signature),
            "eval_id": output.meteor.eval_id,
            "segment_count": None if output.apart else count,
        }
        output.write(_indented(head, 0).strip().removesuffix("\n}") + ',\n "systems": [')
        for place, (name, score) in enumerate(scores.items()):
            own = {"segment_count": output.apart[name]} if output.apart else {}
            text = _indented({"name": name} | own | _corpus(score, name, output), 2)
            output.write(("," if place else "") + text.removesuffix("\n  }"))
            if name in self._kept:
                output.write(',\n   "segments": [')
                self._kept[name].seek(0)
                while text := self._kept[name].read(_BLOCK):
                    output.write(text)
                output.write("\n   ]")
            output.write("\n  }")
        output.write("\n ]\n}\n")

    def close(self) -> None:
        """Remove the temporary files."""
        for file in self._kept.values():
            file.close()


def _indented(value: dict[str, Any], depth: int) -> str:
    """Return a value as it stands inside another, so many places in, on lines of its own."""
    return f"\n{to_json(value, indent=1)}".replace("\n", "\n" + " " * depth)


class JsonLinesWriter(Writer):
    """An object on each line: for each segment and system, then for each system; those have a signature and no number."""

    def segments(self, first: int, scored: dict[str, SegmentScores], ids: list[SegmentId] | None) -> None:
        """Print the lines of a batch, segment by segment."""
        systems = [
            zip(_segments(scores, ids, self._output), [name] * len(scores), strict=True)
            for name, scores in scored.items()
        ]
        for number, parts in enumerate(zip(*systems, strict=True), start=first + 1):
            for segment, name in parts:
                self._line({"system": name, "segment": number} | segment)

    def corpus(self, scores: dict[str, Scores], count: int) -> None:
        """Print the lines of the systems."""
        output = self._output
        signed = {"signature": str(output.meteor.signature), "eval_id": output.meteor.eval_id}
        for name, score in scores.items():
            segments = {"segment_count": output.apart[name] if output.apart else count}
            self._line({"system": name} | segments | _corpus(score, name, output) | signed)

    def _line(self, value: dict[str, Any]) -> None:
        self._output.write(to_json(value) + "\n")


def _segments(scores: SegmentScores, ids: list[SegmentId] | None, output: Output) -> Iterator[dict[str, Any]]:
    parameters = output.meteor.parameters
    for index in range(len(scores)):
        named = {} if ids is None else {"id": ids[index]}
        reference = {"reference": scores.best_reference(index)}
        more = _copy_words(scores.statistics, index) | feature_parts(scores.statistics, index, parameters)
        yield named | _object(scores, index, output) | reference | more


def _corpus(score: Scores, name: str, output: Output) -> dict[str, Any]:
    total = output.totals[name]
    return _object(score, 0, output) | _copy_words(total, 0) | feature_parts(total, 0, output.meteor.parameters)


def _object(scores: Scores, index: int, output: Output) -> dict[str, Any]:
    parts = scores.row(index)
    return {field: parts[field] for field in output.fields}


def _copy_words(statistics: Statistics, index: int) -> dict[str, Any]:
    """Return the counts of copy words, where they were counted."""
    counts = statistics.row(index)
    if not counts.get("copy_segments"):
        return {}
    names = ("hypothesis_copy", "hypothesis_copy_matched", "reference_copy", "reference_copy_matched")
    return {"copy_words": {name.replace("_copy", ""): counts[name] for name in names}}
