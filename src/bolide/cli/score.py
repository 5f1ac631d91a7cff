"""`bolide score`: hypotheses against references, read in step and scored in batches."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass

from bolide.cli.metric_options import add_metric_options, make_metric, positive
from bolide.cli.score_output import WRITERS
from bolide.errors import InputError
from bolide.formats.plain import LineFile
from bolide.metric import Meteor
from bolide.progress import Progress
from bolide.results import SegmentScores
from bolide.statistics import Statistics, score

BATCH = 8192


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the subcommand."""
    parser.usage = "bolide score HYP REF [REF ...] [options]\n       bolide score --ref REF [--ref REF ...] [--system NAME=]HYP ... [options]"
    parser.epilog = "Files hold a segment on each line, UTF-8, gzip or not; - is standard input."
    parser.add_argument("files", nargs="*", metavar="FILE", help="HYP REF [REF ...]; with --ref: HYP ...")
    parser.add_argument(
        "--ref", action="append", default=[], metavar="FILE", help="a reference; all FILEs are then systems to score"
    )
    parser.add_argument(
        "--system", action="append", default=[], metavar="NAME=FILE", help="a system to score, with a name"
    )
    parser.add_argument(
        "--refs-per-segment",
        type=positive,
        default=1,
        metavar="N",
        help="the reference file holds N lines for each segment",
    )
    parser.add_argument("--segments", action="store_true", help="print the scores of all segments")
    parser.add_argument("--format", choices=sorted(WRITERS), default="text", help="how to print (default: %(default)s)")
    parser.add_argument("--threads", type=positive, metavar="N", help="processor cores to use (default: all)")
    add_metric_options(parser)


@dataclass(frozen=True, slots=True)
class _Job:
    systems: dict[str, str]
    references: list[str]


def _job(options: argparse.Namespace) -> _Job:
    """Tell systems and references apart."""
    files = list(options.files)
    references = list(options.ref)
    systems: dict[str, str] = {}
    for text in options.system:
        name, separator, path = text.partition("=")
        if not separator or not name or not path:
            raise InputError(f"--system wants NAME=FILE, not {text!r}")
        if name in systems:
            raise InputError(f"two systems are named {name}")
        systems[name] = path
    if not references:
        hypotheses, references = ([], files) if systems else (files[:1], files[1:])
    else:
        hypotheses = files
    for path in hypotheses:
        if path in systems:
            raise InputError(f"two systems are named {path}")
        systems[path] = path
    if not systems or not references:
        raise InputError("a hypothesis file and a reference file are needed; see: bolide score --help")
    if [*systems.values(), *references].count("-") > 1:
        raise InputError("standard input (-) can be read only once")
    if options.refs_per_segment > 1 and len(references) > 1:
        raise InputError("--refs-per-segment goes with one reference file")
    return _Job(systems, references)


def run(options: argparse.Namespace) -> int:
    """Score; nothing is printed before all files are known to fit together."""
    job = _job(options)
    with ExitStack() as stack:
        systems = {name: stack.enter_context(LineFile(path)) for name, path in job.systems.items()}
        references = [stack.enter_context(LineFile(path)) for path in job.references]
        count = _count(systems, references, options.refs_per_segment)
        meteor = make_metric(options)
        writer = WRITERS[options.format](meteor, list(systems), count)
        totals: dict[str, Statistics] = {}
        done = 0
        with Progress("scoring", count) as progress:
            for batch in _batches(references, options.refs_per_segment):
                scored = _score_batch(meteor, systems, batch, totals, options.threads)
                if options.segments:
                    writer.segments(done, scored)
                done += len(batch)
                progress.advance(len(batch))
        writer.corpus({name: score(total, meteor.parameters) for name, total in totals.items()})
    return 0


def _score_batch(
    meteor: Meteor,
    systems: dict[str, LineFile],
    references: list[list[str]],
    totals: dict[str, Statistics],
    threads: int | None,
) -> dict[str, SegmentScores]:
    """Score the next segments of every system, and add them to its totals."""
    scored = {}
    for name, file in systems.items():
        result = meteor.score(file.take(len(references)), references, threads=threads)
        totals[name] = totals[name] + result.statistics if name in totals else result.statistics
        scored[name] = result.segments
    return scored


def _count(systems: dict[str, LineFile], references: list[LineFile], per_segment: int) -> int:
    """Return the number of segments; `InputError` with all counts if they differ.

    Differs: the jar prints an error, scores nothing and exits with 0.
    """
    counts = {file.name: file.count() for file in systems.values()}
    reference_counts = {file.name: file.count() for file in references}
    segments = set(counts.values())
    wanted = {count / per_segment for count in reference_counts.values()}
    if len(segments) != 1 or wanted != segments:
        listing = ", ".join(f"{name} has {count} lines" for name, count in (counts | reference_counts).items())
        groups = f" ({per_segment} reference lines for each segment)" if per_segment > 1 else ""
        raise InputError(f"the files differ in length{groups}: {listing}")
    (total,) = segments
    if not total:
        raise InputError("there are no segments to score: all files are empty")
    return total


def _batches(references: list[LineFile], per_segment: int) -> Iterator[list[list[str]]]:
    """Yield the references of the next segments."""
    while True:
        columns = [file.take(BATCH * per_segment) for file in references]
        if not columns[0]:
            return
        if per_segment > 1:
            lines = columns[0]
            yield [lines[i : i + per_segment] for i in range(0, len(lines), per_segment)]
        else:
            yield [list(row) for row in zip(*columns, strict=True)]
