"""`bolide copy-words`: words that are carried over from one sentence of a pair to the other."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

from bolide.analysis.evaluation.copy_extraction import CopyCounts, is_copy_candidate
from bolide.cli.command_parser import Main
from bolide.cli.copy_density import add_density_options, print_density
from bolide.cli.metric_options import add_metric_options, make_metric, metric_arguments, positive
from bolide.cli.terminal import add_format_option, add_output_option, print_document
from bolide.copy_words.copy_list import PairColumns, document_of, read_pairs
from bolide.errors import InputError
from bolide.files.progress import Progress
from bolide.metric.configuration import describe
from bolide.text import line_tokeniser

BATCH = 1024
Pair = tuple[str, str]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the subcommand."""
    parser.epilog = (
        "Files are TSV with a header (with --density, plain text), UTF-8, gzip or not; - is standard input. "
        "What is printed serves as --copy-words of the commands that score."
    )
    parser.add_argument(
        "files",
        nargs="+",
        metavar="PAIRS",
        help="sentence pairs: paraphrases, or judged translations; with --density, references",
    )
    parser.add_argument(
        "--columns",
        metavar="FIRST,SECOND",
        help=Main("the columns of the texts (default: text1,text2, hypothesis,reference and such)"),
    )
    parser.add_argument("--score-column", metavar="NAME", help="the column of scores (default: score, human or label)")
    parser.add_argument(
        "--least-score", type=float, metavar="N", help=Main("leave out pairs with a lower score (default: none)")
    )
    parser.add_argument(
        "-F",
        "--least-count",
        type=positive,
        default=20,
        metavar="F",
        help=Main("the fewest pairs that a word has to be in (default: %(default)s)"),
    )
    parser.add_argument(
        "-P",
        "--least-probability",
        type=_share,
        default=0.85,
        metavar="P",
        help=Main("the smallest share of them in which it is on both sides (default: %(default)s)"),
    )
    parser.add_argument(
        "--by",
        choices=("bag", "alignment"),
        default="bag",
        help="when a word counts as carried over: bag, if it is in both; alignment, if it is aligned with itself (default: %(default)s)",
    )
    add_density_options(parser)
    add_format_option(parser, default="tsv")
    add_output_option(parser)
    add_metric_options(parser)


def run(options: argparse.Namespace) -> int:
    """Count all pairs, and print the words above both thresholds."""
    if options.files.count("-") > 1:
        raise InputError("standard input (-) can be read only once")
    if options.density:
        print_density(options)
        return 0
    if options.line:
        raise InputError("--line goes with --density")
    columns = PairColumns(texts=_texts(options.columns), score=options.score_column, least_score=options.least_score)
    counts = CopyCounts()
    add, left_out = _counter(options, counts)
    with Progress("counting") as progress:
        for path in options.files:
            for batch in _batches(read_pairs(path, columns)):
                add(batch)
                progress.advance(len(batch))
    is_word = is_copy_candidate(left_out)
    words = counts.select(least_count=options.least_count, least_probability=options.least_probability, is_word=is_word)
    print(f"{counts.pairs} pairs, {len(counts)} different words, {len(words)} copy words", file=sys.stderr)
    print_document(document_of(words), options.format)
    return 0


def _share(text: str) -> float:
    value = float(text)
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 to 1")
    return value


def _texts(text: str | None) -> tuple[str, str] | None:
    if text is None:
        return None
    first, comma, second = text.partition(",")
    if not first or not comma or not second:
        raise InputError(f"--columns takes FIRST,SECOND, not {text!r}")
    return first, second


def _batches(pairs: Iterable[Pair]) -> Iterator[list[Pair]]:
    rest = iter(pairs)
    while batch := list(islice(rest, BATCH)):
        yield batch


def _counter(options: argparse.Namespace, counts: CopyCounts) -> tuple[Callable[[list[Pair]], None], Sequence[str]]:
    """Return what counts a batch, and the function words; only an alignment needs more language data."""
    if options.by == "alignment":
        meteor = make_metric(options)
        chosen = meteor.pipeline

        def add(batch: list[Pair]) -> None:
            for alignment in meteor.align_all([first for first, _ in batch], [second for _, second in batch]):
                counts.add_alignment(alignment)

    else:
        chosen = describe(**metric_arguments(options))
        tokenise = line_tokeniser(chosen.language, chosen.text.mode)

        def add(batch: list[Pair]) -> None:
            for first, second in batch:
                counts.add_bags(tokenise(first), tokenise(second))

    return add, chosen.function_words.words
