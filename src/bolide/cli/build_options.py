"""Options that building and merging share."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import Any

from bolide.build.request import AT_THRESHOLD, COMMON_RULES, ENGINES, FILTERS, SUB_PHRASES, EngineOptions, PivotOptions
from bolide.cli.command_parser import Main, add_format_option, add_output_option, positive, print_document
from bolide.show.tables import Document, Table

__all__ = ["add_engine_options", "add_filter_options", "print_descriptions", "read_engine_options"]


_FILTERS: dict[str, tuple[str, dict[str, Any]]] = {
    "min_final": ("smallest probability of a paraphrase", {"type": float, "metavar": "P"}),
    "common": ("share of all words above which a word is common, and a function word", {"type": float, "metavar": "SHARE"}),
    "common_rule": ("whether a word has to be above the share, as Universal says, or from it on, as Meteor-NEXT and 1.3 do", {"choices": COMMON_RULES}),
    "at_threshold": ("whether a probability that is the threshold but for rounding is kept; java compares numbers as the jar does", {"choices": AT_THRESHOLD}),
    "sub_phrases": ("drop pairs with one phrase inside the other, as the jar does; only if the second is inside the first, as the 2014 paper says; or keep them", {"choices": SUB_PHRASES}),
}  # fmt: skip


def add_filter_options(
    group: argparse._ArgumentGroup | argparse.ArgumentParser, names: Iterable[str] = FILTERS, *, inherits: bool = False
) -> None:
    """Add options of what is applied to final pairs and words, with the defaults of a build; where merging `inherits` them, with none."""
    for name in names:
        text, more = _FILTERS[name]
        default = None if inherits else getattr(PivotOptions(), name)
        shown = "what the folders were built with" if inherits else default
        group.add_argument(f"--{name.replace('_', '-')}", default=default, help=f"{text} (default: {shown})", **more)


def add_engine_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that `read_engine_options` reads."""
    defaults = EngineOptions()
    group = parser.add_argument_group("engine")
    group.add_argument(
        "--engine", choices=ENGINES, default=defaults.engine, help="what joins and groups tables (default: %(default)s)"
    )
    group.add_argument("--memory", default=defaults.memory, metavar="SIZE", help=Main("memory of the engine, such as 600MB; beyond it, it uses the disk (default: %(default)s)"))  # fmt: skip
    group.add_argument("--threads", type=positive, metavar="N", help="processor cores to use (default: all)")
    group.add_argument("--master", default=defaults.master, metavar="URL", help="Spark's master (default: %(default)s)")
    add_format_option(parser)
    add_output_option(parser)


def read_engine_options(options: argparse.Namespace) -> EngineOptions:
    """Return the engine that the options describe."""
    return EngineOptions(engine=options.engine, memory=options.memory, threads=options.threads, master=options.master)


def print_descriptions(descriptions: list[dict[str, Any]], form: str) -> None:
    """Print what was built."""
    names = {
        "lines": "lines of text",
        "phrase_pairs": "phrase pairs",
        "bad_lines": "bad lines passed over",
        "pairs": "paraphrases before the final filters",
        "paraphrases": "paraphrases",
        "function_words": "function words",
    }
    rows = [
        (name, description[key])
        for description in descriptions
        for key, name in names.items()
        if description.get(key) or key in ("paraphrases", "function_words")
    ]
    document = Document(tables=[Table(head=("what was built", "count"), rows=rows)], data=descriptions)
    print_document(document, form)
