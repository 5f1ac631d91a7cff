"""`bolide build function-words`: words whose share of a text is above a threshold."""

from __future__ import annotations

import argparse

from bolide.build.request import PivotOptions
from bolide.cli.build_options import add_filter_options
from bolide.cli.command_parser import add_output_option
from bolide.data.languages import any_language
from bolide.errors import ConfigurationError
from bolide.metric.parts import TEXT_MODES
from bolide.show.tables import to_tsv


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the subcommand."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="text, gzip or not; - is standard input")
    parser.add_argument(
        "-l", "--language", default="other", metavar="CODE", help="language of the text (default: %(default)s)"
    )
    parser.add_argument(
        "--text",
        choices=TEXT_MODES,
        help="how text becomes tokens (default: norm where the language has it, else lower)",
    )
    parser.add_argument("--threshold", type=float, default=PivotOptions().common, metavar="SHARE", help="list words above this share of all words (default: %(default)s)")  # fmt: skip
    add_filter_options(parser, ["common_rule"])
    parser.add_argument("--counts", action="store_true", help="also print counts and shares")
    add_output_option(parser)


def run(options: argparse.Namespace) -> int:
    """Print the words by falling frequency, one a line."""
    from bolide.build.corpus import common_words, count_words

    if not 0 <= options.threshold <= 1:
        raise ConfigurationError(f"the threshold has to be a share from 0 to 1, not {options.threshold}")
    language = any_language(options.language)
    text = options.text or ("norm" if language.normaliser else "raw" if language.case_sensitive else "lower")
    counts = count_words(options.files, language=language.code, text=text)
    total = sum(counts.values())
    for word in common_words(counts, options.threshold, options.common_rule):
        print(to_tsv((word, counts[word], counts[word] / total) if options.counts else (word,)), end="")
    return 0
