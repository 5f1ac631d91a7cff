"""The tools under test. Each can score a corpus from a cold start, and tell what a segment costs once it is warm."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from corpora import Corpus
from measure import Cost, run

HERE = Path(__file__).resolve().parent
# How long a process that is warm goes on scoring, in seconds.
STEADY_SECONDS = 2.0
# How much longer the jar's long run is than its short one.
JAR_REPEATS = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Steady:
    """What a segment costs within one process: when its words are new, and when everything is warm."""

    first: Cost | None
    steady: Cost


class Tool(Protocol):
    """What the sections of the benchmark ask of a tool."""

    @property
    def name(self) -> str:
        """What the tables call it."""

    def score(self, corpus: Corpus) -> tuple[float, Cost]:
        """Score in a new process; return the corpus score."""

    def steady(self, corpus: Corpus) -> Steady:
        """Return what a segment costs without the start."""


@dataclass(frozen=True, slots=True)
class Bolide:
    """bolide, in the Python that runs the benchmark."""

    threads: int

    @property
    def name(self) -> str:
        return f"bolide, {self.threads} thread{'s' * (self.threads > 1)}"

    def score(self, corpus: Corpus) -> tuple[float, Cost]:
        options = ("--threads", str(self.threads), "--format", "json")
        printed, cost = run([sys.executable, "-m", "bolide", "score", *corpus.files, *options])
        return json.loads(printed)["systems"][0]["score"], cost

    def steady(self, corpus: Corpus) -> Steady:
        script = str(HERE / "score_with_bolide.py")
        return _steady([sys.executable, script, *corpus.files, str(self.threads), str(STEADY_SECONDS)], corpus)


@dataclass(frozen=True, slots=True)
class Jar:
    """The Java program. It has one thread for scoring; Java's own (compiler, garbage collector) count as processor time."""

    jar: Path
    name: str = "Meteor 1.5 jar"

    def score(self, corpus: Corpus) -> tuple[float, Cost]:
        printed, cost = run(["java", "-Xmx2G", "-jar", str(self.jar), *corpus.files, "-l", "en", "-norm", "-q"])
        return float(printed), cost

    def steady(self, corpus: Corpus) -> Steady:
        """The difference between a long run and a short one."""
        _, short = self.score(corpus)
        _, long = self.score(corpus.repeated(JAR_REPEATS))
        difference = Cost(wall=long.wall - short.wall, cpu=long.cpu - short.cpu, memory=long.memory)
        return Steady(first=None, steady=difference.per((JAR_REPEATS - 1) * corpus.segments))


@dataclass(frozen=True, slots=True)
class Nltk:
    """NLTK's meteor_score, on the tokens that the others make for themselves: tokenising is not in its cost."""

    python: Path
    name: str = "NLTK"

    def score(self, corpus: Corpus) -> tuple[float, Cost]:
        printed, cost = run([str(self.python), *self._arguments(corpus), "0"])
        return json.loads(printed)["score"], cost

    def steady(self, corpus: Corpus) -> Steady:
        return _steady([str(self.python), *self._arguments(corpus), str(STEADY_SECONDS)], corpus)

    @staticmethod
    def _arguments(corpus: Corpus) -> tuple[str, ...]:
        return (str(HERE / "score_with_nltk.py"), *corpus.tokenised().files)


def _steady(command: list[str], corpus: Corpus) -> Steady:
    printed, whole = run(command)
    times = json.loads(printed)
    first, steady = (
        Cost(wall=wall, cpu=cpu, memory=whole.memory).per(corpus.segments)
        for wall, cpu in (times["first"], times["steady"])
    )
    return Steady(first=first, steady=steady)


def cores() -> int:
    """How many processor cores there are to use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
