"""The other choices on the path from text to score: text, aligner, words that count in a way of their own, tagger."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from bolide import _core
from bolide.data.languages import NO_WORDS, digest_words, function_words
from bolide.data.opening import DIGEST_LENGTH
from bolide.errors import ConfigurationError
from bolide.metric.fields import FILE, NAMES, POSITIVE, WHOLE, WORD, WORDS, Field, check_choice
from bolide.metric.known_presets import Asked
from bolide.metric.opener import Opened
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
    from bolide.metric.configuration import Pipeline

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


_JAVA = {"java": _core.Objective.coverage, "java-maxacc": _core.Objective.accuracy}
_PAPER = {"paper": _core.Coverage.weighted, "paper-count": _core.Coverage.count}
ALIGNERS = (*_JAVA, *_PAPER)  # The staged one belongs to METEOR-Hindi, which has no other.
EQUALITIES = ("text", "java_hash")
WIDEST_BEAM = 100_000
WIDEST_JAVA_BEAM = 2**31 - 1  # The jar's; the core keeps only the partial alignments there are, and refuses too many.


@record
class Aligner:
    """A search and the width of its beam. `equality` says which words are equal to it: the jar compares hashes."""

    name: str
    beam: int
    equality: str

    FIELDS = (
        Field(
            name="aligner",
            kind=WORD,
            choices=ALIGNERS,
            help="how matches are chosen: java, the search of Meteor 1.5; java-maxacc, the one its Matcher offers, which prefers what "
            "is not a paraphrase; paper, the best alignment by what the papers say; paper-count, the same with every covered word "
            "counting alike",
            default="the preset's",
        ),
        Field(
            name="beam",
            kind=POSITIVE,
            help="partial alignments that the aligner keeps (paper: where the best one cannot be found within bounds)",
            default="the preset's",
        ),
    )
    SIGNED = (("aligner", WORD), ("beam", WHOLE))

    @classmethod
    def choose(cls, asked: Asked) -> Aligner:
        """Return the aligner that was asked for, or the preset's."""
        own = asked.preset.options["aligner"]
        beam = asked.get("beam")
        name = check_choice("aligner", asked.get("aligner"), ALIGNERS if own in ALIGNERS else (own,))
        widest = WIDEST_JAVA_BEAM if name in _JAVA else WIDEST_BEAM
        if not isinstance(beam, int) or not 0 <= beam <= widest:
            raise ConfigurationError(f"the beam has to be a whole number from 0 to {widest}, not {beam!r}")
        equality = check_choice("equality of words", asked.get("equality"), EQUALITIES)
        return cls(name=name, beam=beam, equality=equality)

    def sign(self) -> dict[str, Any]:
        """Return name and beam; which words are equal belongs to the preset."""
        return {"aligner": self.name, "beam": self.beam}

    def open(self, _pipeline: Pipeline, *, offline: bool | None) -> Opened:  # noqa: ARG002 - all parts are opened alike
        """Return the settings of the core's aligner."""
        core: dict[str, Any] = {"equality": getattr(_core.Equality, self.equality)}
        if self.name in _JAVA:
            core["aligner"] = _core.JavaAligner(beam=self.beam, objective=_JAVA[self.name])
        elif self.name in _PAPER:
            core["aligner"] = _core.PaperAligner(beam=max(self.beam, 1), coverage=_PAPER[self.name])
        else:
            core["aligner"] = _core.StagedAligner(beam=max(self.beam, 1))
        return Opened(core=core)


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


# The features that need tags.
TAGGED = ("lwg", "pos", "clause")
CLASSES, EQUAL = TAGS = ("classes", "equal")


@record
class Tagger:
    """A tagger: the language's own, or that of a file; and which tags are the same part of speech."""

    file: str | os.PathLike[str] | None = None
    tags: str = CLASSES

    FIELDS = (
        Field(
            name="tagger",
            kind=FILE,
            help="meteor-hindi: a tagger, made by 'bolide hindi train'",
            default="the one that ships",
        ),
        Field(
            name="tags",
            kind=WORD,
            choices=TAGS,
            help="meteor-hindi: which tags are the same part of speech: those of one class, such as NN and NNP, or only equal ones, as "
            "the paper says",
            default=CLASSES,
        ),
    )
    SIGNED = (("tagger", WORD), ("tags", WORD))

    @classmethod
    def choose(cls, asked: Asked) -> Tagger | None:
        """Return the tagger, if a feature needs one."""
        file, features = asked.get("tagger"), asked.chosen["parameters"].features
        tags = check_choice("way to compare tags", asked.get("tags", CLASSES), TAGS)
        if asked.is_given("tags") and "pos" not in features:
            raise ConfigurationError("tags is of no use without the feature pos")
        if any(name in TAGGED for name in features):
            return cls(file=file, tags=tags)
        if file is not None:
            raise ConfigurationError(f"{file} is of no use without one of the features {' '.join(TAGGED)}")
        return None

    def sign(self) -> dict[str, Any]:
        """Return how tags are compared, unless by classes; the tagger is known by what it holds."""
        return {} if self.tags == CLASSES else {"tags": self.tags}

    def open(self, pipeline: Pipeline, *, offline: bool | None) -> Opened:  # noqa: ARG002 - all parts are opened alike
        """Return the tagger."""
        from pathlib import Path

        from bolide.hindi.language import indic_language
        from bolide.hindi.tagger import open_model

        language = indic_language(pipeline.language.code)
        model = open_model(language, None if self.file is None else Path(self.file))
        return Opened(
            core={"grammar": model.grammar(language.tags, is_strict=self.tags == EQUAL)},
            signed={"tagger": model.identity},
        )
