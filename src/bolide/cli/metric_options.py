"""The options that describe a metric, the same for every subcommand that scores."""

from __future__ import annotations

import argparse
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

from bolide.configuration import ALIGNERS, COPY_SOURCES, TEXT_MODES, UNITS
from bolide.errors import MissingKnowledgeWarning
from bolide.formats.plain import LineFile
from bolide.metric import Meteor
from bolide.parameters import DEFAULT_PRESET

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = [
    "add_copy_options",
    "add_metric_options",
    "copy_arguments",
    "make_metric",
    "notes",
    "own_function_words",
    "positive",
    "whole",
]


def _numbers(text: str) -> tuple[float, ...]:
    try:
        return tuple(float(part) for part in text.replace(",", " ").split())
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r} is not a list of numbers") from error


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.replace(",", " ").split())


def positive(text: str) -> int:
    """Read a whole number of at least 1."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of at least 1")
    return int(text)


def whole(text: str) -> int:
    """Read a whole number of at least 0."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of at least 0")
    return int(text)


def add_metric_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that `make_metric` reads."""
    group = parser.add_argument_group("metric")
    group.add_argument(
        "-l", "--language", metavar="CODE", help="language of the texts (default: en, or what --resources says)"
    )
    group.add_argument(
        "--preset",
        metavar="NAME",
        help=f"version of the metric; see bolide presets (default: the language's, mostly {DEFAULT_PRESET}, or universal with --resources)",
    )
    group.add_argument(
        "--task",
        metavar="NAME",
        help="whose parameters: rank, adq, hter, li, tune, universal, util (default: the language's)",
    )
    group.add_argument(
        "--text",
        choices=TEXT_MODES,
        help="how text becomes tokens (default: norm where the language has it, else lower)",
    )
    group.add_argument("--matchers", type=_words, metavar="LIST", help="exact,stem,synonym,paraphrase or some of them")
    group.add_argument(
        "--parameters", type=_numbers, metavar="LIST", help="alpha,beta,gamma,delta instead of the task's"
    )
    group.add_argument(
        "--weights",
        type=_numbers,
        metavar="LIST",
        help="one for each matcher (for each feature two), instead of the task's",
    )
    group.add_argument(
        "--features",
        type=_words,
        metavar="LIST",
        help="meteor-hindi: exact,stem,synonym,lwg,pos,clause or some of them",
    )
    group.add_argument("--aligner", choices=ALIGNERS, help="how matches are chosen (default: the preset's)")
    group.add_argument(
        "--beam", type=positive, metavar="N", help="partial alignments that the aligner keeps (default: the preset's)"
    )
    group.add_argument(
        "--unit", choices=UNITS, default=UNITS[0], help="what lengths and matches are counted in (default: %(default)s)"
    )
    group.add_argument("--function-words", metavar="FILE", help="function words, one a line, instead of the preset's")
    group.add_argument(
        "--synonyms",
        metavar="PATH",
        help="a folder with LANGUAGE.synsets and LANGUAGE.exceptions, instead of the installed ones; meteor-hindi: a file of synonyms, or wordnet for the installed one",
    )
    group.add_argument(
        "--paraphrases", metavar="FILE", help="paraphrase table in Meteor's format, instead of the installed one"
    )
    group.add_argument(
        "--resources",
        metavar="FOLDER",
        help="function.words and paraphrase.gz of any language, as bolide build makes them",
    )
    group.add_argument("--roots", metavar="FILE", help="meteor-hindi: a table of roots, made by 'bolide hindi roots'")
    group.add_argument("--tagger", metavar="FILE", help="meteor-hindi: a tagger, made by 'bolide hindi train'")
    add_copy_options(group)
    group.add_argument(
        "--offline", action="store_true", default=None, help="never fetch language data (also: BOLIDE_OFFLINE=1)"
    )


def add_copy_options(group: argparse._ArgumentGroup) -> None:
    """Add the options that `copy_arguments` reads."""
    group.add_argument(
        "--copy-words",
        metavar="FILE",
        help="words that have to be carried over (bolide copy-words), next to the preset's",
    )
    group.add_argument(
        "--copy-from",
        type=_words,
        metavar="LIST",
        help=f"where other copy words come from: some of {','.join(COPY_SOURCES)}, or none, instead of the preset's",
    )
    group.add_argument(
        "--copy-x",
        type=_numbers,
        metavar="X[,SLOPE]",
        help="how lightly unmatched copy words weigh, and what that gains with each of them, instead of the preset's",
    )
    group.add_argument(
        "--recogniser",
        metavar="NAME",
        help="what recognises entities: crf, crf:FILE, spacy:MODEL or nltk (default: crf)",
    )


def copy_arguments(options: argparse.Namespace) -> dict[str, Any]:
    """Return what the options say of copy words, as the metric takes it."""
    arguments: dict[str, Any] = {name: getattr(options, name) for name in ("copy_from", "copy_x", "recogniser")}
    if options.copy_from == ("none",):
        arguments["copy_from"] = ()
    if options.copy_words:
        arguments["copy_words"] = _read_copy_words(options.copy_words)
    return arguments


def _read_copy_words(path: str) -> tuple[str, ...]:
    from bolide.plusplus.copy_list import read_copy_words  # noqa: PLC0415 - loaded only where it is asked for

    return read_copy_words(path)


def own_function_words(options: argparse.Namespace) -> list[str] | None:
    """Return the function words of the user's file, if there is one."""
    if not options.function_words:
        return None
    with LineFile(options.function_words) as file:
        return file.take(1 << 30)


def make_metric(options: argparse.Namespace) -> Meteor:
    """Return the metric that the options describe."""
    names = (
        "preset",
        "task",
        "text",
        "matchers",
        "parameters",
        "weights",
        "features",
        "aligner",
        "beam",
        "unit",
        "synonyms",
        "paraphrases",
        "resources",
        "roots",
        "tagger",
        "offline",
    )
    arguments: dict[str, Any] = {name: getattr(options, name) for name in names} | copy_arguments(options)
    arguments["function_words"] = own_function_words(options)
    with notes():
        return Meteor(options.language, **arguments)


@contextmanager
def notes() -> Iterator[None]:
    """Say what metrics lack as notes, each once, when what is done inside has succeeded."""
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always", MissingKnowledgeWarning)
        yield
    for text in dict.fromkeys(str(warning.message) for warning in said):
        print(f"note: {text}", file=sys.stderr)
