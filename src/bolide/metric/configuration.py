"""The whole choice: from what a user asks for to a value that holds everything that decides a score."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from bolide.data.languages import DEFAULT_LANGUAGE, Language, any_language, find_language
from bolide.data.languages import languages as known_languages
from bolide.errors import ConfigurationError, MissingResourceError
from bolide.metric.fields import check_choice, unknown_option
from bolide.metric.known_presets import (
    DEFAULT_PRESET,
    FALLBACK_PRESET,
    Asked,
    ParameterRow,
    Preset,
    find_preset,
    presets,
)
from bolide.metric.option_table import FIELDS, HINDI, METEOR, UNITS
from bolide.metric.parameters import (
    CUSTOM,
    FeatureParameters,
    Parameters,
    choose_features,
    choose_parameters,
    is_custom,
)
from bolide.metric.parts import (
    Aligner,
    CopyWords,
    FunctionWords,
    Matchers,
    Tagger,
    Text,
    Unit,
    choose_aligner,
    choose_copy_words,
    choose_function_words,
    choose_matchers,
    choose_tagger,
    choose_text,
)
from bolide.records import record

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from bolide.metric.option_table import Options


@record
class Pipeline:
    """A metric as a value: everything that decides a score, apart from the contents of language data.

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
    unit: Unit = Unit()
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
    """Fill in what was not asked for from the preset and the language; `ConfigurationError` for what does not fit together."""
    options: dict[str, Any] = {"language": language, **given}
    if unknown := [name for name in options if name not in _KNOWN]:
        raise TypeError(unknown_option(unknown[0], list(_KNOWN)))
    options, data = _with_data(options)
    found, preset = _heading(options)
    task = options.get("task") or preset.task or _default_task(preset, found)
    row = _row(preset, task, found, options)
    if row and (missing := [name for name in row.needs if options.get(name) is None]):
        raise ConfigurationError(
            f"task {task} of preset {preset.name} needs a table of its own ({row.source}): give "
            f"{missing[0]} (--{missing[0].replace('_', '-')})"
        )
    asked = Asked(language=found, preset=preset, task=task, row=row, options=options)
    text, matchers, aligner = choose_text(asked), choose_matchers(asked), choose_aligner(asked)
    if preset.formula == METEOR:
        chosen: dict[str, Any] = {
            "unit": Unit(name=check_choice("unit", asked.get("unit", "words"), UNITS)),
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
    _refuse_unused(pipeline, options)
    return pipeline


_KNOWN = {field.name: field for field in FIELDS}


def _heading(options: Mapping[str, Any]) -> tuple[Language, Preset]:
    """Return language and preset: without a preset every language will do, and with one that is for any language."""
    name, preset = options.get("language") or DEFAULT_LANGUAGE, options.get("preset")
    if preset is not None:
        found = find_preset(preset)
        return (any_language if found.is_universal else find_language)(name), found
    language = any_language(name)
    wants_meteor = any(options.get(name) is not None for name in _OF_METEOR)
    if wants_meteor and language.is_known and language.preset == FALLBACK_PRESET:
        return language, find_preset(DEFAULT_PRESET)
    return language, find_preset(language.preset)


# Options of Meteor 1.5: who gives one, for a language that it knows, gets that preset.
_OF_METEOR = ("task", "matchers", "parameters", "weights", "paraphrases")


def _row(preset: Preset, task: str, language: Language, options: Mapping[str, Any]) -> ParameterRow | None:
    """Return the row of parameters; there need not be any where all numbers were given."""
    is_complete = options.get("parameters") is not None and options.get("weights") is not None
    return preset.find_row(task, language) if is_complete else preset.row(task, language)


def _default_task(preset: Preset, language: Language) -> str:
    """Return the language's task, unless that belongs to another preset: then the first that there is for the language."""
    if language.preset in (DEFAULT_PRESET, FALLBACK_PRESET, preset.name):
        return language.task
    return next((row.task for row in preset.rows if row.is_for(language)), language.task)


def _with_data(options: dict[str, Any]) -> tuple[dict[str, Any], str | None]:
    """Return the options with the language data of a folder or package, and what the package is called."""
    given, language = options.get("resources"), options.get("language")
    if given is None:
        return options, None
    from bolide.data.folders import PREFIX, find_package, read_manifest

    if not str(given).startswith(PREFIX):
        return _fill_in(options), None
    package = find_package(str(given), any_language(language).code if language else None)
    if package is None:
        raise MissingResourceError(f"there is no package {given}; run: pip install {given}")
    read_manifest(package)
    return _fill_in(options | {"resources": package.folder, "language": language or package.language}), package.label


def _fill_in(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options with what a folder of language data holds and says about itself, where nothing else was asked for.

    Without a preset it is the one for languages without data, which takes paraphrases where they are given.
    """
    from bolide.data.folders import open_folder

    folder = open_folder(options["resources"])
    found: dict[str, Any] = {"preset": FALLBACK_PRESET, "language": folder.language or "other"}
    preset = find_preset(options.get("preset") or FALLBACK_PRESET)
    found["paraphrases"] = folder.paraphrases
    if preset.formula == METEOR:
        found["function_words"] = folder.function_words
    if options.get("language") is None and "text" not in preset.options:
        found["text"] = folder.text
    return found | {name: value for name, value in options.items() if value is not None}


def _refuse_unused(pipeline: Pipeline, options: Mapping[str, Any]) -> None:
    """Refuse options that belong to none of the choices."""
    names = pipeline.matchers.names
    for name in (name for name, value in options.items() if value is not None):
        field = _KNOWN[name]
        if field.matchers and not set(field.matchers) & set(names):
            raise ConfigurationError(
                f"{options[name]} is of no use without the matcher {field.matchers[0]!r}: add it to {' '.join(names)}"
            )
        if field.formula not in (None, pipeline.formula):
            owners = [preset.name for preset in presets() if preset.formula == field.formula]
            belongs = f": it belongs to {owners[0]}" if len(owners) == 1 else ""
            raise ConfigurationError(f"the preset {pipeline.preset} takes no {name}{belongs}")


@record
class LanguageSummary:
    """A language that bolide has something for: its default preset, and the matchers that it has there."""

    code: str
    name: str
    preset: str
    matchers: tuple[str, ...]


def languages() -> tuple[LanguageSummary, ...]:
    """Return the languages that bolide has something for, and what; every other language scores too, by words alone.

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
