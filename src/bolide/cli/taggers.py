"""Taggers of the user's own data: `bolide entities` (named entities as copy words) and `bolide hindi` (the parts of METEOR-Hindi)."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from bolide.cli.command_parser import add_format_option, add_output_option, positive
from bolide.copy_words.entity_training import TrainingOptions, read_training_files, train
from bolide.copy_words.recognisers import DEFAULT, find_recogniser, to_iob2
from bolide.data.languages import find_language
from bolide.errors import ConfigurationError, InputError
from bolide.files.plain import LineFile
from bolide.files.whole_file import write_whole
from bolide.hindi.language import IndicLanguage, indic_language
from bolide.metric.meteor import Meteor
from bolide.show.tables import to_json
from bolide.text import tokeniser

BATCH = 1024
HELP = {"l1": "weight of the L1 penalty", "l2": "weight of the L2 penalty", "iterations": "most iterations"}


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
    for name, told in HELP.items():
        default = getattr(TrainingOptions(), name)
        kind = positive if name == "iterations" else _penalty
        training.add_argument(
            f"--{name}", type=kind, default=default, metavar="N", help=f"{told} (default: %(default)s)"
        )
    tagging = actions.add_parser("tag", help="show the entities in text")
    tagging.add_argument(
        "files", nargs="+", metavar="FILE", help="a segment on each line, gzip or not; - is standard input"
    )
    add_format_option(tagging, ("iob2", "json"), "iob2")
    add_output_option(tagging)
    tagging.add_argument("--recogniser", default=DEFAULT, metavar="NAME", help="crf, crf:FILE or spacy:MODEL")
    tagging.add_argument(
        "-l", "--language", default="en", metavar="CODE", help="language of the text (default: %(default)s)"
    )


def run_entities(options: argparse.Namespace) -> int:
    """Run an action."""
    return _train_recogniser(options) if options.action == "train" else _tag(options)


def _train_recogniser(options: argparse.Namespace) -> int:
    chosen = TrainingOptions(**{name: getattr(options, name) for name in HELP})
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
    learning = actions.add_parser("roots", help="make a table of roots from treebanks with lemmas")
    for action in (training, learning):
        action.add_argument("treebanks", nargs="+", type=Path, metavar="TREEBANK", help="CoNLL-U, gzip or not")
    for action in (training, learning):
        action.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help="where to write it")
    add_output_option(parsing)
    for action in (parsing, training, learning):
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
    handlers = {"parse": _parse, "train": _train_tagger, "roots": _roots}
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
