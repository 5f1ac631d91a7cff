"""The choices on the path from text to score as values, and how each is made of options, preset and language."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from bolide.data.languages import MATCHERS, NO_WORDS, function_words
from bolide.errors import ConfigurationError, MissingKnowledgeWarning
from bolide.metric.fields import check_choice, check_names
from bolide.metric.option_table import ALIGNERS, CLASSES, COPY_SOURCES, FIELDS, HINDI, TAGS, TEXT_MODES
from bolide.records import record
from bolide.text import Split, text_name

if TYPE_CHECKING:
    from bolide.metric.known_presets import Asked

    File = str | os.PathLike[str]

EQUALITIES = ("text", "java_hash")
WIDEST_BEAM = 100_000
WIDEST_JAVA_BEAM = 2**31 - 1  # The jar's; the core keeps only the partial alignments there are, and refuses too many.
# Matchers whose matches have a similarity.
GRADED = ("spelling", "meaning")
OWN = "own"
# The features that need tags.
TAGGED = ("lwg", "pos", "clause")
_NORMALISED = ("norm", "nopunct", "ptb")


@record
class Text:
    """A text mode, or a function of the user's, which is known by its name."""

    mode: str
    function: Split | None = None


def choose_text(asked: Asked) -> Text:
    """Return the text mode that was asked for, or the language's; `ConfigurationError` for one that it does not have."""
    language, given = asked.language, asked.get("text")
    if callable(given):
        return Text(mode=str(text_name(given)), function=given)
    if given is None:
        return Text(mode=_default_text(asked))
    if check_choice("text mode", given, TEXT_MODES) in _NORMALISED and language.normaliser is None:
        raise ConfigurationError(
            f"there is no normaliser for {language.name}: use text='unicode', or tokenise the text yourself and use "
            "'lower' (the default) or 'raw'"
        )
    return Text(mode=given)


def _default_text(asked: Asked) -> str:
    """Return the text mode of a language: its normaliser's, where it has one. The words of a table of the user's are only lower-cased."""
    language = asked.language
    if language.normaliser:
        return "norm"
    if asked.preset.is_universal and not asked.is_given("paraphrases") and language.java_code == "other":
        return "unicode"
    return "raw" if language.case_sensitive else "lower"


@record
class Matchers:
    """The matchers of a metric, in the order in which their matches are tried, and the data and settings that were asked for."""

    names: tuple[str, ...]
    synonyms: File | None = None
    paraphrases: File | None = None
    encoder: File | None = None
    layer: int | None = None
    precision: str | None = None
    threshold: float | tuple[float, ...] | None = None
    roots: File | None = None


def choose_matchers(asked: Asked) -> Matchers:
    """Return the matchers that were asked for, or those of the task or the language."""
    language, names = asked.language, asked.get("matchers", asked.language.matchers)
    if not asked.is_given("matchers"):
        names = _without_data(names, asked)
    names = check_names("matchers", "matcher", names, MATCHERS)
    if "stem" in names and language.stemmer == "roots" and asked.preset.formula != HINDI:
        raise ConfigurationError(
            f"the preset {asked.preset.name} has no matcher 'stem' for {language.name}: leave it out, or use meteor-hindi"
        )
    if "stem" in names and language.stemmer is None:
        raise ConfigurationError(f"there is no stemmer for {language.name}: leave out the matcher 'stem'")
    theirs = (field.name for field in FIELDS if set(field.matchers) & set(names))
    return Matchers(names=names, **{name: asked.get(name) for name in theirs})


def _without_data(names: Sequence[str], asked: Asked) -> tuple[str, ...]:
    """Return a preset's matchers without those that it leaves out where nobody gives their data. What is installed changes nothing.

    A preset for any language also leaves out paraphrases that no table exists for, and says so.
    """
    language, optional = asked.language, asked.row.optional if asked.row else ()
    data = {"synonym": "synonyms", "paraphrase": "paraphrases"}
    lacking = {matcher for matcher, option in data.items() if asked.get(option) is None}
    kept = tuple(name for name in names if name not in lacking or name not in optional)
    if not asked.preset.is_universal or "paraphrase" not in lacking or "paraphrase" not in kept:
        return kept
    from bolide.data.catalogue import find_resource

    if find_resource("paraphrases", language.code):
        return kept
    if language.code != "other":
        warnings.warn(
            f"preset {asked.preset.name} does without paraphrases, since there are none for {language.name}: bolide build learns "
            "them from parallel text; give its folder with --resources",
            MissingKnowledgeWarning,
            stacklevel=5,
        )
    return tuple(name for name in kept if name != "paraphrase")


@record
class Aligner:
    """A search and the width of its beam. `equality` says which words are equal to it: the jar compares hashes."""

    name: str
    beam: int
    equality: str


def choose_aligner(asked: Asked) -> Aligner:
    """Return the aligner that was asked for, or the preset's."""
    own = asked.preset.options["aligner"]
    beam = asked.get("beam")
    name = check_choice("aligner", asked.get("aligner"), ALIGNERS if own in ALIGNERS else (own,))
    widest = WIDEST_JAVA_BEAM if name.startswith("java") else WIDEST_BEAM
    if not isinstance(beam, int) or not 0 <= beam <= widest:
        raise ConfigurationError(f"the beam has to be a whole number from 0 to {widest}, not {beam!r}")
    equality = check_choice("equality of words", asked.get("equality"), EQUALITIES)
    return Aligner(name=name, beam=beam, equality=equality)


@record
class Unit:
    """What lengths and matches are counted in."""

    name: str = "words"


@record
class FunctionWords:
    """Words that count as function words: a list that was given, or that of a language, by its code; none has no words."""

    of: str = NO_WORDS
    given: tuple[str, ...] | None = None

    @property
    def words(self) -> tuple[str, ...]:
        """The words themselves."""
        return function_words(self.of) if self.given is None else self.given


def choose_function_words(asked: Asked) -> FunctionWords:
    """Return the words that were asked for, or those of the preset: a language's, or each language's own."""
    given, of = asked.options.get("function_words"), asked.preset.options["function_words"]
    if of == OWN:
        of = asked.language.code if asked.language.function_words else NO_WORDS
    return FunctionWords(of=of, given=None if given is None else _words("function_words", given))


@record
class CopyWords:
    """Words that a translation has to carry over (Guo, Ruan and Hu 2018): where they come from, a list, what recognises entities."""

    sources: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    recogniser: str | None = None


def choose_copy_words(asked: Asked) -> CopyWords:
    """Return the copy words that were asked for, next to the preset's."""
    names = asked.get("copy_from", ())
    if isinstance(names, str) or not isinstance(names, Sequence):
        raise ConfigurationError(f"copy_from has to be a list of names, not {names!r}")
    words = _words("copy_words", asked.get("copy_words", ()))
    chosen = {check_choice("source of copy words", name, COPY_SOURCES) for name in names}
    return CopyWords(
        sources=tuple(name for name in COPY_SOURCES if name in chosen),
        words=tuple(dict.fromkeys(word.lower() for word in words)),
        recogniser=asked.get("recogniser"),
    )


def _words(option: str, given: Any) -> tuple[str, ...]:
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise ConfigurationError(f"{option} has to be a list of words, not {given!r}")
    return tuple(given)


@record
class Tagger:
    """A tagger: the language's own, or that of a file; and which tags are the same part of speech."""

    file: File | None = None
    tags: str = CLASSES


def choose_tagger(asked: Asked, features: Sequence[str]) -> Tagger | None:
    """Return the tagger, if a feature needs one."""
    file = asked.get("tagger")
    tags = check_choice("way to compare tags", asked.get("tags", CLASSES), TAGS)
    if asked.is_given("tags") and "pos" not in features:
        raise ConfigurationError("tags is of no use without the feature pos")
    if any(name in TAGGED for name in features):
        return Tagger(file=file, tags=tags)
    if file is not None:
        raise ConfigurationError(f"{file} is of no use without one of the features {' '.join(TAGGED)}")
    return None
