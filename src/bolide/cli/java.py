"""`bolide java`: the jar's command line with all its arguments; a `java` for tools that call it; its alignment files as pictures."""

import argparse
import io
import re
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

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
from bolide.cli.command_parser import chosen, wants_colour
from bolide.data.languages import JAVA_MATCHERS
from bolide.errors import InputError
from bolide.files.boundary import writing
from bolide.files.java_files import read_alignments

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
# What the jar adds to the name of an alignment file.
_ENDING = re.compile(r"(?<=.)(-align)?(\.out)?(\.gz)?$")


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


def run_xray(options: argparse.Namespace) -> int:
    """Print alignments, or write a page."""
    from bolide.analysis.comparison import Settings
    from bolide.cli.report import command_line, write_page
    from bolide.cli.system_input import check_once
    from bolide.reports.corpus_report import from_jar, make_jar_report
    from bolide.reports.document import page_parts

    matchers = options.matchers.replace(",", " ").split()
    if unknown := [name for name in matchers if name not in JAVA_MATCHERS]:
        raise InputError(f"unknown matcher {unknown[0]!r}: choose from {' '.join(JAVA_MATCHERS)}")
    files: dict[str, str] = {}
    for text in options.files:
        is_named = "=" in text.partition("/")[0]
        name, path = text.split("=", 1) if is_named else (_ENDING.sub("", Path(text).name), text)
        if name in files:
            raise InputError(f"two systems are named {name}: give them names, as in A={path}")
        files[name] = path
    check_once(files.values())
    if options.output and options.segment:
        raise InputError("--segment cannot be combined with -o: a page has all segments")
    if len(files) > 1 and not options.output:
        raise InputError("several files need a page: name its file, as in -o xray.html")
    systems = {name: read_alignments(path, len(matchers)) for name, path in files.items()}
    if options.output:
        made = make_jar_report(systems, matchers, chosen(options, Settings), options.title, command_line(options))
        return write_page(options.output, page_parts(made))
    (segments,) = systems.values()
    if options.segment and max(options.segment) > len(segments):
        raise InputError(f"there is no alignment {max(options.segment)}: {path} has {len(segments)}")
    wanted = [segments[number - 1] for number in sorted({*options.segment})] or segments
    for segment, alignment in zip(wanted, from_jar(wanted, matchers)[1], strict=True):
        print(f"segment {segment.name}\n{alignment.text(colour=wants_colour())}\n")
    return 0
