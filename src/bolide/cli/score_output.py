"""The output of `bolide score`: in all formats of tables, as JSON Lines, and as score files for mt-metrics-eval.

In TSV, JSON and JSON Lines numbers read back exactly; for people they have a few digits. Text, TSV and JSON Lines are written during scoring, in whole lines.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import IO, TYPE_CHECKING

from bolide.errors import InputError
from bolide.files.corpus import SegmentId
from bolide.metric.meteor import Meteor
from bolide.metric.parameters import SHARES, FeatureParameters, Parameters
from bolide.metric.statistics import Scores, SegmentScores, Statistics, explain_features, parts_for
from bolide.records import record, replace
from bolide.show import fill, width
from bolide.show.tables import Cell, Document, Table, number, render, to_json, to_tsv

if TYPE_CHECKING:
    from array import array

APART = "different ones: the scores do not say which system is better"
FIELDS = ("score", "precision", "recall", "f_mean", "penalty")


@record
class Output:
    """The content of the output, and its functions: `write` takes results, `tell` messages.

    `prefix` is the beginning of the paths of score files, if any; with `bold`, text has its best score bold, for a terminal.

    `totals` are the statistics of each system, complete when the corpus is printed. `apart` has the number of each system's segments
    if these differ; then a batch has one system. `also` are the signatures of other metrics, by name: scores include theirs.
    """

    write: Callable[[str], None]
    tell: Callable[[str], object]
    meteor: Meteor
    systems: list[str]
    has_segments: bool
    has_ids: bool = False
    digits: int = 4
    bold: bool = False
    prefix: str | None = None
    totals: dict[str, Statistics]
    apart: Mapping[str, int] | None = None
    also: Mapping[str, str] = {}

    @property
    def fields(self) -> tuple[str, ...]:
        """The printed fields of a score: its parts, with chrF if the score includes it, then other metrics."""
        own = (part for part in parts_for(self.meteor.parameters.columns) if part in SHARES and part not in self.also)
        return (*FIELDS, *own, *self.also)

    def counted(self, count: int) -> str:
        """Return the number of segments as text for people."""
        if self.apart is None:
            return f"{count:,}"
        return ", ".join(f"{name} {own:,}" for name, own in self.apart.items()) + f" ({APART})"


class Writer(ABC):
    """Prints segments as they are scored, then the corpus. One that `needs_segments` always gets them."""

    needs_segments = False

    def __init__(self, output: Output) -> None:
        self._output = output

    @property
    def _heads(self) -> list[str]:
        """The heads of the columns of segment scores: the systems, each followed by the other metrics."""
        systems, also = self._output.systems, self._output.also
        return [name for system in systems for name in (system, *(f"{system} {other}" for other in also))]

    def _columns(self, scored: dict[str, SegmentScores]) -> list[Sequence[float | None]]:
        """Return the scores for these columns; None if a system has none in this batch."""
        parts, absent = ("score", *self._output.also), [None] * len(next(iter(scored.values())))
        return [
            scored[name].values(part) if name in scored else absent for name in self._output.systems for part in parts
        ]

    def begin(self) -> None:
        """Begin the output."""
        return

    @abstractmethod
    def segments(self, first: int, scored: dict[str, SegmentScores], ids: list[SegmentId] | None) -> None:
        """Print the segments from number `first` (from 0) on, of every system."""

    @abstractmethod
    def corpus(self, scores: dict[str, Scores], count: int) -> None:
        """Write the corpus scores and finish."""

    def close(self) -> None:
        """Let go of what was kept."""
        return

    def _tell(self, scores: dict[str, Scores], count: int) -> None:
        """Print the corpus scores as a message, since they are not a record among those of segments."""
        output = replace(self._output, write=self._output.tell, has_segments=False, bold=False)
        TextWriter(output).corpus(scores, count)


def _values(scores: dict[str, Scores], fields: Sequence[str]) -> list[list[float]]:
    """Return the numbers of each system."""
    return [list(map(score.row(0).__getitem__, fields)) for score in scores.values()]


def _places(first: int, count: int, ids: list[SegmentId] | None) -> Sequence[SegmentId]:
    """Return segment labels: input ids, else 1-based numbers."""
    return range(first + 1, first + 1 + count) if ids is None else list(map(str, ids))


def _systems(scores: dict[str, Scores], fields: Sequence[str], digits: int) -> Table:
    """Return the table of systems; the best score of several is bold."""
    values, form = _values(scores, fields), f".{digits}f"
    best = max(own[0] for own in values) if len(values) > 1 else None
    rows = [
        (name, Cell(text=number(score, form), bold=score == best), *more)
        for name, (score, *more) in zip(scores, values, strict=True)
    ]
    return Table(head=("system", *fields), rows=rows, form=form, folds=True)


class TextWriter(Writer):
    """A line for each segment with its id or number and the scores of all systems; then a table of systems and the signature."""

    def begin(self) -> None:
        """Print the names of the systems above the segments."""
        if self._output.has_segments:
            names = (fill(name, self._width) for name in self._heads)
            self._output.write(f"segment  {'  '.join(names).rstrip()}\n")

    @property
    def _width(self) -> int:
        return max(self._output.digits + 2, *(width(name) for name in self._heads))

    def segments(self, first: int, scored: dict[str, SegmentScores], ids: list[SegmentId] | None) -> None:
        """Print one line for each segment."""
        cells, form = self._width, f".{self._output.digits}f"
        columns = [
            [" " * cells if value is None else format(value, form).ljust(cells) for value in values]
            for values in self._columns(scored)
        ]
        rows = zip(_places(first, len(columns[0]), ids), zip(*columns, strict=True), strict=True)
        self._output.write("".join([f"{place:>7}  {'  '.join(values).rstrip()}\n" for place, values in rows]))

    def corpus(self, scores: dict[str, Scores], count: int) -> None:
        """Print a table of the systems."""
        meteor = self._output.meteor
        document = Document(tables=[_systems(scores, self._output.fields, self._output.digits)])
        table = render(document, "text", bold=self._output.bold and not self._output.apart)
        counted = self._output.counted(count) if self._output.apart else count
        foot = f"segments   {counted}\nsignature  {meteor.signature}\n"
        foot += f"eval id    {meteor.eval_id}\n" if meteor.eval_id else ""
        foot += "".join(f"{name:<9}  {said}\n" for name, said in self._output.also.items())
        self._output.write(("\n" if self._output.has_segments else "") + f"{table}\n{foot}")


class TsvWriter(Writer):
    """A row for each segment and system, with the number of the segment and its id, if the input has ids; or a row for each system."""

    def begin(self) -> None:
        """Print the names of the columns."""
        named = ["segment", *(["id"] if self._output.has_ids else [])] if self._output.has_segments else []
        signed = [] if named else ["signature"]
        self._output.write(to_tsv(["system", *named, *self._output.fields, *signed]))

    def segments(self, first: int, scored: dict[str, SegmentScores], ids: list[SegmentId] | None) -> None:
        """Print the rows of a batch, segment by segment."""
        numbers = range(first + 1, first + 1 + len(next(iter(scored.values()))))
        places = list(map(str, numbers))
        if ids is not None:
            places = [f"{place}\t{name}" for place, name in zip(places, ids, strict=True)]
        columns = [
            [
                f"{name}\t{place}\t" + "\t".join(map(repr, values)) + "\n"
                for place, *values in zip(places, *map(scores.cells, self._output.fields), strict=True)
            ]
            for name, scores in scored.items()
        ]
        self._output.write("".join([row for rows in zip(*columns, strict=True) for row in rows]))

    def corpus(self, scores: dict[str, Scores], count: int) -> None:
        """Print the rows of the systems."""
        if self._output.has_segments:
            return self._tell(scores, count)
        for name, values in zip(scores, _values(scores, self._output.fields), strict=True):
            self._output.write(to_tsv([name, *values, self._output.meteor.signature]))
        return None


class TableWriter(Writer):
    """Tables in the other formats of tables, at the end: one of the segments if requested, one of the systems."""

    def __init__(self, output: Output, form: str) -> None:
        super().__init__(output)
        self._form = form
        self._rows: list[tuple[str | float | None, ...]] = []

    def segments(self, first: int, scored: dict[str, SegmentScores], ids: list[SegmentId] | None) -> None:
        """Keep the scores of a batch."""
        columns = self._columns(scored)
        self._rows += zip(_places(first, len(columns[0]), ids), *columns, strict=True)

    def corpus(self, scores: dict[str, Scores], count: int) -> None:
        """Print everything."""
        digits = self._output.digits
        segments = Table(head=("segment", *self._heads), rows=self._rows, align="r", form=f".{digits}f")
        tables = [*([segments] if self._output.has_segments else []), _systems(scores, self._output.fields, digits)]
        signature, counted = str(self._output.meteor.signature), self._output.counted(count)
        note = f"segments: {counted}" if self._output.apart else f"{counted} segments"
        document = Document(tables=tables, notes=[note], signature=signature)
        self._output.write(render(document, self._form))


def check_systems(systems: Iterable[str]) -> None:
    """Raise `InputError` for a name with white space, which separates the cells of score files."""
    for name in systems:
        if not name or any(character.isspace() for character in name):
            raise InputError(f"mt-metrics-eval allows no white space in the name of a system: rename {name!r}")


def write_scores(prefix: str, segments: Mapping[str, Iterable[float]], systems: Mapping[str, float]) -> tuple[str, str]:
    """Write score files for mt-metrics-eval, completely or not at all; return their paths.

    `PREFIX.seg.score` and `PREFIX.sys.score` have on each line a system, a tab and a score; the segments of a system are together, in order.
    """
    from bolide.files.whole_file import unfinished_file, write_whole

    segment_file, system_file = f"{prefix}.seg.score", f"{prefix}.sys.score"
    with unfinished_file(segment_file) as unfinished:
        with unfinished.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(f"{name}\t{value!r}\n" for name, values in segments.items() for value in values)
        write_whole(system_file, "".join(f"{name}\t{value!r}\n" for name, value in systems.items()))
    return segment_file, system_file


class MtMetricsEvalWriter(Writer):
    """Two score files at a prefix; standard output stays empty, standard error has their paths and the signature."""

    needs_segments = True

    def begin(self) -> None:
        """Begin the output; `InputError` for names of systems that the files cannot contain."""
        from array import array

        check_systems(self._output.systems)
        self._scores: dict[str, array[float]] = {name: array("d") for name in self._output.systems}

    def segments(self, first: int, scored: dict[str, SegmentScores], ids: list[SegmentId] | None) -> None:
        """Keep the scores of a batch."""
        for name, scores in scored.items():
            self._scores[name].extend(scores.values("score"))

    def corpus(self, scores: dict[str, Scores], count: int) -> None:
        """Write the files."""
        systems = {name: score.row(0)["score"] for name, score in scores.items()}
        segment_file, system_file = write_scores(self._output.prefix or "", self._scores, systems)
        self._output.tell(f"wrote {segment_file} and {system_file}\nsignature  {self._output.meteor.signature}\n")


# Formats of this command only, in addition to those of all tables.
OWN_FORMATS = ("jsonl", "mt-metrics-eval")
# Formats that are written during scoring, in whole lines, so that one run can continue another.
STEADY = ("jsonl", "text", "tsv")


_BLOCK = 1 << 20


class JsonWriter(Writer):
    """One object. The segments wait in temporary files for the scores of their systems, which come before them."""

    def __init__(self, output: Output) -> None:
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


def _indented(value: Mapping[str, object], depth: int) -> str:
    """Return the value as JSON indented for embedding at this depth."""
    return f"\n{to_json(value, indent=1)}".replace("\n", "\n" + " " * depth)


class JsonLinesWriter(Writer):
    """An object on each line: for each segment and system, or for each system, with the signature."""

    def segments(self, first: int, scored: dict[str, SegmentScores], ids: list[SegmentId] | None) -> None:
        """Print the lines of a batch, segment by segment."""
        systems = [
            zip(_segments(scores, ids, self._output), [name] * len(scores), strict=True)
            for name, scores in scored.items()
        ]
        for place, parts in enumerate(zip(*systems, strict=True), start=first + 1):
            for segment, name in parts:
                self._line({"system": name, "segment": place} | segment)

    def corpus(self, scores: dict[str, Scores], count: int) -> None:
        """Print the lines of the systems."""
        output = self._output
        if output.has_segments:
            return self._tell(scores, count)
        signed = {"signature": str(output.meteor.signature), "eval_id": output.meteor.eval_id}
        for name, score in scores.items():
            segments = {"segment_count": output.apart[name] if output.apart else count}
            self._line({"system": name} | segments | _corpus(score, name, output) | signed)
        return None

    def _line(self, value: dict[str, object]) -> None:
        self._output.write(to_json(value) + "\n")


def _segments(scores: SegmentScores, ids: list[SegmentId] | None, output: Output) -> Iterator[dict[str, object]]:
    parameters = output.meteor.parameters
    for index in range(len(scores)):
        named = {} if ids is None else {"id": ids[index]}
        reference = {"reference": scores.best_reference(index)}
        more = _copy_words(scores.statistics, index) | feature_parts(scores.statistics, index, parameters)
        yield named | _object(scores, index, output) | reference | more


def _corpus(score: Scores, name: str, output: Output) -> dict[str, object]:
    total = output.totals[name]
    return _object(score, 0, output) | _copy_words(total, 0) | feature_parts(total, 0, output.meteor.parameters)


def _object(scores: Scores, index: int, output: Output) -> dict[str, object]:
    parts = scores.row(index)
    return {field: parts[field] for field in output.fields}


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
    features = {
        name: {"matched": counts[f"matched_{_COUNTED.get(name, name)}"], "precision": precision, "recall": recall}
        for name, (precision, recall) in explain_features(row).items()
        if name in parameters.features
    }
    return {"features": features}


def make_writer(name: str, output: Output) -> Writer:
    """Return the writer of a format."""
    writers: dict[str, type[Writer]] = {
        "json": JsonWriter,
        "jsonl": JsonLinesWriter,
        "mt-metrics-eval": MtMetricsEvalWriter,
        "text": TextWriter,
        "tsv": TsvWriter,
    }
    return writers[name](output) if name in writers else TableWriter(output, name)
