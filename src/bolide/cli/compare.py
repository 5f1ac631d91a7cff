"""`bolide compare`: systems side by side, with intervals and tests of their differences."""

import argparse

from bolide.analysis.comparison import Settings, compare, document_of
from bolide.cli.command_parser import print_document
from bolide.cli.metric_options import make_metric
from bolide.cli.system_input import INPUT_VALUES, METEOR, Systems, gather_all, open_systems, other_metrics
from bolide.errors import InputError
from bolide.files import Progress

VALUES = INPUT_VALUES


def make_settings(options: argparse.Namespace) -> Settings:
    """Return the settings of the comparison from the options."""
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
            f"there is only one system, {systems.names[0]}: give two, as in bolide compare SYSTEM-A SYSTEM-B REFERENCE; "
            "bolide score scores one"
        )


def run(options: argparse.Namespace) -> int:
    """Score all systems, compare them, and print the tables."""
    settings = make_settings(options)
    with open_systems(options) as systems:
        _check_several(systems)
        settings.check_baseline(systems.names)
        meteor = make_metric(options)
        others = other_metrics(options.also, systems.corpus.systems, meteor)
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
    document = document_of(comparison, str(meteor.signature), options.digits, references=references, others=also)
    print_document(document, options.format)
    return 0
