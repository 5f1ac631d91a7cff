"""`bolide build merge`: one resource of several that were built for the same language."""

from __future__ import annotations

import argparse
from pathlib import Path

from bolide.build.request import FILTERS
from bolide.cli.build_options import add_engine_options, add_filter_options, print_descriptions, read_engine_options


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the subcommand."""
    parser.add_argument("out", type=Path, metavar="OUT", help="folder of the result")
    parser.add_argument("folders", nargs="+", type=Path, metavar="BUILT", help="folders that bolide build made")
    parser.add_argument(
        "--weights", nargs="+", type=float, metavar="W", help="one for each folder (default: the lines of its text)"
    )
    add_filter_options(parser.add_argument_group("paraphrases"), inherits=True)
    add_engine_options(parser)


def run(options: argparse.Namespace) -> int:
    """Merge, and print what came of it."""
    from bolide.build import merge_resources

    filters = {name: value for name in FILTERS if (value := getattr(options, name)) is not None}
    description = merge_resources(
        options.out, options.folders, weights=options.weights, filters=filters, engine=read_engine_options(options)
    )
    print_descriptions([description], options.format)
    return 0
