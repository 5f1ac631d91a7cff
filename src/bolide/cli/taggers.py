"""Taggers of the user's own data: `bolide entities` (named entities as copy words) and `bolide hindi` (the parts of METEOR-Hindi)."""

from __future__ import annotations

import argparse
import sys
from dataclasses import fields
from itertools import islice
from pathlib import Path

from bolide.cli.command_parser import add_digits_option, add_format_option, add_output_option, positive, print_document
from bolide.copy_words.entity_training import TrainingOptions, read_training_files, train
from bolide.copy_words.recognisers import DEFAULT, Recogniser, find_recogniser
from bolide.copy_words.tagged_text import check_types, measure, read_iob2, to_iob2
from bolide.data.languages import find_language
from bolide.errors import ConfigurationError, InputError
from bolide.files.plain import LineFile
from bolide.files.progress import Progress
from bolide.files.whole_file import write_whole
from bolide.hindi.language import IndicLanguage, indic_language
from bolide.metric.meteor import Meteor
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


def add_entities_arguments(parser: argparse.ArgumentParser) -> None:
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


def run_entities(options: argparse.Namespace) -> int:
    """Run an action."""
    return {"train": _train_recogniser, "tag": _tag, "measure": _measure_recogniser}[options.action](options)


def _train_recogniser(options: argparse.Namespace) -> int:
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
                    _print_tags(words, to_iob2(types), options.format)
    return 0


def _print_tags(words: list[str], tags: list[str], form: str) -> None:
    if form == "json":
        print(to_json({"tokens": words, "tags": tags}))
    else:
        print("".join(f"{word}\t{tag}\n" for word, tag in zip(words, tags, strict=True)))


def _measure_recogniser(options: argparse.Namespace) -> int:
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


def add_hindi_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the subcommands of the subcommand."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    parsing = actions.add_parser("parse", help="print the tags, word groups and clauses of each line")
    parsing.add_argument(
        "file", nargs="?", default="-", metavar="FILE", help="text, gzip or not (default: standard input)"
    )
    parsing.add_argument("--tagger", type=Path, metavar="FILE", help="a tagger, instead of the language's own")
    add_format_option(parsing, ("text", "json"))
    training = actions.add_parser("train", help="make a tagger from treebanks")
    training.add_argument(
        "--iterations", type=positive, default=100, metavar="N", help="most iterations (default: %(default)s)"
    )
    training.add_argument(
        "--c1", type=_penalty, default=0.3, help="penalty on the sum of weights (default: %(default)s)"
    )
    training.add_argument("--c2", type=_penalty, default=0.01, help="penalty on their squares (default: %(default)s)")
    training.add_argument(
        "--licence", default="", metavar="TEXT", help="the treebanks' licence, to be kept in the file"
    )
    testing = actions.add_parser("test", help="measure a tagger on treebanks")
    testing.add_argument("--tagger", type=Path, metavar="FILE", help="a tagger, instead of the language's own")
    add_format_option(testing)
    add_digits_option(testing)
    learning = actions.add_parser("roots", help="make a table of roots from treebanks with lemmas")
    for action in (training, testing, learning):
        action.add_argument("treebanks", nargs="+", type=Path, metavar="TREEBANK", help="CoNLL-U, gzip or not")
    for action in (training, learning):
        action.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help="where to write it")
    for action in (parsing, testing):
        add_output_option(action)
    for action in (parsing, training, testing, learning):
        action.add_argument("-l", "--language", default="hi", metavar="CODE", help="language (default: %(default)s)")


def _penalty(text: str) -> float:
    try:
        value = float(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number") from error
    if not 0 <= value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of at least 0")
    return value


def run_hindi(options: argparse.Namespace) -> int:
    """Run an action."""
    handlers = {"parse": _parse, "train": _train_tagger, "test": _test_tagger, "roots": _roots}
    return handlers[options.action](options)


def _language(options: argparse.Namespace) -> IndicLanguage:
    return indic_language(find_language(options.language).code)


def _parse(options: argparse.Namespace) -> int:
    meteor = Meteor(options.language, features=("lwg", "pos", "clause"), tagger=options.tagger)
    with LineFile(options.file) as file:
        while lines := file.take(BATCH):
            for parse in meteor.parse(lines):
                if options.format == "json":
                    print(to_json({name: getattr(parse, name) for name in ("tokens", "tags", "groups", "clauses")}))
                else:
                    print(f"{parse}\n")
    return 0


def _train_tagger(options: argparse.Namespace) -> int:
    from bolide.hindi.tagger import write_model
    from bolide.hindi.tagger_training import TrainingSettings, read_treebank, tag_sentences, train

    rules = _language(options).tags
    sentences = [tagged for file in options.treebanks for tagged in tag_sentences(read_treebank(file), rules)]
    settings = TrainingSettings(c1=options.c1, c2=options.c2, iterations=options.iterations)
    metadata = {"treebanks": " ".join(file.name for file in options.treebanks), "sentences": str(len(sentences))}
    model = train(sentences, rules, settings, metadata | ({"licence": options.licence} if options.licence else {}))
    write_model(model, options.output)
    print(f"{options.output}: {len(model.tags)} tags, {len(model.weights)} weights, {model.identity}", file=sys.stderr)
    return 0


def _test_tagger(options: argparse.Namespace) -> int:
    from bolide.analysis.tagging import measure
    from bolide.hindi.tagger_training import read_treebank

    treebank = [sentence for file in options.treebanks for sentence in read_treebank(file)]
    found = measure(treebank, options.language, options.tagger)
    print_document(found.document(options.digits), options.format)
    return 0


def _roots(options: argparse.Namespace) -> int:
    from bolide.hindi.roots import learn_roots, write_roots
    from bolide.hindi.tagger_training import read_treebank

    _language(options)
    words = (word for file in options.treebanks for sentence in read_treebank(file) for word in sentence)
    table = learn_roots((word.form, word.lemma) for word in words)
    if not table:
        raise InputError(f"there are no lemmas in {' '.join(map(str, options.treebanks))}")
    _write(options.output, write_roots(table))
    print(f"{options.output}: {len(table)} forms", file=sys.stderr)
    return 0


def _write(file: Path, text: str) -> None:
    """Write a file, whole or not at all."""
    if file.is_dir():
        raise ConfigurationError(f"{file} is a folder: name a file")
    write_whole(str(file), text)
