"""Scoring on Spark: batches of Arrow go through one metric in each of the executors' Python processes, which opens its tables once."""

from __future__ import annotations

import pickle
import socket
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from importlib import import_module
from typing import Any

from bolide.errors import BolideError, ConfigurationError, InputError, ResourceError
from bolide.frames import TotalScore, check_columns, only_score, statistics_columns, total_score
from bolide.frames.kinds import add_to_arrow, texts_of
from bolide.frames.layout import PREFIX, Layout, make_layout, score_rows
from bolide.metric.meteor import Meteor
from bolide.records import replace


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
    threads: int = 1,
) -> Any:
    """Return a frame of Spark with columns of scores and statistics, as `bolide.frames.score` adds them.

    Nothing is computed before Spark asks for rows. bolide, in the same version, and the metric's language data have to be on all
    machines: nothing is fetched there. `threads` is for each task, and Spark runs as many tasks as there are cores.
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
    layout.check(frame.columns)
    _check_types({field.name: field.dataType for field in frame.schema.fields}, layout)
    names = list(frame.columns)
    # Spark looks columns up by name, and would take `a.b` for a field of a struct: they are named by their places meanwhile.
    placed = frame.toDF(*map(_place, range(len(names))))
    types: Any = _spark("pyspark.sql.types")
    schema = types.StructType(list(placed.schema.fields))
    for name, kind in layout.added.items():
        schema = schema.add(name, types.DoubleType() if kind is float else types.LongType())
    packed = pack_metric(chosen, _spark("pyspark.cloudpickle").dumps)
    scoring = _Scoring(packed, str(chosen.signature), _by_place(layout, names), threads)
    return placed.mapInArrow(scoring, schema).toDF(*names, *layout.added)


def corpus_score(frame: Any, metric: Meteor, *, prefix: str = PREFIX) -> TotalScore:
    """Return the score of all segments of a frame that `score` made, by the parameters of `metric`; Spark sums the statistics."""
    return only_score(corpus_scores(frame, metric, by=(), prefix=prefix))


def corpus_scores(
    frame: Any, metric: Meteor, *, by: str | Sequence[str] = "system", prefix: str = PREFIX
) -> dict[Any, TotalScore]:
    """Return the score of each group of rows, such as each system's, by the value of the column `by`; by several, by their tuple."""
    keys = (by,) if isinstance(by, str) else tuple(by)
    names = statistics_columns(metric, prefix)
    check_columns(frame.columns, keys, names)
    functions: Any = _spark("pyspark.sql.functions")
    sums = [functions.sum(_quoted(name)) for name in names]
    rows = frame.groupBy(*map(_quoted, keys)).agg(*sums, functions.count(_quoted(names[0]))).collect()
    found = {}
    for row in rows:
        key, values, segments = tuple(row[: len(keys)]), row[len(keys) : -1], row[-1]
        if segments:
            found[key[0] if isinstance(by, str) else key] = total_score(values, segments, metric)
    return found


class _Scoring:
    """What Spark sends to its workers: the metric in packed form, what its signature has to be, and the columns."""

    def __init__(self, packed: bytes, signature: str, layout: Layout, threads: int) -> None:
        self._packed, self._signature, self._layout, self._threads = packed, signature, layout, threads

    def __call__(self, batches: Iterator[Any]) -> Iterator[Any]:
        """Score the batches of a partition."""
        metric = open_metric(self._packed, self._signature)
        partition = _spark("pyspark").TaskContext.get().partitionId()
        first = 0
        for batch in batches:
            yield add_to_arrow(batch, self._score(metric, batch, first, partition), self._layout)
            first += batch.num_rows

    def _score(self, metric: Meteor, batch: Any, first: int, partition: int) -> Any:
        return score_rows(
            metric,
            self._layout,
            texts_of(batch, self._layout),
            threads=self._threads,
            name_row=lambda row: f"row {first + row} of partition {partition}",
        )


def _check_types(types: Mapping[str, Any], layout: Layout) -> None:
    """Refuse columns whose type, as Spark describes it, is not text; lists of text only as the one column of references."""
    for name in layout.texts:
        kind = types[name]
        takes_lists = name in layout.references and not layout.wide
        item = kind.elementType if takes_lists and kind.typeName() == "array" else kind
        if item.typeName() not in ("string", "varchar", "char", "void"):
            wanted = "text or lists of text were expected" if takes_lists else "text was expected"
            raise InputError(f"column {name!r} holds {kind.simpleString()}: {wanted}")


def _by_place(layout: Layout, names: list[str]) -> Layout:
    """Return a layout that knows the columns of text by their places."""
    hypothesis, *references = (_place(names.index(name)) for name in layout.texts)
    return replace(layout, hypothesis=hypothesis, references=tuple(references))


def _place(number: int) -> str:
    return f"_{number}"


def _quoted(name: str) -> str:
    """Return the name of a column as Spark reads it: a dot without quotes would lead into a struct."""
    return "`" + name.replace("`", "``") + "`"


def pack_metric(metric: Meteor, dumps: Callable[[Any], bytes] = pickle.dumps) -> bytes:
    """Return a metric in a form that `open_metric` opens on another machine; Spark's own `dumps` also takes functions of the user's."""
    return dumps(metric.pipeline)


@lru_cache(maxsize=4)
def open_metric(packed: bytes, signature: str) -> Meteor:
    """Return a packed metric, made once in a process; an error names the machine if it would not score as on the driver.

    Nothing is fetched: what is missing on the machine is an error.
    """
    host = socket.gethostname()
    try:
        metric = Meteor.of(pickle.loads(packed), offline=True)
    except ResourceError as error:
        raise type(error)(f"on the worker {host}: {error}") from error
    if str(metric.signature) != signature:
        raise BolideError(
            f"the worker {host} would score as {metric.signature}, and the driver as {signature}: "
            "install the same version of bolide and the same language data on both"
        )
    return metric


def _spark(module: str) -> Any:
    try:
        return import_module(module)
    except ImportError as error:
        raise ConfigurationError(f"Spark is not installed: pip install 'bolide[spark]' ({error})") from error
