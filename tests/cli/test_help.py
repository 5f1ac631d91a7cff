"""What people type who do not know the command line yet."""

from __future__ import annotations

import argparse
import re

import pytest

from bolide.cli import COMMANDS, build_parser
from bolide.cli.command_parser import examples


def test_help_of_a_command(bolide):
    """`bolide help score` is `bolide score --help`."""
    assert bolide("help", "score") == bolide("score", "--help")
    assert bolide("help") == bolide("--help") == bolide()
    assert bolide("help", "build", "merge") == bolide("build", "merge", "--help")


def test_a_command_that_there_is_not(bolide):
    """The nearest one is named."""
    result = bolide("scor", "a", "b")
    assert (result.code, result.out) == (2, "")
    assert result.err == "bolide: there is no command 'scor': did you mean 'score'?\n"


def test_an_option_that_there_is_not(bolide):
    """The usage is that of the command, and the nearest option is named."""
    result = bolide("compare", "a", "b", "r", "--sampels", "5")
    assert result.code == 2
    assert result.err.startswith("usage: bolide compare SYSTEM SYSTEM ... REF [options]\n")
    assert "bolide compare: error: there is no option '--sampels': did you mean '--samples'?" in result.err


@pytest.mark.parametrize("name", COMMANDS)
def test_help_in_two_sizes(bolide, name):
    """The short help has few options and both examples, and says how many more there are; the long one has them all."""
    short, everything = (bolide(*name.split(), size).out for size in ("--help", "--help-all"))
    known, shown = _listed(everything), _listed(short)
    assert known == _options(name)
    assert shown <= known
    assert len(shown) <= 15
    assert all(command in short and command in everything for _, command in examples(name))
    more = f"{len(known) - len(shown)} more options: bolide {name} --help-all\n"
    assert short.endswith(more) == (shown < known)
    assert "--help-all" not in everything


def _listed(text: str) -> set[str]:
    """Return the options that a help text lists, each by its long name."""
    return set(re.findall(r"^  (?:-\w(?: \S+)?, )?(--[\w-]+)", text, re.MULTILINE))


def _options(name: str) -> set[str]:
    """Return the options that a command has."""
    (subparsers,) = (
        action for action in build_parser([name])._actions if isinstance(action, argparse._SubParsersAction)
    )
    flags = [action.option_strings for action in subparsers.choices[name]._actions if action.option_strings]
    return {next(flag for flag in names if flag.startswith("--")) for names in flags} - {"--help-all"}
