"""The command `bolide`: one module for each subcommand, loaded on use."""

import argparse
import atexit
import gc
import io
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from importlib import import_module
from types import ModuleType

from bolide._core import VERSION
from bolide.cli.command_parser import (
    COMMANDS,
    GROUPS,
    CommandParser,
    Formatter,
    ListFormatter,
    add_section,
    check_outputs,
    choose_format,
    printing_to,
    warnings_as_notes,
)
from bolide.errors import BolideError, nearest
from bolide.files.plain import reading_as

_OBJECTS_BEFORE_COLLECTION = 200_000
# The modules shared by several commands.
SHARED = {"presets": "about", "normalise": "about", "completion": "about", "entities": "taggers", "hindi": "taggers"}


def build_parser(commands: Sequence[str] = tuple(COMMANDS)) -> CommandParser:
    """Return the parser of the given subcommands; without any, of all, but without their arguments."""
    parser = CommandParser(
        prog="bolide",
        usage="bolide [-h] [--version] COMMAND ...",
        description="The METEOR family of machine-translation metrics, with the scores of the Java program and without Java.",
        epilog=f"{_listed()}\n'bolide COMMAND --help' shows what matters most of a command, 'bolide COMMAND --help-all' everything.",
        formatter_class=ListFormatter,
    )
    parser.add_argument("--version", action="version", version=f"bolide {VERSION}")
    subparsers = parser.add_subparsers(
        prog="bolide", dest="command", metavar="COMMAND", required=True, help=argparse.SUPPRESS
    )
    for name in commands or COMMANDS:
        description = COMMANDS[name][0].upper() + COMMANDS[name][1:] + "."
        subparser = subparsers.add_parser(name, description=description, formatter_class=Formatter)
        if name in commands:
            add_command(name, subparser)
    return parser


def add_command(name: str, parser: argparse.ArgumentParser) -> None:
    """Add the arguments of a command to a parser: those of `commands.txt`, with values and readers from its module."""
    module, run = _module(name)
    add_section(parser, name, getattr(module, "VALUES", None), getattr(module, "READERS", None))
    parser.set_defaults(run=run, parser=parser)


def _listed() -> str:
    width = max(map(len, COMMANDS)) + 2
    return "".join(
        f"{title}:\n" + "".join(f"  {name:<{width}}{summary}\n" for name, summary in group.items()) + "\n"
        for title, group in GROUPS.items()
    )[:-1]


def _module(command: str) -> tuple[ModuleType, Callable[[argparse.Namespace], int | None]]:
    """Return the module of a command, and the function that runs it and returns its exit code, if that is not 0.

    A module is named after its command. Its function is named after the second word of a two-word command, after a command that shares a
    module, and after the action of a command with several.
    """
    first, _, part = command.replace("-", "_").partition(" ")
    module = import_module(f"bolide.cli.{SHARED.get(first, first)}")
    name = "_".join(filter(None, ("run", first if first in SHARED else "", part)))
    return module, getattr(module, name, None) or (lambda options: getattr(module, f"{name}_{options.action}")(options))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit code: 0 for success, 1 for a failed check, 2 for wrong usage or input."""
    if arguments is None:
        arguments = sys.argv[1:]
        _prepare(arguments)
    _replace_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # Results are always UTF-8, even if a file's name is not.
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    options = _read(arguments)
    try:
        choose_format(options)
        check_outputs(options)
        with (
            warnings_as_notes(options),
            reading_as(options.encoding) if "encoding" in options else nullcontext(),
            printing_to(getattr(options, "printed_to", None)),
        ):
            code: int = options.run(options) or 0
        sys.stdout.flush()
    except BolideError as error:
        print(f"bolide {options.command}: {_as_options(str(error))}{_if_text(options.command, error)}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("bolide: interrupted", file=sys.stderr)
        return 130
    except BrokenPipeError:
        _silence_output()  # The reader has gone: write nothing more, not even at exit.
        return 141
    except (OSError, MemoryError) as error:
        _silence_output()
        print(f"bolide {options.command}: {_reason(error)}", file=sys.stderr)
        return 2
    return code


def _prepare(arguments: Sequence[str]) -> None:
    """Set this process up for a command, which ends soon."""
    # Garbage collection would cost more time than it saves memory, and so it would when Python ends.
    gc.set_threshold(_OBJECTS_BEFORE_COLLECTION)
    atexit.register(gc.freeze)
    if arguments[:1] != ["run"]:  # which passes its surroundings on
        # NumPy's BLAS waits for its threads in a loop, which costs ten times what they save on a busy machine.
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def _reason(error: OSError | MemoryError) -> str:
    """Return the message for an error that readers and writers of files did not explain: standard output has no file name."""
    if isinstance(error, MemoryError):
        return "not enough memory"
    return f"{error.filename or 'cannot write the result'}: {error.strerror or error}"


def _read(arguments: Sequence[str]) -> argparse.Namespace:
    """Return the options of a command, with the arguments as given; wrong ones end the program."""
    words, program = list(arguments), []
    if words[:1] in ([], ["help"]):  # `bolide help score` is `bolide score --help`.
        words = [*words[1:], "--help"]
    if len(words) > 1 and " ".join(words[:2]) in COMMANDS:  # a command of two words
        words[:2] = [" ".join(words[:2])]
    command = words[0]
    if command not in COMMANDS and not command.startswith("-"):
        meant = _nearest(command, list(COMMANDS)) or "; see: bolide --help"
        print(f"bolide: there is no command {command!r}{meant}", file=sys.stderr)
        raise SystemExit(2)
    if command == "run" and "--" in words:
        place = words.index("--")
        words, program = words[:place], words[place + 1 :]
    if command == "java" and words[1:] not in (["-h"], ["--help"], ["--help-all"]):  # It reads its arguments itself.
        options = argparse.Namespace(command=command, run=_module(command)[1], arguments=words[1:])
    else:
        options = _parsed(build_parser([command] if command in COMMANDS else []), _as_here(words))
    options.invocation = list(arguments)
    if program:
        options.program = program
    return options


def _parsed(parser: CommandParser, arguments: Sequence[str]) -> argparse.Namespace:
    """Return the options; an unknown one is an error with the command's usage and a suggestion."""
    options, left = parser.parse_known_args(arguments)
    command: CommandParser = options.parser if "parser" in options else parser
    has_actions = any(action.nargs in (argparse.PARSER, argparse.REMAINDER) for action in command.actions)
    if left and not has_actions:  # Files with options between them, which argparse reads with this function only.
        options, left = command.parse_known_intermixed_args(arguments[1:], argparse.Namespace(command=options.command))
    vars(options).pop("parser", None)
    if left:
        left.sort(key=lambda word: not word.startswith("-"))
        known = [name for action in command.actions for name in action.option_strings if "--help" not in name]
        meant = ": bolide java has it" if left[0] in _OF_THE_JAR else _nearest(left[0], known)
        command.error(f"there is no option {left[0]!r}{meant}")
    return options


_OF_THE_JAR = ("-norm", "-lower", "-noPunct", "-m", "-p", "-a", "-w", "-x", "-new", "-ssOut", "-stdio")

# The names of files in sacreBLEU (-i), COMET (-s -t -r) and others, and our options for them; several may follow.
_SYSTEMS = ("-i", "-t", "-hyp", "--hyp", "--hypothesis", "--hypotheses")
_ELSEWHERE = dict.fromkeys(_SYSTEMS, "--system") | dict.fromkeys(("-r", "-ref", "--reference", "--references"), "--ref")


def _as_here(arguments: list[str]) -> list[str]:
    """Return the arguments of a command that scores files, with options of other programs replaced by ours."""
    if arguments[:1] == ["report"]:
        arguments = ["--src" if word == "-s" else word for word in arguments]
    if arguments[:1] not in (["score"], ["compare"], ["report"]):
        return arguments
    words, option = [], ""
    for word in arguments:
        if word == "-s":
            told = "-s is the source of COMET's command, which METEOR does not use: leave it out"
            print(f"bolide {arguments[0]}: {told}", file=sys.stderr)
            raise SystemExit(2)
        if word.startswith("-") and word != "-":
            option = _ELSEWHERE.get(word, "")
            words += [word] if not option else []
        else:
            words += [option, word] if option else [word]
    return words


def _as_options(message: str) -> str:
    """Write options in a message in the syntax of the command line; names in quotation marks or between bars are not options.

    >>> _as_options("copy_x needs copy_from: use text='lower', not 'copy_x'")
    "--copy-x needs --copy-from: use --text lower, not 'copy_x'"
    """
    import re

    from bolide.metric.option_table import FIELDS

    names = {field.name: field.flag for field in FIELDS}
    message = re.sub(rf"\b({'|'.join(names)})='([^']*)'", lambda found: f"{names[found[1]]} {found[2]}", message)
    longer = "|".join(name for name in names if "_" in name)
    return re.sub(rf"(?<![\w./|'-])({longer})(?![\w./]|:\w)", lambda found: names[found[1]], message)


def _if_text(command: str, error: BolideError) -> str:
    """Return how to align texts, if one was given as the name of a file."""
    cause = error.__cause__
    is_text = isinstance(cause, FileNotFoundError) and " " in str(cause.filename)
    return "; to align two texts: bolide align --text-pair" if is_text and command in ("align", "score") else ""


def _nearest(word: str, known: Sequence[str]) -> str:
    """Return the question "did you mean" for a word that is nearly a known one."""
    meant = nearest(word.partition("=")[0], known)
    return f": did you mean {meant!r}?" if meant else ""


def _replace_closed_streams() -> None:
    """Replace missing standard streams by the null device; else the next opened file would take their place."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115, PTH123 - for as long as the process lives


def _silence_output() -> None:
    """Discard the buffer of standard output."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
