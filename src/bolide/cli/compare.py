"""`bolide compare`: systems side by side, with intervals and tests of their differences."""

from __future__ import annotations

import argparse

from bolide.analysis.comparison import Settings, compare, document_of, with_others
from bolide.cli.also import add_also_option, other_metrics
from bolide.cli.command_parser import (
    Main,
    add_digits_option,
    add_format_option,
    add_output_option,
    positive,
    print_document,
)
from bolide.cli.metric_options import add_metric_options, add_resampling_options, make_metric
from bolide.cli.system_input import METEOR, Systems, add_input_options, gather_all, open_systems
from bolide.errors import InputError
from bolide.files.progress import Progress


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the subcommand."""
    parser.usage = (
        "bolide compare SYSTEM SYSTEM ... REF [options]\n"
        "       bolide compare --ref REF [--ref REF ...] --system NAME=FILE[,FILE ...] --system NAME=FILE ... [options]\n"
        "       bolide compare [--input FORMAT] FILE ... [options]"
    )
    parser.epilog = (
        "Several files of one system are runs of its optimiser: scores are their means, and the tests deal runs out among both "
        "systems. Files hold a segment on each line, UTF-8, gzip or not; - is standard input."
    )
    add_input_options(parser)
    add_test_options(parser)
    add_also_option(parser, "to compare by")
    add_format_option(parser)
    add_digits_option(parser)
    add_output_option(parser)
    parser.add_argument("--threads", type=positive, metavar="N", help="processor cores to use (default: all)")
    add_metric_options(parser)


def add_test_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that `make_settings` reads."""
    group = parser.add_argument_group("comparison")
    group.add_argument(
        "--baseline", metavar="NAME", help=Main("the system that others are compared with (default: the first)")
    )
    group.add_argument("--all-pairs", action="store_true", help=Main("compare every system with every other"))
    add_resampling_options(group)


def make_settings(options: argparse.Namespace) -> Settings:
    """Return how the options want systems compared."""
    return Settings(
        samples=options.samples,
        seed=options.seed,
        confidence=options.confidence,
        baseline=options.baseline,
        all_pairs=options.all_pairs,
    )


def _check_several(systems: Systems) -> None:
    if len(systems.names) < 2:
        raise InputError(
            f"there is one system, {systems.names[0]}, and nothing to compare it with: name two, as in "
            "bolide compare SYSTEM-A SYSTEM-B REFERENCE; bolide score scores one"
        )


def run(options: argparse.Namespace) -> int:
    """Score all systems, compare them, and print the tables."""
    settings = make_settings(options)
    with open_systems(options) as systems:
        _check_several(systems)
        settings.check_baseline(systems.names)
        meteor = make_metric(options)
        others = other_metrics(options.also, systems.corpus.systems)
        runs = gather_all(systems, meteor, options, others)
        references = [] if options.ref else systems.corpus.references
    with Progress("comparing"):
        comparison = compare(runs[METEOR], meteor.scores, settings)
        also = {
            name: (
                compare(runs[name], metric.scores, settings, higher_is_better=metric.higher_is_better),
                str(metric.signature),
            )
            for name, metric in others.items()
        }
    document = document_of(comparison, str(meteor.signature), options.digits, references=references)
    print_document(with_others(document, also, options.digits), options.format)
    return 0
