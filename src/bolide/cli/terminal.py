"""How text is read and printed: encodings, formats, colours, and the file that takes the place of standard output."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stdout

from bolide.cli.command_parser import Main
from bolide.errors import InputError
from bolide.files.plain import LENIENT
from bolide.show.tables import FORMATS, Document, render

__all__ = [
    "add_digits_option",
    "add_encoding_option",
    "add_format_option",
    "add_output_option",
    "choose_format",
    "format_of",
    "print_document",
    "printing_to",
    "wants_colour",
]

DIGITS = 4
_ENDINGS = {
    ".tsv": "tsv",
    ".json": "json",
    ".jsonl": "jsonl",
    ".md": "markdown",
    ".tex": "latex",
    ".html": "html",
    ".htm": "html",
}
_MOST_DIGITS = 17


def wants_colour() -> bool:
    """Whether to print in colour: on a terminal that knows colours, unless the user has set `NO_COLOR`."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def print_document(document: Document, form: str) -> None:
    """Print what was found, in one of the formats of tables; on a terminal, what is best is bold."""
    print(render(document, form, bold=wants_colour()), end="")


@contextmanager
def printing_to(path: str | None) -> Iterator[None]:
    """Let what is printed inside go to a file, which appears when it is complete; None and `-` are standard output."""
    if path is None or path == "-":
        yield
        return
    from bolide.files.whole_file import check_writable, unfinished_file

    check_writable(path)
    with (
        unfinished_file(path) as unfinished,
        unfinished.open("w", encoding="utf-8", errors="backslashreplace", newline="\n") as file,
        redirect_stdout(file),
    ):
        yield


def add_output_option(parser: argparse.ArgumentParser | argparse._ArgumentGroup) -> None:
    """Add `--output`, by which `main` prints to a file; a command that writes more than what it prints has its own."""
    parser.add_argument(
        "-o",
        "--output",
        dest="printed_to",
        metavar="FILE",
        help=Main("write to FILE instead of standard output"),
    )


def add_format_option(
    parser: argparse.ArgumentParser | argparse._ArgumentGroup,
    formats: Sequence[str] | None = None,
    default: str = "text",
) -> None:
    """Add `--format`: one of those that tables have, unless others are named. `choose_format` reads it."""
    parser.add_argument(
        "--format",
        choices=tuple(formats or FORMATS),
        help=Main(f"how to print (default: by the end of the output file's name, else {default})"),
    )
    parser.set_defaults(formats=tuple(formats or FORMATS), default_format=default)


def choose_format(options: argparse.Namespace) -> None:
    """Let `format` be what was asked for, else what the name of the output file says, else the default of the command."""
    if not getattr(options, "formats", None) or options.format is not None:
        return
    printed_to = getattr(options, "printed_to", None)
    named = format_of(str(printed_to or getattr(options, "output", None) or ""))
    if printed_to and named and named not in options.formats:
        page = "; a page is written by --html FILE" if hasattr(options, "html") else ""
        raise InputError(f"{printed_to} looks like {named}: choose --format {' or '.join(options.formats)}{page}")
    options.format = named if named in options.formats else options.default_format


def format_of(path: str) -> str | None:
    """Return the format that the end of a file's name stands for; None for any other name.

    >>> format_of("table.tex"), format_of("scores.txt")
    ('latex', None)
    """
    return next((form for ending, form in _ENDINGS.items() if path.lower().endswith(ending)), None)


def add_digits_option(
    parser: argparse.ArgumentParser | argparse._ArgumentGroup, default: int | None = DIGITS, told: str = ""
) -> None:
    """Add `--digits`; without a default, `told` says what it depends on."""
    parser.add_argument(
        "--digits",
        type=_digits,
        default=default,
        metavar="N",
        help=f"digits of numbers in text, Markdown, LaTeX and HTML; TSV and JSON have all (default: {told or default})",
    )


def _digits(text: str) -> int:
    """Read how many digits to print."""
    if not text.isdecimal() or not 1 <= int(text) <= _MOST_DIGITS:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of digits from 1 to {_MOST_DIGITS}")
    return int(text)


def add_encoding_option(parser: argparse.ArgumentParser | argparse._ArgumentGroup) -> None:
    """Add `--encoding`, which holds for all text files that a command reads."""
    parser.add_argument(
        "--encoding",
        metavar="NAME",
        help=f"encoding of the text files, such as latin-1; {LENIENT} passes over bytes that are not UTF-8 "
        "(default: utf-8, or utf-16 where a file begins with its mark)",
    )
