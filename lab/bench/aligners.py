"""The papers' aligner beside the Java program's search: proof, time, differences, and agreement with people.

PYTHONPATH=bench python lab/bench/aligners.py --judgements FOLDER [--threads N] [--rounds N]

Reads every judgement file of pairs into English. Times are of scoring as a whole, both aligners in turn, medians of rounds.
"""

from __future__ import annotations

import argparse
import gzip
import statistics
import time
from collections import defaultdict
from pathlib import Path

import numpy as np

from bolide import Meteor
from bolide.adapters.java.jar_output import JAVA_COLUMNS, java_rows
from bolide.data.languages import MATCHERS
from bolide.metric.statistics import CorpusScore

UNIVERSAL = {"parameters": (0.7, 1.4, 0.3, 0.7), "weights": (1.0, 0.6, 0.6, 0.6)}
ALIGNERS = {"java": 40, "paper": 256, "paper-count": 256}


def read_rows(path: Path) -> list[dict[str, str]]:
    with gzip.open(path, "rt", encoding="utf-8", newline="\n") as file:
        names, *rows = (line.rstrip("\n").split("\t") for line in file)
    return [dict(zip(names, row, strict=True)) for row in rows]


def agreement(metrics: dict[str, Meteor], folder: Path, threads: int) -> None:
    """Print the mean of Pearson's correlation over the language pairs of each year."""
    found: dict[tuple[str, str], list[float]] = defaultdict(list)
    for path in sorted(folder.glob("wmt1[567]-da.*-en.tsv.gz")):
        rows = read_rows(path)
        human = [float(row["human"]) for row in rows]
        for name, metric in metrics.items():
            scores = metric.score(
                [row["hypothesis"] for row in rows], [row["reference"] for row in rows], threads=threads
            )
            found[name, path.name[:5]].append(float(np.corrcoef(scores.segments.score, human)[0, 1]))
    for (name, year), values in found.items():
        print(f"{name:<12} {year}  mean Pearson over {len(values)} pairs into English {np.mean(values):.4f}")


def judged_pairs(folder: Path) -> list[tuple[str, str]]:
    pairs = set()
    for path in sorted(folder.glob("*-en.tsv.gz")):
        for row in read_rows(path):
            pairs |= {(row[name], row["reference"]) for name in ("hypothesis", "hypA", "hypB") if name in row}
    return sorted(pairs)


def timed(
    metrics: dict[str, Meteor], pairs: list[tuple[str, str]], threads: int, rounds: int
) -> dict[str, CorpusScore]:
    """Score all pairs in turn; print times and their ratio."""
    hypotheses, references = [list(side) for side in zip(*pairs, strict=True)]
    seconds: dict[str, list[float]] = defaultdict(list)
    results = {}
    for _ in range(rounds):
        for name, metric in metrics.items():
            start = time.process_time()
            results[name] = metric.score(hypotheses, references, threads=threads)
            seconds[name].append(time.process_time() - start)
    for name, values in seconds.items():
        median = statistics.median(values)
        ratio = median / statistics.median(seconds["java"])
        print(f"{name:<12} {median / len(pairs) * 1e6:.1f} CPU µs a segment, {ratio:.2f} times java")
    return results


def covered(result: CorpusScore) -> tuple[np.ndarray, np.ndarray]:
    """Return covered words of both sides in halves, and chunks, by segment."""
    table = result.segments.statistics
    columns = [
        sum(table[f"{side}_{kind}_{place}"] for side in ("hypothesis", "reference") for kind in ("content", "function"))
        for place in range(1, len(MATCHERS) + 1)
    ]
    return columns[0] + sum(columns), java_rows(table)[:, JAVA_COLUMNS.index("chunks")]


def differences(results: dict[str, CorpusScore]) -> None:
    """Print what is proven, and that no segment is worse."""
    java, paper = results["java"], results["paper"]
    count = len(java.segments.score)
    unproven = int(paper.segments.statistics["unproven"].sum())
    print(f"proven: {count - unproven} of {count} ({100 * (1 - unproven / count):.3f} %)")
    (gain, chunks), (best_gain, best_chunks) = covered(java), covered(paper)
    worse = (best_gain < gain) | ((best_gain == gain) & (best_chunks > chunks))
    better = (best_gain > gain) | ((best_gain == gain) & (best_chunks < chunks))
    print(f"java covers less, or the same in more chunks: {int(better.sum())}; paper does: {int(worse.sum())}")
    change = paper.segments.score - java.segments.score
    print(
        f"score changes in {int((change != 0).sum())} segments, by {np.abs(change).mean():.5f} on average, {np.abs(change).max():.3f} at the most"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--judgements", type=Path, required=True)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    metrics = {name: Meteor("en", aligner=name, beam=beam, **UNIVERSAL) for name, beam in ALIGNERS.items()}
    agreement(metrics, options.judgements, options.threads)
    pairs = judged_pairs(options.judgements)
    print(f"{len(pairs)} different pairs into English")
    differences(timed(metrics, pairs, options.threads, options.rounds))


if __name__ == "__main__":
    main()
