"""Words that count in a way of their own: function words, and the copy words of Meteor++."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from bolide.data.languages import NO_WORDS, digest_words, function_words
from bolide.data.opening import DIGEST_LENGTH
from bolide.errors import ConfigurationError
from bolide.family.asked import Asked
from bolide.family.fields import NAMES, WORD, WORDS, Field, check_choice
from bolide.family.opened import Opened
from bolide.records import record
from bolide.text import core_tokeniser

if TYPE_CHECKING:
    from bolide.family.pipeline import Pipeline

__all__ = ["COPY_SOURCES", "CopyWords", "FunctionWords"]

OWN = "own"
COPY_SOURCES = ("entities", "numbers", "dates", "addresses", "unlisted")


def _read_lines(path: str) -> tuple[str, ...]:
    from bolide.files.plain import LineFile

    with LineFile(path) as file:
        return tuple(line for _, line in file.numbered())


def _read_copy_list(path: str) -> tuple[str, ...]:
    from bolide.copy_words.copy_list import read_copy_words

    return read_copy_words(path)


@record
class FunctionWords:
    """Words that count as function words: a list that was given, or that of a language, by its code; none has no words."""

    of: str
    given: tuple[str, ...] | None = None

    FIELDS = (
        Field(
            name="function_words",
            kind=WORDS,
            help="words that count as function words, one a line",
            default="the preset's",
            by_language=True,
            load=_read_lines,
        ),
    )
    SIGNED = (("function_words", WORD),)

    @classmethod
    def choose(cls, asked: Asked) -> FunctionWords:
        """Return the words that were asked for, or those of the preset: a language's, or each language's own."""
        given, of = asked.options.get("function_words"), asked.preset.options["function_words"]
        if of == OWN:
            of = asked.language.code if asked.language.function_words else NO_WORDS
        if given is not None and (isinstance(given, str) or not isinstance(given, Iterable)):
            raise ConfigurationError(f"function_words has to be a list of words, not {given!r}")
        return cls(of=of, given=None if given is None else tuple(given))

    @property
    def words(self) -> tuple[str, ...]:
        """The words themselves."""
        return function_words(self.of) if self.given is None else self.given

    def sign(self) -> dict[str, Any]:
        """Return what identifies the words: order and repetition do not count."""
        words = self.words
        return {"function_words": digest_words(words)[:DIGEST_LENGTH] if words else NO_WORDS}

    def open(self, _pipeline: Pipeline, *, offline: bool | None) -> Opened:  # noqa: ARG002 - all parts are opened alike
        """Return the words."""
        return Opened(core={"function_words": list(self.words)})


@record
class CopyWords:
    """Words that a translation has to carry over (Guo, Ruan and Hu 2018): where they come from, a list, what recognises entities."""

    sources: tuple[str, ...]
    words: tuple[str, ...] = ()
    recogniser: str | None = None

    FIELDS = (
        Field(
            name="copy_words",
            kind=WORDS,
            help="words that a translation has to carry over (bolide copy-words), next to those of copy_from",
            default="none",
            load=_read_copy_list,
        ),
        Field(
            name="copy_from",
            kind=NAMES,
            help=f"where copy words come from: {','.join(COPY_SOURCES)}, some of them, or none",
            default="the preset's",
        ),
        Field(
            name="recogniser",
            kind=WORD,
            help="what recognises entities: crf, crf:FILE, spacy:MODEL or nltk",
            default="crf",
        ),
    )
    SIGNED = (("copy_words", NAMES),)

    @classmethod
    def choose(cls, asked: Asked) -> CopyWords:
        """Return the copy words that were asked for, next to the preset's."""
        names, words = asked.get("copy_from", ()), asked.get("copy_words", ())
        if isinstance(names, str) or not isinstance(names, Sequence):
            raise ConfigurationError(f"copy_from has to be a list of names, not {names!r}")
        if isinstance(words, str) or not isinstance(words, Iterable):
            raise ConfigurationError(f"copy_words has to be a list of words, not {words!r}")
        chosen = {check_choice("source of copy words", name, COPY_SOURCES) for name in names}
        return cls(
            sources=tuple(name for name in COPY_SOURCES if name in chosen),
            words=tuple(dict.fromkeys(word.lower() for word in words)),
            recogniser=asked.get("recogniser"),
        )

    def sign(self) -> dict[str, Any]:
        """Return nothing: copy words are known by what they come from, which opening them tells."""
        return {}

    def open(self, pipeline: Pipeline, *, offline: bool | None) -> Opened:  # noqa: ARG002 - all parts are opened alike
        """Return the words that always are copy words, what marks the others, and what identifies all of it."""
        if not self.sources and not self.words and self.recogniser is None and pipeline.parameters.copy is None:
            return Opened()
        self._check(pipeline)
        from bolide.copy_words.marking import Marker, date_words
        from bolide.copy_words.recognisers import DEFAULT, find_recogniser

        code, marker, recogniser = pipeline.language.code, None, None
        if "entities" in self.sources:
            recogniser = find_recogniser(self.recogniser or DEFAULT, code)
        if recogniser or "addresses" in self.sources:
            tokens = core_tokeniser(pipeline.language, pipeline.text.mode, lowercase=False)
            marker = Marker(tokens, recogniser, has_addresses="addresses" in self.sources)
        core = {
            "copy_words": [*self.words, *(date_words(code) if "dates" in self.sources else ())],
            "copies_numbers": "numbers" in self.sources,
            "copies_unlisted": "unlisted" in self.sources,
        }
        identity = recogniser.identity if recogniser else ""
        return Opened(core=core, signed={"copy_words": self._identities(identity)}, marker=marker)

    def _check(self, pipeline: Pipeline) -> None:
        """Refuse what does not fit together."""
        if not self.sources and not self.words:
            raise ConfigurationError(
                "copy_x is of no use without copy words: give copy_words, copy_from, or another preset"
            )
        if pipeline.parameters.copy is None:
            raise ConfigurationError(
                "copy words need a number X: give copy_x, or take a preset that has it, such as meteor++"
            )
        if self.recogniser is not None and "entities" not in self.sources:
            raise ConfigurationError(f"the recogniser {self.recogniser!r} is of no use: add entities to copy_from")
        if "unlisted" in self.sources and "paraphrase" not in pipeline.matchers.names:
            raise ConfigurationError(
                "unlisted words are those a paraphrase table does not know: add the matcher paraphrase"
            )

    def _identities(self, recogniser: str) -> tuple[str, ...]:
        """Return what identifies each source, without the signs that divide a signature."""
        plain = re.sub(r"[|+,\s]", "_", recogniser)
        names = [f"entities-{plain}" if name == "entities" else name for name in self.sources]
        return (*names, *([f"words-{digest_words(self.words)[:DIGEST_LENGTH]}"] if self.words else []))
