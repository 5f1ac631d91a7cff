"""Sufficient statistics: additive whole numbers per segment, independent of parameters; scores, which are functions of them; results.

Tables are bytes of the core, and their attributes are NumPy arrays on these bytes, so a short run never loads NumPy.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, overload

from bolide import _core
from bolide.errors import ConfigurationError
from bolide.metric.option_table import FEATURES
from bolide.records import DataclassFields, record

if TYPE_CHECKING:
    from dataclasses import Field

    import numpy as np
    from numpy.typing import ArrayLike, NDArray
    from pandas import DataFrame

    from bolide.metric.parameters import FeatureParameters, Parameters
    from bolide.metric.signature import Signature

    Integers = NDArray[np.int64]
    Floats = NDArray[np.float64]
else:
    Floats = Integers = "numpy.ndarray"  # Only type checkers need them, and NumPy is not loaded for that.

# The columns of each formula, and of each optional part of a score, as defined by the core.
SCHEMAS: dict[str, tuple[str, ...]] = {
    formula: tuple(name for name, *_ in columns) for formula, columns in (_core.SCHEMAS | _core.PARTS).items()
}
COLUMNS = SCHEMAS["meteor"]
SCORE_PARTS = ("precision", "recall", "f1", "f_mean", "fragmentation", "penalty", *_core.PARTS, "score")


def matcher_columns(place: int) -> tuple[str, ...]:
    """Return the columns of the matcher at a place, from 0, always in the same order.

    >>> matcher_columns(1)
    ('hypothesis_content_2', 'reference_content_2', 'hypothesis_function_2', 'reference_function_2')
    """
    return tuple(name for name, _, _, owner in _core.SCHEMAS["meteor"] if owner == place + 1)


@lru_cache(maxsize=100)
def parts_for(columns: tuple[str, ...]) -> tuple[str, ...]:
    """Return the parts of a score from statistics with these columns; optional parts only if they were counted."""
    return tuple(part for part in SCORE_PARTS if part not in _core.PARTS or SCHEMAS[part][0] in columns)


def floats(table: bytes, columns: int) -> Floats:
    """Return a table of numbers as an array, read-only, without a copy."""
    import numpy as np

    return np.frombuffer(table, dtype=np.float64).reshape(-1, columns)


def _integers(table: bytes, columns: int) -> Integers:
    import numpy as np

    return np.frombuffer(table, dtype=np.int64).reshape(-1, columns)


class Statistics:
    """A table of statistics: one row per segment, one column per count; the formula determines the columns (`SCHEMAS`).

    If a segment is matched completely in one chunk, that chunk is in `whole_chunks` instead of `chunks`: the penalty of the parameters
    decides whether it counts.
    """

    __slots__ = ("_columns", "_table")
    __record_fields__ = ("rows", "columns")
    if TYPE_CHECKING:
        __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
    else:
        __dataclass_fields__ = DataclassFields()  # For `dataclasses.replace(table, rows=...)`.

    def __init__(self, rows: ArrayLike, columns: tuple[str, ...] = COLUMNS) -> None:
        """Take a copy of an array with a row for each segment; `ValueError` for another shape."""
        import numpy as np

        array: Integers = np.asarray(rows, dtype=np.int64)
        if array.ndim != 2 or array.shape[1] != len(columns):
            raise ValueError(f"statistics have {len(columns)} columns; these have the shape {array.shape}")
        self._table, self._columns = array.tobytes(), columns

    @classmethod
    def from_bytes(cls, table: bytes, columns: tuple[str, ...] = COLUMNS) -> Statistics:
        """Make statistics from the bytes of the core: rows of 64-bit whole numbers."""
        made = cls.__new__(cls)
        made._table, made._columns = table, columns  # noqa: SLF001 - its own
        return made

    @classmethod
    def from_columns(cls, counts: Mapping[str, ArrayLike], columns: tuple[str, ...] = COLUMNS) -> Statistics:
        """Make a table of some columns, by their names; the others are 0. A single number fills its column.

        >>> Statistics.from_columns({"hypothesis_length": [4, 5], "chunks": [1, 2]}).row(1)["chunks"]
        2
        """
        if unknown := [name for name in counts if name not in columns]:
            raise KeyError(unknown[0])
        import numpy as np

        arrays = np.broadcast_arrays(*(np.asarray(counts.get(name, 0), dtype=np.int64) for name in columns))
        return cls.from_bytes(np.stack(arrays, axis=-1).tobytes(), columns)

    def to_bytes(self) -> bytes:
        """Return the rows as bytes for `from_bytes`."""
        return self._table

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns."""
        return self._columns

    @property
    def rows(self) -> Integers:
        """The table as an array, read-only."""
        return _integers(self._table, len(self._columns))

    def row(self, index: int) -> dict[str, int]:
        """Return the counts of one row by name, as plain numbers."""
        width = len(self._columns)
        cells = memoryview(self._table).cast("q")[index * width : (index + 1) * width]
        return dict(zip(self._columns, cells, strict=True))

    def __len__(self) -> int:
        return len(self._table) // (8 * len(self._columns))

    def __repr__(self) -> str:
        return f"<Statistics of {len(self)} rows>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Statistics) and self._columns == other._columns and self._table == other._table

    __hash__ = None  # type: ignore[assignment]

    def __add__(self, other: Statistics) -> Statistics:
        """Add two tables row by row."""
        if len(self) != len(other):
            raise ValueError(f"tables of {len(self)} and {len(other)} rows cannot be added row by row")
        if self._columns != other._columns:
            raise ValueError("tables with different columns cannot be added: they come from different formulas")
        if len(self) == 1:  # The sum of a corpus read in parts: done without NumPy.
            return Statistics.from_bytes(self._table + other._table, self._columns).total()
        return Statistics(self.rows + other.rows, self._columns)

    def __getitem__(self, column: str) -> Integers:
        """Return a column by its name."""
        if column not in self.columns:
            raise KeyError(column)
        values: Integers = self.rows[:, self.columns.index(column)]
        return values

    def total(self) -> Statistics:
        """Return the sum of all rows, as a table of one row: the statistics of a corpus."""
        return Statistics.from_bytes(_core.sum_rows(self._table, len(self._columns)), self._columns)

    def take(self, indices: Integers) -> Statistics:
        """Return some rows: a sample, for a bootstrap."""
        return type(self)(self.rows[indices], self.columns)


class ReferenceStatistics:
    """Statistics against every reference: those of segment s are the rows from `ends[s - 1]` up to `ends[s]`.

    Which reference is the best depends on the parameters, so all are kept.
    """

    __slots__ = ("_ends", "_statistics")

    def __init__(self, *, statistics: Statistics, ends: Sequence[int] | Integers) -> None:
        self._statistics = statistics
        self._ends = ends if isinstance(ends, range) else [int(end) for end in ends]

    def __len__(self) -> int:
        return len(self._ends)

    @property
    def statistics(self) -> Statistics:
        """The statistics against all references, segment by segment."""
        return self._statistics

    @property
    def ends(self) -> Integers:
        """The end of the rows of each segment, as an array."""
        import numpy as np

        return np.array(self._ends, dtype=np.int64)

    def choose(self, parameters: Parameters | FeatureParameters) -> tuple[Statistics, bytes]:
        """Choose like `best`, but return the numbers of the references as bytes of 64-bit whole numbers."""
        if [*self._ends] == [*range(1, len(self._statistics) + 1)]:
            return self._statistics, bytes(8 * len(self))  # One reference each: nothing to choose.
        scores = score_statistics(self._statistics, parameters).cells("score").tobytes()
        return take_best(self._statistics, scores, self._ends)

    def best(self, parameters: Parameters | FeatureParameters) -> tuple[Statistics, Integers]:
        """Return the statistics against the best reference of each segment, and its number; of equal ones, the first."""
        best, chosen = self.choose(parameters)
        return best, _integers(chosen, 1)[:, 0]


def take_best(statistics: Statistics, scores: bytes, ends: Sequence[int]) -> tuple[Statistics, bytes]:
    """Return the row of each segment with the best score, and the numbers of the references, as bytes of 64-bit whole numbers."""
    chosen, columns = _core.best_references(scores, ends), statistics.columns
    rows = [start + place for start, place in zip([0, *ends[:-1]], memoryview(chosen).cast("q"), strict=True)]
    return Statistics.from_bytes(_core.take_rows(statistics.to_bytes(), len(columns), rows), columns), chosen


class _Part:
    """A part of all scores, as an array."""

    def __init__(self, name: str, doc: str) -> None:
        self._place, self.__doc__ = SCORE_PARTS.index(name), doc

    def __get__(self, scores: Scores | None, _owner: type) -> Floats:
        if scores is None:
            return self  # type: ignore[return-value]  # for access through the class
        values: Floats = floats(scores.table, len(SCORE_PARTS))[:, self._place]
        return values


@record
class Scores:
    """Scores, one value per row of statistics.

    NaN if a part is undefined, such as the precision of an empty hypothesis, or not included in the score.
    """

    table: bytes

    precision = _Part("precision", "The share of the hypothesis that is matched.")
    recall = _Part("recall", "The share of the reference that is matched.")
    f1 = _Part("f1", "The harmonic mean of precision and recall.")
    f_mean = _Part("f_mean", "Their mean weighted by alpha.")
    fragmentation = _Part("fragmentation", "Chunks by matched words.")
    penalty = _Part("penalty", "The penalty for fragmentation.")
    chrf = _Part("chrf", "chrF, if the score includes it.")
    lcs = _Part("lcs", "The longest common subsequence of characters, if the score includes it.")
    semantics = _Part("semantics", "The similarity of words in meaning, if the score includes it.")
    score = _Part("score", "The score.")

    def __len__(self) -> int:
        return len(self.table) // (8 * len(SCORE_PARTS))

    def row(self, index: int) -> dict[str, float]:
        """Return all parts of one row by name, as plain numbers."""
        width = len(SCORE_PARTS)
        cells = memoryview(self.table).cast("d")[index * width : (index + 1) * width]
        return dict(zip(SCORE_PARTS, cells, strict=True))

    def known(self, index: int, statistics: Statistics) -> dict[str, float]:
        """Return the parts of one row that scores of these statistics have."""
        row, parts = self.row(index), parts_for(statistics.columns)
        return row if len(parts) == len(row) else {part: row[part] for part in parts}

    def values(self, part: str) -> list[float]:
        """Return one part of all rows, as plain numbers."""
        return [*self.cells(part)]

    def cells(self, part: str) -> memoryview[float]:
        """Return one part of all rows, without a copy."""
        return memoryview(self.table).cast("d")[SCORE_PARTS.index(part) :: len(SCORE_PARTS)]


def score_statistics(statistics: Statistics, parameters: Parameters | FeatureParameters) -> Scores:
    """Return the scores of statistics under parameters (Denkowski and Lavie 2014, section 2): a pure function.

    >>> from bolide.metric.parameters import Parameters
    >>> counts = {"length": 4, "content_1": 2, "matches": 2}
    >>> both = {f"{side}_{name}": count for side in ("hypothesis", "reference") for name, count in counts.items()}
    >>> parameters = Parameters(alpha=0.5, beta=1, gamma=0.5, delta=0.5, weights=(1.0,))
    >>> float(score_statistics(Statistics.from_columns({**both, "chunks": 1}), parameters).score[0])
    0.375
    """
    if statistics.columns != parameters.columns:
        raise ValueError("these statistics belong to another formula than these parameters")
    return Scores(table=_core.score_rows(statistics.to_bytes(), parameters.formula))


def feature_table(statistics: Statistics, features: Sequence[str] = FEATURES) -> Floats:
    """Return precision and recall of each feature of METEOR-Hindi, a column each in that order, for each row of statistics.

    If there is nothing to match, as in an empty hypothesis, a feature is 0.

    >>> counts = {"hypothesis_words": 4, "reference_words": 6, "matched_exact": 3}
    >>> feature_table(Statistics.from_columns(counts, SCHEMAS["features"]), ("exact", "lwg")).tolist()
    [[0.75, 0.5, 0.0, 0.0]]
    """
    return floats(_core.measure_features(statistics.to_bytes(), list(features)), 2 * len(features))


def score_columns(statistics: Statistics, parameters: Parameters | FeatureParameters) -> dict[str, Floats]:
    """Return scores by name: the score, then its parts."""
    scores = score_statistics(statistics, parameters)
    return {part: getattr(scores, part) for part in ("score", *parts_for(statistics.columns)[:-1])}


@record
class SegmentScores(Scores):
    """The scores of all segments, as arrays, each against its best reference.

    `reference` is the number of that reference, `statistics` has the scored rows.
    """

    chosen: bytes
    statistics: Statistics

    @property
    def reference(self) -> Integers:
        """The number of the best reference of each segment, from 0."""
        return _integers(self.chosen, 1)[:, 0]

    def __repr__(self) -> str:
        return f"<SegmentScores of {_counted(len(self))}>"

    def to_pandas(self) -> DataFrame:
        """Return a table of pandas: a row for each segment, a column for each part of the score and the best reference."""
        columns = {part: getattr(self, part) for part in parts_for(self.statistics.columns)}
        return make_frame({"score": columns.pop("score"), **columns, "reference": self.reference})

    @overload
    def __getitem__(self, index: int) -> float: ...

    @overload
    def __getitem__(self, index: slice) -> list[float]: ...

    def __getitem__(self, index: int | slice) -> float | list[float]:
        """Return the score of one segment, or of several; iterating gives all scores. The other parts are in `row(index)` and in arrays."""
        scores = self.cells("score")
        return list(scores[index]) if isinstance(index, slice) else scores[index]

    def best_reference(self, index: int) -> int:
        """Return the number of one segment's best reference, as a plain number."""
        return memoryview(self.chosen).cast("q")[index]


@record
class WithShares:
    """The optional parts of a score; None if the score does not include them."""

    chrf: float | None = None
    lcs: float | None = None
    semantics: float | None = None


@record
class Scored(WithShares):
    """A score with its parts, its statistics, and the signature of its metric."""

    score: float
    precision: float
    recall: float
    f1: float
    f_mean: float
    fragmentation: float
    penalty: float
    statistics: Statistics
    signature: Signature

    def __float__(self) -> float:
        """Return the score."""
        return self.score

    def __format__(self, form: str) -> str:
        """Return the score in a form such as `.2f`; without one, like `str`."""
        return format(self.score, form) if form else str(self)

    def to_dict(self) -> dict[str, object]:
        """Return the score, its parts and the signature as JSON values; for a corpus, also the segments' scores."""
        parts = {part: getattr(self, part) for part in parts_for(self.statistics.columns) if part != "score"}
        return {"score": self.score, **parts, "signature": str(self.signature)}


@record
class SegmentScore(Scored):
    """The score of one segment, against its best reference."""

    reference: int

    def __repr__(self) -> str:
        return f"<SegmentScore {self.score:.4f}>"

    def _repr_html_(self) -> str:
        """Show the parts of the score in a notebook."""
        return _table(self, "reference", self.reference)


@record
class CorpusScore(Scored):
    """The score of a corpus, from the sum of its segments' statistics: not the mean of their scores."""

    segments: SegmentScores

    def __repr__(self) -> str:
        return f"<CorpusScore {self.score:.4f} of {_counted(len(self.segments))}>"

    def to_dict(self) -> dict[str, object]:  # noqa: D102 - described above
        return Scored.to_dict(self) | {"segments": self.segments.values("score")}

    def to_pandas(self) -> DataFrame:
        """Return the segments as a table of pandas; see `SegmentScores.to_pandas`."""
        return self.segments.to_pandas()

    def __str__(self) -> str:
        """Return the score with its signature."""
        return f"METEOR {self.score!r} ({len(self.segments)} segments)\n{self.signature}"

    def _repr_html_(self) -> str:
        """Show the parts of the score in a notebook."""
        return _table(self, "segments", len(self.segments))


def _table(result: Scored, last: str, value: int) -> str:
    known = parts_for(result.statistics.columns)
    names = ("score", *(part for part in known if part not in ("f1", "score")))
    head = "".join(f"<th>{name}</th>" for name in names)
    cells = "".join(f"<td>{getattr(result, name):.4f}</td>" for name in names)
    signature = f'<code style="white-space: normal; overflow-wrap: anywhere">{result.signature}</code>'
    return f"<table><tr>{head}<th>{last}</th></tr><tr>{cells}<td>{value}</td></tr></table>{signature}"


def _counted(count: int) -> str:
    return f"{count:,} segment{'' if count == 1 else 's'}"


def make_frame(columns: Mapping[str, object]) -> DataFrame:
    """Return columns as a table of pandas, loading it."""
    try:
        from pandas import DataFrame
    except ImportError as error:
        raise ConfigurationError("to_pandas needs pandas; run: pip install pandas") from error
    return DataFrame(columns)
