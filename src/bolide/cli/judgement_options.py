"""The options that say which judgements to read and how to align them: the same for `evaluate` and `tune`."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

from bolide.cli.metric_options import add_copy_options, copy_arguments, positive
from bolide.configuration import ALIGNERS, TEXT_MODES, UNITS
from bolide.errors import InputError
from bolide.evaluation.candidates import MetricChoice, split_choice
from bolide.evaluation.judgements import JudgementSet, Reading, read_judgements
from bolide.languages import any_language

__all__ = ["add_choice_options", "add_judgement_options", "make_choice", "read_all"]


def add_judgement_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that `read_all` reads."""
    parser.add_argument(
        "judgements", nargs="+", metavar="JUDGEMENTS", help="TSV, WMT ranking CSV, or a folder of the jar's Trainer"
    )
    group = parser.add_argument_group("judgements")
    group.add_argument(
        "-l",
        "--language",
        metavar="CODE",
        help="language of the texts (default: what names like wmt12.cs-en.tsv say); of WMT ranking files, the pairs into it",
    )
    group.add_argument("--texts", metavar="FOLDER", help="system outputs and references of WMT ranking files")
    group.add_argument(
        "--skip-bad-rows", action="store_true", help="pass over rows that cannot be used, and say how many there were"
    )


def _file(text: str) -> tuple[str, str]:
    """Read `[LANGUAGE=]FILE`."""
    found = re.fullmatch(r"([a-z]{2,3}(?:-[a-z-]+)?)=(.+)", text, re.DOTALL)
    return (any_language(found[1]).code, found[2]) if found else ("", text)


def _matchers(text: str) -> tuple[str, tuple[str, ...]]:
    """Read `[LANGUAGE=]LIST`."""
    code, names = _file(text)
    return code, tuple(names.replace(",", " ").split())


def add_choice_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that `make_choice` reads: those of a metric that may differ by language."""
    group = parser.add_argument_group("metric")
    group.add_argument("--text", choices=TEXT_MODES, help="how text becomes tokens (default: the language's)")
    group.add_argument(
        "--matchers",
        type=_matchers,
        action="append",
        default=[],
        metavar="[CODE=]LIST",
        help="exact,stem,synonym,paraphrase or some of them, for one language or all; may be repeated",
    )
    group.add_argument("--aligner", choices=ALIGNERS, help="how matches are chosen (default: the preset's)")
    group.add_argument("--beam", type=positive, metavar="N", help="partial alignments kept (default: the preset's)")
    group.add_argument("--unit", choices=UNITS, default=UNITS[0], help="what is counted (default: %(default)s)")
    for name, what in (
        ("function-words", "a word a line"),
        ("synonyms", "a folder"),
        ("paraphrases", "Meteor's format"),
        ("resources", "a folder of bolide build"),
    ):
        group.add_argument(
            f"--{name}",
            type=_file,
            action="append",
            default=[],
            metavar="[CODE=]FILE",
            help=f"{name.replace('-', ' ')} ({what}), for one language or all; may be repeated",
        )
    add_copy_options(group)
    group.add_argument(
        "--offline", action="store_true", default=None, help="never fetch language data (also: BOLIDE_OFFLINE=1)"
    )
    parser.add_argument("--threads", type=positive, metavar="N", help="processor cores to use (default: all)")


def make_choice(options: argparse.Namespace, preset: str) -> MetricChoice:
    """Return the metric that a preset, as `PRESET[:TASK][@ALIGNER]`, and the options describe."""
    name, task, aligner = split_choice(preset)
    return MetricChoice(
        preset=name,
        task=task,
        aligner=aligner or options.aligner,
        beam=options.beam,
        text=options.text,
        matchers=dict(options.matchers),
        unit=options.unit,
        function_words=dict(options.function_words),
        synonyms=dict(options.synonyms),
        paraphrases=dict(options.paraphrases),
        resources=dict(options.resources),
        copy={name: value for name, value in copy_arguments(options).items() if value is not None},
        offline=options.offline,
    )


def read_all(options: argparse.Namespace, command: str) -> list[JudgementSet]:
    """Return all sets; what was passed over is said on standard error."""
    reading = Reading(
        skip_bad_rows=options.skip_bad_rows,
        texts=Path(options.texts) if options.texts else None,
        language=options.language,
    )
    sets = [judged for path in options.judgements for judged in read_judgements(path, reading)]
    if len({judged.name for judged in sets}) != len(sets):
        raise InputError("two sets of judgements have the same name: rename a file")
    if reading.bad_rows:
        rows = "row" if reading.bad_rows == 1 else "rows"
        print(
            f"bolide {command}: passed over {reading.bad_rows} bad {rows}, such as {reading.first_bad[0]}",
            file=sys.stderr,
        )
    return sets
