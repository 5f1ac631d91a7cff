"""`bolide entities`: named entities as copy words: train a recogniser, tag text with it, measure it."""

from __future__ import annotations

import argparse
from dataclasses import fields
from itertools import islice
from pathlib import Path

from bolide.cli.command_parser import add_digits_option, add_format_option, add_output_option, print_document
from bolide.copy_words.entity_training import TrainingOptions, read_training_files, train
from bolide.copy_words.recognisers import DEFAULT, Recogniser, find_recogniser
from bolide.copy_words.tagged_text import check_types, measure, read_iob2, to_iob2
from bolide.data.languages import find_language
from bolide.files.plain import LineFile
from bolide.files.progress import Progress
from bolide.show.tables import Document, Table, to_json
from bolide.text import tokeniser

BATCH = 1024
HELP = {
    "lower_share": "share of the segments that are also seen in lower case",
    "keep_plain": "share of the segments without an entity that are kept",
    "l1": "weight of the L1 penalty",
    "l2": "weight of the L2 penalty",
    "least_count": "how often a feature has to occur",
    "iterations": "most iterations",
    "seed": "of the random choices",
    "sure_misc": "how likely a token tagged MISC has to be part of an entity",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the subcommands of the subcommand."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    training = actions.add_parser("train", help="make a model from tagged text")
    training.add_argument(
        "files",
        nargs="+",
        metavar="FILE[*N]",
        help="IOB2: token, tab, tag; an empty line between segments; *N: counts N times",
    )
    training.add_argument("-o", "--output", required=True, metavar="FILE", help="the model to write")
    for option in fields(TrainingOptions):
        training.add_argument(
            f"--{option.name.replace('_', '-')}",
            type=type(option.default),
            default=option.default,
            metavar="N",
            help=f"{HELP[option.name]} (default: %(default)s)",
        )
    tagging = actions.add_parser("tag", help="show the entities in text")
    tagging.add_argument(
        "files", nargs="+", metavar="FILE", help="a segment on each line, gzip or not; - is standard input"
    )
    add_format_option(tagging, ("iob2", "json"), "iob2")
    measuring = actions.add_parser("measure", help="compare with tagged text, token by token")
    measuring.add_argument("files", nargs="+", metavar="FILE", help="tagged text, IOB2")
    measuring.add_argument("--lower", action="store_true", help="lower-case the text first")
    measuring.add_argument(
        "--ignore", action="append", default=[], metavar="TYPE", help="a type that the tagged text lacks, such as MISC"
    )
    add_format_option(measuring)
    add_digits_option(measuring)
    for action in (tagging, measuring):
        add_output_option(action)
        action.add_argument("--recogniser", default=DEFAULT, metavar="NAME", help="crf, crf:FILE, spacy:MODEL or nltk")
        action.add_argument(
            "-l", "--language", default="en", metavar="CODE", help="language of the text (default: %(default)s)"
        )


def run(options: argparse.Namespace) -> int:
    """Run an action."""
    return {"train": _train, "tag": _tag, "measure": _measure}[options.action](options)


def _train(options: argparse.Namespace) -> int:
    chosen = TrainingOptions(**{option.name: getattr(options, option.name) for option in fields(TrainingOptions)})
    segments = read_training_files(options.files)
    # Names only: the same text gives the same model, wherever it lies.
    about = {"sources": [Path(path).name for path in options.files], "segments": len(segments)}
    features = train(segments, chosen, about, Path(options.output))
    print(
        f"wrote {options.output}: {Path(options.output).stat().st_size} bytes, {features} features, {len(segments)} segments"
    )
    return 0


def _tag(options: argparse.Namespace) -> int:
    language = find_language(options.language)
    recogniser = find_recogniser(options.recogniser, language.code)
    mode = "norm" if language.normaliser else "raw"
    tokens = tokeniser(language, mode, lowercase=False)
    for path in options.files:
        with LineFile(path) as file:
            while batch := file.take(BATCH):
                token_lists = [tokens.tokenise(line) for line in batch]
                for words, types in zip(token_lists, recogniser.types(token_lists), strict=True):
                    _print(words, to_iob2(types), options.format)
    return 0


def _print(words: list[str], tags: list[str], form: str) -> None:
    if form == "json":
        print(to_json({"tokens": words, "tags": tags}))
    else:
        print("".join(f"{word}\t{tag}\n" for word, tag in zip(words, tags, strict=True)))


def _measure(options: argparse.Namespace) -> int:
    recogniser = find_recogniser(options.recogniser, find_language(options.language).code)
    rows = []
    for path in options.files:
        segments = list(read_iob2(path))
        check_types(segments, path)
        tokens = [[token.lower() if options.lower else token for token in segment.tokens] for segment in segments]
        found = measure([segment.types for segment in segments], _types(recogniser, tokens), frozenset(options.ignore))
        rows.append((path, found.precision, found.recall, found.f1, found.typed_f1, found.gold))
    head = ("file", "precision", "recall", "F1", "F1 with types", "tokens of entities")
    table = Table(head=head, rows=rows, form=f".{options.digits}f")
    print_document(Document(tables=[table]), options.format)
    return 0


def _types(recogniser: Recogniser, segments: list[list[str]]) -> list[list[str]]:
    types: list[list[str]] = []
    rest = iter(segments)
    with Progress("tagging", len(segments)) as progress:
        while batch := list(islice(rest, BATCH)):
            types += recogniser.types(batch)
            progress.advance(len(batch))
    return types
