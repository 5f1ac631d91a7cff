"""`bolide report`: one HTML file that explains the scores of systems."""

import argparse
import sys
from collections.abc import Iterable

from bolide.analysis.comparison import Settings
from bolide.cli.command_parser import chosen
from bolide.cli.metric_options import make_metric
from bolide.cli.system_input import INPUT_VALUES, open_systems, other_metrics
from bolide.errors import InputError
from bolide.files.whole_file import check_writable, write_parts

VALUES = INPUT_VALUES


def run(options: argparse.Namespace) -> int:
    """Score, align and compare all systems, and write the page."""
    from bolide.reports.corpus_report import make_report
    from bolide.reports.document import page_parts

    settings = chosen(options, Settings)
    check_writable(options.output)
    with open_systems(options) as (corpus, runs):
        if several := [name for name, own in runs.items() if len(own) > 1]:
            raise InputError(
                f"a report shows one run of a system, but {several[0]} has {len(runs[several[0]])}: give them different names, or use: "
                "bolide compare"
            )
        settings.check_baseline(list(runs))
        meteor = make_metric(options)
        report = make_report(
            corpus,
            meteor,
            settings=settings,
            title=options.title,
            command=command_line(options),
            threads=options.threads,
            sources=_read_sources(options.src, corpus.count) if options.src else None,
            also=other_metrics(options.also, corpus.systems, meteor),
        )
    return write_page(options.output, page_parts(report))


def write_page(path: str, parts: Iterable[str]) -> int:
    """Write the parts of a page, and print its path and size."""
    size = write_parts(path, parts)
    if path != "-":
        print(f"wrote {path} ({size / 1e6:.1f} MB)", file=sys.stderr)
    return 0


def command_line(options: argparse.Namespace) -> str:
    """Return the command as it was given, quoted for a shell."""
    import shlex

    return shlex.join(["bolide", *getattr(options, "invocation", [options.command])])


def _read_sources(path: str, count: int | None) -> list[str]:
    """Return the lines of the source, as many as there are segments."""
    from bolide.files.plain import read_lines

    lines = list(read_lines(path))
    if count is not None and len(lines) != count:
        raise InputError(f"the source {path} has {len(lines)} lines, but there are {count} segments")
    return lines
