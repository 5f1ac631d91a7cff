"""Scores files within one process, again and again: TOOL HYP REF SECONDS. Prints the score and what passes over the files take.

A tool is `bolide:THREADS`, `nltk` (which gets tokens, and has no corpus score: the mean stands for it), or `bleu` and `chrf` of sacreBLEU. One call
for each segment: `segment`, `score`, `align`, `open` and `serve` of bolide, `bleu:0` and `chrf:0` of sacreBLEU; these give 0 for the score.
"""

import json
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

LEAST_PASSES = 3


def main(tool: str, hypotheses: str, references: str, seconds: str) -> None:
    name, _, threads = tool.partition(":")
    score = SCORERS[name](_lines(hypotheses), _lines(references), int(threads or 1))
    print(json.dumps(measure(score, float(seconds))))


def _bolide(hypotheses: list[str], references: list[str], threads: int) -> Callable[[], float]:
    from bolide import Meteor

    meteor = Meteor()
    return lambda: meteor.score(hypotheses, references, threads=threads).score


def _each(hypotheses: list[str], references: list[str], call: Callable[[str, str], object]) -> Callable[[], float]:
    """Return what calls a function once for each segment."""

    def go() -> float:
        for hypothesis, reference in zip(hypotheses, references, strict=True):
            call(hypothesis, reference)
        return 0.0

    return go


def _one_call(name: str) -> Callable[[list[str], list[str], int], Callable[[], float]]:
    def open_metric(hypotheses: list[str], references: list[str], _: int) -> Callable[[], float]:
        from bolide import Meteor

        meteor = Meteor()
        calls: dict[str, Callable[[str, str], object]] = {
            "segment": meteor.segment,
            "score": lambda hypothesis, reference: meteor.score([hypothesis], [reference]),
            "align": meteor.align,
            "open": lambda *_: Meteor(),
        }
        return _each(hypotheses, references, calls[name] if name in calls else _asking(meteor))

    return open_metric


def _asking(meteor: Any) -> Callable[[str, str], object]:
    """Start a server in a thread; return what asks it for a score. So its cost is that of both sides."""
    from http.client import HTTPConnection
    from threading import Thread

    from bolide.serve.requests import Metrics
    from bolide.serve.server import Server

    server = Server(Metrics(meteor, {}))
    Thread(target=server.serve_forever, daemon=True).start()
    connection = HTTPConnection(*server.server_address)

    def ask(hypothesis: str, reference: str) -> object:
        asked = json.dumps({"segments": [{"hypothesis": hypothesis, "references": [reference]}]})
        connection.request("POST", "/score", asked, {"content-type": "application/json"})
        return json.load(connection.getresponse())["score"]

    return ask


def _nltk(hypotheses: list[str], references: list[str], _: int) -> Callable[[], float]:
    from nltk.translate.meteor_score import meteor_score

    ours, theirs = [line.split(" ") for line in hypotheses], [[line.split(" ")] for line in references]
    return lambda: statistics.fmean(map(meteor_score, theirs, ours))


def _sacrebleu(metric: str, **options: int) -> Callable[[list[str], list[str], int], Callable[[], float]]:
    def open_metric(hypotheses: list[str], references: list[str], threads: int) -> Callable[[], float]:
        from sacrebleu import metrics

        if not threads:
            scorer = getattr(metrics, metric)(**options, **({"effective_order": True} if metric == "BLEU" else {}))
            return _each(hypotheses, references, lambda ours, theirs: scorer.sentence_score(ours, [theirs]))
        scorer = getattr(metrics, metric)(**options)
        return lambda: scorer.corpus_score(hypotheses, [references]).score

    return open_metric


SCORERS = {
    "bolide": _bolide,
    **{name: _one_call(name) for name in ("segment", "score", "align", "open", "serve")},
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
