"""What the scripts that score within one process share: reading files, and timing passes over them."""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable
from pathlib import Path

LEAST_PASSES = 3


def read(path: str) -> list[str]:
    """The lines of a file."""
    return Path(path).read_text(encoding="utf-8").removesuffix("\n").split("\n")


def read_groups(path: str, size: int) -> list[list[str]]:
    """The lines of a file, so many at a time: the references of each segment."""
    lines = read(path)
    return [lines[start : start + size] for start in range(0, len(lines), size)]


def report(score: Callable[[], float], seconds: float) -> None:
    """Score all segments once, and go on for a while; print the score, the first pass and the median of the later ones.

    With no time to go on, there is one pass and no more. If a pass takes longer than that time, there is one more.
    """
    passes = [_timed(score)]
    end = time.perf_counter() + seconds
    least = LEAST_PASSES if passes[0][1] < seconds else 1
    while seconds and (time.perf_counter() < end or len(passes) <= least):
        passes.append(_timed(score))
    first, *later = passes
    document = {"score": first[0], "first": first[1:]}
    if later:
        document["steady"] = [statistics.median(column) for column in list(zip(*later, strict=True))[1:]]
    print(json.dumps(document))


def _timed(score: Callable[[], float]) -> tuple[float, float, float]:
    wall, cpu = time.perf_counter(), time.process_time()
    value = score()
    return value, time.perf_counter() - wall, time.process_time() - cpu
