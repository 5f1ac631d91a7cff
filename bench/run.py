"""Measures bolide beside the Meteor 1.5 jar and NLTK, in one run on the same files; prints Markdown."""

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
from peers import NLTK_PACKAGE, UnavailableError, fetch_jar, fetch_nltk
from sections import DifferenceError, lengths, linearity, steady_state, whole_run
from tools import Bolide, Jar, Nltk, Tool, cores

TOOLS = ("bolide", "jar", "nltk")


def main() -> int:
    options = _options()
    _install_english()
    tools, absent = _tools(options.only, options.wordnet)
    with tempfile.TemporaryDirectory() as folder:
        corpus, name = load(options.hyp, options.ref, Path(folder))
        print(_title(name, tools))
        try:
            _measure(corpus, tools, absent, options.rounds)
        except DifferenceError as error:
            print(error, file=sys.stderr)
            return 1
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="how often all is measured (default: 5)")
    parser.add_argument("--hyp", type=Path, metavar="FILE", help="hypotheses to score, plain or gzip")
    parser.add_argument("--ref", type=Path, metavar="FILE", help="their references")
    parser.add_argument(
        "--only",
        type=lambda text: text.split(","),
        default=TOOLS,
        metavar="LIST",
        help=f"what to measure (default: {','.join(TOOLS)})",
    )
    parser.add_argument(
        "--wordnet",
        type=Path,
        default="/usr/share/wordnet",
        metavar="DIR",
        help="WordNet 3.0, for NLTK (default: %(default)s)",
    )
    options = parser.parse_args()
    if unknown := set(options.only) - set(TOOLS):
        parser.error(f"--only knows {', '.join(TOOLS)}, not {', '.join(sorted(unknown))}")
    if (options.hyp is None) != (options.ref is None):
        parser.error("--hyp and --ref go together")
    if missing := [path for path in (options.hyp, options.ref) if path and not path.is_file()]:
        parser.error(f"there is no file {missing[0]}")
    if options.rounds < 1:
        parser.error("--rounds has to be at least 1")
    return options


def _install_english() -> None:
    """Install what would otherwise be installed, and measured, at first use."""
    subprocess.run([sys.executable, "-m", "bolide", "resources", "install", "en"], stdout=sys.stderr, check=True)
    os.environ["BOLIDE_OFFLINE"] = "1"


def _tools(wanted: list[str], wordnet: Path) -> tuple[list[Tool], dict[str, str]]:
    """The tools that can be measured, and why others cannot."""
    tools: list[Tool] = [Bolide(threads) for threads in sorted({1, cores()})] if "bolide" in wanted else []
    absent: dict[str, str] = {}
    peers: dict[str, Callable[[], Tool]] = {"jar": lambda: Jar(fetch_jar()), "nltk": lambda: Nltk(fetch_nltk(wordnet))}
    for name in [name for name in peers if name in wanted]:
        try:
            tools.append(peers[name]())
        except UnavailableError as error:  # noqa: PERF203 - two of them
            absent[name] = f"left out, {error}"
    return tools, absent


def _measure(corpus: Corpus, tools: list[Tool], absent: dict[str, str], rounds: int) -> None:
    """Print each section when it is done."""
    sections: list[tuple[str, Callable[[], str]]] = [
        ("whole run", lambda: whole_run("Whole run, cold start", corpus, tools, absent, rounds)),
        ("one segment", lambda: whole_run("Cold start", corpus.head(1), tools, absent, rounds)),
        ("steady state", lambda: steady_state(corpus, tools, absent, rounds)),
    ]
    ours = [tool for tool in tools if isinstance(tool, Bolide)]
    if ours:
        sections += [
            ("number of segments", lambda: linearity(corpus, ours[-1], rounds)),
            ("length of segments", lambda: lengths(corpus, ours[0], rounds)),
        ]
    for name, section in sections:
        print(name, file=sys.stderr)
        print("\n" + section(), end="", flush=True)


def _title(corpus: str, tools: list[Tool]) -> str:
    versions = [f"bolide {version('bolide')}", f"Python {platform.python_version()}"]
    if any(isinstance(tool, Jar) for tool in tools):
        versions.append(
            subprocess.run(["java", "-version"], capture_output=True, text=True, check=True).stderr.splitlines()[0]
        )
    if any(isinstance(tool, Nltk) for tool in tools):
        versions.append(NLTK_PACKAGE)
    return (
        f"# bolide beside its peers\n\nData: {corpus}. {', '.join(versions)}; {cores()} cores, load "
        f"{os.getloadavg()[0]:.1f} at the start. Medians of interleaved rounds; x is how many times the first row's cost. "
        "A cold start is a new process whose files are in the page cache."
    )


if __name__ == "__main__":
    sys.exit(main())
