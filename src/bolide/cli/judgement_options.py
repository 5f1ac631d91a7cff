"""The options that say which judgements to read and how to align them: the same for `evaluate` and `tune`."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from bolide.analysis.judged_sets import JudgementSet, MetricChoice, Reading, read_judgements, split_choice
from bolide.cli.command_parser import Main, add_encoding_option, add_quiet_option, positive, say
from bolide.cli.metric_options import SAMPLE, add_field, reader, told
from bolide.data.languages import any_language
from bolide.errors import ConfigurationError, InputError
from bolide.metric.option_table import FIELDS, Field


def add_judgement_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that `read_all` reads."""
    parser.add_argument(
        "judgements",
        nargs="+",
        metavar="JUDGEMENTS",
        help="human judgements: TSV or CSV with the columns reference, hypothesis, human (or ref, mt, score); WMT ranking CSV; or a folder of the jar's Trainer",
    )
    group = parser.add_argument_group("judgements")
    group.add_argument(
        "-l",
        "--language",
        metavar="CODE",
        help=Main(
            "language of the texts (default: what names like wmt12.cs-en.tsv say); of WMT ranking files, the pairs into it"
        ),
    )
    add_encoding_option(group)
    group.add_argument(
        "--lower-is-better",
        action="store_true",
        help=Main("the scores are errors, such as H-TER (Meteor 1.3, §5.1): agreement is with their negatives"),
    )
    group.add_argument("--texts", metavar="FOLDER", help="system outputs and references of WMT ranking files")
    group.add_argument(
        "--skip-bad-rows", action="store_true", help="skip rows that cannot be used, and report how many"
    )


# What says which metric, and with which numbers, comes with its preset.
_OF_THE_PRESET = ("language", "preset", "task", "parameters", "weights")
CHOICE_FIELDS = tuple(field for field in FIELDS if field.name not in _OF_THE_PRESET)


def add_choice_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that `make_choice` reads: those of a metric, which may differ by language."""
    add_quiet_option(parser)
    group = parser.add_argument_group("metric")
    for field in CHOICE_FIELDS:
        if not field.by_language:
            add_field(group, field)
            continue
        group.add_argument(
            field.flag,
            type=_by_language(field),
            action="append",
            default=[],
            metavar=f"[CODE=]{field.kind.metavar}",
            help=told(field, f"{field.help}, for one language or all; may be repeated (default: {field.default})"),
        )
    parser.add_argument("--threads", type=positive, metavar="N", help="processor cores to use (default: all)")


def _by_language(field: Field) -> Callable[[str], tuple[str, Any]]:
    """Return what reads `[CODE=]VALUE`."""
    read = reader(field)

    def read_pair(text: str) -> tuple[str, Any]:
        found = re.fullmatch(r"([a-z]{2,3}(?:-[a-z-]+)?)=(.+)", text, re.DOTALL)
        try:
            return (any_language(found[1]).code, read(found[2])) if found else ("", read(text))
        except ConfigurationError as error:
            raise argparse.ArgumentTypeError(str(error)) from error

    return read_pair


def make_choice(options: argparse.Namespace, preset: str) -> MetricChoice:
    """Return the metric that a preset, as `PRESET[:TASK][@ALIGNER]`, and the options describe."""
    name, task, aligner = split_choice(preset)
    given = {field.name: getattr(options, field.name) for field in CHOICE_FIELDS if not field.by_language}
    return MetricChoice(
        preset=name,
        task=task,
        options=given | ({"aligner": aligner} if aligner else {}),
        by_language={field.name: dict(getattr(options, field.name)) for field in CHOICE_FIELDS if field.by_language},
    )


def read_all(options: argparse.Namespace, command: str) -> list[JudgementSet]:
    """Return all sets; what was passed over is said on standard error."""
    reading = Reading(
        skip_bad_rows=options.skip_bad_rows,
        texts=Path(options.texts) if options.texts else None,
        language=options.language,
        lower_is_better=options.lower_is_better,
    )
    sets = [judged for path in options.judgements for judged in read_judgements(path, reading)]
    if len({judged.name for judged in sets}) != len(sets):
        raise InputError("two sets of judgements have the same name: rename a file")
    if reading.bad_rows:
        rows = "row" if reading.bad_rows == 1 else "rows"
        print(
            f"bolide {command}: skipped {reading.bad_rows} bad {rows}, such as {reading.first_bad[0]}",
            file=sys.stderr,
        )
    return [_in_a_language(options, judged) for judged in sets]


def _in_a_language(options: argparse.Namespace, judged: JudgementSet) -> JudgementSet:
    """Return a set whose name says no language with the one that its references look like, and say so."""
    if judged.language is not None:
        return judged
    from bolide.text.guessing import guess_language

    guessed = guess_language([texts[0] for texts in judged.references[:SAMPLE]])
    if guessed is None:
        return judged
    name = any_language(guessed).name
    say(options, f"{judged.name} does not say its language and looks like {name}; if it is another: -l CODE")
    return replace(judged, language=guessed)


def note_tuned(options: argparse.Namespace, preset: str, sets: Sequence[JudgementSet]) -> None:
    """Say so if a preset was tuned on the judgements that it is evaluated on: that tells nothing about other text."""
    path = split_choice(preset)[0]
    if not Path(path).is_file():
        return
    told = Path(path).read_text(encoding="utf-8")
    for judged in sets:
        if judged.digest()[:16] in told:
            say(
                options,
                f"{path} was tuned on {judged.name}: how well it does there says nothing about other judgements",
            )
