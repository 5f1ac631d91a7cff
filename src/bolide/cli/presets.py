"""`bolide presets`: the versions of the metric."""

from __future__ import annotations

import argparse

from bolide.errors import ConfigurationError
from bolide.languages import find_language
from bolide.parameters import Preset, find_preset, presets
from bolide.resources import Resource, resources


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the subcommand."""
    parser.add_argument(
        "action", nargs="?", choices=("list", "show"), default="list", help="list all, or show one whole"
    )
    parser.add_argument("name", nargs="?", metavar="NAME", help="the preset to show")


def run(options: argparse.Namespace) -> int:
    """Print the presets, or one of them."""
    if options.action == "list":
        if options.name is not None:
            raise ConfigurationError(f"'list' takes no name; to see one whole: bolide presets show {options.name}")
        for preset in presets():
            print(f"{preset.name}\n  {preset.title}")
            for task in dict.fromkeys(row.task for row in preset.rows):
                codes = (code for row in preset.rows if row.task == task for code in row.languages)
                print(f"  {task:<10} {' '.join('any language' if code == '*' else code for code in codes)}")
        return 0
    if options.name is None:
        raise ConfigurationError(f"which one? {' '.join(preset.name for preset in presets())}")
    _show(find_preset(options.name))
    return 0


def _show(preset: Preset) -> None:
    print(f"{preset.name}: {preset.title}")
    print(f"source: {preset.source}")
    print(
        f"aligner: {preset.aligner}, beam {preset.beam}; words are equal by {preset.equality}; function words: {preset.function_words}"
    )
    if preset.copy_from:
        print(f"copy words: {' '.join(preset.copy_from)}")
    if preset.formula == "features":
        for row in preset.rows:
            weights = " ".join(map(str, row.weights))
            print(
                f"{row.task:<10} {' '.join(row.features)}; weights {weights}; {' '.join(row.languages)}; {row.source}"
            )
        return
    print(f"{'task':<10} {'alpha':<6}{'beta':<6}{'gamma':<6}{'delta':<6} {'weights':<18} languages; source")
    for row in preset.rows:
        values = "".join(f"{value:<6}" for value in row.values)
        weights = " ".join(map(str, row.weights))
        codes = " ".join("any" if code == "*" else code for code in row.languages)
        copy_x = "" if row.copy_x is None else f" X {' '.join(map(str, row.copy_x))};"
        print(f"{row.task:<10} {values} {weights:<18} {codes};{copy_x} {row.source}")
    needed = sorted({entry.id for entry in resources() if _needs(preset, entry)})
    print(f"resources, by language: {' '.join(needed) or 'none'} (see bolide resources)")


def _needs(preset: Preset, resource: Resource) -> bool:
    """Whether a preset uses a resource, for the language it belongs to."""
    language = find_language(resource.language)
    matcher = {"paraphrases": "paraphrase", "synonyms": "synonym", "stems": "stem"}[resource.kind]
    return any(row.is_for(language) and matcher in (row.matchers or language.matchers) for row in preset.rows)
