"""`bolide java shim`: a `java` for unmodified tools, to be put first on PATH."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from bolide.adapters.java.shim import find_call, run_real, write_shim
from bolide.adapters.java.stdio import DIALECTS
from bolide.errors import InputError

__all__ = ["add_arguments", "launch", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the subcommand."""
    parser.epilog = (
        "Put DIR first on PATH: calls of Meteor's jar are then served by bolide, all others by the real java."
    )
    parser.add_argument("folder", type=Path, metavar="DIR", help="where to write the executable")
    parser.add_argument(
        "--stdio-dialect",
        choices=DIALECTS,
        default=DIALECTS[0],
        help="what EVAL answers with -stdio: coco for captioning tools, cmu for the original jar (default: %(default)s)",
    )


def run(options: argparse.Namespace) -> int:
    """Write the executable and say where it is."""
    try:
        written = write_shim(options.folder, dialect=options.stdio_dialect)
    except OSError as error:
        raise InputError(f"cannot write to {options.folder}: {error.strerror or error}") from error
    for path in written:
        print(f"wrote {path}")
    print(f'use it with: export PATH="{options.folder.resolve()}:$PATH"')
    return 0


def launch(folder: str, dialect: str, arguments: Sequence[str]) -> int:
    """Do what a call of the shim asks for; return its exit code."""
    from bolide.cli import main

    call = find_call(arguments)
    if call is None:
        return run_real(Path(folder), arguments)
    return main(["java", "--class", call.program, "--stdio-dialect", dialect, *call.arguments])
