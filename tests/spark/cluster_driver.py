"""A driver program, as a user writes it: `cluster_driver.py MASTER RESOURCES EXECUTOR_HOME` scores on a cluster and prints JSON."""

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
from pyspark.sql import SparkSession

from bolide import Meteor, frames
from bolide.frames.spark import open_metric


def probe(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Tell of each process on the workers how often it made a metric, and how often the table is mapped in it."""
    for _ in batches:
        maps = Path("/proc/self/maps")
        mapped = maps.read_text().count("paraphrases-file") if maps.exists() else 1
        executor = os.environ.get("SPARK_EXECUTOR_DIRS", "")
        yield pa.record_batch({"pid": [os.getpid()], "made": [open_metric.cache_info().misses], "mapped": [mapped], "executor": [executor]})  # fmt: skip


def main() -> None:
    master, resources, home = sys.argv[1:]
    settings = {
        "spark.executorEnv.BOLIDE_HOME": home,
        "spark.executor.memory": "512m",
        "spark.driver.host": "127.0.0.1",
        "spark.ui.enabled": "false",
        "spark.log.level": "OFF",
        "spark.scheduler.minRegisteredResourcesRatio": "1.0",
        "spark.cores.max": "2",
        "spark.locality.wait": "0",
    }
    builder = SparkSession.builder.master(master)
    for name, value in settings.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    metric = Meteor(resources=resources)
    hypotheses = [f"o gato {i % 7} dormia na casa verde" for i in range(400)]
    references = [["o gato dormia no lar", f"{i % 7} gatos"][: 1 + i % 2] for i in range(400)]
    frame = session.createDataFrame(
        list(zip(range(400), hypotheses, references, strict=True)), "id int, hyp string, refs array<string>"
    ).repartition(8)
    scored = frames.score(frame, hypothesis="hyp", references="refs", metric=metric, statistics=True)
    rows = sorted(scored.select("id", "meteor_score").collect())
    total = frames.corpus_score(scored, metric)
    probed = (
        session.range(0, 64, 1, 16).mapInArrow(probe, "pid long, made long, mapped long, executor string").distinct()
    )
    expected = metric.score(hypotheses, references)
    print(
        json.dumps(
            {
                "segments": [row[1] for row in rows] == expected.segments.score.tolist(),
                "corpus": total.score == expected.score,
                "processes": [list(row) for row in probed.collect()],
            }
        )
    )
    session.stop()


if __name__ == "__main__":
    main()
