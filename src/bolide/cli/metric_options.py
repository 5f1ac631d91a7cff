"""The options that describe a metric, made from its fields; judgements; notes on text that looks wrong.

A note never changes a score or an exit code. Good text gets no notes: `tests/cli/test_notes.py` checks this on the golden texts.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from bolide.cli.command_parser import Main, say
from bolide.data.languages import any_language
from bolide.errors import ConfigurationError, InputError, SegmentError
from bolide.metric.meteor import Meteor
from bolide.metric.option_table import FIELDS, FLAG, Field, load_files

if TYPE_CHECKING:
    from bolide.analysis.judged_sets import JudgementSet, MetricChoice
    from bolide.data.languages import Language
    from bolide.files.corpus import Batch
    from bolide.metric.statistics import CorpusScore


def _read(field: Field, text: str) -> object:
    """Read the text of a field, with the field's own error message."""
    try:
        return field.kind.read(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _add_field(group: argparse._ArgumentGroup, field: Field, *, by_language: bool = False) -> None:
    """Add the option of a field, marked for the short help if it is a main one; `by_language`, it may be repeated."""
    names = ("-l", field.flag) if field.name == "language" else (field.flag,)
    settings: dict[str, Any] = {"type": partial(_read, field), "choices": field.choices}
    if field.kind is FLAG:
        settings = {"action": "store_true", "default": None}
    elif by_language:
        settings = {"type": partial(_read_pair, field), "action": "append", "default": []}
        settings["metavar"] = f"[CODE=]{field.kind.metavar}"
    elif not field.choices:
        settings["metavar"] = field.kind.metavar
    languages = ", for one language or all; may be repeated" if by_language else ""
    text = f"{field.help}{languages} (default: {field.default})"
    group.add_argument(*names, help=Main(text) if field.is_main else text, **settings)


def add_metric_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that `make_metric` reads."""
    group = parser.add_argument_group("metric")
    for field in FIELDS:
        _add_field(group, field)
    text = "the metric of a published number: a signature, or an Eval ID of the jar; files that it was computed with are given as options"
    # Two commands describe several metrics, or none, by the other options.
    if parser.prog not in ("bolide serve", "bolide copy-words"):
        group.add_argument("--signature", metavar="LINE", help=text)


# Options that are part of `PRESET[:TASK][@ALIGNER]`, or come with the preset.
_OF_THE_PRESET = ("language", "preset", "task", "parameters", "weights")
CHOICE_FIELDS = tuple(field for field in FIELDS if field.name not in _OF_THE_PRESET)


def add_choice_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of metrics chosen by presets; values may differ by language."""
    group = parser.add_argument_group("metric")
    for field in CHOICE_FIELDS:
        _add_field(group, field, by_language=field.by_language)


def _read_pair(field: Field, text: str) -> tuple[str, object]:
    """Read `[CODE=]VALUE`."""
    found = re.fullmatch(r"([a-z]{2,3}(?:-[a-z-]+)?)=(.+)", text, re.DOTALL)
    try:
        code, value = (any_language(found[1]).code, found[2]) if found else ("", text)
    except ConfigurationError as error:
        raise argparse.ArgumentTypeError(str(error)) from error
    return code, _read(field, value)


def metric_arguments(options: argparse.Namespace) -> dict[str, Any]:
    """Return the options as arguments of the metric; lists of words are read from their files."""
    return load_files({field.name: getattr(options, field.name) for field in FIELDS})


def make_metric(options: argparse.Namespace) -> Meteor:
    """Return the metric that the options describe."""
    arguments = metric_arguments(options)
    if getattr(options, "signature", None) is None:
        return Meteor(**arguments)
    given = {name: value for name, value in arguments.items() if value is not None}
    return Meteor.from_signature(options.signature, **given)


def make_choice(options: argparse.Namespace, preset: str) -> MetricChoice:
    """Return the metric that a preset, as `PRESET[:TASK][@ALIGNER]`, and the options describe."""
    from bolide.analysis.judged_sets import MetricChoice, split_choice

    name, task, aligner = split_choice(preset)
    given = {field.name: getattr(options, field.name) for field in CHOICE_FIELDS if not field.by_language}
    return MetricChoice(
        preset=name,
        task=task,
        options=given | ({"aligner": aligner} if aligner else {}),
        by_language={field.name: dict(getattr(options, field.name)) for field in CHOICE_FIELDS if field.by_language},
    )


def read_all(options: argparse.Namespace, command: str) -> list[JudgementSet]:
    """Read all sets; print the number of skipped rows on standard error."""
    from pathlib import Path

    from bolide.analysis.judged_sets import Reading, read_judgements
    from bolide.files.judged import JUDGED

    reading = Reading(
        skip_bad_rows=options.skip_bad_rows,
        texts=Path(options.texts) if options.texts else None,
        language=options.language,
        lower_is_better=options.lower_is_better,
        columns=JUDGED.parse(options.columns),
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
    """Set the language of a set without one to the language that its references look like, with a note."""
    if judged.language is not None:
        return judged
    from dataclasses import replace

    from bolide.text.guessing import guess_language

    guessed = guess_language([texts[0] for texts in judged.references[:SAMPLE]])
    if guessed is None:
        return judged
    name = any_language(guessed).name
    say(options, f"the language of {judged.name} is not given, and it looks like {name}; if it is another: -l CODE")
    return replace(judged, language=guessed)


def note_tuned(options: argparse.Namespace, preset: str, sets: Sequence[JudgementSet]) -> None:
    """Print a note if a preset was tuned on the judgements that it is evaluated on."""
    from pathlib import Path

    from bolide.analysis.judged_sets import split_choice

    path = split_choice(preset)[0]
    if not Path(path).is_file():
        return
    told = Path(path).read_text(encoding="utf-8")
    for judged in sets:
        if judged.digest()[:16] in told:
            say(
                options,
                f"{path} was tuned on {judged.name}: its agreement there says nothing about other judgements",
            )


FEWEST_SEGMENTS = 4
# The number of segments of a batch to check.
SAMPLE = 300
# Text in other languages has a smaller share of English function words.
SURELY_ENGLISH = 0.3
# Scores below the first are checked; below the second, or no better than with references of other segments, they get a note.
LOW, HOPELESS = 0.25, 0.12
CHANCE = 1.5
# Texts in one language share more words than this: in some segments, or in many. In 35 judged sets, good pairs share .24 and more
# (20 segments at a time), and sources used as references .22 and less (300 at a time: .13), except in Xhosa and Zulu.
ONE_LANGUAGE, SOME_SEGMENTS, MANY_SEGMENTS = {False: 0.05, True: 0.15}, 10, 20


class Watch:
    """Scores text, and prints notes on what looks wrong."""

    def __init__(self, options: argparse.Namespace, meteor: Meteor) -> None:
        self._options = options
        self._meteor = meteor
        self._said = len(getattr(options, "said", ()))
        self._is_done = bool(getattr(options, "quiet", False))

    def score(self, batch: Batch, first: int) -> Iterator[tuple[str, CorpusScore]]:
        """Score the next segments of each system, of which `first` came before; errors count from 1, and over all batches."""
        for name, hypotheses in batch.hypotheses.items():
            try:
                result = self._meteor.score(hypotheses, batch.references[name], threads=self._options.threads)
            except SegmentError as error:
                raise SegmentError(first + error.segment + 1, error.reason) from error
            self._look(name, hypotheses, batch.references[name], result.score)
            yield name, result

    def _look(self, system: str, hypotheses: Sequence[str], references: Sequence[Sequence[str]], score: float) -> None:
        """Check segments and their score; a text gets at most one note."""
        if self._is_done or len(getattr(self._options, "said", ())) > self._said:
            return
        lines = [texts[0] for texts in references[:SAMPLE]]
        note = two_languages(system, hypotheses[:SAMPLE], lines)
        if note is None:
            note = english_text(lines, self._meteor.pipeline.language)
        if note is None and score < LOW and len(hypotheses) >= FEWEST_SEGMENTS:
            note = self._misplaced(system, hypotheses[:SAMPLE], references[:SAMPLE])
        if note:
            self._is_done = True
            say(self._options, note)

    def _misplaced(self, system: str, hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> str | None:
        """Return a note if hypotheses match other references better, or match none."""

        def shifted(by: int) -> float:
            return self._meteor.score(hypotheses, [*references[by:], *references[:by]]).score

        here = shifted(0)
        moves = {"1 line down": 1, "1 line up": -1, "2 lines down": 2, "2 lines up": -2}
        others = {move: shifted(by) for move, by in moves.items()}
        best = max(others, key=others.__getitem__)
        if others[best] > max(LOW, 2 * here):
            return (
                f"{system} matches the references much better when moved by {best} (score {others[best]:.3f}, not {here:.3f}): "
                "is a line missing or added?"
            )
        apart = shifted(len(hypotheses) // 2)
        if here < HOPELESS or here < CHANCE * apart:
            return (
                f"hardly any word of {system} matches its reference (score {here:.3f}; with references of other segments {apart:.3f}): "
                "are these the same segments, in the same order and the same language?"
            )
        return None


def two_languages(system: str, hypotheses: Sequence[str], references: Sequence[str]) -> str | None:
    """Return a note if hypotheses and references have hardly a word in common, as if one were the source; else None."""
    from bolide.text.guessing import shared_words

    segments = len(set(references))
    shared = shared_words(hypotheses, references) if segments >= SOME_SEGMENTS else None
    if shared is None or shared >= ONE_LANGUAGE[segments >= MANY_SEGMENTS]:
        return None
    return (
        f"{system} and its reference share {100 * shared:.0f} % of their words: are they in the same language? "
        "The reference is a translation, not the source"
    )


def english_text(lines: Sequence[str], language: Language) -> str | None:
    """Return a note if text looks like English although another language was given; else None.

    >>> from bolide.data.languages import any_language
    >>> english_text(["The dog sleeps on the sofa, and the cat sits beside it on the floor of the house."], any_language("de"))
    'this looks like English, not German: is -l de right?'
    """
    from bolide.data.languages import DEFAULT_LANGUAGE
    from bolide.text.guessing import FEWEST_WORDS, shares_of, words_of

    words = words_of(lines)
    if language.code in (DEFAULT_LANGUAGE, "other") or len(words) < FEWEST_WORDS:
        return None
    shares = shares_of(words)
    if shares[DEFAULT_LANGUAGE] < max(SURELY_ENGLISH, 2 * shares[language.code]):
        return None
    return f"this looks like English, not {language.name}: is -l {language.code} right?"
