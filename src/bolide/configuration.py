"""From what a user asks for to a complete, checked description of a metric. No text, no resources: names and numbers only."""

from __future__ import annotations

from collections.abc import Sequence

from bolide.errors import ConfigurationError
from bolide.features import FEATURES
from bolide.languages import DEFAULT_LANGUAGE, MATCHERS, NO_WORDS, Language, any_language, find_language
from bolide.parameters import (
    DEFAULT_PRESET,
    FeatureParameters,
    ParameterRow,
    Parameters,
    Preset,
    find_preset,
    make_parameters,
)
from bolide.ranges import counted
from bolide.records import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

TEXT_MODES = ("norm", "nopunct", "unicode", "lower", "raw")
OWN = "own"
UNITS = ("words", "characters")
WIDEST_BEAM = 100_000
ALIGNERS = ("java", "java-maxacc", "paper", "paper-count")
# Where copy words come from, next to a list of words.
COPY_SOURCES = ("entities", "numbers", "dates", "addresses", "unlisted")


@record
class Configuration:
    """Everything that decides a score, apart from the contents of resources.

    >>> configure().matchers
    ('exact', 'stem', 'synonym', 'paraphrase')
    >>> configure(language="pt").text
    'lower'
    """

    language: Language
    preset: str
    task: str
    text: str
    matchers: tuple[str, ...]
    aligner: str
    beam: int
    equality: str
    unit: str
    function_words: str
    parameters: Parameters | FeatureParameters
    copy_from: tuple[str, ...] = ()

    @property
    def is_by_features(self) -> bool:
        """Whether the score is a mean of features, as in METEOR-Hindi."""
        return isinstance(self.parameters, FeatureParameters)


def configure(
    *,
    language: str | None = None,
    preset: str | None = None,
    task: str | None = None,
    text: str | None = None,
    matchers: Sequence[str] | None = None,
    aligner: str | None = None,
    beam: int | None = None,
    unit: str = "words",
    parameters: Sequence[float] | None = None,
    weights: Sequence[float] | None = None,
    features: Sequence[str] | None = None,
    lacks: Sequence[str] = (),
    copy_from: Sequence[str] | None = None,
    copy_x: float | Sequence[float] | None = None,
) -> Configuration:
    """Fill in what was not asked for from the preset and the language; `ConfigurationError` for what does not fit together.

    `lacks` names matchers that there is no data for: a preset for any language does without them.
    """
    language = language or DEFAULT_LANGUAGE
    is_universal = preset is not None and find_preset(preset).is_universal
    chosen = any_language(language) if is_universal else find_language(language)
    source = find_preset(preset or chosen.preset or DEFAULT_PRESET)
    wanted_task = task or source.task or _default_task(source, chosen)
    if source.formula == "features":
        asked: dict[str, Any] = {"text": text, "matchers": matchers, "aligner": aligner, "beam": beam, "unit": unit}
        asked |= {"parameters": parameters, "weights": weights, "features": features}
        return _by_features(source, chosen, wanted_task, asked)
    if features is not None:
        raise ConfigurationError(f"the preset {source.name} has no features: they belong to meteor-hindi")
    is_complete = parameters is not None and weights is not None
    row = source.find_row(wanted_task, chosen) if is_complete else source.row(wanted_task, chosen)
    if matchers is None:
        matchers = (row and row.matchers) or chosen.matchers
        matchers = tuple(name for name in matchers if not (source.is_universal and name in lacks))
    names = _matchers(matchers, chosen)
    if "stem" in names and chosen.stemmer == "roots":
        raise ConfigurationError(
            f"the preset {source.name} has no stemmer for {chosen.name}: leave out the matcher 'stem', or use meteor-hindi"
        )
    is_custom = parameters is not None or weights is not None
    if parameters is None and row:
        parameters = row.values
    if weights is None and row:
        weights = _weights_for(names, row, chosen)
    weights = counted("weights", () if weights is None else weights, len(names), ", ".join(names))
    copy_x = (row.copy_x if row else None) if copy_x is None else copy_x
    return Configuration(
        language=chosen,
        preset=source.name,
        task="custom" if is_custom else wanted_task,
        text=_text(text, chosen),
        matchers=names,
        aligner=_choice("aligner", aligner or source.aligner, ALIGNERS),
        beam=_beam(source.beam if beam is None else beam),
        equality=source.equality,
        unit=_choice("unit", unit, UNITS),
        function_words=_function_words(source.function_words, chosen),
        parameters=make_parameters(parameters, weights, copy_x),
        copy_from=_copy_from(source.copy_from if copy_from is None else copy_from),
    )


def _default_task(preset: Preset, language: Language) -> str:
    """Return the language's task, unless that belongs to another preset: then the first that there is for the language."""
    if language.preset in (None, preset.name):
        return language.task
    return next((row.task for row in preset.rows if row.is_for(language)), language.task)


def _by_features(source: Preset, language: Language, task: str, asked: dict[str, Any]) -> Configuration:
    """Complete a configuration whose score is a mean of features."""
    if asked["parameters"] is not None:
        raise ConfigurationError(f"the preset {source.name} takes no parameters, only weights")
    _choice("aligner", asked["aligner"] or source.aligner, (source.aligner,))
    if _choice("unit", asked["unit"], UNITS) != "words":
        raise ConfigurationError(f"the preset {source.name} counts words, not {asked['unit']}")
    row = source.row(task, language)
    names = _features(row.features if asked["features"] is None else asked["features"])
    wanted = _matchers(language.matchers if asked["matchers"] is None else asked["matchers"], language)
    if "paraphrase" in wanted:
        raise ConfigurationError(f"the preset {source.name} has no matcher 'paraphrase'")
    if lost := [name for name in names if name in MATCHERS and name not in wanted]:
        raise ConfigurationError(f"the features {' '.join(lost)} need matchers of the same names")
    weights, beam = asked["weights"], asked["beam"]
    is_custom = weights is not None or names != row.features
    return Configuration(
        language=language,
        preset=source.name,
        task="custom" if is_custom else task,
        text=_text(asked["text"], language),
        matchers=tuple(name for name in MATCHERS if name in wanted),
        aligner=source.aligner,
        beam=_beam(source.beam if beam is None else beam),
        equality=source.equality,
        unit=asked["unit"],
        function_words=source.function_words,
        parameters=FeatureParameters(
            features=names, weights=_feature_weights(names, row) if weights is None else weights
        ),
    )


def _features(names: Sequence[str]) -> tuple[str, ...]:
    if isinstance(names, str) or not isinstance(names, Sequence):
        raise ConfigurationError(f"features have to be a list of names, not {names!r}")
    for name in names:
        _choice("feature", name, FEATURES)
    if len(set(names)) != len(names) or not names:
        raise ConfigurationError("features have to be named once each, and at least one of them")
    return tuple(name for name in FEATURES if name in names)


def _feature_weights(features: tuple[str, ...], row: ParameterRow) -> tuple[float, ...]:
    """Return a weight for the precision and the recall of each feature: the preset's, else 1."""
    known = dict(zip(row.features, zip(row.weights[::2], row.weights[1::2], strict=True), strict=True))
    return tuple(weight for name in features for weight in known.get(name, (1.0, 1.0)))


def _choice(what: str, value: str, allowed: Sequence[str]) -> str:
    if value not in allowed:
        raise ConfigurationError(f"unknown {what} {value!r}: choose one of {' '.join(allowed)}")
    return value


def _function_words(choice: str, language: Language) -> str:
    """Return whose function words to use: a language's code, or none."""
    if choice != OWN:
        return choice
    return language.code if language.function_words else NO_WORDS


def _text(mode: str | None, language: Language) -> str:
    if mode is not None and mode.startswith("function-"):
        return mode
    if mode is None:
        return "norm" if language.normaliser else "raw" if language.case_sensitive else "lower"
    if _choice("text mode", mode, TEXT_MODES) in ("norm", "nopunct") and language.normaliser is None:
        raise ConfigurationError(
            f"there is no normaliser for {language.name}: use text='unicode', or tokenise the text yourself and use 'lower' (the default) or 'raw'"
        )
    return mode


def _matchers(names: Sequence[str], language: Language) -> tuple[str, ...]:
    if isinstance(names, str) or not isinstance(names, Sequence):
        raise ConfigurationError(f"matchers have to be a list of names, not {names!r}")
    for name in names:
        _choice("matcher", name, MATCHERS)
    if len(set(names)) != len(names) or not names:
        raise ConfigurationError("matchers have to be named once each, and at least one of them")
    if "stem" in names and language.stemmer is None:
        raise ConfigurationError(f"there is no stemmer for {language.name}: leave out the matcher 'stem'")
    return tuple(names)


def _weights_for(matchers: Sequence[str], row: ParameterRow, language: Language) -> tuple[float, ...]:
    """Return the weight of each matcher by its name.

    Differs: in the jar, leaving a matcher out shifts the weights of those behind it.
    """
    names = MATCHERS if len(row.weights) == len(MATCHERS) else row.matchers or language.matchers
    by_name = dict(zip(names, counted("weights", row.weights, len(names), ", ".join(names)), strict=True))
    missing = [name for name in matchers if name not in by_name]
    if missing:
        raise ConfigurationError(
            f"the preset has no weight for {', '.join(missing)}: give weights for all of {' '.join(matchers)}, or choose a preset that has one"
        )
    return tuple(by_name[name] for name in matchers)


def _copy_from(names: Sequence[str]) -> tuple[str, ...]:
    if isinstance(names, str) or not isinstance(names, Sequence):
        raise ConfigurationError(f"copy_from has to be a list of names, not {names!r}")
    chosen = {_choice("source of copy words", name, COPY_SOURCES) for name in names}
    return tuple(name for name in COPY_SOURCES if name in chosen)


def _beam(value: int) -> int:
    if not isinstance(value, int) or not 0 <= value <= WIDEST_BEAM:
        raise ConfigurationError(f"the beam has to be a whole number from 0 to {WIDEST_BEAM}, not {value!r}")
    return value
