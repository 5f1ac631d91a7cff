"""`bolide compare`: systems side by side, with intervals and tests of their differences."""

import argparse
from collections.abc import Mapping

import numpy as np

from bolide.analysis.comparison import Settings, SystemRuns, compare, document_of
from bolide.cli.command_parser import chosen, print_document
from bolide.cli.metric_options import Watch, make_metric
from bolide.cli.system_input import INPUT_VALUES, open_systems, other_metrics, rows_of
from bolide.errors import InputError
from bolide.files import Progress
from bolide.files.corpus import Corpus
from bolide.metric.meteor import Meteor
from bolide.metric.protocol import Metric
from bolide.metric.statistics import Statistics

VALUES = INPUT_VALUES
METEOR = "meteor"
BATCH = 8192


def run(options: argparse.Namespace) -> None:
    """Score all systems, compare them, and print the tables."""
    settings = chosen(options, Settings)
    with open_systems(options) as (corpus, runs):
        if len(runs) < 2:
            raise InputError(
                f"there is only one system, {next(iter(runs))}: give two, as in bolide compare SYSTEM-A SYSTEM-B REFERENCE; "
                "bolide score scores one"
            )
        settings.check_baseline(list(runs))
        meteor = make_metric(options)
        others = other_metrics(options.also, corpus.systems, meteor)
        tables = _score(corpus, meteor, options, others)
        references = [] if options.ref else corpus.references
    systems = {
        metric: [SystemRuns(name=name, runs=tuple(tables[metric, run] for run in own)) for name, own in runs.items()]
        for metric in (METEOR, *others)
    }
    with Progress("comparing"):
        comparison = compare(systems[METEOR], meteor.scores, settings)
        also = {
            name: (
                compare(systems[name], metric.scores, settings, higher_is_better=metric.higher_is_better),
                str(metric.signature),
            )
            for name, metric in others.items()
        }
    document = document_of(comparison, str(meteor.signature), options.digits, references=references, others=also)
    print_document(document, options.format)


def _score(
    corpus: Corpus, meteor: Meteor, options: argparse.Namespace, others: Mapping[str, Metric]
) -> dict[tuple[str, str], Statistics]:
    """Score all segments; return by metric and system the statistics against the best references."""
    parts: dict[tuple[str, str], list[Statistics]] = {}
    done, watch = 0, Watch(options, meteor)
    with Progress("scoring", corpus.count) as progress:
        for batch in corpus.batches(BATCH):
            for name, scored in watch.score(batch, done):
                parts.setdefault((METEOR, name), []).append(scored.segments.statistics)
                for other, metric in others.items():
                    counted = rows_of(metric, batch, name, done, options.threads)
                    parts.setdefault((other, name), []).append(counted)
            done += len(batch)
            progress.advance(len(batch))
    return {
        key: type(found[0])(np.concatenate([part.rows for part in found]), found[0].columns)
        for key, found in parts.items()
    }
