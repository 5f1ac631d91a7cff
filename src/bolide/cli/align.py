"""`bolide align`: pictures of the alignments of segments."""

import argparse
from collections.abc import Iterator

from bolide.analysis.copy_counts import CopyTally
from bolide.cli.command_parser import wants_colour
from bolide.cli.metric_options import make_metric
from bolide.cli.score_output import feature_parts
from bolide.errors import InputError
from bolide.files import Progress
from bolide.files.corpus import ParallelCorpus, detect
from bolide.metric.alignment import Alignment
from bolide.metric.meteor import Meteor
from bolide.metric.parameters import FeatureParameters, Parameters
from bolide.show.tables import to_json

BATCH = 256

# The number of a segment, its hypothesis and its reference.
Numbered = Iterator[tuple[int, str, str]]


def run(options: argparse.Namespace) -> None:
    """Align, and print or write the requested output."""
    if bool(options.text_pair) == bool(options.files) or (options.files and len(options.files) != 2):
        raise InputError("give either a hypothesis file and a reference file, or --text-pair with two texts")
    if options.svg and options.html:
        raise InputError("--svg and --html cannot be combined: choose one")
    if options.files and (form := detect(options.files)) != "plain":
        raise InputError(
            f"bolide align reads plain text, not {form}: bolide report shows the alignments of these files"
        )
    meteor = make_metric(options)
    segments = _segments(options)
    if options.svg:
        _write_svg(options.svg, meteor, segments)
    elif options.html:
        _write_page(options, meteor, segments)
    else:
        copied = CopyTally() if meteor.pipeline.counts_copy_words else None
        for number, *both in segments:
            _print(number, meteor.align(*both), options.format, copied, meteor.parameters)
        if copied and not options.text_pair:
            print(to_json({"corpus": {"copy_words": copied.as_json()}}) if options.format == "json" else copied)


def _segments(options: argparse.Namespace) -> Numbered:
    """Yield the requested segments, with their numbers from 1."""
    if options.text_pair:
        yield 1, *options.text_pair
        return
    wanted = set(options.segment or ())
    with ParallelCorpus({"": options.files[0]}, options.files[1:]) as corpus:
        if wanted and max(wanted) > (corpus.count or 0):
            raise InputError(f"there is no segment {max(wanted)}: the files have {corpus.count} lines")
        number, is_silent = 0, bool(options.html or options.printed_to)
        with Progress("aligning", corpus.count, is_shown=None if is_silent else False) as progress:
            for batch in corpus.batches(BATCH):
                for hypothesis, (reference,) in zip(batch.hypotheses[""], batch.references[""], strict=True):
                    number += 1
                    if not wanted or number in wanted:
                        yield number, hypothesis, reference
                progress.advance(len(batch))


def _print(
    number: int, alignment: Alignment, form: str, copied: CopyTally | None, parameters: Parameters | FeatureParameters
) -> None:
    if form == "json":
        words = {"copy_words": copied.add(alignment)} if copied else {}
        more = words | feature_parts(alignment.statistics, 0, parameters)
        print(to_json({"segment": number} | _object(alignment) | more))
        return
    words_line = f"{copied.add_as_line(alignment)}\n" if copied else ""
    print(f"segment {number}\n{alignment.text(colour=wants_colour())}\n{words_line}")


def _object(alignment: Alignment) -> dict[str, object]:
    """Return an alignment as JSON: one object a line."""
    return {
        "hypothesis": alignment.hypothesis,
        "reference": alignment.reference,
        "matches": [match._asdict() for match in alignment.matches],
        "chunks": alignment.chunks,
        **{name: getattr(alignment, name) for name in ("score", "precision", "recall", "penalty")},
    }


def _write_svg(path: str, meteor: Meteor, segments: Numbered) -> None:
    from bolide.files.whole_file import write_whole

    _, *both = next(segments)
    if next(segments, None) is not None:
        raise InputError("a drawing shows one segment: choose it with --segment, or write all of them with --html")
    write_whole(path, meteor.align(*both).svg() + "\n")


def _write_page(options: argparse.Namespace, meteor: Meteor, segments: Numbered) -> None:
    from bolide.cli.report import command_line
    from bolide.files.whole_file import check_writable, write_parts
    from bolide.reports.corpus_report import report_segments
    from bolide.reports.document import page_parts

    check_writable(options.html)
    name = "hypothesis" if options.text_pair else options.files[0]
    write_parts(options.html, page_parts(report_segments(name, segments, meteor, command=command_line(options))))
