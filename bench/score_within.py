"""Scores files within one process, again and again: TOOL HYP REF SECONDS. Prints the score and what passes over the files take.

A tool is `bolide:THREADS`, `nltk` (which gets tokens, and has no corpus score: the mean stands for it), or `bleu` and `chrf` of sacreBLEU.
"""

import json
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

LEAST_PASSES = 3


def main(tool: str, hypotheses: str, references: str, seconds: str) -> None:
    name, _, threads = tool.partition(":")
    score = SCORERS[name](_lines(hypotheses), _lines(references), int(threads or 1))
    print(json.dumps(measure(score, float(seconds))))


def _bolide(hypotheses: list[str], references: list[str], threads: int) -> Callable[[], float]:
    from bolide import Meteor

    meteor = Meteor()
    return lambda: meteor.score(hypotheses, references, threads=threads).score


def _nltk(hypotheses: list[str], references: list[str], _: int) -> Callable[[], float]:
    from nltk.translate.meteor_score import meteor_score

    ours, theirs = [line.split(" ") for line in hypotheses], [[line.split(" ")] for line in references]
    return lambda: statistics.fmean(map(meteor_score, theirs, ours))


def _sacrebleu(metric: str, **options: int) -> Callable[[list[str], list[str], int], Callable[[], float]]:
    def open_metric(hypotheses: list[str], references: list[str], _: int) -> Callable[[], float]:
        from sacrebleu import metrics

        scorer = getattr(metrics, metric)(**options)
        return lambda: scorer.corpus_score(hypotheses, [references]).score

    return open_metric


SCORERS = {
    "bolide": _bolide,
    "nltk": _nltk,
    "bleu": _sacrebleu("BLEU"),
    "chrf": _sacrebleu("CHRF", word_order=2),
}


def measure(score: Callable[[], float], seconds: float) -> dict[str, object]:
    """Score all segments once, and go on for a while; return the score, the first pass and the median of the later ones.

    With no time to go on, there is one pass and no more. If a pass takes longer than that time, there is one more.
    """
    passes = [_timed(score)]
    end = time.perf_counter() + seconds
    least = LEAST_PASSES if passes[0][1] < seconds else 1
    while seconds and (time.perf_counter() < end or len(passes) <= least):
        passes.append(_timed(score))
    first, *later = passes
    steady = [statistics.median(column) for column in list(zip(*later, strict=True))[1:]]  # none without later passes
    return {"score": first[0], "first": first[1:], "steady": steady}


def _timed(score: Callable[[], float]) -> tuple[float, float, float]:
    wall, cpu = time.perf_counter(), time.process_time()
    value = score()
    return value, time.perf_counter() - wall, time.process_time() - cpu


def _lines(path: str) -> list[str]:
    return Path(path).read_text(encoding="utf-8").removesuffix("\n").split("\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
