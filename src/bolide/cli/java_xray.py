"""`bolide java xray`: the jar's alignment files as pictures, or as the page that `bolide report` writes."""

from __future__ import annotations

import argparse

from bolide.cli.command_parser import Main, positive, wants_colour
from bolide.cli.compare import add_test_options, make_settings
from bolide.data.languages import JAVA_MATCHERS
from bolide.errors import InputError
from bolide.files.java_files import name_of_file, read_alignments
from bolide.files.whole_file import check_writable


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the subcommand."""
    parser.usage = "bolide java xray [NAME=]FILE-align.out [[NAME=]FILE-align.out ...] [-o FILE] [options]"
    parser.epilog = (
        "Files are what `java -jar meteor-1.5.jar HYP REF -writeAlignments` writes, plain or SGML, gzip or not; - is standard "
        "input. Without -o, the alignments of one file are printed as by `bolide align`."
    )
    parser.add_argument("files", nargs="+", metavar="[NAME=]FILE", help="alignment file of a system")
    parser.add_argument("-o", "--output", metavar="FILE", help=Main("write a page as `bolide report` does"))
    parser.add_argument("--title", metavar="TEXT", help=Main("title of the page (default: the names of the systems)"))
    parser.add_argument(
        "--segment",
        type=positive,
        action="append",
        metavar="N",
        help=Main("print only alignment N (from 1); may be repeated"),
    )
    parser.add_argument(
        "--matchers",
        type=lambda text: tuple(text.replace(",", " ").split()),
        default=JAVA_MATCHERS,
        metavar="LIST",
        help="what the file's modules 0, 1, ... are (default: exact,stem,synonym,paraphrase)",
    )
    add_test_options(parser)


def run(options: argparse.Namespace) -> int:
    """Print alignments, or write a page."""
    unknown = [name for name in options.matchers if name not in JAVA_MATCHERS]
    if unknown:
        raise InputError(f"unknown matcher {unknown[0]!r}: choose from {' '.join(JAVA_MATCHERS)}")
    files = _named(options.files)
    if options.output is None:
        return _print(options, files)
    if options.segment:
        raise InputError("--segment does not go with -o: a page holds all segments")
    return _write(options, files)


def _named(arguments: list[str]) -> dict[str, str]:
    """Return the files by the names of their systems."""
    systems: dict[str, str] = {}
    for text in arguments:
        name, separator, path = text.partition("=")
        if not separator or "/" in name:
            name, path = name_of_file(text), text
        if name in systems:
            raise InputError(f"two systems are named {name}: give them names, as in A={path}")
        systems[name] = path
    if list(systems.values()).count("-") > 1:
        raise InputError("standard input (-) can be read only once")
    return systems


def _print(options: argparse.Namespace, files: dict[str, str]) -> int:
    """Print the alignments of a file."""
    from bolide.reports.jar_report import to_alignment

    if len(files) > 1:
        raise InputError("several files are shown on a page: say where it goes, as in -o xray.html")
    (path,) = files.values()
    wanted = set(options.segment or ())
    number = 0
    for number, found in enumerate(read_alignments(path), start=1):
        if not wanted or number in wanted:
            picture = to_alignment(found, options.matchers).text(colour=wants_colour())
            print(f"segment {found.name}\n{picture}\n")
    if wanted and max(wanted) > number:
        raise InputError(f"there is no alignment {max(wanted)}: {path} has {number}")
    if not number:
        raise InputError(f"there are no alignments in {path}")
    return 0


def _write(options: argparse.Namespace, files: dict[str, str]) -> int:
    from bolide.cli.report import command_line, write_page
    from bolide.reports.jar_report import make_jar_report

    settings = make_settings(options)
    settings.check_baseline(list(files))
    check_writable(options.output)
    report = make_jar_report(
        {name: list(read_alignments(path)) for name, path in files.items()},
        matchers=options.matchers,
        settings=settings,
        title=options.title,
        command=command_line(options),
    )
    write_page(options, report)
    return 0
