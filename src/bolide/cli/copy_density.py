"""`bolide copy-words --density`: how many copy words references have, and the X that goes with it."""

from __future__ import annotations

import argparse

from bolide.analysis.tuning.density import Line, measure_density
from bolide.cli.metric_options import make_metric
from bolide.cli.terminal import print_document
from bolide.files.plain import LineFile
from bolide.show.tables import Document, Table

__all__ = ["add_density_options", "print_density"]

_PRESET = "meteor++"
# Learned from WMT16 into English: bolide tune wmt16-da.*-en.tsv.gz --preset meteor++:universal --grid 'preset x=1:32:1' --x-by-density
_WMT16 = Line(start=-11.26, slope=11.88)


def add_density_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that `print_density` reads."""
    group = parser.add_argument_group("density")
    group.add_argument(
        "--density",
        action="store_true",
        help="count the copy words of references, which are plain text, and suggest an X for that many (default preset: "
        f"{_PRESET})",
    )
    group.add_argument(
        "--line",
        type=_line,
        metavar="START,SLOPE",
        help="X = START + SLOPE times density, as bolide tune --x-by-density learns it (default: "
        f"{_WMT16.start},{_WMT16.slope}, which WMT16 says of the entities of {_PRESET}; none for other copy words)",
    )


def print_density(options: argparse.Namespace) -> None:
    """Print a line for each file of references."""
    has_own = any(getattr(options, name) is not None for name in ("copy_from", "copy_words", "recogniser"))
    if options.preset is None and not has_own:
        options.preset = _PRESET
    line = options.line or (_WMT16 if options.preset == _PRESET and not has_own else None)
    options.copy_x = options.copy_x or (1.0,)  # counting takes no X, but a metric with copy words has one
    meteor = make_metric(options)
    head, rows = ("file", "references", "copy words", "density", *(("X",) if line else ())), []
    for path in options.files:
        with LineFile(path) as file:
            found = measure_density(meteor, (text for _, text in file.numbered()))
        x = (line.x(found.density),) if line else ()
        rows.append((path, found.references, found.copy_words, found.density, *x))
    shown = [
        (*row[:3], *(f"{value:.{digits}f}" for value, digits in zip(row[3:], (3, 1), strict=False))) for row in rows
    ]
    document = Document(tables=[Table(head=head, rows=shown)], flat=Table(head=head, rows=rows))
    print_document(document, options.format)


def _line(text: str) -> Line:
    start, _, slope = text.partition(",")
    try:
        return Line(start=float(start), slope=float(slope))
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r} is not START,SLOPE, two numbers") from error
