"""`bolide java`: the jar's command line, argument for argument. Only `--class` and `--stdio-dialect`, in front, are bolide's own."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from functools import partial

from bolide.adapters.java.jar_options import Stop, Streams, line_writer
from bolide.adapters.java.jar_program import run_meteor
from bolide.adapters.java.side_programs import (
    run_filter_paraphrase,
    run_matcher,
    run_normalizer,
    run_sgm_to_plaintext,
    run_stemmer,
)
from bolide.adapters.java.stdio import DIALECTS

__all__ = ["CLASSES", "add_arguments", "run"]

Program = Callable[[Sequence[str], Streams], int]
CLASSES: dict[str, Program] = {
    "Matcher": run_matcher,
    "Stemmer": run_stemmer,
    "SGMtoPlaintext": run_sgm_to_plaintext,
    "FilterParaphrase": run_filter_paraphrase,
    "Normalizer": run_normalizer,
    "edu.cmu.meteor.util.Normalizer": run_normalizer,
}
OWN = ("--class", "--stdio-dialect")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments, for the help only: `main` hands them over unread."""
    parser.usage = "bolide java [--class NAME] [--stdio-dialect coco|cmu] ARGUMENTS OF THE JAR"
    parser.epilog = "Without arguments, the options of the jar are listed. Exit codes are the jar's."
    parser.add_argument("--class", metavar="NAME", help=f"another program of the jar: {' '.join(CLASSES)}")
    parser.add_argument("--stdio-dialect", choices=DIALECTS, help="what EVAL answers with -stdio (default: coco)")
    parser.add_argument("arguments", nargs=argparse.REMAINDER, help="what follows `java -jar meteor-1.5.jar`")


def run(options: argparse.Namespace) -> int:
    """Run the program that the arguments after `java` ask for; return its exit code."""
    try:
        program, arguments = _program(options.arguments)
        sys.stdout.flush()
        with line_writer(sys.stdout.buffer) as output:
            return program(arguments, Streams(input=sys.stdin.buffer, output=output, errors=sys.stderr))
    except Stop as stop:
        for line in stop.lines:
            print(line, file=sys.stderr)
        return stop.code


def _program(arguments: Sequence[str]) -> tuple[Program, Sequence[str]]:
    """Return the program that is asked for, and its arguments."""
    own, rest = _own(arguments)
    dialect = own.get("--stdio-dialect", DIALECTS[0])
    if dialect not in DIALECTS:
        raise Stop(2, f"bolide java: unknown dialect {dialect!r}: choose one of {' '.join(DIALECTS)}")
    name = own.get("--class", "Meteor")
    if name == "Meteor":
        return partial(run_meteor, dialect=dialect), rest
    if name not in CLASSES:
        raise Stop(1, f"bolide java: no program {name!r}: choose one of Meteor {' '.join(CLASSES)}")
    return CLASSES[name], rest


def _own(arguments: Sequence[str]) -> tuple[dict[str, str], Sequence[str]]:
    """Take bolide's own options off the front."""
    own: dict[str, str] = {}
    rest = list(arguments)
    while rest and rest[0].split("=")[0] in OWN:
        name, equals, value = rest.pop(0).partition("=")
        if not equals:
            if not rest:
                raise Stop(2, f"bolide java: option {name} needs a value")
            value = rest.pop(0)
        own[name] = value
    return own, rest
