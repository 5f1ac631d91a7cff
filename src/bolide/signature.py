"""The signature: all that decides a score, as one line of text that can be read back."""

from __future__ import annotations

from collections.abc import Sequence

from bolide.configuration import Configuration
from bolide.errors import ConfigurationError
from bolide.java_numbers import double
from bolide.records import field_names, record

SIGNATURE_FORMAT = 1
DIGEST_LENGTH = 12

# What the jar's identifier calls its text modes.
_JAR_TEXT = {"norm": "norm", "nopunct": "norm_nopunct", "lower": "lc_only", "raw": "no_norm"}


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


def eval_id(configuration: Configuration) -> str | None:
    """Return the identifier that the jar prints where it computes the same score; None where it has no such score.

    As in the jar, the beam, function words, synonyms and paraphrases are not named by it.

    >>> from bolide.configuration import configure
    >>> eval_id(configure())
    'meteor-1.5-wo-en-norm-0.85_0.2_0.6_0.75-ex_st_sy_pa-1.0_0.6_0.8_0.6'
    >>> eval_id(configure(preset="meteor-1.5-paper"))
    """
    language, text, parameters = configuration.language, configuration.text, configuration.parameters
    is_known_text = text in _JAR_TEXT and (text in ("lower", "raw") or language.normaliser != "indic")
    is_known_search = configuration.aligner == "java" and configuration.equality == "java_hash"
    if configuration.is_by_features or parameters.copy is not None or not (is_known_text and is_known_search):
        return None
    return jar_id(
        unit=configuration.unit,
        language=language.java_code,
        text=text,
        parameters=parameters.values,
        matchers=configuration.matchers,
        weights=parameters.weights,
    )


def jar_id(
    *,
    unit: str,
    language: str,
    text: str,
    parameters: Sequence[float],
    matchers: Sequence[str],
    weights: Sequence[float],
) -> str:
    """Return the jar's identifier of a choice; `language` is the code that the jar prints."""
    parts = (
        "meteor-1.5",
        "wo" if unit == "words" else "ch",
        language,
        _JAR_TEXT[text],
        "_".join(map(double, parameters)),
        "_".join(name[:2] for name in matchers),
        "_".join(map(double, weights)),
    )
    return "-".join(parts)
