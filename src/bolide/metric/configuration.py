"""The whole choice: from what a user asks for to a tree of values, and from there to what the core needs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bolide import _core
from bolide.data.folders import PREFIX, find_package, open_folder, read_manifest
from bolide.data.languages import DEFAULT_LANGUAGE, Language, any_language, find_language
from bolide.data.languages import languages as known_languages
from bolide.errors import ConfigurationError, MissingResourceError
from bolide.metric.fields import FILE, FLAG, WORD, Field, check_choice
from bolide.metric.known_presets import (
    DEFAULT_PRESET,
    FALLBACK_PRESET,
    Asked,
    ParameterRow,
    Preset,
    find_preset,
    presets,
)
from bolide.metric.matchers import MATCHER_OF_OPTION, IndicMatchers, Matchers
from bolide.metric.opener import Opened
from bolide.metric.parameters import CUSTOM, FeatureParameters, Parameters
from bolide.metric.parts import Aligner, CopyWords, FunctionWords, IndicText, Tagger, Text
from bolide.records import field_names, record

UNITS = ("words", "characters", "length")


@record
class Unit:
    """What lengths and matches are counted in."""

    name: str

    FIELDS = (
        Field(
            name="unit",
            kind=WORD,
            choices=UNITS,
            help="what lengths and matches are counted in: words; characters (UTF-16 units); or length, by which a word counts as "
            "many times as it has characters (code points, those of signs .3)",
            default="words, or the preset's",
        ),
    )
    SIGNED = (("unit", WORD),)

    @classmethod
    def choose(cls, asked: Asked) -> Unit:
        """Return the unit that was asked for."""
        return cls(name=check_choice("unit", asked.get("unit", "words"), UNITS))

    def sign(self) -> dict[str, Any]:
        """Return its name."""
        return {"unit": self.name}

    def open(self, _pipeline: Pipeline, *, offline: bool | None) -> Opened:  # noqa: ARG002 - all parts are opened alike
        """Return the core's name of it."""
        return Opened(core={"unit": getattr(_core.Unit, self.name)})


# The parts of each formula, by the fields of the pipeline that hold them, in the order in which they are chosen.
PARTS: dict[str, dict[str, Any]] = {
    "meteor": {
        "text": Text,
        "matchers": Matchers,
        "aligner": Aligner,
        "unit": Unit,
        "parameters": Parameters,
        "function_words": FunctionWords,
        "copy_words": CopyWords,
    },
    "features": {
        "text": IndicText,
        "matchers": IndicMatchers,
        "aligner": Aligner,
        "parameters": FeatureParameters,
        "tagger": Tagger,
    },
}
_HEAD = (
    Field(
        name="language",
        kind=WORD,
        help="language of the texts: a code (de, deu, de-DE) or a name (German, Deutsch)",
        default="en, or what resources says",
        is_main=True,
    ),
    Field(
        name="preset",
        kind=WORD,
        help="version of the metric, or a preset file; see bolide presets",
        default=f"{DEFAULT_PRESET} for English and other languages with stems, meteor-hindi for Hindi and Bhojpuri, else {FALLBACK_PRESET}, "
        f"also with resources",
        is_main=True,
    ),
    Field(
        name="task",
        kind=WORD,
        help="whose parameters: rank, adq, hter, li, tune, universal, util; meteor-next: plain, paraphrase, terp; meteor++: wmt15, "
        "universal8, universal14; meteor-hindi: published, groups, paraphrase; bolide: tuned; bolide-meaning: graded, soft; universal+: universal, mixed",
        default="the preset's or the language's",
    ),
)
_TAIL = (
    Field(
        name="resources",
        kind=FILE,
        help="a folder with function.words and paraphrase.gz, such as bolide build makes, for any language; or an installed package of "
        "them (bolide-data-CODE)",
        default="none",
        by_language=True,
        is_main=True,
    ),
    Field(
        name="offline",
        kind=FLAG,
        help="never fetch language data",
        default="as BOLIDE_OFFLINE says",
    ),
)


def _all_fields() -> tuple[Field, ...]:
    parts = [part for formula in PARTS.values() for part in formula.values()]
    fields = (*_HEAD, *(field for part in dict.fromkeys(parts) for field in part.FIELDS), *_TAIL)
    return tuple({field.name: field for field in fields}.values())


# Every option of a metric.
FIELDS = _all_fields()


def load_files(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return options of a command line as Python takes them: lists of words are read from their files."""
    loaders = {field.name: field.load for field in FIELDS}
    return {
        name: load(value) if (load := loaders.get(name)) and isinstance(value, str) else value
        for name, value in options.items()
    }


@record
class Pipeline:
    """A metric as a value: everything that decides a score, apart from the contents of language data.

    >>> describe().matchers.names
    ('exact', 'stem', 'synonym', 'paraphrase')
    >>> describe(language="pt").text.mode
    'lower'
    """

    language: Language
    preset: str
    task: str
    text: Text
    matchers: Matchers
    aligner: Aligner
    parameters: Parameters | FeatureParameters
    unit: Unit = Unit(name="words")
    function_words: FunctionWords = FunctionWords(of="none")
    copy_words: CopyWords = CopyWords(sources=())
    tagger: Tagger | None = None
    data: str | None = None  # the package of language data, with its version

    @property
    def parts(self) -> tuple[Any, ...]:
        """All choices."""
        values = (getattr(self, name) for name in field_names(self))
        return tuple(value for value in values if hasattr(value, "FIELDS"))

    def sign(self) -> dict[str, Any]:
        """Return what the signature says of every choice."""
        signed: dict[str, Any] = {"preset": self.preset, "task": self.task, "language": self.language.code}
        for part in self.parts:
            signed |= part.sign()
        return signed | ({"data": self.data} if self.data else {})

    def open(self, *, offline: bool | None = None) -> Opened:
        """Open all parts; return together what they give."""
        core: dict[str, Any] = {}
        signed: dict[str, Any] = {}
        run: dict[str, Any] = {}
        for part in self.parts:
            opened = part.open(self, offline=offline)
            core |= opened.core
            signed |= opened.signed
            run |= {name: step for name in ("split", "clean", "marker", "vectors") if (step := getattr(opened, name))}
        return Opened(core=core, signed=signed, **run)


def describe(**options: Any) -> Pipeline:
    """Fill in what was not asked for from the preset and the language; `ConfigurationError` for what does not fit together."""
    options, data = _with_data(options)
    language, preset = _heading(options)
    task = options.get("task") or preset.task or _default_task(preset, language)
    formula = PARTS[preset.formula]["parameters"]
    asked = Asked(
        language=language,
        preset=preset,
        task=task,
        row=_row(preset, task, language, options),
        options=options,
        chosen={},
    )
    if asked.row and (missing := [name for name in asked.row.needs if options.get(name) is None]):
        raise ConfigurationError(
            f"task {task} of preset {preset.name} needs a table of its own ({asked.row.source}): give "
            f"{missing[0]} (--{missing[0].replace('_', '-')})"
        )
    for name, part in PARTS[preset.formula].items():
        asked.chosen[name] = part.choose(asked)
    pipeline = Pipeline(
        language=language,
        preset=preset.name,
        task=CUSTOM if formula.is_custom(asked) else task,
        data=data,
        **{name: part for name, part in asked.chosen.items() if part is not None},
    )
    _refuse_unused(pipeline, options)
    return pipeline


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
    folder = open_folder(options["resources"])
    found: dict[str, Any] = {"preset": FALLBACK_PRESET, "language": folder.language or "other"}
    preset = find_preset(options.get("preset") or FALLBACK_PRESET)
    found["paraphrases"] = folder.paraphrases
    if "function_words" in PARTS[preset.formula]:
        found["function_words"] = folder.function_words
    if options.get("language") is None and "text" not in preset.options:
        found["text"] = folder.text
    return found | {name: value for name, value in options.items() if value is not None}


def _refuse_unused(pipeline: Pipeline, options: Mapping[str, Any]) -> None:
    """Refuse options that belong to none of the choices."""
    taken = {field.name for field in (*_HEAD, *_TAIL)}
    for name in PARTS[pipeline.parameters.FORMULA]:
        part = getattr(pipeline, name)
        taken |= {field.name for field in getattr(part, "takes", part.FIELDS)} if part else set()
    for name, value in options.items():
        if value is None or name in taken:
            continue
        matcher, names = MATCHER_OF_OPTION.get(name), pipeline.matchers.names
        if matcher and matcher not in names:
            raise ConfigurationError(
                f"{value} is of no use without the matcher {matcher!r}: add it to {' '.join(names)}"
            )
        raise ConfigurationError(f"the preset {pipeline.preset} takes no {name}{_owner(name)}")


def _owner(name: str) -> str:
    """Return which preset takes an option, if it is a single one."""
    formulas = [formula for formula, parts in PARTS.items() if name in _names(parts)]
    owners = [preset.name for preset in presets() if preset.formula in formulas]
    return f": it belongs to {owners[0]}" if len(owners) == 1 else ""


def _names(parts: Mapping[str, Any]) -> set[str]:
    return {field.name for part in parts.values() for field in part.FIELDS}


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
