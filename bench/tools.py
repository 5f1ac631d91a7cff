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
# How much longer a long run is than a short one, where a process cannot be asked what it took.
REPEATS = 10


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
        options = ("--refs-per-segment", str(corpus.per_segment), "--threads", str(self.threads), "--format", "json")
        printed, cost = run([sys.executable, "-m", "bolide", "score", *corpus.files, *options])
        return json.loads(printed)["systems"][0]["score"], cost

    def steady(self, corpus: Corpus) -> Steady:
        script = str(HERE / "score_with_bolide.py")
        arguments = (*corpus.files, str(corpus.per_segment), str(self.threads), str(STEADY_SECONDS))
        return steady([sys.executable, script, *arguments], corpus)


@dataclass(frozen=True, slots=True)
class Jar:
    """The Java program. It has one thread for scoring; Java's own (compiler, garbage collector) count as processor time."""

    jar: Path
    name: str = "Meteor 1.5 jar"

    def score(self, corpus: Corpus) -> tuple[float, Cost]:
        printed, cost = run(["java", "-Xmx2G", "-jar", str(self.jar), *corpus.files, *self._options(corpus)])
        return float(printed), cost

    def steady(self, corpus: Corpus) -> Steady:
        return _difference(self, corpus)

    @staticmethod
    def _options(corpus: Corpus) -> tuple[str, ...]:
        several = ("-r", str(corpus.per_segment)) if corpus.per_segment > 1 else ()
        return ("-l", "en", "-norm", "-q", *several)


@dataclass(frozen=True, slots=True)
class Pycocoevalcap:
    """The class that captioning tools use, with the jar as its child; what costs is both, and of their memory the greater one."""

    python: Path
    name: str = "pycocoevalcap"

    def score(self, corpus: Corpus) -> tuple[float, Cost]:
        script = str(HERE / "score_with_pycocoevalcap.py")
        printed, cost = run([str(self.python), script, *corpus.files, str(corpus.per_segment)])
        return json.loads(printed)["score"], cost

    def steady(self, corpus: Corpus) -> Steady:
        return _difference(self, corpus)


@dataclass(frozen=True, slots=True)
class SacreBleu:
    """One of sacreBLEU's metrics. They are not METEOR: they stand here for scale."""

    python: Path
    metric: str

    @property
    def name(self) -> str:
        return f"sacreBLEU {self.metric}"

    def score(self, corpus: Corpus) -> tuple[float, Cost]:
        printed, cost = run(self._command(corpus, 0))
        return json.loads(printed)["score"], cost

    def steady(self, corpus: Corpus) -> Steady:
        return steady(self._command(corpus, STEADY_SECONDS), corpus)

    def _command(self, corpus: Corpus, seconds: float) -> list[str]:
        script = str(HERE / "score_with_sacrebleu.py")
        return [str(self.python), script, self.metric, *corpus.files, str(corpus.per_segment), str(seconds)]


@dataclass(frozen=True, slots=True)
class Nltk:
    """NLTK's meteor_score, on the tokens that the others make for themselves: tokenising is not in its cost."""

    python: Path
    name: str = "NLTK"

    def score(self, corpus: Corpus) -> tuple[float, Cost]:
        printed, cost = run([str(self.python), *self._arguments(corpus), "0"])
        return json.loads(printed)["score"], cost

    def steady(self, corpus: Corpus) -> Steady:
        return steady([str(self.python), *self._arguments(corpus), str(STEADY_SECONDS)], corpus)

    @staticmethod
    def _arguments(corpus: Corpus) -> tuple[str, ...]:
        return (str(HERE / "score_with_nltk.py"), *corpus.tokenised().files, str(corpus.per_segment))


def steady(command: list[str], corpus: Corpus) -> Steady:
    """Run one of the scripts that score again and again; return what a segment costs."""
    printed, whole = run(command)
    times = json.loads(printed)
    first, later = (
        Cost(wall=wall, cpu=cpu, memory=whole.memory).per(corpus.segments)
        for wall, cpu in (times["first"], times["steady"])
    )
    return Steady(first=first, steady=later)


def _difference(tool: Tool, corpus: Corpus) -> Steady:
    """The difference between a long run and a short one."""
    _, short = tool.score(corpus)
    _, long = tool.score(corpus.repeated(REPEATS))
    difference = Cost(wall=long.wall - short.wall, cpu=long.cpu - short.cpu, memory=long.memory)
    return Steady(first=None, steady=difference.per((REPEATS - 1) * corpus.segments))


def cores() -> int:
    """How many processor cores there are to use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
