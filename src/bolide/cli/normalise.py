"""`bolide normalise`: the tokens of each line, as they are scored."""

from __future__ import annotations

import argparse

from bolide.cli.command_parser import add_encoding_option, add_output_option
from bolide.data.languages import any_language
from bolide.files.plain import LineFile
from bolide.metric.configuration import describe
from bolide.metric.parts import TEXT_MODES
from bolide.text import line_tokeniser

BATCH = 8192


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the subcommand."""
    parser.add_argument(
        "file", nargs="?", default="-", metavar="FILE", help="text, gzip or not (default: standard input)"
    )
    parser.add_argument(
        "-l", "--language", default="en", metavar="CODE", help="language of the text (default: %(default)s)"
    )
    parser.add_argument(
        "--text",
        choices=TEXT_MODES,
        help="how text becomes tokens (default: norm where the language has it, else that of bolide score)",
    )
    add_output_option(parser)
    add_encoding_option(parser)


def run(options: argparse.Namespace) -> int:
    """Print the tokens of each line, joined by single spaces."""
    language = any_language(options.language)
    pipeline = describe(language=language.code, text=options.text or ("norm" if language.normaliser else None))
    tokenise = line_tokeniser(pipeline.language, pipeline.text.mode)
    with LineFile(options.file) as file:
        while lines := file.take(BATCH):
            for line in lines:
                print(" ".join(tokenise(line)))
    return 0
