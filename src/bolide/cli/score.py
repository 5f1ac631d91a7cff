"""`bolide score`: hypotheses against references, read in step and scored in batches."""

from __future__ import annotations

import argparse
import sys

from bolide.cli.metric_options import add_metric_options, make_metric, positive
from bolide.cli.score_input import add_input_options, open_corpus
from bolide.cli.score_output import WRITERS, Output
from bolide.errors import InputError, SegmentError
from bolide.formats.corpus import Batch
from bolide.metric import Meteor
from bolide.progress import Progress
from bolide.results import SegmentScores
from bolide.statistics import Statistics, score

BATCH = 8192


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the subcommand."""
    parser.usage = (
        "bolide score HYP REF [REF ...] [options]\n"
        "       bolide score --ref REF [--ref REF ...] [--system NAME=]HYP ... [options]\n"
        "       bolide score [--input FORMAT] FILE ... [options]"
    )
    parser.epilog = "Plain files hold a segment on each line, UTF-8, gzip or not; - is standard input."
    add_input_options(parser)
    parser.add_argument("--segments", action="store_true", help="print the scores of all segments")
    parser.add_argument("--format", choices=sorted(WRITERS), default="text", help="how to print (default: %(default)s)")
    parser.add_argument(
        "--output", metavar="PREFIX", help="with --format mt-metrics-eval: write PREFIX.seg.score and PREFIX.sys.score"
    )
    parser.add_argument("--threads", type=positive, metavar="N", help="processor cores to use (default: all)")
    add_metric_options(parser)


def run(options: argparse.Namespace) -> int:
    """Score; nothing is printed before all files are known to fit together."""
    if (options.format == "mt-metrics-eval") != bool(options.output):
        raise InputError("--format mt-metrics-eval and --output PREFIX go together")
    with open_corpus(options) as corpus:
        if corpus.note:
            print(f"bolide score: {corpus.note}", file=sys.stderr)
        meteor = make_metric(options)
        totals: dict[str, Statistics] = {}
        output = Output(
            meteor=meteor,
            systems=corpus.systems,
            count=corpus.count,
            has_ids=corpus.has_ids,
            prefix=options.output,
            totals=totals,
        )
        writer = WRITERS[options.format](output)
        done = 0
        with Progress("scoring", corpus.count) as progress:
            for batch in corpus.batches(BATCH):
                try:
                    scored = _score_batch(meteor, batch, totals, options.threads)
                except SegmentError as error:  # The command line counts from 1, and over all batches.
                    raise SegmentError(done + error.segment + 1, error.reason) from error
                if options.segments or writer.needs_segments:
                    writer.segments(done, scored, batch.ids)
                done += len(batch)
                progress.advance(len(batch))
        writer.corpus({name: score(total, meteor.parameters) for name, total in totals.items()})
    return 0


def _score_batch(
    meteor: Meteor, batch: Batch, totals: dict[str, Statistics], threads: int | None
) -> dict[str, SegmentScores]:
    """Score the next segments of every system, and add them to its totals."""
    scored = {}
    for name, hypotheses in batch.hypotheses.items():
        result = meteor.score(hypotheses, batch.references[name], threads=threads)
        totals[name] = totals[name] + result.statistics if name in totals else result.statistics
        scored[name] = result.segments
    return scored
