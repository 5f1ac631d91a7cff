"""The signature: all that decides a score, as one line of text that can be read back."""

from __future__ import annotations

from bolide.configuration import Configuration
from bolide.errors import ConfigurationError
from bolide.java_numbers import double
from bolide.parameters import FeatureParameters
from bolide.records import field_names, record

SIGNATURE_FORMAT = 1
DIGEST_LENGTH = 12

_JAVA_TEXT = {"norm": "norm", "nopunct": "norm_nopunct", "unicode": "lc_only", "lower": "lc_only", "raw": "no_norm"}
_JAVA_MATCHERS = {"exact": "ex", "stem": "st", "synonym": "sy", "paraphrase": "pa"}


@record
class Signature:
    """What was computed, by what, with what. Resources are named by the beginning of their SHA-256; `none` where not used.

    >>> parse_signature("bolide:0.1.0|format:1|preset:meteor-1.5|task:li|language:pt|text:lower|matchers:exact+stem"
    ...     "|aligner:java|beam:40|unit:words|parameters:0.75,1.4,0.7,0.5|weights:1.0,0.5|function_words:none"
    ...     "|stems:snowball-1|synonyms:none|paraphrases:none").matchers
    ('exact', 'stem')
    """

    bolide: str
    format: int
    preset: str
    task: str
    language: str
    text: str
    matchers: tuple[str, ...]
    aligner: str
    beam: int
    unit: str
    parameters: tuple[float, ...]
    weights: tuple[float, ...]
    function_words: str
    stems: str
    synonyms: str
    paraphrases: str
    copy_words: tuple[str, ...] | None = None
    copy_x: tuple[float, ...] | None = None
    features: tuple[str, ...] | None = None
    tagger: str | None = None

    def __str__(self) -> str:
        """Return the line; `parse_signature` reads it back. What only some members of the family have is named only there."""
        values = {name: getattr(self, name) for name in field_names(self)}
        return "|".join(f"{name}:{_write(value)}" for name, value in values.items() if value is not None)


def _write(value: object) -> str:
    if isinstance(value, tuple):
        if not value:
            return "none"
        return ("+" if value and isinstance(value[0], str) else ",").join(map(str, value))
    return str(value)


def _read_numbers(text: str) -> tuple[float, ...]:
    return () if text == "none" else tuple(map(float, text.split(",")))


_READERS = {
    "format": int,
    "beam": int,
    "matchers": lambda text: tuple(text.split("+")),
    "parameters": _read_numbers,
    "weights": _read_numbers,
    "copy_words": lambda text: tuple(text.split("+")),
    "copy_x": _read_numbers,
    "features": lambda text: tuple(text.split("+")),
}


def parse_signature(line: str) -> Signature:
    """Read a signature back; `ConfigurationError` if the line is none."""
    try:
        parts = dict(part.split(":", 1) for part in line.strip().split("|"))
        return Signature(**{name: _READERS.get(name, str)(value) for name, value in parts.items()})  # type: ignore[operator]
    except (TypeError, ValueError) as error:
        raise ConfigurationError(f"not a signature: {line!r}") from error


def eval_id(configuration: Configuration) -> str:
    """Return the identifier that the jar prints for the same choice, or one like it for what the jar does not have.

    >>> from bolide.configuration import configure
    >>> eval_id(configure())
    'meteor-1.5-wo-en-norm-0.85_0.2_0.6_0.75-ex_st_sy_pa-1.0_0.6_0.8_0.6'
    """
    if isinstance(configuration.parameters, FeatureParameters):
        return _feature_id(configuration, configuration.parameters)
    parts = (
        "meteor-1.5",
        "wo" if configuration.unit == "words" else "ch",
        configuration.language.java_code,
        _JAVA_TEXT.get(configuration.text, "no_norm"),
        "_".join(map(double, configuration.parameters.values)),
        "_".join(_JAVA_MATCHERS[name] for name in configuration.matchers),
        "_".join(map(double, configuration.parameters.weights)),
    )
    return "-".join(parts)


def _feature_id(configuration: Configuration, parameters: FeatureParameters) -> str:
    parts = (
        configuration.preset,
        configuration.language.code,
        _JAVA_TEXT.get(configuration.text, configuration.text),
        "_".join(parameters.features),
        "_".join(map(double, parameters.weights)),
    )
    return "-".join(parts)
