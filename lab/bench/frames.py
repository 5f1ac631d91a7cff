"""Scoring data frames beside lists: `PYTHONPATH=bench python lab/bench/frames.py [--segments N] [--spark MASTER]`.

The same texts as lists, and as frames of pandas, Polars and Arrow, or of Spark, in turn, several times over. Prints processor times as
Markdown.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from corpora import load

from bolide import Meteor, frames


def main() -> None:
    """Measure what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--segments", type=int, default=50_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--spark", metavar="MASTER", help="in Spark instead, such as local[2]")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        corpus, title = load(None, None, Path(folder))
        texts = [_repeated(path, options.segments) for path in (corpus.hypotheses, corpus.references)]
    print(f"{title}, repeated: {options.segments:,} segments\n")
    metric = Meteor()
    print("| references | what | CPU µs for a segment | beside lists |\n|---|---|---|---|")
    if options.spark:
        _spark(metric, *texts, options)
        return
    _here(metric, *texts, "one", options.rounds)
    _here(metric, texts[0], [[one, other] for one, other in zip(texts[1], reversed(texts[1]), strict=True)], "two", options.rounds)  # fmt: skip


def _repeated(path: Path, count: int) -> list[str]:
    lines = path.read_text(encoding="utf-8").split("\n")[:-1]
    return (lines * (count // len(lines) + 1))[:count]


def _here(metric: Meteor, hypotheses: list[str], references: list[Any], label: str, rounds: int) -> None:
    columns = {"hypothesis": hypotheses, "references": references}
    made = {
        "pandas": import_module("pandas").DataFrame(columns),
        "Polars": import_module("polars").DataFrame(columns),
        "Arrow": import_module("pyarrow").table(columns),
    }
    tasks: dict[str, Callable[[], Any]] = {"lists": lambda: metric.score(hypotheses, references, threads=1)}
    for name, frame in made.items():
        tasks[name] = lambda frame=frame: frames.score(frame, metric=metric, threads=1)
    costs: dict[str, list[float]] = {name: [] for name in tasks}
    for _ in range(rounds):
        for name, task in tasks.items():
            start = time.process_time()
            task()
            costs[name].append(time.process_time() - start)
    lists = statistics.median(costs["lists"])
    for name, times in costs.items():
        cost = statistics.median(times)
        print(f"| {label} | {name} | {1e6 * cost / len(hypotheses):.1f} | {cost / lists:.3f} |", flush=True)


def _spark(metric: Meteor, hypotheses: list[str], references: list[str], options: argparse.Namespace) -> None:
    """Processor time of the session's processes beside lists in this one; the first round, in which Java compiles, does not count."""
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    session = import_module("pyspark.sql").SparkSession.builder.master(options.spark).getOrCreate()
    rows = list(zip(hypotheses, references, strict=True))
    frame = session.createDataFrame(rows, "hypothesis string, references string").repartition(8).cache()
    frame.count()
    costs: dict[str, list[float]] = {"lists": [], "Spark: Python": [], "Spark: Java": []}
    for _ in range(options.rounds + 1):
        start = time.process_time()
        expected = metric.score(hypotheses, references, threads=1).score
        costs["lists"].append(time.process_time() - start)
        before = _descendants_times()
        total = frames.corpus_score(frames.score(frame, metric=metric), metric)
        after = _descendants_times()
        for name in ("Python", "Java"):
            costs[f"Spark: {name}"].append(after[name] - before[name])
        if total.score != expected:
            raise SystemExit(f"the scores differ: {total.score!r}, {expected!r}")
    session.stop()
    lists = statistics.median(costs["lists"][1:])
    for name, times in costs.items():
        cost = statistics.median(times[1:])
        print(f"| one | {name} | {1e6 * cost / len(hypotheses):.1f} | {cost / lists:.3f} |", flush=True)


def _descendants_times() -> dict[str, float]:
    """Return the processor time of all processes that this one started, and theirs: Java's and the others (Linux)."""
    parents, times, names = {}, {}, {}
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            head, _, tail = entry.read_text().rpartition(")")
        except OSError:
            continue
        fields = tail.split()
        pid = int(entry.parent.name)
        parents[pid] = int(fields[1])
        times[pid] = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
        names[pid] = "Java" if head.endswith("(java") else "Python"
    mine, found = {os.getpid()}, {"Java": 0.0, "Python": 0.0}
    while more := {pid for pid, parent in parents.items() if parent in mine and pid not in mine}:
        mine |= more
        for pid in more:
            found[names[pid]] += times[pid]
    return found


if __name__ == "__main__":
    main()
