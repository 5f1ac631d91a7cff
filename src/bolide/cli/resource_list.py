"""`bolide resources list`: what is installed, and what could be."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from bolide.cli.command_parser import add_format_option, add_output_option, print_document
from bolide.cli.encoder_resources import encoder_rows
from bolide.data.catalogue import Resource, resources, resources_of, wordnet_resources
from bolide.data.home import compiled_folder, resource_path
from bolide.data.install import OwnTable, own_tables
from bolide.data.languages import any_language
from bolide.data.opening import is_installed
from bolide.errors import ResourceError
from bolide.show.tables import Document, Table

__all__ = ["add_list_arguments", "all_resources", "run_list", "wordnets_of_yours"]

# What a kind of data is called, and what it does for a score.
KINDS = {
    "paraphrases": ("paraphrases", "phrases that say the same match"),
    "synonyms": ("synonyms", "words that mean the same match"),
    "thesaurus": ("synonyms", "words and phrases that mean the same match"),
    "stems": ("stems", "words with the same stem match"),
}


def add_list_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `bolide resources list`."""
    parser.add_argument("--all", action="store_true", help="also languages of which nothing is installed")
    parser.add_argument(
        "-l", "--language", action="append", metavar="CODE", help="all about one language; can be given more than once"
    )
    add_format_option(parser)
    add_output_option(parser)


def run_list(options: argparse.Namespace) -> int:
    """Print a line for each language, or for each piece of data of the languages that were asked for."""
    if options.language:
        entries = [entry for name in options.language for entry in resources_of(name)]
        tables = [_details(entries)]
    else:
        tables = [_overview(all_resources(), everything=options.all), *_encoders(everything=options.all), *_own()]
    data = [dict(zip(table.head, row, strict=True)) for table in tables for row in table.rows]
    print_document(Document(tables=tables, data=data), options.format)
    return 0


def all_resources() -> list[Resource]:
    """Return everything in the catalogue."""
    return [*resources(), *wordnet_resources()]


def _overview(entries: Iterable[Resource], *, everything: bool) -> Table:
    by_language: dict[str, list[Resource]] = {}
    for entry in entries:
        by_language.setdefault(entry.language, []).append(entry)
    rows, left, total = [], 0, 0
    for code in sorted(by_language):
        there = [entry for entry in by_language[code] if is_installed(entry)]
        missing = [entry for entry in by_language[code] if entry not in there]
        if not there and not everything:
            left += 1
            continue
        size = sum(resource_path(entry).stat().st_size for entry in there)
        total += size
        licences = dict.fromkeys(licence for entry in there or missing for licence in entry.licence.split(" AND "))
        rows.append(
            (
                code,
                any_language(code).name,
                _names(there),
                _names(missing, how=True),
                size / 1e6 if there else None,
                ", ".join(licences),
            )
        )
    more = f"; {left} more languages: bolide resources list --all" if left else ""
    note = f"{total / 1e6:.1f} MB in {compiled_folder()}{more}"
    head = ("code", "language", "installed", "can be installed", "MB", "licence")
    return Table(head=head, rows=rows, align="llllrl", form=".1f", note=note)


def _names(entries: Iterable[Resource], *, how: bool = False) -> str | None:
    """Return what kinds of data there are; None for none. What the user has to have is marked."""
    names = [KINDS[entry.kind][0] + (" (--from)" if how and not entry.is_fetchable else "") for entry in entries]
    return ", ".join(names) or None


def _details(entries: Iterable[Resource]) -> Table:
    """Return a line for each piece of data: what it does, where it comes from, and how to install it."""
    rows: list[tuple[Any, ...]] = []
    for entry in entries:
        is_there, path = is_installed(entry), resource_path(entry)
        size = path.stat().st_size if is_there else entry.fetched_bytes
        state = "installed" if is_there else f"not installed: {entry.install_command}"
        rows.append((entry.id, entry.title, KINDS[entry.kind][1], size / 1e6 or None, entry.licence, state))
    head = ("resource", "what", "what it does", "MB", "licence", "state")
    return Table(head=head, rows=rows, align="lllrll", form=".2f")


def _encoders(*, everything: bool) -> list[Table]:
    """Return the encoders of the matcher meaning that are installed, or all."""
    rows = [row for row in encoder_rows() if everything or row[2] is not None]
    head = ("encoder", "what", "MB", "licence", "state")
    return [Table(head=head, rows=rows, align="llrll", form=".1f")] if rows else []


def _own() -> list[Table]:
    """Return the tables that were compiled from files of the user's, if there are any."""
    rows: list[tuple[Any, ...]] = [
        (path.stem, "wordnet of yours", path.stat().st_size / 1e6) for path in wordnets_of_yours([])
    ]
    rows += [(table.name, f"compiled from {_origin(table)}", table.path.stat().st_size / 1e6) for table in own_tables()]
    return [Table(head=("yours", "what", "MB"), rows=rows, align="llr", form=".1f")] if rows else []


def _origin(table: OwnTable) -> str:
    try:
        return table.origin
    except ResourceError:
        return "a file, and damaged since"


def wordnets_of_yours(languages: list[str]) -> list[Path]:
    """Return the wordnets that were installed with --wordnet, of languages or of all."""
    folder = resource_path("wordnet").parent
    found = sorted(folder.glob("wordnet-*.txt")) if folder.is_dir() else []
    codes = {any_language(language).code for language in languages}
    return [path for path in found if not codes or path.stem.removeprefix("wordnet-") in codes]
