"""How text is read and printed: encodings, formats, colours."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from bolide.files.encoding import LENIENT
from bolide.show.tables import FORMATS

__all__ = ["add_encoding_option", "add_format_option", "wants_colour"]


def wants_colour() -> bool:
    """Whether to print in colour: on a terminal that knows colours, unless the user has set `NO_COLOR`."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def add_format_option(
    parser: argparse.ArgumentParser | argparse._ArgumentGroup,
    formats: Sequence[str] | None = None,
    default: str = "text",
) -> None:
    """Add `--format`: one of those that tables have, unless others are named."""
    parser.add_argument(
        "--format", choices=tuple(formats or FORMATS), default=default, help="how to print (default: %(default)s)"
    )


def add_encoding_option(parser: argparse.ArgumentParser | argparse._ArgumentGroup) -> None:
    """Add `--encoding`, which holds for all text files that a command reads."""
    parser.add_argument(
        "--encoding",
        metavar="NAME",
        help=f"encoding of the text files, such as latin-1; {LENIENT} passes over bytes that are not UTF-8 "
        "(default: utf-8, or utf-16 where a file begins with its mark)",
    )
