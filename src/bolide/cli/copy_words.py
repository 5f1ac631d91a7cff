"""`bolide copy-words`: words that are carried over from one sentence of a pair to the other."""

import argparse
import sys

from bolide.analysis.copy_counts import CopyCounts, is_copy_candidate
from bolide.cli.command_parser import print_document
from bolide.cli.metric_options import metric_arguments
from bolide.copy_words.copy_list import PairColumns, document_of, read_pairs
from bolide.errors import InputError
from bolide.files import Progress
from bolide.metric.configuration import describe
from bolide.text import line_tokeniser

BATCH = 1024
Pair = tuple[str, str]


def run(options: argparse.Namespace) -> int:
    """Count all pairs, and print the words above both thresholds."""
    if options.files.count("-") > 1:
        raise InputError("standard input (-) can be read only once")
    columns = PairColumns(texts=_texts(options.columns), score=options.score_column, least_score=options.least_score)
    counts = CopyCounts()
    chosen = describe(**metric_arguments(options))
    tokenise = line_tokeniser(chosen.language, chosen.text.mode)
    with Progress("counting") as progress:
        for path in options.files:
            for first, second in read_pairs(path, columns):
                counts.add(tokenise(first), tokenise(second))
                progress.advance(1)
    is_word = is_copy_candidate(chosen.function_words.words)
    words = counts.select(least_count=options.least_count, least_probability=options.least_probability, is_word=is_word)
    print(f"{counts.pairs} pairs, {len(counts)} different words, {len(words)} copy words", file=sys.stderr)
    print_document(document_of(words), options.format)
    return 0


def _texts(text: str | None) -> tuple[str, str] | None:
    if text is None:
        return None
    first, comma, second = text.partition(",")
    if not first or not comma or not second:
        raise InputError(f"--columns takes FIRST,SECOND, not {text!r}")
    return first, second
