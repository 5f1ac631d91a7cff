"""The options that describe a metric, made from the fields of the family: the same for every subcommand that scores."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from bolide.cli.command_parser import Main
from bolide.cli.notes import add_quiet_option
from bolide.metric.configuration import FIELDS, load_files
from bolide.metric.fields import FLAG, Field
from bolide.metric.meteor import Meteor

__all__ = [
    "add_field",
    "add_metric_options",
    "make_metric",
    "metric_arguments",
    "positive",
    "reader",
    "told",
    "whole",
]


def positive(text: str) -> int:
    """Read a whole number of at least 1, no larger than anybody needs and the core takes."""
    if not text.isdecimal() or not 1 <= int(text) < 1 << 31:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 to {(1 << 31) - 1}")
    return int(text)


def whole(text: str) -> int:
    """Read a whole number of at least 0."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of at least 0")
    return int(text)


def reader(field: Field) -> Callable[[str], Any]:
    """Return what reads a field's text, with its own words where it cannot."""

    def read(text: str) -> Any:
        try:
            return field.kind.read(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from error

    return read


def told(field: Field, text: str) -> str:
    """Return the help text of a field, for the short help too if the field is one of the main ones."""
    return Main(text) if field.is_main else text


def add_field(group: argparse._ArgumentGroup, field: Field) -> None:
    """Add the option of a field."""
    names = ("-l", field.flag) if field.name == "language" else (field.flag,)
    explained = told(field, f"{field.help} (default: {field.default})")
    if field.kind is FLAG:
        group.add_argument(*names, action="store_true", default=None, help=explained)
    else:
        metavar = None if field.choices else field.kind.metavar
        group.add_argument(*names, type=reader(field), choices=field.choices, metavar=metavar, help=explained)


def add_metric_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that `make_metric` reads."""
    add_quiet_option(parser)
    group = parser.add_argument_group("metric")
    for field in FIELDS:
        add_field(group, field)


def metric_arguments(options: argparse.Namespace) -> dict[str, Any]:
    """Return what the options say, as the metric takes it; lists of words are read from their files."""
    return load_files({field.name: getattr(options, field.name) for field in FIELDS})


def make_metric(options: argparse.Namespace) -> Meteor:
    """Return the metric that the options describe."""
    return Meteor(**metric_arguments(options))
