"""How text becomes tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bolide import _core
from bolide.errors import ConfigurationError
from bolide.family.asked import Asked
from bolide.family.fields import WORD, Field, check_choice
from bolide.family.opened import Opened
from bolide.records import record
from bolide.text import (
    Split,
    core_tokeniser,
    indic_splitter,
    indic_tokeniser,
    line_tokeniser,
    signed_text,
    splitter,
    text_name,
)

if TYPE_CHECKING:
    from bolide.family.pipeline import Pipeline

__all__ = ["TEXT_MODES", "IndicText", "Text"]

TEXT_MODES = ("norm", "nopunct", "unicode", "any", "stripped", "ptb", "lower", "raw")
_NORMALISED = ("norm", "nopunct", "ptb")


@record
class Text:
    """A text mode, or a function of the user's, which is known by its name."""

    mode: str
    function: Split | None = None

    FIELDS = (
        Field(
            name="text",
            kind=WORD,
            choices=TEXT_MODES,
            help="how text becomes tokens: norm (tokenise and lower-case), nopunct (also drop punctuation), unicode (words of any "
            "script, lower-cased), any (words of any script with their capitals), stripped (words without punctuation, lower-cased: "
            "versions up to 1.2), ptb (as captions are scored: Penn Treebank tokens without punctuation, then norm), lower (only "
            "lower-case), raw (as it is); in Python also a function from a string to tokens",
            default="the preset's; norm where Meteor 1.5 has it; unicode for languages that it does not know; else lower",
        ),
    )
    SIGNED = (("text", WORD),)

    @classmethod
    def choose(cls, asked: Asked) -> Text:
        """Return the text mode that was asked for, or the language's; `ConfigurationError` for one that it does not have."""
        language, given = asked.language, asked.get("text")
        if callable(given):
            return cls(mode=str(text_name(given)), function=given)
        if given is None:
            return cls(mode=_default(asked))
        if check_choice("text mode", given, TEXT_MODES) in _NORMALISED and language.normaliser is None:
            raise ConfigurationError(
                f"there is no normaliser for {language.name}: use text='unicode', or tokenise the text yourself and use "
                "'lower' (the default) or 'raw'"
            )
        return cls(mode=given)

    def sign(self) -> dict[str, Any]:
        """Return the mode; words by Unicode's classes depend on Unicode's version."""
        return {"text": signed_text(self.mode)}

    def open(self, pipeline: Pipeline, *, offline: bool | None) -> Opened:  # noqa: ARG002 - all parts are opened alike
        """Return the core's tokeniser, and what splits text before it in Python."""
        language = pipeline.language
        split = self.function or splitter(self.mode) or indic_splitter(language, self.mode)
        if self.mode == "ptb":
            split = line_tokeniser(language, self.mode)
        core = {"tokeniser": core_tokeniser(language, self.mode)}
        # Where words keep their capitals, tables are asked in lower case.
        return Opened(core=core | ({"folds_case": True} if self.mode == "any" else {}), split=split)


@record
class IndicText(Text):
    """The text of METEOR-Hindi: tokens keep their capitals, and spellings of a word are one word to every matcher."""

    def open(self, pipeline: Pipeline, *, offline: bool | None) -> Opened:  # noqa: ARG002 - all parts are opened alike
        """Return what splits text, and cleans what was split elsewhere, in Python."""
        from bolide.hindi.language import indic_language

        tokens = indic_tokeniser(pipeline.language, self.mode)
        split = self.function or splitter(self.mode)
        indic_language(pipeline.language.code)  # Refuses any other language.
        return Opened(
            core={"tokeniser": _core.Tokeniser(normaliser=None, lowercase=False), "folds": tokens.folds},
            split=(lambda line: tokens.tokens(split(line))) if split else tokens.tokenise,
            clean=tokens.tokens,
        )


def _default(asked: Asked) -> str:
    """Return the text mode of a language: its normaliser's, where it has one. The words of a table of the user's are only lower-cased."""
    language = asked.language
    if language.normaliser:
        return "norm"
    if asked.preset.is_universal and not asked.is_given("paraphrases") and language.java_code == "other":
        return "unicode"
    return "raw" if language.case_sensitive else "lower"
