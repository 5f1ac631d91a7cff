"""The options that say which judgements to read and how to align them: the same for `evaluate` and `tune`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from bolide.analysis.judged_sets import JudgementSet, MetricChoice, Reading, read_judgements, split_choice
from bolide.cli.command_parser import say
from bolide.cli.metric_options import SAMPLE
from bolide.data.languages import any_language
from bolide.errors import InputError
from bolide.metric.option_table import FIELDS

# What says which metric, and with which numbers, comes with its preset.
_OF_THE_PRESET = ("language", "preset", "task", "parameters", "weights")
CHOICE_FIELDS = tuple(field for field in FIELDS if field.name not in _OF_THE_PRESET)


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
