"""bolide and what it is compared with. Each can score a corpus from a cold start, and tell what a segment costs once it is warm.

The jar (within pycocoevalcap), NLTK and sacreBLEU come by pip into an environment of their own, WordNet from the system.
"""

import json
import shutil
import subprocess
import sys
import venv
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from corpora import ROOT, Corpus
from measure import Cost, run

WITHIN = Path(__file__).resolve().parent / "score_within.py"
# How long a process that is warm goes on scoring, in seconds.
STEADY_SECONDS = 2.0
# How much longer a long run is than a short one, where a process cannot be asked what it took.
REPEATS = 10
SACREBLEU = {"bleu": "BLEU", "chrf": "chrF++"}
ENVIRONMENT = ROOT / "build" / "bench-venv"
PYTHON = ENVIRONMENT / "bin" / "python"
JAR_PACKAGE = "pycocoevalcap==1.2"
NLTK_PACKAGE = "nltk==3.10.4"
SACREBLEU_PACKAGE = "sacrebleu==2.6.0"
EFLOMAL_PACKAGE = "eflomal==2.0.0"
WORDNET_FILES = (
    *(f"{kind}.{part}" for kind in ("data", "index") for part in ("adj", "adv", "noun", "verb")),
    *(f"{part}.exc" for part in ("adj", "adv", "noun", "verb")),
    "cntlist.rev",
    "index.sense",
)


class UnavailableError(Exception):
    """Something to compare with that is not on this machine, and cannot be fetched."""


class Steady(NamedTuple):
    """The cost of a segment within one process: with new words, and when everything is warm."""

    first: Cost | None
    steady: Cost


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """A tool that scores within a process of ours, by `score_within.py`."""

    name: str
    argument: str
    python: Path = Path(sys.executable)

    def score(self, corpus: Corpus) -> tuple[float, Cost]:
        """Score in a new process; return the corpus score."""
        printed, cost = run(self._command(corpus, 0))
        return json.loads(printed)["score"], cost

    def steady(self, corpus: Corpus) -> Steady:
        """Return the cost of a segment without the start."""
        printed, whole = run(self._command(corpus, STEADY_SECONDS))
        times = json.loads(printed)
        costs = [Cost(wall=wall, cpu=cpu, memory=whole.memory) for wall, cpu in (times["first"], times["steady"])]
        return Steady(*(cost.per(corpus.segments) for cost in costs))

    def _command(self, corpus: Corpus, seconds: float) -> list[str]:
        return [str(self.python), str(WITHIN), self.argument, *corpus.files, str(seconds)]


class Bolide(Tool):
    """bolide, in the Python that runs the benchmark; a cold start is that of its command."""

    def score(self, corpus: Corpus) -> tuple[float, Cost]:
        options = ("--threads", self.argument.partition(":")[2], "--format", "json")
        printed, cost = run([sys.executable, "-m", "bolide", "score", *corpus.files, *options])
        return json.loads(printed)["systems"][0]["score"], cost


class Nltk(Tool):
    """NLTK's meteor_score, on the tokens that the others make for themselves: tokenising is not in its cost."""

    def _command(self, corpus: Corpus, seconds: float) -> list[str]:
        return super()._command(corpus.tokenised(), seconds)


class Jar(Tool):
    """The Java program. It has one thread for scoring; Java's own (compiler, garbage collector) count as processor time."""

    def score(self, corpus: Corpus) -> tuple[float, Cost]:
        printed, cost = run(["java", "-Xmx2G", "-jar", self.argument, *corpus.files, "-l", "en", "-norm", "-q"])
        return float(printed), cost

    def steady(self, corpus: Corpus) -> Steady:
        """Return the difference between a long run and a short one, by segments."""
        (_, short), (_, long) = self.score(corpus), self.score(corpus.of_size(REPEATS * corpus.segments))
        difference = Cost(wall=long.wall - short.wall, cpu=long.cpu - short.cpu, memory=long.memory)
        return Steady(first=None, steady=difference.per((REPEATS - 1) * corpus.segments))


# What one call from Python takes once data is open; the server's request is asked and answered within one process.
CALLS = [
    Tool(name=name, argument=argument)
    for name, argument in {
        "bolide segment()": "segment",
        "bolide score() of one pair": "score",
        "bolide align()": "align",
        "bolide, another Meteor()": "open",
        "a request to bolide serve, both sides": "serve",
    }.items()
]


def one_sentence(name: str) -> Tool:
    """Return sacreBLEU's metric, called once for each segment; `fetch` comes before."""
    return Tool(name=f"sacreBLEU {SACREBLEU[name]}, sentence_score()", argument=f"{name}:0", python=PYTHON)


def bolide(threads: int) -> Tool:
    """Return bolide with this number of threads."""
    return Bolide(name=f"bolide, {threads} thread{'s' * (threads > 1)}", argument=f"bolide:{threads}")


def fetch(name: str, wordnet: Path) -> Tool:
    """Return a peer; `UnavailableError` says why there is none."""
    if name == "jar":
        return Jar(name="Meteor 1.5 jar", argument=str(fetch_jar()))
    if name == "nltk":
        _fetch_nltk(wordnet)
        return Nltk(name="NLTK", argument=name, python=PYTHON)
    _install(SACREBLEU_PACKAGE)
    return Tool(name=f"sacreBLEU {SACREBLEU[name]}", argument=name, python=PYTHON)


def fetch_eflomal() -> Path:
    """Return the program that aligns words."""
    _install(EFLOMAL_PACKAGE)
    return PYTHON.with_name("eflomal-align")


def fetch_jar() -> Path:
    """Return the jar, with its paraphrase table beside it."""
    if not shutil.which("java"):
        raise UnavailableError("there is no java")
    _install(JAR_PACKAGE, "--no-deps")
    (jar,) = ENVIRONMENT.glob("lib/python*/site-packages/pycocoevalcap/meteor/meteor-1.5.jar")
    return jar


def _fetch_nltk(wordnet: Path) -> None:
    if missing := [name for name in WORDNET_FILES if not (wordnet / name).is_file()]:
        raise UnavailableError(
            f"{wordnet} lacks {missing[0]} (Debian: wordnet-base, wordnet-sense-index; --wordnet DIR)"
        )
    _install(NLTK_PACKAGE)
    _copy_wordnet(wordnet)


def _install(package: str, *options: str) -> None:
    """Install a package unless it is there."""
    name, _, version = package.partition("==")
    if not PYTHON.exists():
        print(f"making {ENVIRONMENT.relative_to(ROOT)}", file=sys.stderr)
        venv.create(ENVIRONMENT, with_pip=True)
    if any(ENVIRONMENT.glob(f"lib/python*/site-packages/{name}-{version}.dist-info")):
        return
    print(f"installing {package}", file=sys.stderr)
    command = [str(PYTHON), "-m", "pip", "install", "--quiet", *options, package]
    if subprocess.run(command, stdout=sys.stderr, check=False).returncode:
        raise UnavailableError(f"pip cannot install {package}")


def _copy_wordnet(source: Path) -> None:
    """Put WordNet where NLTK looks for it in its own environment: it reads nothing elsewhere, not even through links."""
    target = ENVIRONMENT / "nltk_data" / "corpora" / "wordnet"
    target.mkdir(parents=True, exist_ok=True)
    for name in WORDNET_FILES:
        shutil.copyfile(source / name, target / name)
    # NLTK wants the names of the lexicographers' 45 files, which Debian leaves out; METEOR uses none of them.
    rows = (f"{number:02}\tfile.{number:02}\t1\n" for number in range(45))
    (target / "lexnames").write_text("".join(rows), encoding="ascii")
