"""The parser of every command: help in two sizes, with examples, and as wide as the terminal.

`--help` shows the options whose help text is a `Main`, and examples; `--help-all` shows every option.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable
from typing import Any

# A command with no more options than this has one help text.
FEW = 12

__all__ = ["CommandParser", "Formatter", "ListFormatter", "Main"]


class Main(str):
    """The help text of an option that matters to most people: the short help has it too."""

    __slots__ = ()


class Formatter(argparse.HelpFormatter):
    """Help as wide as the terminal, found out without `shutil`, which argparse would load for every command."""

    def __init__(self, prog: str) -> None:
        """Describe a program."""
        try:
            columns = int(os.environ.get("COLUMNS", "0")) or os.get_terminal_size(1).columns
        except (OSError, ValueError):
            columns = 0
        super().__init__(prog, width=(columns or 80) - 2)


class ListFormatter(Formatter, argparse.RawDescriptionHelpFormatter):
    """Help whose list of commands stays as it is."""


class _HelpAll(argparse.Action):
    """Prints the whole help, and ends the program."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any, **__: Any) -> None:
        """Print it."""
        assert isinstance(parser, CommandParser)
        print(parser.format_help_all(), end="")
        parser.exit()


class CommandParser(argparse.ArgumentParser):
    """A parser with two help texts. What it calls its subcommands' parsers with is its own class."""

    def __init__(self, **options: Any) -> None:
        """Take what argparse takes; `add_help` has `--help-all` beside `--help`."""
        super().__init__(**options)
        if self.add_help:
            self.add_argument("--help-all", action=_HelpAll, nargs=0, help=argparse.SUPPRESS)

    def format_help(self) -> str:
        """Return the short help; all of it where nothing would be left out."""
        return self._help(everything=False)

    def format_help_all(self) -> str:
        """Return the help with all options."""
        return self._help(everything=True)

    def format_usage(self) -> str:
        """Return the usage, with options that need not be given as one word."""
        formatter = self._get_formatter()
        self._add_usage(formatter)
        return formatter.format_help()

    def _add_usage(self, formatter: argparse.HelpFormatter) -> None:
        needed = [action for action in self._actions if action.required or not action.option_strings]
        if len(needed) + len(("-h", "--help-all")) < len(self._actions) and self.usage is None:
            needed.append(argparse.Action([], "options", nargs="?", metavar="options"))
        formatter.add_usage(self.usage, needed, [])

    def _help(self, *, everything: bool) -> str:
        formatter = self._get_formatter()
        self._add_usage(formatter)
        formatter.add_text(self.description)
        everything = everything or sum(bool(action.option_strings) for action in self._actions) <= FEW
        left_out = 0
        for group in self._action_groups:
            actions = [action for action in group._group_actions if action.help is not argparse.SUPPRESS]  # noqa: SLF001 - argparse has no other way
            shown = [action for action in actions if everything or _is_main(action)]
            left_out += len(actions) - len(shown)
            if shown:
                formatter.start_section(group.title)
                formatter.add_text(group.description if everything else None)
                formatter.add_arguments(shown)
                formatter.end_section()
        formatter.add_text(self.epilog)
        more = f"{left_out} more options: {self.prog} --help-all\n" if left_out else ""
        return "\n".join(filter(None, (formatter.format_help(), self._examples(), more)))

    def _examples(self) -> str:
        from bolide.cli.examples import EXAMPLES

        found: Iterable[tuple[str, str]] = EXAMPLES.get(self.prog.removeprefix("bolide "), ())
        lines = [line for what, command in found for line in (f"  # {what}", f"  {command}")]
        return "\n".join(("examples:", *lines, "")) if lines else ""


def _is_main(action: argparse.Action) -> bool:
    """Whether the short help has an argument: what has to be given, and what is marked."""
    return action.required or not action.option_strings or isinstance(action.help, Main) or action.dest == "help"
