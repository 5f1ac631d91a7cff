"""`bolide presets`: the versions of the metric."""

from __future__ import annotations

import argparse

from bolide.cli.command_parser import add_format_option, add_output_option, print_document
from bolide.data.catalogue import Resource, resources
from bolide.data.languages import find_language
from bolide.errors import ConfigurationError
from bolide.metric.known_presets import Preset, find_preset, presets
from bolide.show.tables import Document, Table


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the subcommand."""
    parser.add_argument(
        "action", nargs="?", choices=("list", "show"), default="list", help="list all, or show one whole"
    )
    parser.add_argument("name", nargs="?", metavar="NAME", help="the preset to show")
    add_format_option(parser)
    add_output_option(parser)


def run(options: argparse.Namespace) -> int:
    """Print the presets, or one of them."""
    if options.action == "list":
        if options.name is not None:
            raise ConfigurationError(f"'list' takes no name; to see one whole: bolide presets show {options.name}")
        print_document(_list(), options.format)
        return 0
    if options.name is None:
        raise ConfigurationError(f"which one? {' '.join(preset.name for preset in presets())}")
    print_document(_show(find_preset(options.name)), options.format)
    return 0


def _list() -> Document:
    """Return all presets: what each is, then its tasks and their languages."""
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


def _show(preset: Preset) -> Document:
    """Return one preset: how it aligns, and every row of its parameters with its source."""
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
    """Whether a preset uses a resource, for the language it belongs to."""
    language = find_language(resource.language)
    matcher = {"paraphrases": "paraphrase", "synonyms": "synonym", "stems": "stem"}[resource.kind]
    return any(row.is_for(language) and matcher in row.matchers(language) for row in preset.rows)
