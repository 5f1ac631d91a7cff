"""The output of `bolide score`: in all formats of tables, as JSON Lines, and as score files for mt-metrics-eval.

In TSV, JSON and JSON Lines numbers read back exactly; for people they have a few digits. Text, TSV and JSON Lines are written during scoring, in whole lines.
"""

from __future__ import annotations

import argparse
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import IO, TYPE_CHECKING

from bolide import _core
from bolide.cli.command_parser import wants_colour
from bolide.errors import InputError
from bolide.files.boundary import writing
from bolide.files.corpus import Corpus, SegmentId
from bolide.metric.meteor import Meteor
from bolide.metric.parameters import SHARES, FeatureParameters, Parameters
from bolide.metric.statistics import SegmentScores, Statistics, parts_for
from bolide.show import fill, width
from bolide.show.tables import Cell, Document, Table, number, render, to_json, to_tsv

if TYPE_CHECKING:
    from array import array

APART = "different ones: the scores do not say which system is better"
FIELDS = ("score", "precision", "recall", "f_mean", "penalty")
# Formats of this command only, in addition to those of all tables.
OWN_FORMATS = ("jsonl", "mt-metrics-eval")
# Formats that are written during scoring, in whole lines, so that one run can continue another.
STEADY = ("jsonl", "text", "tsv")
_BLOCK = 1 << 20


class Writer(ABC):
    """Returns the text of segments as they are scored, then of the corpus. A format that `needs_segments` always gets them.

    `also` are the signatures of other metrics, by name: scores include theirs. The scores of a corpus have one row for each system.
    """

    needs_segments = False

    def __init__(self, options: argparse.Namespace, corpus: Corpus, meteor: Meteor, also: Mapping[str, str]) -> None:
        self._options, self._corpus, self._meteor, self._also = options, corpus, meteor, also
        self._form = f".{options.digits}f"
        shares = (part for part in parts_for(meteor.parameters.columns) if part in SHARES and part not in also)
        # The printed fields of a score: its parts, with chrF if the score includes it, then other metrics.
        self._fields = (*FIELDS, *shares, *also)
        # The heads of the columns of segment scores: the systems, each followed by the other metrics.
        self._heads = [head for name in corpus.systems for head in (name, *(f"{name} {other}" for other in also))]

    def begin(self) -> str:
        """Begin the output."""
        return ""

    @abstractmethod
    def segments(self, first: int, scored: dict[str, SegmentScores], ids: list[SegmentId] | None) -> str:
        """Return the segments from number `first` (from 0) on, of every system; or keep them."""

    @abstractmethod
    def end(self, scores: dict[str, SegmentScores], count: int) -> Iterable[str]:
        """Return the scores of the corpus, and all that was kept, in parts."""

    def message(self, _scores: dict[str, SegmentScores], _count: int) -> str:
        """Return the message that follows the output."""
        return ""

    def close(self) -> None:
        """Let go of what was kept."""
        return

    def _columns(self, scored: dict[str, SegmentScores]) -> list[Sequence[float | None]]:
        """Return the scores for the columns of segment scores; None if a system has none in this batch."""
        parts, absent = ("score", *self._also), [None] * len(next(iter(scored.values())))
        return [
            scored[name].values(part) if name in scored else absent for name in self._corpus.systems for part in parts
        ]

    def _counted(self, count: int) -> str:
        """Return the number of segments as text for people."""
        if self._corpus.apart is None:
            return f"{count:,}"
        return ", ".join(f"{name} {own:,}" for name, own in self._corpus.apart.items()) + f" ({APART})"

    def _values(self, scores: SegmentScores) -> list[float]:
        return list(map(scores.row(0).__getitem__, self._fields))

    def _systems(self, scores: dict[str, SegmentScores]) -> Table:
        """Return the table of systems; the best score of several is bold."""
        values = list(map(self._values, scores.values()))
        best = max(own[0] for own in values) if len(values) > 1 else None
        rows = [
            (name, Cell(text=number(score, self._form), bold=score == best), *more)
            for name, (score, *more) in zip(scores, values, strict=True)
        ]
        return Table(head=("system", *self._fields), rows=rows, form=self._form, folds=True)

    def _summary(self, scores: dict[str, SegmentScores], count: int, *, bold: bool = False) -> str:
        """Return the table of systems as text, with the number of segments and the signatures below it."""
        apart = self._corpus.apart
        signed = ({"eval id": self._meteor.eval_id} if self._meteor.eval_id else {}) | dict(self._also)
        document = Document(
            tables=[self._systems(scores)],
            notes=[f"segments   {self._counted(count) if apart else count}"],
            signature=str(self._meteor.signature),
            signatures=[(f"{name:<9}", signature) for name, signature in signed.items()],
        )
        return render(document, "text", bold=bold and not apart)

    def _object(self, scores: SegmentScores, index: int, **more: object) -> dict[str, object]:
        """Return one row of scores as JSON: its fields, then `more`, then the copy words and features that were counted."""
        row, statistics = scores.row(index), scores.statistics
        fields = {field: row[field] for field in self._fields}
        return (
            fields | more | _copy_words(statistics, index) | feature_parts(statistics, index, self._meteor.parameters)
        )

    def _objects(self, scores: SegmentScores, ids: list[SegmentId] | None) -> Iterator[dict[str, object]]:
        for index in range(len(scores)):
            named = {} if ids is None else {"id": ids[index]}
            yield named | self._object(scores, index, reference=scores.best_reference(index))


def _places(first: int, count: int, ids: list[SegmentId] | None) -> Sequence[SegmentId]:
    """Return segment labels: input ids, else 1-based numbers."""
    return range(first + 1, first + 1 + count) if ids is None else list(map(str, ids))


class TextWriter(Writer):
    """A line for each segment with its id or number and the scores of all systems; then a table of systems and the signature."""

    def begin(self) -> str:
        """Name the systems above the segments."""
        self._width = max(self._options.digits + 2, *map(width, self._heads))
        names = (fill(name, self._width) for name in self._heads)
        return f"segment  {'  '.join(names).rstrip()}\n" if self._options.segments else ""

    def segments(self, first: int, scored: dict[str, SegmentScores], ids: list[SegmentId] | None) -> str:
        """Return one line for each segment."""
        columns = [
            [" " * self._width if value is None else format(value, self._form).ljust(self._width) for value in values]
            for values in self._columns(scored)
        ]
        rows = zip(_places(first, len(columns[0]), ids), zip(*columns, strict=True), strict=True)
        return "".join([f"{place:>7}  {'  '.join(values).rstrip()}\n" for place, values in rows])

    def end(self, scores: dict[str, SegmentScores], count: int) -> Iterable[str]:
        """Return the table of systems."""
        bold = not self._options.output and wants_colour()
        return ["\n" if self._options.segments else "", self._summary(scores, count, bold=bold)]


class RowWriter(Writer):
    """A line for each segment and system, after which the corpus scores are a message; or a line for each system."""

    def message(self, scores: dict[str, SegmentScores], count: int) -> str:
        """Return the corpus scores, since they are not a record among those of segments."""
        return self._summary(scores, count) if self._options.segments else ""

    def segments(self, first: int, scored: dict[str, SegmentScores], ids: list[SegmentId] | None) -> str:
        """Return the lines of a batch, segment by segment."""
        systems = [self._lines(name, scores, first + 1, ids) for name, scores in scored.items()]
        return "".join([line for lines in zip(*systems, strict=True) for line in lines])

    def end(self, scores: dict[str, SegmentScores], count: int) -> Iterable[str]:
        """Return the lines of the systems."""
        return () if self._options.segments else [self._system(name, score, count) for name, score in scores.items()]

    @abstractmethod
    def _lines(self, name: str, scores: SegmentScores, first: int, ids: list[SegmentId] | None) -> list[str]:
        """Return the lines of a system's segments, which are numbered from `first`."""

    @abstractmethod
    def _system(self, name: str, score: SegmentScores, count: int) -> str:
        """Return the line of a system."""


class TsvWriter(RowWriter):
    """Rows with the number of the segment and its id, if the input has ids."""

    def begin(self) -> str:
        """Name the columns."""
        if not self._options.segments:
            return to_tsv(["system", *self._fields, "signature"])
        return to_tsv(["system", "segment", *(["id"] if self._corpus.has_ids else []), *self._fields])

    def _lines(self, name: str, scores: SegmentScores, first: int, ids: list[SegmentId] | None) -> list[str]:
        places = list(map(str, range(first, first + len(scores))))
        if ids is not None:
            places = [f"{place}\t{name}" for place, name in zip(places, ids, strict=True)]
        return [
            f"{name}\t{place}\t" + "\t".join(map(repr, values)) + "\n"
            for place, *values in zip(places, *map(scores.cells, self._fields), strict=True)
        ]

    def _system(self, name: str, score: SegmentScores, _count: int) -> str:
        return to_tsv([name, *self._values(score), self._meteor.signature])


class JsonLinesWriter(RowWriter):
    """An object on each line."""

    def _lines(self, name: str, scores: SegmentScores, first: int, ids: list[SegmentId] | None) -> list[str]:
        return [
            to_json({"system": name, "segment": place} | segment) + "\n"
            for place, segment in enumerate(self._objects(scores, ids), start=first)
        ]

    def _system(self, name: str, score: SegmentScores, count: int) -> str:
        counted = {"system": name, "segment_count": self._corpus.apart[name] if self._corpus.apart else count}
        signed = {"signature": str(self._meteor.signature), "eval_id": self._meteor.eval_id}
        return to_json(counted | self._object(score, 0) | signed) + "\n"


class TableWriter(Writer):
    """Tables in the other formats of tables, at the end: one of the segments if requested, one of the systems."""

    def begin(self) -> str:
        """Begin a table."""
        self._rows: list[tuple[str | float | None, ...]] = []
        return ""

    def segments(self, first: int, scored: dict[str, SegmentScores], ids: list[SegmentId] | None) -> str:
        """Keep the scores of a batch."""
        columns = self._columns(scored)
        self._rows += zip(_places(first, len(columns[0]), ids), *columns, strict=True)
        return ""

    def end(self, scores: dict[str, SegmentScores], count: int) -> Iterable[str]:
        """Return everything."""
        segments = Table(head=("segment", *self._heads), rows=self._rows, align="r", form=self._form)
        tables = [*([segments] if self._options.segments else []), self._systems(scores)]
        counted = self._counted(count)
        note = f"segments: {counted}" if self._corpus.apart else f"{counted} segments"
        document = Document(tables=tables, notes=[note], signature=str(self._meteor.signature))
        return [render(document, self._options.format)]


class JsonWriter(Writer):
    """One object. The segments wait in temporary files for the scores of their systems, which come before them."""

    def begin(self) -> str:
        """Begin an object."""
        self._kept: dict[str, IO[str]] = {}
        return ""

    def segments(self, first: int, scored: dict[str, SegmentScores], ids: list[SegmentId] | None) -> str:
        """Keep a batch."""
        import tempfile

        with writing("a temporary file"):
            for name, scores in scored.items():
                if name not in self._kept:
                    self._kept[name] = tempfile.TemporaryFile("w+", encoding="utf-8", newline="\n")  # noqa: SIM115 - closed in close()
                for place, segment in enumerate(self._objects(scores, ids), start=first):
                    text = f"\n{to_json(segment, indent=1)}".replace("\n", "\n    ")
                    self._kept[name].write(("," if place else "") + text)
        return ""

    def end(self, scores: dict[str, SegmentScores], count: int) -> Iterable[str]:
        """Return everything, with the kept segments in their places."""
        apart, systems = self._corpus.apart, []
        for name, score in scores.items():
            counted = {"name": name} | ({"segment_count": apart[name]} if apart else {})
            systems.append(counted | self._object(score, 0) | ({"segments": []} if name in self._kept else {}))
        document = {
            "signature": str(self._meteor.signature),
            "eval_id": self._meteor.eval_id,
            "segment_count": None if apart else count,
            "systems": systems,
        }
        empty = '"segments": []'  # Text has no such quotation marks: JSON escapes them.
        head, *rest = to_json(document, indent=1).split(empty)
        yield head
        for file, text in zip(self._kept.values(), rest, strict=True):
            file.seek(0)
            yield empty[:-1]
            yield from iter(partial(file.read, _BLOCK), "")
            yield f"\n   ]{text}"
        yield "\n"

    def close(self) -> None:
        """Remove the temporary files."""
        for file in self._kept.values():
            file.close()


class MtMetricsEvalWriter(Writer):
    """Two score files, with a system, a tab and a score on each line; standard output stays empty.

    `PREFIX.seg.score` has all segments of the first system, in order, then those of the next; `PREFIX.sys.score` has the systems.
    """

    needs_segments = True

    def begin(self) -> str:
        """Begin the output; `InputError` for a name with white space, which separates the cells of score files."""
        from array import array

        for name in self._corpus.systems:
            if not name or any(character.isspace() for character in name):
                raise InputError(f"mt-metrics-eval allows no white space in the name of a system: rename {name!r}")
        self._files = tuple(f"{self._options.output}.{kind}.score" for kind in ("seg", "sys"))
        self._scores: dict[str, array[float]] = {name: array("d") for name in self._corpus.systems}
        return ""

    def segments(self, _first: int, scored: dict[str, SegmentScores], _ids: list[SegmentId] | None) -> str:
        """Keep the scores of a batch."""
        for name, scores in scored.items():
            self._scores[name].extend(scores.values("score"))
        return ""

    def end(self, scores: dict[str, SegmentScores], _count: int) -> Iterable[str]:
        """Write the files, completely or not at all."""
        from bolide.files.whole_file import unfinished_file, write_whole

        with unfinished_file(self._files[0]) as unfinished:
            with unfinished.open("w", encoding="utf-8", newline="\n") as file:
                file.writelines(f"{name}\t{value!r}\n" for name, values in self._scores.items() for value in values)
            write_whole(self._files[1], "".join(f"{name}\t{score[0]!r}\n" for name, score in scores.items()))
        return ()

    def message(self, _scores: dict[str, SegmentScores], _count: int) -> str:
        """Name the files, and the metric."""
        return f"wrote {' and '.join(self._files)}\nsignature  {self._meteor.signature}\n"


# The other formats are those of tables.
WRITERS: dict[str, type[Writer]] = {
    "json": JsonWriter,
    "jsonl": JsonLinesWriter,
    "mt-metrics-eval": MtMetricsEvalWriter,
    "text": TextWriter,
    "tsv": TsvWriter,
}


def _copy_words(statistics: Statistics, index: int) -> dict[str, object]:
    """Return the counts of copy words, if they were counted."""
    counts = statistics.row(index)
    if not counts.get("copy_segments"):
        return {}
    names = ("hypothesis_copy", "hypothesis_copy_matched", "reference_copy", "reference_copy_matched")
    return {"copy_words": {name.replace("_copy", ""): counts[name] for name in names}}


# The column with the matches of a feature (Gupta, Venkatapathy and Sangal 2010, table 4), if it has another name.
_COUNTED = {"lwg": "groups", "clause": "clauses"}


def feature_parts(statistics: Statistics, index: int, parameters: Parameters | FeatureParameters) -> dict[str, object]:
    """Return matches, precision and recall of each feature of a row; nothing for a metric without features.

    >>> from bolide.metric.statistics import SCHEMAS
    >>> counts = {"hypothesis_words": 4, "reference_words": 6, "matched_exact": 3}
    >>> feature_parts(Statistics.from_columns(counts, SCHEMAS["features"]), 0, FeatureParameters(features=("exact",), weights=(1, 1)))
    {'features': {'exact': {'matched': 3, 'precision': 0.75, 'recall': 0.5}}}
    """
    if not isinstance(parameters, FeatureParameters):
        return {}
    counts, width = statistics.row(index), 8 * len(statistics.columns)
    row = statistics.to_bytes()[index * width : (index + 1) * width]
    values = iter(memoryview(_core.measure_features(row, list(parameters.features))).cast("d"))
    features = {
        name: {
            "matched": counts[f"matched_{_COUNTED.get(name, name)}"],
            "precision": next(values),
            "recall": next(values),
        }
        for name in parameters.features
    }
    return {"features": features}
