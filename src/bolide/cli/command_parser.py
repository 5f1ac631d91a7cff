"""The parser of every command, options that many have, and how results and notes are printed.

`--help` shows the options whose help text is a `Main`, and examples; `--help-all` shows every option.
"""

from __future__ import annotations

import argparse
import os
import sys
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from typing import Any

from bolide.errors import BolideWarning, InputError
from bolide.files.plain import LENIENT
from bolide.show.tables import FORMATS, Document, render

# A command with no more options than this has one help text.
FEW = 12


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


DIGITS = 4
_ENDINGS = {
    ".tsv": "tsv",
    ".json": "json",
    ".jsonl": "jsonl",
    ".md": "markdown",
    ".tex": "latex",
    ".html": "html",
    ".htm": "html",
}
_MOST_DIGITS = 17


def wants_colour() -> bool:
    """Whether to print in colour: on a terminal that knows colours, unless the user has set `NO_COLOR`."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def print_document(document: Document, form: str) -> None:
    """Print what was found, in one of the formats of tables; on a terminal, what is best is bold."""
    print(render(document, form, bold=wants_colour()), end="")


@contextmanager
def printing_to(path: str | None) -> Iterator[None]:
    """Let what is printed inside go to a file, which appears when it is complete; None and `-` are standard output."""
    if path is None or path == "-":
        yield
        return
    from bolide.files.whole_file import check_writable, unfinished_file

    check_writable(path)
    with (
        unfinished_file(path) as unfinished,
        unfinished.open("w", encoding="utf-8", errors="backslashreplace", newline="\n") as file,
        redirect_stdout(file),
    ):
        yield


def add_output_option(parser: argparse.ArgumentParser | argparse._ArgumentGroup) -> None:
    """Add `--output`, by which `main` prints to a file; a command that writes more than what it prints has its own."""
    parser.add_argument(
        "-o",
        "--output",
        dest="printed_to",
        metavar="FILE",
        help=Main("write to FILE instead of standard output"),
    )


def add_format_option(
    parser: argparse.ArgumentParser | argparse._ArgumentGroup,
    formats: Sequence[str] | None = None,
    default: str = "text",
) -> None:
    """Add `--format`: one of those that tables have, unless others are named. `choose_format` reads it."""
    parser.add_argument(
        "--format",
        choices=tuple(formats or FORMATS),
        help=Main(f"how to print (default: by the end of the output file's name, else {default})"),
    )
    parser.set_defaults(formats=tuple(formats or FORMATS), default_format=default)


def choose_format(options: argparse.Namespace) -> None:
    """Let `format` be what was asked for, else what the name of the output file says, else the default of the command."""
    if not getattr(options, "formats", None) or options.format is not None:
        return
    printed_to = getattr(options, "printed_to", None)
    named = format_of(str(printed_to or getattr(options, "output", None) or ""))
    if printed_to and named and named not in options.formats:
        page = "; a page is written by --html FILE" if hasattr(options, "html") else ""
        raise InputError(f"{printed_to} looks like {named}: choose --format {' or '.join(options.formats)}{page}")
    options.format = named if named in options.formats else options.default_format


def format_of(path: str) -> str | None:
    """Return the format that the end of a file's name stands for; None for any other name.

    >>> format_of("table.tex"), format_of("scores.txt")
    ('latex', None)
    """
    return next((form for ending, form in _ENDINGS.items() if path.lower().endswith(ending)), None)


def add_digits_option(
    parser: argparse.ArgumentParser | argparse._ArgumentGroup, default: int | None = DIGITS, told: str = ""
) -> None:
    """Add `--digits`; without a default, `told` says what it depends on."""
    parser.add_argument(
        "--digits",
        type=_digits,
        default=default,
        metavar="N",
        help=f"digits of numbers in text, Markdown, LaTeX and HTML; TSV and JSON have all (default: {told or default})",
    )


def _digits(text: str) -> int:
    """Read how many digits to print."""
    if not text.isdecimal() or not 1 <= int(text) <= _MOST_DIGITS:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of digits from 1 to {_MOST_DIGITS}")
    return int(text)


def add_encoding_option(parser: argparse.ArgumentParser | argparse._ArgumentGroup) -> None:
    """Add `--encoding`, which holds for all text files that a command reads."""
    parser.add_argument(
        "--encoding",
        metavar="NAME",
        help=f"encoding of the text files, such as latin-1; {LENIENT} passes over bytes that are not UTF-8 "
        "(default: utf-8, or utf-16 where a file begins with its mark)",
    )


def add_quiet_option(parser: argparse.ArgumentParser) -> None:
    """Add `--quiet`."""
    parser.add_argument("-q", "--quiet", action="store_true", help=Main("print no notes on standard error"))


def say(options: argparse.Namespace, text: str) -> None:
    """Print a note, once."""
    said = vars(options).setdefault("said", set())
    if not getattr(options, "quiet", False) and text not in said:
        said.add(text)
        print(f"note: {text}", file=sys.stderr)


@contextmanager
def warnings_as_notes(options: argparse.Namespace) -> Iterator[None]:
    """Print bolide's own warnings as notes."""
    with warnings.catch_warnings():
        warnings.simplefilter("always", BolideWarning)
        show_others = warnings.showwarning

        def show(message: Warning | str, category: type[Warning], *place: Any, **more: Any) -> None:
            if issubclass(category, BolideWarning):
                say(options, str(message))
            else:
                show_others(message, category, *place, **more)

        warnings.showwarning = show
        yield
