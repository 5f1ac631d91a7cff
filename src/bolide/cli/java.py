"""`bolide java`: the jar's command line with all its arguments; a `java` for tools that call it."""

import argparse
import io
import sys
from collections.abc import Callable, Sequence
from functools import partial

from bolide.adapters.java.jar_options import JarError, Streams
from bolide.adapters.java.jar_output import DIALECTS
from bolide.adapters.java.jar_program import run_meteor
from bolide.adapters.java.shim import find_call, write_shim
from bolide.adapters.java.side_programs import (
    run_filter_paraphrase,
    run_matcher,
    run_normalizer,
    run_sgm_to_plaintext,
    run_stemmer,
)
from bolide.files.boundary import writing

Program = Callable[[Sequence[str], Streams], int]
CLASSES: dict[str, Program] = {
    "Matcher": run_matcher,
    "Stemmer": run_stemmer,
    "SGMtoPlaintext": run_sgm_to_plaintext,
    "FilterParaphrase": run_filter_paraphrase,
    "Normalizer": run_normalizer,
    "edu.cmu.meteor.util.Normalizer": run_normalizer,
}
VALUES = {"classes": " ".join(CLASSES), "dialects": "|".join(DIALECTS)}
OWN = ("--class", "--stdio-dialect")


def run(options: argparse.Namespace) -> int:
    """Run the program in the arguments after `java`; return its exit code."""
    try:
        program, arguments = _program(options.arguments)
        if isinstance(sys.stdout, io.TextIOWrapper):  # UTF-8 with line feeds, on any platform and in any locale.
            sys.stdout.reconfigure(encoding="utf-8", errors="surrogateescape", newline="\n")
        return program(arguments, Streams(input=sys.stdin.buffer, output=sys.stdout, errors=sys.stderr))
    except JarError as stop:
        for line in stop.lines:
            print(line, file=sys.stderr)
        return stop.code


def _program(arguments: Sequence[str]) -> tuple[Program, Sequence[str]]:
    own, rest = _own(arguments)
    if "--class" not in own and (call := find_call(rest)):  # A whole command, with bolide put before it.
        own["--class"], rest = call
    dialect = own.get("--stdio-dialect", DIALECTS[0])
    if dialect not in DIALECTS:
        raise JarError(2, f"bolide java: unknown dialect {dialect!r}: choose one of {' '.join(DIALECTS)}")
    name = own.get("--class", "Meteor")
    if name == "Meteor":
        return partial(run_meteor, dialect=dialect), rest
    if name not in CLASSES:
        raise JarError(1, f"bolide java: no program {name!r}: choose one of Meteor {' '.join(CLASSES)}")
    return CLASSES[name], rest


def _own(arguments: Sequence[str]) -> tuple[dict[str, str], Sequence[str]]:
    """Take bolide's own options off the front."""
    own: dict[str, str] = {}
    rest = list(arguments)
    while rest and rest[0].split("=")[0] in OWN:
        name, equals, value = rest.pop(0).partition("=")
        if not equals:
            if not rest:
                raise JarError(2, f"bolide java: option {name} needs a value")
            value = rest.pop(0)
        own[name] = value
    return own, rest


def run_shim(options: argparse.Namespace) -> int:
    """Write the executable and print its path."""
    with writing(options.folder):
        written = write_shim(options.folder, dialect=options.stdio_dialect)
    for path in written:
        print(f"wrote {path}")
    print(f'use it with: export PATH="{options.folder.resolve()}:$PATH"')
    return 0
