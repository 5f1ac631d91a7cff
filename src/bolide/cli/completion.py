"""`bolide completion`: what lets a shell complete commands, options, languages, presets and files. Written by shtab from the parsers."""

from __future__ import annotations

import argparse
import sys

from bolide.cli.command_parser import CommandParser, add_output_option
from bolide.errors import ConfigurationError

SHELLS = {
    "bash": "bolide completion bash -o ~/.local/share/bash-completion/completions/bolide",
    "zsh": "bolide completion zsh -o ~/.zfunc/_bolide   # a folder of $fpath, before compinit",
    "fish": "bolide completion fish -o ~/.config/fish/completions/bolide.fish",
}
_FILES = ("FILE", "PATH", "REF", "NBEST", "PAIRS", "JUDGEMENTS", "TREEBANK")
_FOLDERS = ("FOLDER", "DIR", "OUT", "BUILT")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the subcommand."""
    parser.epilog = "Needs: pip install 'bolide[completion]'. The script runs no Python: completing takes no time."
    parser.add_argument("shell", choices=tuple(SHELLS), help="the shell that the script is for")
    add_output_option(parser)


def run(options: argparse.Namespace) -> int:
    """Print the script, and say where it goes."""
    try:
        import shtab
    except ImportError as error:
        raise ConfigurationError("completion needs shtab: run: pip install 'bolide[completion]'") from error
    parser = _whole_parser()
    _mark(parser, {"files": shtab.FILE, "folders": shtab.DIRECTORY})
    print(shtab.complete(parser, options.shell), end="")
    if options.printed_to is None and sys.stdout.isatty():
        print(f"to install it: {SHELLS[options.shell]}", file=sys.stderr)
    return 0


def _whole_parser() -> CommandParser:
    """Return a parser of everything, in which a command of two words is an action of its first word."""
    from bolide.cli import COMMANDS, add_command

    root = CommandParser(prog="bolide")
    root.add_argument("--version", action="store_true", help="show the version and exit")
    commands = root.add_subparsers(dest="command")
    for name in COMMANDS:
        if " " in name:
            continue
        parser = commands.add_parser(name, help=COMMANDS[name])
        add_command(name, parser)
        if inner := [other for other in COMMANDS if other.startswith(f"{name} ")]:
            # The word that follows is completed to an action: what else it could be is a name that is not there yet.
            parser._actions[:] = [action for action in parser._actions if action.option_strings]  # noqa: SLF001 - argparse has no other way
            actions = parser.add_subparsers(dest="action")
            for other in inner:
                add_command(other, actions.add_parser(other.partition(" ")[2], help=COMMANDS[other]))
    return root


def _mark(parser: argparse.ArgumentParser, kinds: dict[str, object]) -> None:
    """Say of every argument what a shell may offer for it."""
    from bolide.cli.resource_list import all_resources
    from bolide.data.languages import languages
    from bolide.metric.known_presets import presets

    codes = sorted({item.code for item in languages()} | {item.language for item in all_resources()})
    known = {"language": codes, "preset": [item.name for item in presets()]}
    for action in parser._actions:  # noqa: SLF001
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001
            for inner in action.choices.values():
                _mark(inner, kinds)
            continue
        metavar = action.metavar if isinstance(action.metavar, str) else ""
        if action.choices is None and action.dest in known:
            action.choices = known[action.dest]
        elif action.choices is None and metavar.endswith(_FILES):
            vars(action)["complete"] = kinds["files"]  # where shtab looks for it
        elif action.choices is None and metavar in _FOLDERS:
            vars(action)["complete"] = kinds["folders"]
