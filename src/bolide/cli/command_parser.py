"""The command line: makes parsers from `commands.txt`, and prints results and notes.

`--help` shows the options that are marked there, and examples; `--help-all` shows every option.
"""

import argparse
import os
import re
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout
from typing import Any, TypeAlias, TypeVar

from bolide.data import read_text
from bolide.errors import BolideWarning, InputError
from bolide.records import field_names
from bolide.show.tables import FORMATS, Document, render

Reader: TypeAlias = Callable[[str], object]
Value = TypeVar("Value", int, float)
Made = TypeVar("Made")

# A command with no more options than this has one help text.
FEW = 12


class Main(str):
    """The help text of an option that most people need: the short help shows it, too."""

    __slots__ = ()


class Formatter(argparse.HelpFormatter):
    """Help as wide as the terminal, measured without `shutil`, which argparse would load for every command."""

    def __init__(self, prog: str) -> None:
        try:
            columns = int(os.environ.get("COLUMNS", "0")) or os.get_terminal_size(1).columns
        except (OSError, ValueError):
            columns = 0
        super().__init__(prog, width=(columns or 80) - 2)


class ListFormatter(Formatter, argparse.RawDescriptionHelpFormatter):
    """Help that keeps the line breaks of its list of commands."""


class _HelpAll(argparse.Action):
    """Prints the whole help, and ends the program."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object, **__: object) -> None:
        """Print it."""
        assert isinstance(parser, CommandParser)
        print(parser.format_help(everything=True), end="")
        parser.exit()


class CommandParser(argparse.ArgumentParser):
    """A parser with two help texts. The parsers of its subcommands have the same class."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        if self.add_help:
            self.add_argument("--help-all", action=_HelpAll, nargs=0, help=argparse.SUPPRESS)

    @property
    def actions(self) -> list[argparse.Action]:
        """The arguments and options, as a list that can be changed."""
        return self._actions

    def format_usage(self) -> str:
        """Return the usage, with all optional options as one word."""
        formatter = self._get_formatter()
        self._add_usage(formatter)
        return formatter.format_help()

    def _add_usage(self, formatter: argparse.HelpFormatter) -> None:
        needed = [action for action in self._actions if action.required or not action.option_strings]
        if len(needed) + len(("-h", "--help-all")) < len(self._actions) and self.usage is None:
            needed.append(argparse.Action([], "options", nargs="?", metavar="options"))
        formatter.add_usage(self.usage, needed, [])

    def format_help(self, *, everything: bool = False) -> str:
        """Return the short help, or the one with all options, also if the command has few."""
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
        lines = [f"  {line}" for line in _rows(self.prog.removeprefix("bolide ")) if line[0] in "#$"]
        return "\n".join(("examples:", *lines, "")).replace("\n  $ ", "\n  ") if lines else ""


def _is_main(action: argparse.Action) -> bool:
    """Whether the short help has an argument: if it is required or marked."""
    return action.required or not action.option_strings or isinstance(action.help, Main) or action.dest == "help"


def _kind(told: str, read: Callable[[str], Value | None], holds: Callable[[Value], bool]) -> Callable[[str], Value]:
    """Return a function that reads a value, or raises an error that says what it must be."""

    def kind(text: str) -> Value:
        try:
            value = read(text)
        except ValueError:
            value = None
        if value is None or not holds(value):
            raise argparse.ArgumentTypeError(f"{text!r} is not {told}")
        return value

    return kind


def _integer(text: str) -> int | None:
    return int(text) if text.isdecimal() else None


def metric_name(text: str, *more: str) -> str:
    """Read the name of another metric, in any case, or one of some more, or NAME=FILE."""
    from bolide.metric.other_metrics import OTHER_METRICS

    name, is_file, path = text.partition("=")
    if is_file and name and path:
        return text
    names = (*OTHER_METRICS, *more)
    if text.lower() not in names:
        several = "; to name several, repeat the option" if "," in text else ""
        raise argparse.ArgumentTypeError(f"{text!r} is not one of {', '.join(names)} or NAME=FILE{several}")
    return text.lower()


def _path(text: str) -> object:
    from pathlib import Path

    return Path(text)


_LARGEST = (1 << 31) - 1  # the limit of the core, and more than anybody needs
_MOST_DIGITS = 17
KINDS: dict[str, Reader] = {
    "digits": _kind(f"a number of digits from 1 to {_MOST_DIGITS}", _integer, lambda value: 1 <= value <= _MOST_DIGITS),
    "float": float,
    "lower": str.lower,
    "metric": lambda text: metric_name(text, "mean"),
    "path": _path,
    "penalty": _kind("a number of at least 0", float, lambda value: 0 <= value < float("inf")),
    "positive": _kind(f"a whole number from 1 to {_LARGEST}", _integer, lambda value: 1 <= value <= _LARGEST),
    "probability": _kind("a number from 0 to 1", float, lambda value: 0 <= value <= 1),
    "share": _kind("a number between 0 and 1", float, lambda value: 0 < value < 1),
    "step": _kind("a number from 0.0001 to 1", float, lambda value: 0.0001 <= value <= 1),
    "whole": _kind("a whole number of at least 0", _integer, lambda value: value >= 0),
}


def _read_commands() -> tuple[dict[str, dict[str, str]], dict[str, tuple[str, str]]]:
    """Read `commands.txt`: groups of commands with their summaries; each section's summary and lines."""
    groups: dict[str, dict[str, str]] = {}
    sections: dict[str, tuple[str, str]] = {}
    for part in re.split(r"^(?==+ )", read_text("cli/commands.txt"), flags=re.MULTILINE)[1:]:
        head, _, lines = part.partition("\n")
        marks, _, title = head.partition(" ")
        name, _, summary = title.partition(": ")
        if marks == "=":
            group = groups.setdefault(title, {})
        else:
            sections[name] = summary, lines
        if marks == "==":
            group[name] = summary
    return {title: group for title, group in groups.items() if group}, sections


GROUPS, SECTIONS = _read_commands()
COMMANDS = {name: summary for group in GROUPS.values() for name, summary in group.items()}


def _rows(section: str, values: Mapping[str, object] | None = None) -> list[str]:
    """Return the rows of a section, with values filled in; an indented line continues the one before."""
    lines = SECTIONS.get(section, ("", ""))[1].replace("\n    ", " ")
    return [row for row in (lines if values is None else lines.format_map(values)).split("\n") if row]


def examples(command: str) -> list[tuple[str, str]]:
    """Return the description and the command line of each example of a command."""
    texts = [row[2:] for row in _rows(command) if row[0] in "#$"]
    return list(zip(texts[::2], texts[1::2], strict=True))


def add_section(
    parser: argparse.ArgumentParser,
    section: str,
    values: Mapping[str, object] | None = None,
    kinds: Mapping[str, Reader] | None = None,
    group: argparse.ArgumentParser | argparse._ArgumentGroup | None = None,
) -> None:
    """Add the arguments of a section of `commands.txt`; `values` fill its braces, and `kinds` has readers that are not in `KINDS`.

    An included section begins in the current group of options.
    """
    group = group or parser
    for row in _rows(section, values or {}):
        name, _, text = row.partition(": ")
        if name in ("usage", "epilog"):
            before = getattr(parser, name)
            setattr(parser, name, f"{before}\n       {text}" if before else text)
        elif row[0] == "[":
            title, _, described = row[1:].partition("]")
            group = parser.add_argument_group(title, described.strip() or None)
        elif row.startswith("@format"):
            _add_format(group, row)
        elif row in SECTIONS:
            add_section(parser, row, values, kinds, group)
        elif row[0] == "@":
            from bolide.cli import metric_options

            getattr(metric_options, f"add_{row[1:]}_options")(parser)
        elif row[0] not in "#$":
            _add_row(group, row, KINDS | dict(kinds or {}))
    # The actions of a command are sections named after it that are not commands.
    actions = [name for name in SECTIONS if name.startswith(f"{section} ") and name not in COMMANDS]
    if actions:
        subparsers = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
        for name in actions:
            action = subparsers.add_parser(name.removeprefix(f"{section} "), help=SECTIONS[name][0])
            add_section(action, name, values, kinds)


def _add_row(group: argparse.ArgumentParser | argparse._ArgumentGroup, row: str, kinds: Mapping[str, Reader]) -> None:
    """Add an argument or an option: `[*] NAMES [KIND] [CHOICES] [METAVAR] [= DEFAULT]: HELP`.

    `!` after a name makes it required, and `>` is followed by its attribute. An option with only names is a flag.
    """
    spec, _, text = row.partition(": ")
    spec, _, default = spec.removeprefix("* ").partition(" = ")
    words = spec.split(" ")
    names = [word.rstrip(",") for word in words if word.startswith("-")] or words[:1]
    names[-1], _, kept_under = names[-1].partition(">")
    given: dict[str, Any] = {"help": Main(text) if row.startswith("* ") else text}
    given |= ({"dest": kept_under} if kept_under else {}) | ({"required": True} if names[-1].endswith("!") else {})
    for word in words[len(names) :]:
        given |= _asked(word, given, kinds, is_option=spec.startswith("-"))
    if "[no-]" in spec:
        given["action"] = argparse.BooleanOptionalAction
    elif spec.startswith("-") and len(words) == len(names):
        given |= {"action": "store_true"} | ({"default": None} if default else {})
    elif default:
        given["default"] = given.get("type", str)(default)
    group.add_argument(*(name.removesuffix("!").replace("[no-]", "") for name in names), **given)


def _asked(
    word: str, given: Mapping[str, object], kinds: Mapping[str, Reader], *, is_option: bool
) -> dict[str, object]:
    """Return argparse's settings for a word after the names: a kind, choices in lower case, or a metavar; a second metavar makes a pair.

    An argument that ends in `...` may be repeated, one with `+` takes several values, and one in brackets may be left out.
    """
    if word == "...":
        return {"nargs": argparse.REMAINDER}
    if word in kinds:
        return {"type": kinds[word]}
    asked: dict[str, object] = {}
    if word.startswith("[") and word.endswith("]"):
        word, asked["nargs"] = word[1:-1], "?"
    if word.endswith("..."):
        word = word.removesuffix("...")
        asked |= {"action": "append", "default": []} if is_option else {"nargs": "*" if asked else "+"}
    elif word.endswith("+"):
        word = word.removesuffix("+")
        asked |= {"nargs": "+", "default": ()}
    if word.islower():
        return asked | {"choices": tuple(word.split("|"))}
    if "metavar" in given:
        return {"nargs": 2, "metavar": (given["metavar"], word)}
    return asked | {"metavar": word}


def _add_format(group: argparse.ArgumentParser | argparse._ArgumentGroup, row: str) -> None:
    """Add `--format`: `@format [CHOICES] [= DEFAULT]`; by default, the formats of tables, and text."""
    named, _, default = row.partition(" = ")
    formats, default = tuple(named[8:].split("|")) if named[8:] else tuple(FORMATS), default or "text"
    told = f"how to print (default: by the end of the output file's name, else {default})"
    group.add_argument("--format", choices=formats, help=Main(told))
    group.set_defaults(formats=formats, default_format=default)


_ENDINGS = {
    ".tsv": "tsv",
    ".json": "json",
    ".jsonl": "jsonl",
    ".md": "markdown",
    ".tex": "latex",
    ".html": "html",
    ".htm": "html",
}
# Nobody who names an output so wants text.
_OF_OTHERS = (".csv", ".xls", ".xlsx", ".ods", ".parquet", ".docx", ".pdf")


def wants_colour() -> bool:
    """Whether to print in colour: on a terminal with colours, unless the user has set `NO_COLOR`."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def print_document(document: Document, form: str) -> None:
    """Print a document in one of the formats of tables; on a terminal, the best values are bold."""
    print(render(document, form, bold=wants_colour()), end="")


@contextmanager
def printing_to(path: str | None) -> Iterator[None]:
    """Redirect printing to a file, which appears when it is complete; None and `-` are standard output."""
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


def choose_format(options: argparse.Namespace) -> None:
    """Set `format` to the requested one, else by the ending of the output file, else to the command's default."""
    if not getattr(options, "formats", None) or options.format is not None:
        return
    printed_to = getattr(options, "printed_to", None)
    path = str(printed_to or getattr(options, "output", None) or "")
    named = format_of(path)
    if path.lower().endswith(_OF_OTHERS) and (printed_to or options.command == "score"):
        known = ", ".join(ending for ending, form in _ENDINGS.items() if form in options.formats)
        raise InputError(
            f"{path}: there is no format {path.rpartition('.')[2]}: name it {known}, or choose --format {options.default_format}"
        )
    if printed_to and named and named not in options.formats:
        page = "; a page is written by --html FILE" if hasattr(options, "html") else ""
        raise InputError(f"{printed_to} looks like {named}: choose --format {' or '.join(options.formats)}{page}")
    options.format = named if named in options.formats else options.default_format


# The options that name files to read and to write.
_READ = ("files", "file", "system", "ref", "src", "also", "metrics", "judgements", "source", "target", "phrase_table", "alignments",
         "target_text", "nbest", "references", "treebanks")  # fmt: skip
_WRITTEN = ("output", "printed_to", "html", "svg", "segments", "scatter")


def check_outputs(options: argparse.Namespace) -> None:
    """Refuse to write a file that the command reads, or two outputs to one file."""

    def named(options_of_files: Sequence[str]) -> Iterator[str]:
        for name in options_of_files:
            value = getattr(options, name, None)
            for each in value if isinstance(value, (list, tuple)) else [value]:
                text = each[-1] if isinstance(each, tuple) else each
                if isinstance(text, (str, os.PathLike)) and text != "-":
                    yield os.fspath(text)

    written = list(named(_WRITTEN))
    if len({*map(os.path.realpath, written)}) < len(written):
        raise InputError(f"two outputs go to one file, {written[0]}: name another")
    if options.command == "score":
        written = [
            path + end for path in written for end in ("", ".partial", ".partial.json", ".seg.score", ".sys.score")
        ]
    read = [path for text in named(_READ) for path in (text, text.partition("=")[2]) if os.path.isfile(path)]
    for path in written:
        if os.path.isfile(path) and any(os.path.samefile(path, other) for other in read):
            raise InputError(f"{path} is one of the files to read: write to another")


def format_of(path: str) -> str | None:
    """Return the format of a file by its ending; None if it is unknown.

    >>> format_of("table.tex"), format_of("scores.txt")
    ('latex', None)
    """
    return next((form for ending, form in _ENDINGS.items() if path.lower().endswith(ending)), None)


def chosen(options: argparse.Namespace, kind: type[Made], **parts: object) -> Made:
    """Return a record with fields from `parts`, else from the options of the same names."""
    given = {name: getattr(options, name) for name in field_names(kind) if name in options}
    return kind(**{name: tuple(value) if isinstance(value, list) else value for name, value in given.items()} | parts)


def say(options: argparse.Namespace, text: str) -> None:
    """Print a note, once."""
    said = vars(options).setdefault("said", set())
    if not getattr(options, "quiet", False) and text not in said:
        said.add(text)
        print(f"note: {text}", file=sys.stderr)


@contextmanager
def warnings_as_notes(options: argparse.Namespace) -> Iterator[None]:
    """Print warnings of bolide as notes."""
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
