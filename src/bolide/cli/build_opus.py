"""The part of `bolide build` that takes its text from OPUS: show what there is, ask, fetch."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from bolide.cli.command_parser import Main, positive
from bolide.data.languages import any_language
from bolide.errors import ConfigurationError
from bolide.show.tables import Document, Table, render

__all__ = ["add_opus_options", "text_from_opus"]


def add_opus_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that `text_from_opus` reads."""
    group = parser.add_argument_group("parallel text of OPUS (--from opus), instead of files")
    group.add_argument(
        "--from", dest="origin", choices=("opus",), help=Main("fetch text in the language and the pivot")
    )
    group.add_argument("--pivot", default="en", metavar="CODE", help="the other language (default: %(default)s)")
    group.add_argument(
        "--max-pairs",
        type=positive,
        default=1_000_000,
        metavar="N",
        help=Main("take at most N pairs of segments (default: %(default)s)"),
    )
    group.add_argument("--crawled", action="store_true", help="also corpora that programs gathered from the web")
    group.add_argument("--mirror", metavar="PLACE", help="a folder or address that has the corpora of OPUS")
    group.add_argument("--yes", action="store_true", help=Main("fetch without asking"))


def text_from_opus(options: argparse.Namespace) -> tuple[dict[str, Any], ...]:
    """Fetch the text of a language, and let the options name it; return what it comes from."""
    from bolide.build.opus import choose_corpora, fetch_corpora

    if options.source or options.target:
        raise ConfigurationError("--from opus brings text: leave out --source and --target")
    code = any_language(options.out.name if options.language == "other" else options.language).code
    pivot = any_language(options.pivot).code
    corpora = choose_corpora(code, pivot, max_pairs=options.max_pairs, crawled=options.crawled)
    rows = [(corpus.name, corpus.version, corpus.pairs, corpus.kilobytes / 1024) for corpus in corpora]
    rows.append(("all", "", sum(corpus.pairs for corpus in corpora), sum(row[3] for row in rows)))
    table = Table(head=("corpus", "version", "pairs", "MB to fetch"), rows=rows, align="llrr", form=".1f", foot=1)
    print(render(Document(tables=[table]), "text"), end="", file=sys.stderr)
    if not options.yes and not _agrees():
        raise ConfigurationError("nothing was fetched; --yes fetches without asking")
    folder = options.out / "work" / "opus"
    found = fetch_corpora(
        corpora, folder, language=code, pivot=pivot, mirror=options.mirror, max_pairs=options.max_pairs
    )
    options.language, options.source_language = code, pivot
    options.source, options.target = str(folder / "pivot.txt"), str(folder / "text.txt")
    options.text = options.text or ("norm" if any_language(code).normaliser else "unicode")
    return tuple(found)


def _agrees() -> bool:
    """Ask on the terminal; where there is none, the answer is no."""
    if not sys.stdin or not sys.stdin.isatty():
        return False
    print("Fetch these? [y/N] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")
