"""Scoring a frame of any kind, piece by piece."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from bolide.files.progress import Progress
from bolide.frames.arrow import ScoreTexts, open_stream, score_stream
from bolide.frames.kinds import POLARS, Kind, find_kind, is_of
from bolide.frames.layout import PREFIX, Layout, make_layout
from bolide.frames.rows import CHUNK, ScoredRows, join_rows, score_rows
from bolide.metric.meteor import Meteor

__all__ = ["score"]


def score(
    frame: Any,
    *,
    hypothesis: str = "hypothesis",
    references: str | Sequence[str] = "references",
    metric: Meteor | None = None,
    parts: Sequence[str] = ("score",),
    statistics: bool = True,
    prefix: str = PREFIX,
    nulls: str = "error",
    threads: int | None = None,
) -> Any:
    """Return a frame of the same kind with a column for each part of the score, and one for each of the statistics.

    A frame is a `DataFrame` of pandas or Polars, a `Table` or `RecordBatch` of pyarrow; of a `LazyFrame` of Polars and a
    `RecordBatchReader`, what comes back is lazy as well: batches are scored when they are read. Anything else that exports
    Arrow's stream (`__arrow_c_stream__`) becomes a `RecordBatchReader`. The frame passed in is never changed.

    Args:
        frame: what to score, a segment in each row.
        hypothesis: the column of hypotheses, which are text.
        references: the column of references, text or lists of text; or several columns, each of one reference.
        metric: what scores; the default is `Meteor()`.
        parts: which of score, precision, recall, f1, f_mean, fragmentation, penalty, chrf (where it has a
            share in the score), reference (the number of the best one).
        statistics: whether to add what `corpus_score` sums.
        prefix: what the names of added columns begin with.
        nulls: error, or skip: a row with a null has nulls in all added columns, and null references in a list do not count.
        threads: how many processor cores to use: all by default.

    >>> import pyarrow
    >>> table = pyarrow.table({"hypothesis": ["o gato dormia"], "references": [["um gato dormiu", "o gato dorme"]]})
    >>> score(table, metric=Meteor("pt"), parts=("reference",), statistics=False).column_names
    ['hypothesis', 'references', 'meteor_reference']
    """
    chosen = metric or Meteor()
    layout = make_layout(
        chosen,
        hypothesis=hypothesis,
        references=references,
        parts=parts,
        statistics=statistics,
        prefix=prefix,
        nulls=nulls,
    )

    is_lazy = is_of(frame, "polars", "LazyFrame")
    place = " of its batch" if is_lazy else ""  # Polars does not tell which batch it is.

    def score_texts(columns: list[list[Any]], first: int) -> ScoredRows:
        return score_rows(chosen, layout, columns, threads=threads, name_row=lambda row: f"row {first + row}{place}")

    if is_lazy:
        return _score_lazily(frame, layout, score_texts)
    kind = find_kind(frame)
    if kind is None:
        return score_stream(open_stream(frame), layout, score_texts, CHUNK)
    return _score_whole(frame, kind, layout, score_texts)


def _score_whole(frame: Any, kind: Kind, layout: Layout, score_texts: ScoreTexts) -> Any:
    """Score a frame that is in memory, a chunk of its rows at a time."""
    layout.check(kind.names(frame))
    chunks = []
    with Progress("scoring", len(frame)) as progress:
        for first in range(0, len(frame), CHUNK):
            last = min(first + CHUNK, len(frame))
            chunks.append(score_texts(kind.texts(frame, layout, first, last), first))
            progress.advance(last - first)
    return kind.add(frame, join_rows(chunks, layout), layout)


def _score_lazily(frame: Any, layout: Layout, score_texts: ScoreTexts) -> Any:
    """Put the scoring into the plan of a lazy frame of Polars."""
    polars: Any = sys.modules["polars"]
    schema = dict(frame.collect_schema())
    layout.check(list(schema))
    kinds = {name: polars.Float64 if kind is float else polars.Int64 for name, kind in layout.added.items()}

    def score_batch(batch: Any) -> Any:
        return _score_whole(batch, POLARS, layout, score_texts)

    return frame.map_batches(score_batch, schema={**schema, **kinds}, streamable=True)
