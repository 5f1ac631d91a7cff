"""`bolide mbr`: the candidate of each segment that agrees best with all of its candidates."""

import argparse
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial

from bolide.cli.metric_options import make_metric
from bolide.errors import InputError
from bolide.files import Progress
from bolide.files.corpus import detect
from bolide.files.plain import LineFile
from bolide.show.tables import to_tsv

# The number of candidates to read before scoring.
BATCH = 1024


def run(options: argparse.Namespace) -> None:
    """Print the best candidate of each segment; of equal ones, the first."""
    if (len(options.files) == 1) != (options.candidates is not None):
        raise InputError("give either several files, or one file and --candidates N; see: bolide mbr --help")
    if (form := detect(options.files)) != "plain":
        raise InputError(f"bolide mbr reads plain text, a candidate on each line, not {form}")
    if options.files.count("-") > 1:
        raise InputError("standard input (-) can be read only once")
    with ExitStack() as stack:
        files = [stack.enter_context(LineFile(path)) for path in options.files]
        count = _count(files, options.candidates or 1)
        score = _utilities(options)
        if options.format == "tsv":
            print(to_tsv(("segment", "candidate", "utility", "text")), end="")
        number = 0
        with Progress("choosing", count) as progress:
            for groups in _batches(files, options.candidates or 1):
                for group, values in zip(groups, score(groups), strict=True):
                    number += 1
                    best = max(range(len(values)), key=values.__getitem__)
                    row = (number, best + 1, values[best], group[best])
                    print(to_tsv(row) if options.format == "tsv" else group[best] + "\n", end="")
                progress.advance(len(groups))


def _utilities(options: argparse.Namespace) -> Callable[[list[list[str]]], list[list[float]]]:
    """Return a function that computes the utilities of candidates in their groups."""
    if options.by is None:
        return partial(make_metric(options).utilities, threads=options.threads)
    from bolide.metric.other_metrics import OTHER_METRICS, group_scorer
    from bolide.metric.segments import utilities

    return partial(utilities, group_scorer(OTHER_METRICS[options.by]()))


def _count(files: Sequence[LineFile], per_segment: int) -> int:
    """Return the number of segments; `InputError` if the lengths of files do not fit."""
    counts = {file.name: file.count() for file in files}
    total, *others = set(counts.values())
    if others or total % per_segment:
        listing = ", ".join(f"{name} has {count} lines" for name, count in counts.items())
        groups = f"{per_segment} candidates for each segment: " if per_segment > 1 else ""
        raise InputError(f"the lengths of the files do not fit: {groups}{listing}")
    if not total:
        raise InputError("there are no segments: all files are empty")
    return total // per_segment


def _batches(files: Sequence[LineFile], per_segment: int) -> Iterator[list[list[str]]]:
    """Yield the candidates segment by segment, some segments at a time."""
    size = max(1, BATCH // (len(files) * per_segment))
    while True:
        columns = [file.take(size * per_segment) for file in files]
        if not columns[0]:
            return
        if len(files) == 1:
            columns = [columns[0][place::per_segment] for place in range(per_segment)]
        yield [list(row) for row in zip(*columns, strict=True)]
