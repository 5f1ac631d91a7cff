"""Scores on Spark: each Python process of the executors opens one metric once, and scores batches of Arrow with it."""

import pickle
import socket
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import lru_cache, partial

import numpy as np

from bolide.errors import BolideError, ConfigurationError, InputError, ResourceError
from bolide.frames.kinds import ARROW, Foreign, load
from bolide.frames.layout import Layout, Numbers, score_rows
from bolide.metric.configuration import Pipeline
from bolide.metric.meteor import Meteor
from bolide.metric.protocol import Metric
from bolide.records import replace

_spark = partial(load, hint="Spark is not installed: pip install 'bolide[spark]'")


def add_scores(frame: Foreign, metric: Metric, layout: Layout, threads: int) -> Foreign:
    """Return a frame with columns of scores and statistics, as `bolide.frames.score` adds them."""
    layout.check(frame.columns)
    _check_types({field.name: field.dataType for field in frame.schema.fields}, layout)
    names = list(frame.columns)
    # Spark takes the column name `a.b` for a field of a struct, so columns are named by their places meanwhile.
    placed = frame.toDF(*(f"_{place}" for place in range(len(names))))
    types = _spark("pyspark.sql.types")
    schema = types.StructType(list(placed.schema.fields))
    for name, kind in layout.added.items():
        schema = schema.add(name, types.DoubleType() if kind is float else types.LongType())
    packed = pack_metric(metric, _spark("pyspark.cloudpickle").dumps)
    scoring = partial(_score_partition, packed, str(metric.signature), _by_place(layout, names), threads)
    return placed.mapInArrow(scoring, schema).toDF(*names, *layout.added)


def add_up(frame: Foreign, keys: Sequence[str], names: Sequence[str]) -> dict[tuple[Hashable, ...], Numbers]:
    """Let Spark sum columns for each group of rows; the number of rows with values comes last."""
    functions = _spark("pyspark.sql.functions")
    sums = [functions.sum(_quoted(name)) for name in names]
    rows = frame.groupBy(*map(_quoted, keys)).agg(*sums, functions.count(_quoted(names[0]))).collect()
    width = len(keys)
    # The sums of no rows are nulls.
    return {tuple(row[:width]): np.array([value or 0 for value in row[width:]]) for row in rows}


def _score_partition(
    packed: bytes, signature: str, layout: Layout, threads: int, batches: Iterator[Foreign]
) -> Iterator[Foreign]:
    """Score the batches of a partition on a worker, by a packed metric that must have the signature."""
    metric = open_metric(packed, signature)
    partition = _spark("pyspark").TaskContext.get().partitionId()
    first = 0
    for batch in batches:
        rows = score_rows(
            metric,
            layout,
            ARROW.texts(batch, layout),
            threads=threads,
            name_row=lambda row, first=first: f"row {first + row} of partition {partition}",  # type: ignore[misc]
        )
        yield ARROW.add(batch, rows, layout)
        first += batch.num_rows


def _check_types(types: Mapping[str, Foreign], layout: Layout) -> None:
    """Refuse columns with a Spark type other than text; lists of text are allowed in a single column of references."""
    for name in layout.texts:
        kind = types[name]
        takes_lists = name in layout.references and not layout.wide
        item = kind.elementType if takes_lists and kind.typeName() == "array" else kind
        if item.typeName() not in ("string", "varchar", "char", "void"):
            wanted = "text or lists of text were expected" if takes_lists else "text was expected"
            raise InputError(f"column {name!r} holds {kind.simpleString()}: {wanted}")


def _by_place(layout: Layout, names: list[str]) -> Layout:
    """Return a layout with columns of text named by their places."""
    hypothesis, *references = (f"_{names.index(name)}" for name in layout.texts)
    return replace(layout, hypothesis=hypothesis, references=tuple(references))


def _quoted(name: str) -> str:
    """Return the name of a column in quotes, since Spark takes a dot for a field of a struct."""
    return "`" + name.replace("`", "``") + "`"


def pack_metric(metric: Metric, dumps: Callable[[object], bytes] = pickle.dumps) -> bytes:
    """Pack a metric for `open_metric` on another machine; Spark's own `dumps` also packs functions of the user."""
    return dumps(metric.pipeline if isinstance(metric, Meteor) else metric)


@lru_cache(maxsize=4)
def open_metric(packed: bytes, signature: str) -> Metric:
    """Open a packed metric, once per process; an error names the machine if it would not score as the driver does.

    Nothing is fetched: data missing on the machine is an error.
    """
    host = socket.gethostname()
    try:
        found = pickle.loads(packed)
        metric: Metric = Meteor.of(found, offline=True) if isinstance(found, Pipeline) else found
    except (ConfigurationError, ResourceError) as error:
        raise type(error)(f"on the worker {host}: {error}") from error
    if str(metric.signature) != signature:
        raise BolideError(
            f"the worker {host} would score as {metric.signature}, and the driver as {signature}: "
            "install the same version of bolide and the same language data on both"
        )
    return metric
