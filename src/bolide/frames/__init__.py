"""Scores data frames of pandas, Polars, Arrow and Spark: adds columns of scores and statistics. No library is loaded before its frame is given."""

import sys
from collections.abc import Hashable, Mapping, Sequence
from functools import partial

import numpy as np

from bolide.errors import InputError
from bolide.files import Progress
from bolide.frames.kinds import ARROW, POLARS, Foreign, Kind, ScoreTexts, find_kind, is_of, open_stream, score_stream
from bolide.frames.layout import CHUNK, Layout, Numbers, ScoredRows, Texts, join_rows, make_layout, score_rows
from bolide.metric.meteor import Meteor
from bolide.metric.other_metrics import RealStatistics, find_metric
from bolide.metric.protocol import Metric
from bolide.metric.statistics import Statistics
from bolide.records import record


def score(
    frame: Foreign,
    *,
    hypothesis: str = "hypothesis",
    references: str | Sequence[str] = "references",
    metric: Metric | str | None = None,
    parts: Sequence[str] = ("score",),
    statistics: bool = False,
    prefix: str | None = None,
    nulls: str = "error",
    threads: int | None = None,
) -> Foreign:
    """Return a frame of the same kind with a column for each part of the score, and for each of the statistics if they are wanted.

    A frame is a `DataFrame` of pandas or Polars, a `Table` or `RecordBatch` of pyarrow. For a `LazyFrame` of Polars and a
    `RecordBatchReader`, the result is lazy as well: batches are scored when they are read. Anything else that exports Arrow's stream
    (`__arrow_c_stream__`) becomes a `RecordBatchReader`. The given frame is never changed.

    A `DataFrame` of Spark is scored when Spark asks for rows. bolide, in the same version, and the metric's language data must be on
    all machines: nothing is fetched there.

    Args:
        frame: the frame to score, one segment per row.
        hypothesis: the column of hypotheses, as text.
        references: the column of references, text or lists of text; or several columns, each of one reference.
        metric: a `Meteor`, or one of bleu, bleu-unsmoothed, chrf, chrf++ or ter by name; the default is `Meteor()`.
        parts: which of score and, by Meteor, precision, recall, f1, f_mean, fragmentation, penalty, chrf (where it has a
            share in the score), reference (the number of the best one).
        statistics: whether to add the columns that `corpus_score` sums.
        prefix: the beginning of the names of added columns; by default, the name of the metric and _, such as meteor_ or chrf_.
        nulls: error, or skip: a row with a null has nulls in all added columns, and null references in a list do not count.
        threads: the number of processor cores to use; by default all, on Spark one per task, since it runs a task on each core.

    >>> import pyarrow
    >>> table = pyarrow.table({"hypothesis": ["o gato dormia"], "references": [["um gato dormiu", "o gato dorme"]]})
    >>> score(table, metric=Meteor("pt"), parts=("score", "reference")).column_names
    ['hypothesis', 'references', 'meteor_score', 'meteor_reference']
    """
    chosen = _find(metric)
    layout = make_layout(
        chosen,
        hypothesis=hypothesis,
        references=references,
        parts=parts,
        statistics=statistics,
        prefix=_prefix(chosen, prefix),
        nulls=nulls,
    )
    if is_of(frame, "pyspark", "DataFrame"):
        from bolide.frames.spark import add_scores

        return add_scores(frame, chosen, layout, threads or 1)
    is_lazy = is_of(frame, "polars", "LazyFrame")
    place = " of its batch" if is_lazy else ""  # Polars does not say which batch it is.

    def score_texts(columns: list[Texts], first: int) -> ScoredRows:
        return score_rows(chosen, layout, columns, threads=threads, name_row=lambda row: f"row {first + row}{place}")

    if is_lazy:
        return _score_lazily(frame, layout, score_texts)
    kind = find_kind(frame)
    if kind is None:
        return score_stream(open_stream(frame), layout, score_texts)
    return _score_whole(frame, kind, layout, score_texts)


def _score_whole(frame: Foreign, kind: Kind, layout: Layout, score_texts: ScoreTexts) -> Foreign:
    """Score a frame that is in memory, a chunk of its rows at a time."""
    layout.check(kind.names(frame))
    chunks = []
    with Progress("scoring", len(frame)) as progress:
        for first in range(0, max(1, len(frame)), CHUNK):  # A frame without rows gets columns, too.
            chunks.append(score_texts(kind.texts(frame, layout, first, first + CHUNK), first))
            progress.advance(len(chunks[-1].missing))
    return kind.add(frame, join_rows(chunks), layout)


def _score_lazily(frame: Foreign, layout: Layout, score_texts: ScoreTexts) -> Foreign:
    """Put the scoring into the plan of a lazy frame of Polars."""
    polars: Foreign = sys.modules["polars"]
    schema = dict(frame.collect_schema())
    layout.check(list(schema))
    kinds = {name: polars.Float64 if kind is float else polars.Int64 for name, kind in layout.added.items()}
    score_batch = partial(_score_whole, kind=POLARS, layout=layout, score_texts=score_texts)
    return frame.map_batches(score_batch, schema={**schema, **kinds}, streamable=True)


def _find(metric: Metric | str | None) -> Metric:
    return find_metric(metric) if isinstance(metric, str) else metric or Meteor()


def _prefix(metric: Metric, given: str | None) -> str:
    return f"{metric.name.lower()}_" if given is None else given


# The key of a group of rows: the values of some columns.
Key = tuple[Hashable, ...]


@record
class TotalScore:
    """The score of a corpus with its parts, the number of its segments and the sum of their statistics."""

    metric: str
    score: float
    parts: Mapping[str, float]
    segments: int
    statistics: Statistics
    signature: object

    def __float__(self) -> float:
        """Return the score."""
        return self.score

    def __str__(self) -> str:
        """Return the score with its signature."""
        return f"{self.metric} {self.score!r} ({self.segments} segments)\n{self.signature}"


def corpus_score(frame: Foreign, metric: Metric | str, *, prefix: str | None = None) -> TotalScore:
    """Return the corpus score of a frame made by `score`, with the parameters of `metric`; it equals that of `Meteor.score`.

    The frame needs its statistics (`statistics=True`). Rows without a score do not count.

    >>> import pyarrow

    >>> meteor = Meteor("pt")
    >>> table = pyarrow.table({"hypothesis": ["o gato", "o cão"], "references": ["um gato", "o cão"]})
    >>> scored = score(table, metric=meteor, statistics=True)
    >>> corpus_score(scored, meteor).score == meteor.score(["o gato", "o cão"], ["um gato", "o cão"]).score
    True
    """
    scores = corpus_scores(frame, metric, by=(), prefix=prefix)
    if not scores:
        raise InputError("there are no segments to score")
    return scores[()]


def corpus_scores(
    frame: Foreign, metric: Metric | str, *, by: str | Sequence[str] = "system", prefix: str | None = None
) -> dict[Hashable, TotalScore]:
    """Return the score of each group of rows, such as each system, by the value of the column `by`, or the tuple of several."""
    keys = (by,) if isinstance(by, str) else tuple(by)
    chosen = _find(metric)
    names = [_prefix(chosen, prefix) + name for name in chosen.columns]
    sums: dict[Key, Numbers] = {}
    if is_of(frame, "pyspark", "DataFrame"):
        from bolide.frames.spark import add_up

        _check_columns(frame.columns, keys, names)
        sums = add_up(frame, keys, names)
    else:
        kind = find_kind(frame)
        for piece in [frame] if kind else open_stream(frame):
            _check_columns((kind or ARROW).names(piece), keys, names)
            for key, part in _sum(kind or ARROW, piece, keys, names).items():
                sums[key] = np.add(sums[key], part) if key in sums else part
    return {
        key[0] if isinstance(by, str) else key: _total_score(total[:-1], int(total[-1]), chosen)
        for key, total in sums.items()
        if total[-1]
    }


def _sum(kind: Kind, frame: Foreign, keys: Sequence[str], names: Sequence[str]) -> dict[Key, Numbers]:
    """Return the sums of columns for each group of rows, followed by the number of rows with values."""
    rows = len(frame)
    groups: dict[Key, int] = {}
    labels = zip(*(kind.values(frame, key) for key in keys), strict=True) if keys else [()] * rows
    places = np.fromiter((groups.setdefault(label, len(groups)) for label in labels), dtype=np.int64, count=rows)
    found = [kind.numbers(frame, name) for name in names]
    columns = [*(values for values, _ in found), found[0][1]]
    totals = np.zeros((len(groups), len(columns)), dtype=found[0][0].dtype)
    for number, values in enumerate(columns):
        np.add.at(totals[:, number], places, values)
    return {label: totals[place] for label, place in groups.items()}


def _check_columns(found: Sequence[object], keys: Sequence[str], names: Sequence[str]) -> None:
    """Refuse a frame without the columns to sum or to group by."""
    for name in (*keys, *names):
        if name not in found:
            told = f" to group by: it has {' '.join(map(str, found))}" if name in keys else ""
            mend = told or ": score it by this metric first, with statistics=True and the same prefix"
            raise InputError(f"there is no column {name!r} in the frame{mend}")


def _total_score(sums: Numbers, segments: int, metric: Metric) -> TotalScore:
    statistics = (Statistics if metric.is_whole else RealStatistics)(sums[None], metric.columns)
    parts = {part: float(values[0]) for part, values in metric.scores(statistics).items()}
    return TotalScore(
        metric=metric.name,
        score=parts["score"],
        parts=parts,
        segments=segments,
        statistics=statistics,
        signature=metric.signature,
    )
