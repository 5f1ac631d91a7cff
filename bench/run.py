"""Measures bolide beside the Meteor 1.5 jar, pycocoevalcap, NLTK and sacreBLEU, in one run on the same files; prints Markdown."""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

from corpora import Corpus, load
from goals import COLD, ONE, STEADY, goals
from growth import drawings, measure, questions, table
from measure import Cost
from peers import (
    NLTK_PACKAGE,
    SACREBLEU_PACKAGE,
    UnavailableError,
    fetch_jar,
    fetch_nltk,
    fetch_pycocoevalcap,
    fetch_sacrebleu,
)
from sections import DifferenceError, floor, steady_state, whole_run
from tools import Bolide, Jar, Nltk, Pycocoevalcap, SacreBleu, Tool, cores

TOOLS = ("bolide", "jar", "pycocoevalcap", "nltk", "bleu", "chrf", "ter")
GROWTH = ("size", "length", "references", "vocabulary")
SECTIONS = (COLD, ONE, STEADY, "floor", *GROWTH)
# What the goals are about.
GOAL_TOOLS, GOAL_SECTIONS = ("bolide", "jar", "nltk"), (COLD, ONE, STEADY)


def main() -> int:
    options = _options()
    _install_english()
    tools, absent = _tools(options.only, options.wordnet)
    with tempfile.TemporaryDirectory() as folder:
        corpus, name = load(options.hyp, options.ref, Path(folder))
        print(_title(name, tools))
        try:
            _measure(corpus, tools, absent, options)
        except DifferenceError as error:
            print(error, file=sys.stderr)
            return 1
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="how often all is measured (default: 5)")
    parser.add_argument("--hyp", type=Path, metavar="FILE", help="hypotheses to score, plain or gzip")
    parser.add_argument("--ref", type=Path, metavar="FILE", help="their references")
    for option, known, what in (("--only", TOOLS, "tools"), ("--sections", SECTIONS, "tables")):
        default = ",".join(known)
        parser.add_argument(
            option,
            type=lambda text: text.split(","),
            default=known,
            metavar="LIST",
            help=f"{what} (default: {default})",
        )
    parser.add_argument(
        "--goals",
        action="store_true",
        help=f"only what the goals need: --only {','.join(GOAL_TOOLS)} --sections {','.join(GOAL_SECTIONS)}",
    )
    parser.add_argument(
        "--largest",
        type=int,
        default=1_000_000,
        metavar="N",
        help="segments of the largest corpus (default: %(default)s)",
    )
    parser.add_argument(
        "--patience",
        type=float,
        default=15,
        metavar="SECONDS",
        help="a tool that took longer is asked for nothing larger (default: %(default)s)",
    )
    parser.add_argument("--images", type=Path, metavar="DIR", help="where drawings go (default: there are none)")
    parser.add_argument(
        "--wordnet",
        type=Path,
        default="/usr/share/wordnet",
        metavar="DIR",
        help="WordNet 3.0, for NLTK (default: %(default)s)",
    )
    options = parser.parse_args()
    if options.goals:
        options.only, options.sections = GOAL_TOOLS, GOAL_SECTIONS
    _check(parser, options)
    return options


def _check(parser: argparse.ArgumentParser, options: argparse.Namespace) -> None:
    for option, given, known in (("--only", options.only, TOOLS), ("--sections", options.sections, SECTIONS)):
        if unknown := set(given) - set(known):
            parser.error(f"{option} knows {', '.join(known)}, not {', '.join(sorted(unknown))}")
    if (options.hyp is None) != (options.ref is None):
        parser.error("--hyp and --ref go together")
    if missing := [path for path in (options.hyp, options.ref) if path and not path.is_file()]:
        parser.error(f"there is no file {missing[0]}")
    for option in ("rounds", "largest"):
        if getattr(options, option) < 1:
            parser.error(f"--{option} has to be at least 1")


def _install_english() -> None:
    """Install what would otherwise be installed, and measured, at first use."""
    subprocess.run([sys.executable, "-m", "bolide", "resources", "install", "en"], stdout=sys.stderr, check=True)
    os.environ["BOLIDE_OFFLINE"] = "1"


def _tools(wanted: list[str], wordnet: Path) -> tuple[list[Tool], dict[str, str]]:
    """The tools that can be measured, and why others cannot."""
    tools: list[Tool] = [Bolide(threads) for threads in sorted({1, cores()})] if "bolide" in wanted else []
    absent: dict[str, str] = {}
    peers: dict[str, Callable[[], Tool]] = {
        "jar": lambda: Jar(fetch_jar()),
        "pycocoevalcap": lambda: Pycocoevalcap(fetch_pycocoevalcap()),
        "nltk": lambda: Nltk(fetch_nltk(wordnet)),
        "bleu": lambda: SacreBleu(fetch_sacrebleu(), "BLEU"),
        "chrf": lambda: SacreBleu(fetch_sacrebleu(), "chrF++"),
        "ter": lambda: SacreBleu(fetch_sacrebleu(), "TER"),
    }
    for name in [name for name in peers if name in wanted]:
        try:
            tools.append(peers[name]())
        except UnavailableError as error:  # noqa: PERF203 - a few of them
            absent[name] = f"left out, {error}"
    return tools, absent


def _measure(corpus: Corpus, tools: list[Tool], absent: dict[str, str], options: argparse.Namespace) -> None:
    """Print each section when it is done."""
    found: dict[str, dict[str, Cost]] = {}
    rounds = options.rounds
    sections: dict[str, Callable[[], str | tuple[str, dict[str, Cost]]]] = {
        COLD: lambda: whole_run("Whole run, cold start", corpus, tools, absent, rounds),
        ONE: lambda: whole_run("Cold start", corpus.head(1), tools, absent, rounds),
        STEADY: lambda: steady_state(corpus, tools, absent, rounds),
        "floor": lambda: floor(corpus, rounds),
    }
    for name in [name for name in sections if name in options.sections]:
        print(name, file=sys.stderr)
        result = sections[name]()
        text, found[name] = (result, {}) if isinstance(result, str) else result
        print("\n" + text, end="", flush=True)
    if reached := goals(tools, found):
        print("\n" + reached, end="", flush=True)
    _measure_growth(corpus, tools, options)


def _measure_growth(corpus: Corpus, tools: list[Tool], options: argparse.Namespace) -> None:
    """Print each table when it is done, and write its drawings. Of bolide's ways there is one: all cores."""
    chosen = [tool for tool in tools if not isinstance(tool, Bolide) or tool.threads == cores()]
    for name, question in questions(corpus, options.largest).items():
        if name not in options.sections:
            continue
        print(name, file=sys.stderr)
        measured = measure(question, corpus.head(1), chosen, options.rounds, options.patience)
        print("\n" + table(question, measured), end="", flush=True)
        for image, picture in drawings(question, measured).items() if options.images else ():
            options.images.mkdir(parents=True, exist_ok=True)
            (options.images / f"bench-{image}.svg").write_text(picture, encoding="utf-8")


def _title(corpus: str, tools: list[Tool]) -> str:
    versions = [f"bolide {version('bolide')}", f"Python {platform.python_version()}"]
    if any(isinstance(tool, Jar) for tool in tools):
        versions.append(
            subprocess.run(["java", "-version"], capture_output=True, text=True, check=True).stderr.splitlines()[0]
        )
    if any(isinstance(tool, Nltk) for tool in tools):
        versions.append(NLTK_PACKAGE.replace("==", " "))
    if any(isinstance(tool, SacreBleu) for tool in tools):
        versions.append(SACREBLEU_PACKAGE.replace("==", " "))
    return (
        f"# bolide beside its peers\n\nData: {corpus}. {', '.join(versions)}; {cores()} cores, load "
        f"{os.getloadavg()[0]:.1f} at the start. Medians of interleaved rounds; x is how many times the first row's cost. "
        "A cold start is a new process whose files are in the page cache."
    )


if __name__ == "__main__":
    sys.exit(main())
