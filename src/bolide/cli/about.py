"""Commands about the metric and the command line: `bolide presets`, `bolide normalise`, `bolide completion`."""

import argparse
import sys

from bolide.cli.command_parser import COMMANDS, CommandParser, print_document
from bolide.data.catalogue import Resource, resources
from bolide.data.languages import any_language, find_language, languages
from bolide.errors import ConfigurationError
from bolide.files.plain import read_lines
from bolide.metric.configuration import describe
from bolide.metric.known_presets import Preset, find_preset, presets
from bolide.metric.option_table import TEXT_MODES
from bolide.show.tables import Document, Table
from bolide.text import line_tokeniser

VALUES = {"text_modes": "|".join(TEXT_MODES)}


def run_presets(options: argparse.Namespace) -> None:
    """Print the presets, or one of them."""
    if options.action == "list" and options.name is not None:
        raise ConfigurationError(f"'list' takes no name; to see one preset: bolide presets show {options.name}")
    if options.action == "show" and options.name is None:
        raise ConfigurationError(f"which one? {' '.join(preset.name for preset in presets())}")
    document = _list_presets() if options.action == "list" else _show_preset(find_preset(options.name))
    print_document(document, options.format)


def _list_presets() -> Document:
    """Return all presets: a description of each, then its tasks and their languages."""
    rows = []
    for preset in presets():
        for task in dict.fromkeys(row.task for row in preset.rows):
            codes = (code for row in preset.rows if row.task == task for code in row.languages)
            rows.append((preset.name, task, " ".join("any language" if code == "*" else code for code in codes)))
    titles = {preset.name: preset.title for preset in presets()}
    flat = [(*row, titles[row[0]]) for row in rows]
    return Document(
        tables=[
            Table(head=("preset", "what"), rows=list(titles.items()), align="l"),
            Table(head=("preset", "task", "languages"), rows=rows, align="l"),
        ],
        flat=Table(head=("preset", "task", "languages", "what"), rows=flat),
    )


def _show_preset(preset: Preset) -> Document:
    """Return one preset: its aligner, and every row of its parameters with its source."""
    needed = sorted({entry.id for entry in resources() if _needs(preset, entry)})
    facts = {
        "preset": preset.name,
        "what": preset.title,
        "source": preset.source,
        **{name.replace("_", " "): _text(value) for name, value in preset.options.items()},
        "resources, by language": " ".join(needed),
    }
    names = dict.fromkeys(name for row in preset.rows for name in row.options)
    rows = []
    for row in preset.rows:
        codes = " ".join("any" if code == "*" else code for code in row.languages)
        rows.append((row.task, codes, *(_text(row.options.get(name, "")) for name in names), row.source))
    head = ("task", "languages", *(name.replace("_", " ") for name in names), "source")
    shown = [(name, value) for name, value in facts.items() if value]
    return Document(facts=shown, tables=[Table(head=head, rows=rows, align="l")])


def _text(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _needs(preset: Preset, resource: Resource) -> bool:
    """Whether a preset uses a resource for its language."""
    language = find_language(resource.language)
    matcher = {"paraphrases": "paraphrase", "synonyms": "synonym", "stems": "stem"}[resource.kind]
    return any(row.is_for(language) and matcher in row.matchers(language) for row in preset.rows)


def run_normalise(options: argparse.Namespace) -> None:
    """Print the tokens of each line, joined by single spaces."""
    language = any_language(options.language)
    pipeline = describe(language=language.code, text=options.text or ("norm" if language.normaliser else None))
    tokenise = line_tokeniser(pipeline.language, pipeline.text.mode)
    for line in read_lines(options.file):
        print(" ".join(tokenise(line)))


SHELLS = {
    "bash": "bolide completion bash -o ~/.local/share/bash-completion/completions/bolide",
    "zsh": "bolide completion zsh -o ~/.zfunc/_bolide   # a folder of $fpath, before compinit",
    "fish": "bolide completion fish -o ~/.config/fish/completions/bolide.fish",
}
_FILES = ("FILE", "PATH", "REF", "NBEST", "PAIRS", "JUDGEMENTS", "TREEBANK")
_FOLDERS = ("FOLDER", "DIR", "OUT", "BUILT")


def run_completion(options: argparse.Namespace) -> None:
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


def _whole_parser() -> CommandParser:
    """Return a parser of all commands, in which a two-word command is an action of its first word."""
    from bolide.cli import add_command

    root = CommandParser(prog="bolide")
    root.add_argument("--version", action="store_true", help="show the version and exit")
    commands = root.add_subparsers(dest="command")
    for name in COMMANDS:
        if " " in name:
            continue
        parser = commands.add_parser(name, help=COMMANDS[name])
        add_command(name, parser)
        if inner := [other for other in COMMANDS if other.startswith(f"{name} ")]:
            # The next word is completed to an action: otherwise it would be a new name.
            parser.actions[:] = [action for action in parser.actions if action.option_strings]
            actions = parser.add_subparsers(dest="action")
            for other in inner:
                add_command(other, actions.add_parser(other.partition(" ")[2], help=COMMANDS[other]))
    return root


def _mark(parser: CommandParser, kinds: dict[str, object]) -> None:
    from bolide.cli.resources import all_resources

    codes = sorted({item.code for item in languages()} | {item.language for item in all_resources()})
    known = {"language": codes, "preset": [item.name for item in presets()]}
    for action in parser.actions:
        if isinstance(action.choices, dict):
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
