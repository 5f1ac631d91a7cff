"""Measures bolide beside the Meteor 1.5 jar, NLTK and sacreBLEU, in one run on the same files; prints Markdown."""

import argparse
import math
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from importlib.metadata import version
from importlib.util import find_spec
from itertools import product
from pathlib import Path

from corpora import BITEXT_LINES, JUDGED, Corpus, load, parallel_text
from measure import Cost, interleave, median, run
from peers import (
    CALLS,
    NLTK_PACKAGE,
    PYTHON,
    REPEATS,
    SACREBLEU,
    SACREBLEU_PACKAGE,
    Bolide,
    Jar,
    Nltk,
    Tool,
    UnavailableError,
    bolide,
    fetch,
    fetch_eflomal,
    one_sentence,
)

PEERS = ("jar", "nltk", "bleu", "chrf")
COST_COLUMNS = ("wall s", "range", "CPU s", "peak MB", "wall x", "CPU x", "memory x")
SPEED_COLUMNS = ("segments/s", "first pass, segments/s", "CPU µs/segment", "peak MB", "wall x", "CPU x", "memory x")
SYSTEMS = 10
ENCODED = 1000
CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class DifferenceError(Exception):
    """bolide and the jar do not agree, so that their costs cannot be compared."""


def main() -> int:
    options = _options()
    # What would otherwise be installed, and measured, at first use.
    data = ["en", *["meaning-en"] * bool(find_spec("onnxruntime"))]
    subprocess.run([sys.executable, "-m", "bolide", "resources", "install", *data], stdout=sys.stderr, check=True)
    os.environ["BOLIDE_OFFLINE"] = "1"
    tools, absent = _tools(options.only, options.wordnet)
    with tempfile.TemporaryDirectory() as folder:
        corpus, name = load(options.hyp, options.ref, Path(folder))
        print(_title(name))
        try:
            peers = [peer for peer in options.only if peer in SACREBLEU and peer not in absent]
            print("\n" + commands(corpus, peers, options.rounds), end="", flush=True)
            print("\n" + slow_commands(corpus, Path(folder), options.rounds), end="", flush=True)
            others = [tool for tool in tools if isinstance(tool, Nltk)] + [one_sentence(peer) for peer in peers]
            calls = [*CALLS, *others]
            print("\n" + steady_state("One call", corpus, calls, {}, options.rounds), end="", flush=True)
            for title, texts in (("Whole run, cold start", corpus), ("Cold start", corpus.of_size(1))):
                print("\n" + whole_run(title, texts, tools, absent, options.rounds), end="", flush=True)
            print("\n" + steady_state("Steady state", corpus, tools, absent, options.rounds), end="", flush=True)
        except DifferenceError as error:
            print(error, file=sys.stderr)
            return 1
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="how often all is measured (default: 5)")
    parser.add_argument("--hyp", type=Path, metavar="FILE", help="hypotheses to score, plain or gzip")
    parser.add_argument("--ref", type=Path, metavar="FILE", help="their references")
    parser.add_argument("--only", nargs="+", choices=PEERS, default=PEERS, help="peers (default: all of them)")
    parser.add_argument(
        "--wordnet", type=Path, default="/usr/share/wordnet", metavar="DIR", help="WordNet 3.0, for NLTK"
    )
    options = parser.parse_args()
    if (options.hyp is None) != (options.ref is None):
        parser.error("--hyp and --ref go together")
    return options


def _tools(wanted: Sequence[str], wordnet: Path) -> tuple[list[Tool], dict[str, str]]:
    """The tools that can be measured, and why others cannot."""
    tools = [bolide(threads) for threads in sorted({1, CORES})]
    absent = {}
    for name in wanted:
        try:
            tools.append(fetch(name, wordnet))
        except UnavailableError as error:
            absent[name] = f"left out, {error}"
    return tools, absent


def commands(corpus: Corpus, peers: Sequence[str], rounds: int) -> str:
    """Measure what people wait for: tests and a report of systems, agreement with people, and tuning."""
    ours, references = corpus.files
    systems = (ours, *(str(corpus.shortened(words).hypotheses) for words in range(1, SYSTEMS)))
    page = str(corpus.hypotheses.with_name("report.html"))
    package = [sys.executable, "-m", "bolide"]
    asked = {
        "bolide compare (both tests)": [*package, "compare", *systems[:2], references],
        f"bolide compare --all-pairs, {SYSTEMS} systems": [*package, "compare", "--all-pairs", *systems, references],
        "bolide report": [*package, "report", *systems[:2], references, "-o", page],
    }
    if JUDGED:
        presets = [word for name in ("meteor-1.5", "bolide", "universal+") for word in ("--preset", name)]
        name = f"bolide evaluate --measure all, {len(JUDGED)} sets, 3 presets"
        asked[name] = [*package, "evaluate", *map(str, JUDGED), *presets, "--measure", "all"]
        asked["bolide tune, 40,007,520 points"] = [*package, "tune", str(JUDGED[0])]
    for peer, test, number in product(peers, ("bs", "ar"), (2, SYSTEMS)):
        sacrebleu = [str(PYTHON), "-m", "sacrebleu", references, "-i", *systems[:number], "-m", peer, "-f", "text"]
        order = ["--chrf-word-order", "2"] if peer == "chrf" else []
        samples = [f"--paired-{test}", f"--paired-{test}-n", "1000"]
        name = f"sacreBLEU {SACREBLEU[peer]} --paired-{test}" + (f", {SYSTEMS} systems" if number > 2 else "")
        asked[name] = [*sacrebleu, *samples, *order]
    results = interleave({name: partial(run, command) for name, command in asked.items()}, rounds)
    rows = _cost_rows({name: [cost for _, cost in result] for name, result in results.items()})
    return _section(f"Commands, 1,000 samples: {corpus.segments:,} segments", ("", *COST_COLUMNS), rows, {}, "")


def slow_commands(corpus: Corpus, folder: Path, rounds: int) -> str:
    """Measure what takes longest: scores with an encoder, and language data from parallel text beside eflomal."""
    package = [sys.executable, "-m", "bolide"]
    asked: dict[str, list[str]] = {}
    absent = {}
    if find_spec("onnxruntime"):
        files = corpus.of_size(ENCODED).files
        command = [*package, "score", *files, "--preset", "bolide-meaning", "--threads", "1"]
        asked[f"bolide score --preset bolide-meaning, {ENCODED:,} segments"] = command
    else:
        absent["bolide-meaning"] = "left out, it needs bolide[meaning]"
    built, sides = str(folder / "built"), parallel_text(folder)
    if sides and find_spec("thot"):
        texts = ("--source", sides[0], "--target", sides[1])
        asked[f"bolide build, {BITEXT_LINES:,} lines"] = [*package, "build", built, "-l", "de", *texts]
        links = [f"--{way}-links={folder / way}" for way in ("forward", "reverse")]
        try:
            asked["eflomal on the same lines"] = [str(fetch_eflomal()), *texts, *links, "--overwrite"]
        except UnavailableError as error:
            absent["eflomal"] = f"left out, {error}"
    else:
        absent["bolide build"] = "left out, it needs bolide[build] and ../shared/data/bitext"

    def measured(command: list[str]) -> Cost:
        shutil.rmtree(built, ignore_errors=True)
        return run(command)[1]

    results = interleave({name: partial(measured, command) for name, command in asked.items()}, rounds)
    rows = _cost_rows(results) if results else []
    return _section("Encoder and language data", ("", *COST_COLUMNS), rows, absent, "")


def whole_run(title: str, corpus: Corpus, tools: Sequence[Tool], absent: Mapping[str, str], rounds: int) -> str:
    """Measure the cost of scoring a corpus in a new process."""
    results = interleave({tool.name: partial(tool.score, corpus) for tool in tools}, rounds)
    agreement = _agreement(tools, {name: [score for score, _ in result] for name, result in results.items()})
    costs = {name: [cost for _, cost in result] for name, result in results.items()}
    rows = _cost_rows(costs)
    return _section(f"{title}: {corpus.segments:,} segments", ("", *COST_COLUMNS), rows, absent, agreement)


def _cost_rows(costs: Mapping[str, Sequence[Cost]]) -> list[tuple[str, ...]]:
    rows = []
    base = median(next(iter(costs.values())))
    for name, each in costs.items():
        middle = median(each)
        spread = f"{_figure(min(cost.wall for cost in each))}-{_figure(max(cost.wall for cost in each))}"
        values = _figure(middle.wall), spread, _figure(middle.cpu), _figure(middle.memory)
        rows.append((name, *values, *_ratios(middle, base)))
    return rows


def steady_state(title: str, corpus: Corpus, tools: Sequence[Tool], absent: Mapping[str, str], rounds: int) -> str:
    """How fast segments go through once everything is warm."""
    results = interleave({tool.name: partial(tool.steady, corpus) for tool in tools}, rounds)
    rows = []
    base = median([each.steady for each in next(iter(results.values()))])
    for name, result in results.items():
        middle = median([each.steady for each in result])
        firsts = [each.first for each in result if each.first]
        first = _figure(1 / median(firsts).wall) if firsts else "-"
        values = _figure(1 / middle.wall), first, _figure(middle.cpu * 1e6), _figure(middle.memory)
        rows.append((name, *values, *_ratios(middle, base)))
    has_jar = any(isinstance(tool, Jar) for tool in tools)
    note = (
        f"The jar: a run on the corpus {REPEATS} times over less a run on it once, by the segments between." * has_jar
    )
    return _section(f"{title}: {corpus.segments:,} segments", ("", *SPEED_COLUMNS), rows, absent, note)


def _figure(value: float) -> str:
    """A number to three significant digits or so."""
    places = 0 if value >= 100 else 1 if value >= 10 else 2 if value >= 1 else 3
    return f"{value:,.{places}f}"


def _ratios(cost: Cost, base: Cost) -> tuple[str, str, str]:
    """How many times the first row's cost."""
    return _figure(cost.wall / base.wall), _figure(cost.cpu / base.cpu), _figure(cost.memory / base.memory)


def _agreement(tools: Sequence[Tool], scores: Mapping[str, Sequence[float]]) -> str:
    """Say that bolide's score is the jar's; `DifferenceError` if it is not. The last bit is Java's business: its pow varies with processors."""
    ours = {score for tool in tools if isinstance(tool, Bolide) for score in scores[tool.name]}
    theirs = {score for tool in tools if isinstance(tool, Jar) for score in scores[tool.name]}
    if not theirs:
        return ""
    if any(abs(one - other) > math.ulp(other) for one in ours for other in theirs):
        raise DifferenceError(f"bolide's score is {sorted(ours)}, the jar's {sorted(theirs)}")
    equal = "equal in every run" if ours == theirs else "equal but for the last bit"
    return f"Score of bolide and of the jar: {theirs.pop()!r}, {equal}."


def _section(
    title: str, columns: Sequence[str], rows: Iterable[Sequence[str]], absent: Mapping[str, str], note: str
) -> str:
    """A heading, a table and a note, in Markdown."""
    left_out = [(f"{name}: {reason}", *("-" for _ in columns[1:])) for name, reason in absent.items()]
    lines = [columns, ("---", *("---:" for _ in columns[1:])), *rows, *left_out]
    table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    return "\n\n".join(part for part in (f"## {title}", table, note) if part) + "\n"


def _title(corpus: str) -> str:
    peers = ", ".join(package.replace("==", " ") for package in (NLTK_PACKAGE, SACREBLEU_PACKAGE))
    return (
        f"# bolide beside its peers\n\nData: {corpus}. bolide {version('bolide')}, Python {platform.python_version()}, "
        f"{peers}; {CORES} cores, load {os.getloadavg()[0]:.1f} at the start. x is a multiple of the first row."
    )


if __name__ == "__main__":
    sys.exit(main())
