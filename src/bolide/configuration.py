"""From what a user asks for to a complete, checked description of a metric. No text, no resources: names and numbers only."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from bolide.errors import ConfigurationError
from bolide.languages import MATCHERS, Language, any_language, find_language
from bolide.parameters import DEFAULT_PRESET, ParameterRow, Parameters, find_preset

TEXT_MODES = ("norm", "nopunct", "unicode", "lower", "raw")
OWN, NO_WORDS = "own", "none"
UNITS = ("words", "characters")
WIDEST_BEAM = 100_000
ALIGNERS = ("java", "java-maxacc", "paper", "paper-count")
# Where copy words come from, next to a list of words.
COPY_SOURCES = ("entities", "numbers", "dates", "addresses", "unlisted")


@dataclass(frozen=True, slots=True, kw_only=True)
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
    parameters: Parameters
    copy_from: tuple[str, ...] = ()


def configure(
    *,
    language: str = "en",
    preset: str | None = None,
    task: str | None = None,
    text: str | None = None,
    matchers: Sequence[str] | None = None,
    aligner: str | None = None,
    beam: int | None = None,
    unit: str = "words",
    parameters: Sequence[float] | None = None,
    weights: Sequence[float] | None = None,
    lacks: Sequence[str] = (),
    copy_from: Sequence[str] | None = None,
    copy_x: float | Sequence[float] | None = None,
) -> Configuration:
    """Fill in what was not asked for from the preset and the language; `ConfigurationError` for what does not fit together.

    `lacks` names matchers that there is no data for: a preset for any language does without them.
    """
    source = find_preset(preset or DEFAULT_PRESET)
    chosen = any_language(language) if source.is_universal else find_language(language)
    wanted_task = task or source.task or chosen.task
    is_complete = parameters is not None and weights is not None
    row = source.find_row(wanted_task, chosen) if is_complete else source.row(wanted_task, chosen)
    if matchers is None:
        matchers = (row and row.matchers) or chosen.matchers
        matchers = tuple(name for name in matchers if not (source.is_universal and name in lacks))
    names = _matchers(matchers, chosen)
    is_custom = parameters is not None or weights is not None
    if parameters is None and row:
        parameters = row.values
    if weights is None and row:
        weights = _weights_for(names, row, chosen)
    alpha, beta, gamma, delta = _numbers("parameters", parameters or (), 4)
    x, slope = _copy_x((row.copy_x if row else None) if copy_x is None else copy_x)
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
        parameters=Parameters(
            alpha=alpha,
            beta=beta,
            gamma=gamma,
            delta=delta,
            weights=_numbers("weights", weights or (), len(names)),
            copy_x=x,
            copy_slope=slope,
        ),
        copy_from=_copy_from(source.copy_from if copy_from is None else copy_from),
    )


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
    by_name = dict(zip(names, row.weights, strict=True))
    missing = [name for name in matchers if name not in by_name]
    if missing:
        raise ConfigurationError(
            f"the preset has no weight for {', '.join(missing)}: give weights for all of {' '.join(matchers)}"
        )
    return tuple(by_name[name] for name in matchers)


def _numbers(what: str, values: Sequence[float], count: int) -> tuple[float, ...]:
    try:
        numbers = tuple(float(value) for value in values)
    except (TypeError, ValueError) as error:
        raise ConfigurationError(f"{what} have to be {count} numbers, not {values!r}") from error
    if len(numbers) != count or any(not 0 <= number < math.inf for number in numbers):
        raise ConfigurationError(f"{what} have to be {count} numbers of at least 0, not {values!r}")
    return numbers


def _copy_from(names: Sequence[str]) -> tuple[str, ...]:
    if isinstance(names, str) or not isinstance(names, Sequence):
        raise ConfigurationError(f"copy_from has to be a list of names, not {names!r}")
    chosen = {_choice("source of copy words", name, COPY_SOURCES) for name in names}
    return tuple(name for name in COPY_SOURCES if name in chosen)


def _copy_x(given: float | Sequence[float] | None) -> tuple[float | None, float]:
    """Return X and its slope."""
    if given is None:
        return None, 0.0
    pair = (given, 0.0) if isinstance(given, (int, float)) else tuple(given)
    x, slope = _numbers("copy_x", (*pair, 0.0) if len(pair) == 1 else pair, 2)
    return x, slope


def _beam(value: int) -> int:
    if not isinstance(value, int) or not 0 <= value <= WIDEST_BEAM:
        raise ConfigurationError(f"the beam has to be a whole number from 0 to {WIDEST_BEAM}, not {value!r}")
    return value
