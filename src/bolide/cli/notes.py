"""Notes: what a user should know about a result that is probably not what was meant.

They go to standard error, each once, and `--quiet` silences them. A note never changes a score or an exit code. None speaks of
text that is as it should be: `tests/cli/test_notes.py` holds them against the golden texts.
"""

from __future__ import annotations

import argparse
import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from bolide.cli.command_parser import Main
from bolide.data.guessing import FEWEST_WORDS, shared_words, shares_of, words_of
from bolide.data.languages import DEFAULT_LANGUAGE, Language
from bolide.errors import MissingKnowledgeWarning
from bolide.metric.meteor import Meteor

__all__ = ["Watch", "add_quiet_option", "english_text", "missing_knowledge", "other_language", "say", "two_languages"]

FEWEST_SEGMENTS = 4
# So many segments of a batch are looked at.
SAMPLE = 300
# English text has at least this share of English function words; below it, others are asked.
ENGLISH_SHARE = 0.2
# Text in other languages has less of them.
SURELY_ENGLISH = 0.3
# Scores below the first are looked at; below the second, or no better than with references of other segments, they are talked about.
LOW, HOPELESS = 0.25, 0.12
CHANCE = 1.5
# Texts in one language share more of their words than this: some segments, or many. In 35 judged sets, good pairs share .24 and more
# (20 segments at a time), sources taken for references .22 and less (300 at a time: .13), but for Xhosa and Zulu.
ONE_LANGUAGE, SOME_SEGMENTS, MANY_SEGMENTS = {False: 0.05, True: 0.15}, 10, 20


def add_quiet_option(parser: argparse.ArgumentParser) -> None:
    """Add `--quiet`."""
    parser.add_argument("-q", "--quiet", action="store_true", help=Main("print no notes on standard error"))


def say(options: argparse.Namespace, text: str) -> None:
    """Print a note, once."""
    said = vars(options).setdefault("said", set())
    if not getattr(options, "quiet", False) and text not in said:
        said.add(text)
        print(f"note: {text}", file=sys.stderr)


@contextmanager
def missing_knowledge(options: argparse.Namespace) -> Iterator[None]:
    """Say what metrics lack as notes, each once, when what is done inside has succeeded."""
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always", MissingKnowledgeWarning)
        yield
    for warning in said:
        say(options, str(warning.message))


class Watch:
    """Looks at text as it is scored, and says what looks wrong with it."""

    def __init__(self, options: argparse.Namespace, meteor: Meteor) -> None:
        """Begin with nothing said."""
        self._options = options
        self._meteor = meteor
        self._is_guessed = (
            getattr(options, "language", None) is None and meteor.pipeline.language.code == DEFAULT_LANGUAGE
        )
        self._is_done = bool(getattr(options, "quiet", False))

    def look(self, system: str, hypotheses: Sequence[str], references: Sequence[Sequence[str]], score: float) -> None:
        """Look at the next segments of a system, and at their score; after one note about a text there is no other."""
        if self._is_done:
            return
        lines = [texts[0] for texts in references[:SAMPLE]]
        note = other_language(lines) if self._is_guessed else None
        self._is_guessed = False
        if note is None:
            note = two_languages(system, hypotheses[:SAMPLE], lines)
        if note is None:
            note = english_text(lines, self._meteor.pipeline.language)
        if note is None and score < LOW and len(hypotheses) >= FEWEST_SEGMENTS:
            note = self._misplaced(system, hypotheses[:SAMPLE], references[:SAMPLE])
        if note:
            self._is_done = True
            say(self._options, note)

    def _misplaced(self, system: str, hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> str | None:
        """Say so if hypotheses match other references better, or none."""

        def shifted(by: int) -> float:
            return self._meteor.score(hypotheses, [*references[by:], *references[:by]]).score

        here = shifted(0)
        others = {by: shifted(by) for by in (1, -1, 2, -2)}
        best = max(others, key=lambda by: others[by])
        if others[best] > max(LOW, 2 * here):
            return (
                f"{system} matches the references much better when moved by {_lines(best)} (score {others[best]:.3f}, not {here:.3f}): "
                "is a line missing or added?"
            )
        apart = shifted(len(hypotheses) // 2)
        if here < HOPELESS or here < CHANCE * apart:
            return (
                f"hardly any word of {system} matches its reference (score {here:.3f}; with references of other segments {apart:.3f}): "
                "are these the same segments, in the same order and the same language?"
            )
        return None


def _lines(by: int) -> str:
    return f"{abs(by)} line{'' if abs(by) == 1 else 's'} {'down' if by > 0 else 'up'}"


def two_languages(system: str, hypotheses: Sequence[str], references: Sequence[str]) -> str | None:
    """Return a note about hypotheses and references that hardly have a word in common, as if one were the source; else None."""
    segments = len(set(references))
    shared = shared_words(hypotheses, references) if segments >= SOME_SEGMENTS else None
    if shared is None or shared >= ONE_LANGUAGE[segments >= MANY_SEGMENTS]:
        return None
    return (
        f"{system} and its reference share {100 * shared:.0f} % of their words: are they in the same language? "
        "The reference is a translation, not the source"
    )


def english_text(lines: Sequence[str], language: Language) -> str | None:
    """Return a note about text that was said to be in another language and looks like English; else None.

    >>> from bolide.data.languages import any_language
    >>> english_text(["The dog sleeps on the sofa, and the cat sits beside it on the floor of the house."], any_language("de"))
    'this looks like English, not German: is -l de right?'
    """
    words = words_of(lines)
    if language.code in (DEFAULT_LANGUAGE, "other") or len(words) < FEWEST_WORDS:
        return None
    shares = shares_of(words, [DEFAULT_LANGUAGE, *([language.code] if language.function_words else [])])
    english = shares.pop(DEFAULT_LANGUAGE)
    if english < SURELY_ENGLISH or english < 2 * max(shares.values(), default=0):
        return None
    return f"this looks like English, not {language.name}: is -l {language.code} right?"


def other_language(lines: Sequence[str]) -> str | None:
    """Return a note about text that was taken for English and does not look like it; None where it does, or is too short.

    >>> other_language(["Der Hund schläft auf dem Sofa, und die Katze sitzt neben ihm auf dem Boden."])
    'this does not look like English: it looks like German; give the language, such as -l de'
    """
    words = words_of(lines)
    english = shares_of(words, [DEFAULT_LANGUAGE])[DEFAULT_LANGUAGE]
    if words.total() < FEWEST_WORDS or english >= ENGLISH_SHARE:
        return None
    from bolide.data.languages import languages  # noqa: PLC0415 - only for a doubt

    known = {language.code: language.name for language in languages() if language.function_words}
    shares = shares_of(words, list(known))
    best = max(shares, key=lambda code: shares[code])
    if best != DEFAULT_LANGUAGE and shares[best] > max(0.1, 1.5 * english):
        return f"this does not look like English: it looks like {known[best]}; give the language, such as -l {best}"
    if english < ENGLISH_SHARE / 2:
        return "this does not look like English: give its language, such as -l de or -l Swahili"
    return None
