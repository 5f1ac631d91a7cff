"""The choices of a metric as values, looked up in this order: the user's options, the row of the task, the preset, the language."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Sequence
from typing import Unpack

from bolide.data.languages import (
    DEFAULT_LANGUAGE,
    JAVA_MATCHERS,
    MATCHERS,
    NO_WORDS,
    Language,
    any_language,
    find_language,
    function_words,
)
from bolide.data.languages import languages as known_languages
from bolide.errors import ConfigurationError, MissingKnowledgeWarning, MissingResourceError, nearest
from bolide.metric.known_presets import DEFAULT_PRESET, FALLBACK_PRESET, Asked, Preset, find_preset, presets
from bolide.metric.option_table import (
    ALIGNERS,
    CLASSES,
    COPY_SOURCES,
    FIELDS,
    HINDI,
    METEOR,
    TAGS,
    TEXT_MODES,
    UNITS,
    File,
    Given,
    Options,
    Value,
)
from bolide.metric.parameters import (
    CUSTOM,
    SHARES,
    FeatureParameters,
    Parameters,
    check_choice,
    check_names,
    choose_features,
    choose_parameters,
    is_custom,
)
from bolide.records import record
from bolide.text import Split

EQUALITIES = ("text", "java_hash")
WIDEST_BEAM = 100_000
WIDEST_JAVA_BEAM = 2**31 - 1  # The jar's limit; the core stores only existing partial alignments, and refuses too many.
# Matchers with graded matches.
GRADED = ("spelling", "meaning")
OWN = "own"
# The features that need tags.
TAGGED = ("lwg", "pos", "clause")
_NORMALISED = ("norm", "nopunct", "ptb")


@record
class Text:
    """A text mode, or a function of the user, identified by its name: `function-split` for `str.split`."""

    mode: str
    function: Split | None = None


def choose_text(asked: Asked) -> Text:
    """Return the requested text mode, or the language's; `ConfigurationError` if the language does not have it."""
    language, given = asked.language, asked.get("text")
    if callable(given):
        return Text(mode=f"function-{getattr(given, '__name__', type(given).__name__)}", function=given)
    if given is None:
        return Text(mode=_default_text(asked))
    if check_choice("text mode", given, TEXT_MODES) in _NORMALISED and language.normaliser is None:
        raise ConfigurationError(
            f"there is no normaliser for {language.name}: use text='unicode', or pass tokenised text with "
            "text='lower' (the default) or text='raw'"
        )
    return Text(mode=given)


def _default_text(asked: Asked) -> str:
    """Return the text mode of a language: its normaliser's, if it has one. With a table of the user, words are only lower-cased."""
    language = asked.language
    if language.normaliser:
        return "norm"
    if asked.preset.is_universal and not asked.is_given("paraphrases") and language.java_code == "other":
        return "unicode"
    return "raw" if language.case_sensitive else "lower"


@record
class Matchers:
    """The matchers of a metric, in the order in which they are tried, and the requested data and settings."""

    names: tuple[str, ...]
    synonyms: File | None = None
    paraphrases: File | None = None
    encoder: File | None = None
    layer: int | None = None
    precision: str | None = None
    threshold: float | tuple[float, ...] | None = None
    roots: File | None = None


def choose_matchers(asked: Asked) -> Matchers:
    """Return the requested matchers, or those of the task or the language."""
    language, names = asked.language, asked.get("matchers", asked.language.matchers)
    if not asked.is_given("matchers"):
        names = _without_data(names, asked)
    names = check_names("matchers", "matcher", names, MATCHERS)
    if asked.preset.formula == HINDI and (graded := [name for name in names if name not in JAVA_MATCHERS]):
        raise ConfigurationError(
            f"the preset {asked.preset.name} counts whole matches: leave out the matcher {graded[0]!r}"
        )
    if "stem" in names and language.stemmer == "roots" and asked.preset.formula != HINDI:
        raise ConfigurationError(
            f"the preset {asked.preset.name} has no matcher 'stem' for {language.name}: leave it out, or use meteor-hindi"
        )
    if "stem" in names and language.stemmer is None:
        raise ConfigurationError(f"there is no stemmer for {language.name}: leave out the matcher 'stem'")
    users = {*names, *(name for name in SHARES if asked.get(name))}
    theirs = (field.name for field in FIELDS if users & set(field.matchers))
    return Matchers(names=names, **{name: asked.get(name) for name in theirs})


def _without_data(names: Sequence[str], asked: Asked) -> tuple[str, ...]:
    """Return the matchers of a preset without the optional ones that have no data from the user. Installed data changes nothing.

    A preset for any language also leaves out paraphrases if no table exists, and warns.
    """
    language, optional = asked.language, asked.row.optional if asked.row else ()
    if asked.preset.formula == HINDI and language.features is not None:
        names = [name for name in names if name in language.features]
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
            f"preset {asked.preset.name} is used without paraphrases, since there are none for {language.name}: bolide build learns "
            "them from parallel text; give its folder with --resources",
            MissingKnowledgeWarning,
            stacklevel=5,
        )
    return tuple(name for name in kept if name != "paraphrase")


@record
class Aligner:
    """A search and the width of its beam. `equality` defines which words are equal: the jar compares hashes."""

    name: str
    beam: int
    equality: str


def choose_aligner(asked: Asked) -> Aligner:
    """Return the requested aligner, or the preset's."""
    own = asked.preset.options["aligner"]
    beam = asked.get("beam")
    name = check_choice("aligner", asked.get("aligner"), ALIGNERS if own in ALIGNERS else (own,))
    widest = WIDEST_JAVA_BEAM if name.startswith("java") else WIDEST_BEAM
    if not isinstance(beam, int) or not 0 <= beam <= widest:
        raise ConfigurationError(f"the beam must be a whole number from 0 to {widest}, not {beam!r}")
    equality = check_choice("equality of words", asked.get("equality"), EQUALITIES)
    return Aligner(name=name, beam=beam, equality=equality)


@record
class FunctionWords:
    """Function words: a given list, or that of a language by its code; `none` is an empty list."""

    of: str = NO_WORDS
    given: tuple[str, ...] | None = None

    @property
    def words(self) -> tuple[str, ...]:
        """The words themselves."""
        return function_words(self.of) if self.given is None else self.given


def choose_function_words(asked: Asked) -> FunctionWords:
    """Return the requested words, or those of the preset: of one language, or of each language."""
    given, of = asked.options.get("function_words"), asked.preset.options["function_words"]
    if of == OWN:
        of = asked.language.code if asked.language.function_words else NO_WORDS
    return FunctionWords(of=of, given=None if given is None else _words("function_words", given))


@record
class CopyWords:
    """Words that a translation must copy (Guo, Ruan and Hu 2018): their sources, a list, the recogniser of entities."""

    sources: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    recogniser: str | None = None


def choose_copy_words(asked: Asked) -> CopyWords:
    """Return the requested copy words, added to the preset's."""
    names = asked.get("copy_from", ())
    if isinstance(names, str) or not isinstance(names, Sequence):
        raise ConfigurationError(f"copy_from must be a list of names, not {names!r}")
    words = _words("copy_words", asked.get("copy_words", ()))
    chosen = {check_choice("source of copy words", name, COPY_SOURCES) for name in names}
    return CopyWords(
        sources=tuple(name for name in COPY_SOURCES if name in chosen),
        words=tuple(dict.fromkeys(word.lower() for word in words)),
        recogniser=asked.get("recogniser"),
    )


def _words(option: str, given: object) -> tuple[str, ...]:
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise ConfigurationError(f"{option} must be a list of words, not {given!r}")
    return tuple(given)


@record
class Tagger:
    """A tagger: that of the language, or of a file; and which tags are the same part of speech."""

    file: File | None = None
    tags: str = CLASSES


def choose_tagger(asked: Asked, features: Sequence[str]) -> Tagger | None:
    """Return the tagger, if a feature needs one."""
    file = asked.get("tagger")
    tags = check_choice("way to compare tags", asked.get("tags", CLASSES), TAGS)
    if asked.is_given("tags") and "pos" not in features:
        raise ConfigurationError("tags has no effect without the feature pos")
    if any(name in TAGGED for name in features):
        return Tagger(file=file, tags=tags)
    if file is not None:
        raise ConfigurationError(f"{file} has no effect without one of the features {' '.join(TAGGED)}")
    return None


@record
class Pipeline:
    """A metric as a value: everything that determines a score, apart from the contents of language data.

    >>> describe().matchers.names
    ('exact', 'stem', 'synonym', 'paraphrase')
    >>> describe("pt").text.mode
    'lower'
    """

    language: Language
    preset: str
    task: str
    text: Text
    matchers: Matchers
    aligner: Aligner
    parameters: Parameters | FeatureParameters
    unit: str = "words"  # of lengths and matches
    function_words: FunctionWords = FunctionWords()
    copy_words: CopyWords = CopyWords()
    tagger: Tagger | None = None
    data: str | None = None  # the package of language data, with its version

    @property
    def formula(self) -> str:
        """The formula, as presets name it."""
        return METEOR if isinstance(self.parameters, Parameters) else HINDI

    @property
    def counts_copy_words(self) -> bool:
        """Whether copy words count in the score."""
        return isinstance(self.parameters, Parameters) and self.parameters.copy is not None


def describe(language: str | None = None, **given: Unpack[Options]) -> Pipeline:
    """Complete options from the preset and the language; `ConfigurationError` for options that cannot be combined."""
    if unknown := [name for name in given if name not in _KNOWN]:
        meant = nearest(unknown[0], list(_KNOWN))
        others = f"did you mean {meant!r}?" if meant else f"there are {', '.join(sorted(_KNOWN))}"
        raise TypeError(f"there is no option {unknown[0]!r}: {others}")
    named = {name: value for name, value in {"language": language, **given}.items() if value is not None}
    options, data = _with_data(named)
    found, preset = _heading(options)
    task = options.get("task") or preset.task or _default_task(preset, found)
    has_numbers = "parameters" in options and "weights" in options
    row = preset.find_row(task, found) if has_numbers else preset.row(task, found)
    if row and (missing := [name for name in row.needs if options.get(name) is None]):
        raise ConfigurationError(
            f"task {task} of preset {preset.name} needs its own table ({row.source}): give "
            f"{missing[0]} (--{missing[0].replace('_', '-')})"
        )
    asked = Asked(language=found, preset=preset, task=task, row=row, options=options)
    text, matchers, aligner = choose_text(asked), choose_matchers(asked), choose_aligner(asked)
    if preset.formula == METEOR:
        chosen: dict[str, Value] = {
            "unit": check_choice("unit", asked.get("unit", "words"), UNITS),
            "parameters": choose_parameters(asked, matchers.names),
            "function_words": choose_function_words(asked),
            "copy_words": choose_copy_words(asked),
        }
    else:
        features = choose_features(asked, matchers.names)
        chosen = {"parameters": features, "tagger": choose_tagger(asked, features.features)}
    pipeline = Pipeline(
        language=found,
        preset=preset.name,
        task=CUSTOM if is_custom(asked) else task,
        text=text,
        matchers=matchers,
        aligner=aligner,
        data=data,
        **chosen,
    )
    _refuse_unused(pipeline, named if found.folder else options)
    return pipeline


_KNOWN = {field.name: field for field in FIELDS}


def _heading(options: Given) -> tuple[Language, Preset]:
    """Return language and preset. Any language is allowed without a preset, or with a preset for any language."""
    name, preset = options.get("language") or DEFAULT_LANGUAGE, options.get("preset")
    if isinstance(name, Language):  # described by a folder
        return name, find_preset(preset or name.preset)
    if preset is not None:
        found = find_preset(preset)
        if found.formula == HINDI and not any_language(name).is_known:
            raise ConfigurationError(
                f"preset {found.name} knows nothing of {any_language(name).name}: give a folder that describes it "
                "(--resources FOLDER; docs/hindi.md, Another language)"
            )
        return (any_language if found.is_universal else find_language)(name), found
    language = any_language(name)
    wants_meteor = any(options.get(name) is not None for name in _OF_METEOR)
    if wants_meteor and language.is_known and language.preset == FALLBACK_PRESET:
        return language, find_preset(DEFAULT_PRESET)
    return language, find_preset(language.preset)


# Options of Meteor 1.5: giving one selects that preset, if it has the language.
_OF_METEOR = ("task", "matchers", "parameters", "weights", "paraphrases")


def _default_task(preset: Preset, language: Language) -> str:
    """Return the language's task, or the preset's first task for the language if that belongs to another preset."""
    if language.preset in (DEFAULT_PRESET, FALLBACK_PRESET, preset.name):
        return language.task
    return next((row.task for row in preset.rows if row.is_for(language)), language.task)


def _with_data(options: dict[str, Value]) -> tuple[dict[str, Value], str | None]:
    """Return the options with the language data of a folder or package, and the name of the package."""
    given, language = options.get("resources"), options.get("language")
    if given is None:
        return options, None
    from bolide.data.folders import PREFIX, check_package, find_package

    if not str(given).startswith(PREFIX):
        return _fill_in(options), None
    package = find_package(str(given), any_language(language).code if language else None)
    if package is None:
        raise MissingResourceError(f"there is no package {given}; run: pip install {given}")
    check_package(package)
    return _fill_in(options | {"resources": package.folder, "language": language or package.language}), package.label


def _fill_in(options: dict[str, Value]) -> dict[str, Value]:
    """Return the options completed by the data and the description of a folder.

    The default preset is the one for languages without data, which uses paraphrases if they are given.
    """
    from pathlib import Path

    from bolide.data.folders import LANGUAGE, open_folder
    from bolide.files.boundary import exists

    given, preset = options.get("preset"), find_preset(options.get("preset") or FALLBACK_PRESET)
    if (given is None or preset.formula == HINDI) and exists(Path(options["resources"], LANGUAGE)):
        return _described(options)
    folder = open_folder(options["resources"])
    found: dict[str, Value] = {"preset": FALLBACK_PRESET, "language": folder.language or "other"}
    found["paraphrases"] = folder.paraphrases
    if preset.formula == METEOR:
        found["function_words"] = folder.function_words
    if options.get("language") is None and "text" not in preset.options:
        found["text"] = folder.text
    return found | options


def _described(options: dict[str, Value]) -> dict[str, Value]:
    """Return the options with the language that a folder describes for METEOR-Hindi, and its files unless others are given."""
    from pathlib import Path

    from bolide.hindi.language import folder_language

    language, files = folder_language(Path(options["resources"]))
    if (asked := options.get("language")) and any_language(asked).code != language.code:
        raise ConfigurationError(f"{options['resources']} describes {language.name}, not {any_language(asked).name}")
    if not set(TAGGED) & set(options.get("features", TAGGED)):
        files.pop("tagger", None)
    return files | options | {"language": language}


def _refuse_unused(pipeline: Pipeline, options: Given) -> None:
    """Refuse options that do not belong to any of the choices."""
    names = pipeline.matchers.names
    users = {*names, *getattr(pipeline.parameters, "shares", ())}
    for name, value in options.items():
        field = _KNOWN[name]
        if field.matchers and not users & set(field.matchers):
            raise ConfigurationError(
                f"{value} has no effect without the matcher {field.matchers[0]!r}: add it to {' '.join(names)}"
            )
        if field.formula not in (None, pipeline.formula):
            owners = [preset.name for preset in presets() if preset.formula == field.formula]
            belongs = f": it belongs to {owners[0]}" if len(owners) == 1 else ""
            raise ConfigurationError(f"the preset {pipeline.preset} has no option {name}{belongs}")


@record
class LanguageSummary:
    """A language that bolide has data for: its default preset, and its matchers there."""

    code: str
    name: str
    preset: str
    matchers: tuple[str, ...]


def languages() -> tuple[LanguageSummary, ...]:
    """Return the languages that bolide has data for; every other language is scored by words alone.

    >>> next(language.matchers for language in languages() if language.name == "Portuguese")
    ('exact', 'stem')
    """
    return tuple(
        LanguageSummary(
            code=language.code,
            name=language.name,
            preset=language.preset,
            matchers=describe(language=language.code).matchers.names,
        )
        for language in known_languages()
        if language.code != "other"
    )
