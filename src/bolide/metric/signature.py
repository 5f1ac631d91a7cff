"""The signature: everything that determines a score, as one line of text that can be read back; and the jar's identifier."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from bolide import _core
from bolide.data.languages import JAVA_MATCHERS, NO_WORDS, any_language, digest_words, languages
from bolide.errors import ConfigurationError
from bolide.metric.configuration import Pipeline
from bolide.metric.known_presets import presets
from bolide.metric.option_table import (
    CLASSES,
    COPY_SOURCES,
    FIELDS,
    FILE,
    NAMES,
    POSITIVE,
    WHOLE,
    WORD,
    WORDS,
    Given,
    Kind,
    Value,
)
from bolide.metric.parameters import CUSTOM, FeatureParameters, Parameters
from bolide.records import differing
from bolide.text import signed_text

if TYPE_CHECKING:
    from bolide.metric.meteor import Meteor

SIGNATURE_FORMAT = 1
# The fields of every signature of this format, in this order; fields of only some metrics follow.
ALWAYS = (
    "bolide",
    "format",
    "preset",
    "task",
    "language",
    "text",
    "matchers",
    "aligner",
    "beam",
    "unit",
    "parameters",
    "weights",
    "function_words",
    "stems",
    "synonyms",
    "paraphrases",
)
_THEN = (
    "copy_words",
    "copy_x",
    "penalty",
    "chrf",
    "chrf_blanks",
    "lcs",
    "lcs_alpha",
    "features",
    "tagger",
    "data",
    "encoder",
    "layer",
    "precision",
    "threshold",
    "tags",
)


def _kinds() -> dict[str, Kind]:
    """Return the kind of each field: files and lists are written as their identities, numbers as in the options."""
    known = {field.name: WHOLE if field.kind == POSITIVE else field.kind for field in FIELDS}
    known |= {name: WORD for name, kind in known.items() if kind in (FILE, WORDS)}
    known |= {"bolide": WORD, "format": WHOLE, "stems": WORD, "data": WORD, "copy_words": NAMES}
    of_formula = (field.name for field in FIELDS if field.jar is not None)
    return {name: known[name] for name in dict.fromkeys((*ALWAYS, *_THEN, *of_formula))}


_KINDS = _kinds()


class Signature:
    """Everything that determines a score. Resources are named by the beginning of their SHA-256; `none` if not used.

    Fields that a metric does not have are None.

    >>> parse_signature("bolide:0.1.0|format:1|preset:meteor-1.5|task:li|language:pt|text:lower|matchers:exact+stem"
    ...     "|aligner:java|beam:40|unit:words|parameters:0.75,1.4,0.7,0.5|weights:1.0,0.5|function_words:none"
    ...     "|stems:snowball-1|synonyms:none|paraphrases:none").matchers
    ('exact', 'stem')
    """

    __slots__ = ("_values",)

    def __init__(self, **values: Value) -> None:
        """Take a value for each name; `TypeError` for a name that is missing or unknown."""
        if missing := [name for name in ALWAYS if values.get(name) is None]:
            raise TypeError(f"a signature needs: {' '.join(missing)}")
        if unknown := [name for name in values if name not in _KINDS]:
            raise TypeError(f"a signature has no field: {' '.join(unknown)}")
        ordered = {name: values[name] for name in _KINDS if values.get(name) is not None}
        object.__setattr__(self, "_values", ordered)

    def __getattr__(self, name: str) -> Value:
        if name not in _KINDS:
            raise AttributeError(f"a signature has no field {name!r}")
        return self._values.get(name)

    def __setattr__(self, name: str, _value: object) -> None:
        from dataclasses import FrozenInstanceError

        raise FrozenInstanceError(f"a signature cannot be changed: {name!r}")

    def as_dict(self) -> dict[str, Value]:
        """Return all fields by name."""
        return dict(self._values)

    def __str__(self) -> str:
        """Return the line; `parse_signature` reads it back. Fields that a metric does not have are left out."""
        return "|".join(f"{name}:{_KINDS[name].write(value)}" for name, value in self._values.items())

    def __repr__(self) -> str:
        return f"Signature({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Signature) and self._values == other._values

    def __hash__(self) -> int:
        return hash(str(self))

    def __reduce__(self) -> tuple[Callable[[str], Signature], tuple[str]]:
        return parse_signature, (str(self),)


def parse_signature(line: str) -> Signature:
    """Read a signature back; `ConfigurationError` if the line is not one."""
    try:
        parts = dict(part.split(":", 1) for part in line.strip().split("|"))
        return Signature(**{name: _KINDS[name].read(value) for name, value in parts.items()})
    except (KeyError, TypeError, ValueError) as error:
        raise ConfigurationError(
            f"not a complete signature: {line!r}: give the line that bolide prints after 'signature', "
            "or an Eval ID of Meteor 1.5"
        ) from error


def parse_line(line: str) -> Signature | str:
    """Read a line as it is printed, or from LaTeX, with or without its name: a signature, or an Eval ID, which stays text."""
    line = re.sub(r"(?i)^(signature|eval id):?\s", "", line.strip()).strip().replace("\\_", "_")
    return line if line.startswith("meteor-") else parse_signature(line)


def sign(pipeline: Pipeline, data: Given) -> Signature:
    """Return the signature of a metric: its choices, and the identities of its language data."""
    words, tagger, parameters = pipeline.function_words.words, pipeline.tagger, pipeline.parameters
    said: dict[str, Value] = {
        "preset": pipeline.preset,
        "task": pipeline.task,
        "language": pipeline.language.code,
        "text": signed_text(pipeline.text.mode),
        "matchers": pipeline.matchers.names,
        "aligner": pipeline.aligner.name,
        "beam": pipeline.aligner.beam,
        "unit": pipeline.unit,
        "parameters": (),
        "weights": parameters.weights,
        # Order and repetition do not count.
        "function_words": digest_words(words) if words else NO_WORDS,
        "stems": "none",
        "synonyms": "none",
        "paraphrases": "none",
        "tags": tagger.tags if tagger and tagger.tags != CLASSES else None,
        "data": pipeline.data,
    }
    if isinstance(parameters, FeatureParameters):
        said["features"] = parameters.features
    else:
        said |= {"parameters": parameters.values, **formula_options(parameters)}
    return Signature(bolide=_core.VERSION, format=SIGNATURE_FORMAT, **{**said, **data})


def formula_options(parameters: Parameters) -> dict[str, Value]:
    """Return the options for all differences of a formula from the jar's, which signatures and preset files name."""
    options: dict[str, Value] = differing(parameters)
    slope = options.pop("copy_slope", None)
    if parameters.copy_x is not None:
        options["copy_x"] = (parameters.copy_x,) if slope is None else (parameters.copy_x, slope)
    return options


def asked_by(signature: Signature) -> dict[str, Value]:
    """Return the options for the metric of a signature, without files of the user."""
    said = signature.as_dict()
    options = {
        field.name: said[field.name] for field in FIELDS if field.name in said and field.kind not in (FILE, WORDS)
    }
    for name in ("parameters", "weights") if said["task"] != CUSTOM else ("task",):
        del options[name]
    if said["parameters"]:
        # Missing fields mean the jar's values, and those of a preset's task are never missing, but the penalty is in old lines.
        missing = [field for field in FIELDS if said["task"] == CUSTOM or field.name == "penalty"]
        options = {field.name: field.jar for field in missing if field.jar is not None} | options
    else:
        options = {name: value for name, value in options.items() if name not in ("parameters", "unit")}
    mode = said["text"].partition("-")[0]  # without a version of Unicode
    options["text"] = None if mode == "function" else mode
    copied = [name.partition("-")[0] for name in said.get("copy_words", ())]
    options["copy_from"] = [name for name in copied if name in COPY_SOURCES] if copied else None
    options["resources"] = said["data"].rpartition("-")[0] if "data" in said else None
    return options


def ways_to(wanted: Signature | str, files: Given) -> Iterator[tuple[dict[str, Value], dict[str, str]]]:
    """Yield options that may give the metric of a signature or an Eval ID, and the names for its signature."""
    language = _asked_by_jar(wanted)["language"] if isinstance(wanted, str) else wanted.language
    if (code := any_language(files.get("language", language)).code) != language:
        raise ConfigurationError(f"language is {code} here, {language} in the signature: leave yours out")
    if isinstance(wanted, str):
        asked = _asked_by_jar(wanted)
        yield {name: asked[name] for name in ("language", "preset", "text")} | dict(files), {}
        yield asked | dict(files), {}
        return
    if wanted.preset in {preset.name for preset in presets()} or files.get("preset") is not None:
        yield asked_by(wanted) | dict(files), {}
        return
    # A preset file, as of `bolide tune`: its numbers are in the signature; one of the presets has the rest.
    named = {"preset": wanted.preset, "task": wanted.task}
    options = asked_by(Signature(**wanted.as_dict() | {"task": CUSTOM}))
    for preset in presets():
        yield options | {"preset": preset.name} | dict(files), named


_EVAL_ID = re.compile(r"meteor-1\.5-(wo|ch)-(\w+)-(\w+)-([\d.E_-]+)-([a-z]{2}(?:_[a-z]{2})*)-([\d.E_-]+)")


def _asked_by_jar(line: str) -> dict[str, Value]:
    """Return the options of an Eval ID of the jar."""
    found = _EVAL_ID.fullmatch(line)
    codes = {language.java_code: language.code for language in languages()}
    if found is None or found[2] not in codes or found[3] not in _JAR_TEXT.values():
        raise ConfigurationError(f"not a signature, and not an Eval ID of Meteor 1.5: {line!r}")
    unit, language, text, parameters, matchers, weights = found.groups()
    return {
        "language": codes[language],
        "preset": "meteor-1.5",
        "text": next(name for name, said in _JAR_TEXT.items() if said == text),
        "unit": next(name for name, said in _JAR_UNITS.items() if said == unit),
        "parameters": tuple(map(float, parameters.split("_"))),
        "matchers": tuple(name for part in matchers.split("_") for name in JAVA_MATCHERS if name.startswith(part)),
        "weights": tuple(map(float, weights.split("_"))),
    }


def check_same(meteor: Meteor, wanted: Signature | str) -> None:
    """Refuse a metric that is not that of a signature or an Eval ID; the version of bolide may be another."""
    if isinstance(wanted, str):
        if meteor.eval_id != wanted:
            raise ConfigurationError(f"this is not the metric of {wanted}: its Eval ID is {meteor.eval_id}")
        return
    ours, theirs = meteor.signature.as_dict(), wanted.as_dict()
    other = [name for name in _KINDS if name != "bolide" and ours.get(name) != theirs.get(name)]
    if not other:
        return
    if lost := [
        field.name for field in FIELDS if field.jar is not None and field.name in other and field.name not in theirs
    ]:
        raise ConfigurationError(
            f"this line is not preset {wanted.preset}, task {wanted.task}: it lacks {', '.join(lost)}: was it cut? "
            "If it was made with another value, give that too"
        )
    parts = "; ".join(f"{name} is {_show(name, ours)} here, {_show(name, theirs)} in the signature" for name in other)
    raise ConfigurationError(
        f"this is not the metric of the signature: {parts}. Give the files that it was made with as options"
    )


def _show(name: str, values: Given) -> str:
    return _KINDS[name].write(values[name]) if name in values else "nothing"


# The names of units and text modes in the jar's identifier.
_JAR_UNITS = {"words": "wo", "characters": "ch"}
_JAR_TEXT = {"norm": "norm", "nopunct": "norm_nopunct", "lower": "lc_only", "raw": "no_norm"}


def eval_id(pipeline: Pipeline) -> str | None:
    """Return the identifier that the jar prints with the same score; None if the jar cannot compute it.

    As in the jar, it does not include the beam, function words, synonyms and paraphrases.

    >>> from bolide.metric.configuration import describe
    >>> eval_id(describe())
    'meteor-1.5-wo-en-norm-0.85_0.2_0.6_0.75-ex_st_sy_pa-1.0_0.6_0.8_0.6'
    >>> eval_id(describe(preset="meteor-1.5-paper"))
    """
    language, text, parameters = pipeline.language, pipeline.text.mode, pipeline.parameters
    is_known_text = text in _JAR_TEXT and (text in ("lower", "raw") or language.normaliser != "indic")
    is_known_search = pipeline.aligner.name == "java" and pipeline.aligner.equality == "java_hash"
    is_known_unit = pipeline.unit in _JAR_UNITS
    if not (is_known_text and is_known_search and is_known_unit and isinstance(parameters, Parameters)):
        return None
    if formula_options(parameters) or not set(pipeline.matchers.names) <= set(JAVA_MATCHERS):
        return None
    return jar_id(
        unit=pipeline.unit,
        language=language.java_code,
        text=text,
        parameters=parameters.values,
        matchers=pipeline.matchers.names,
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
        _JAR_UNITS[unit],
        language,
        _JAR_TEXT[text],
        "_".join(map(double, parameters)),
        "_".join(name[:2] for name in matchers),
        "_".join(map(double, weights)),
    )
    return "-".join(parts)


def double(value: float) -> str:
    """Format like Java's `Double.toString`: the shortest digits that read back, with at least one after the point.

    >>> double(0.5), double(5e-4), double(12345678.0), double(float("nan"))
    ('0.5', '5.0E-4', '1.2345678E7', 'NaN')
    """
    value = float(value)
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "Infinity" if value > 0 else "-Infinity"
    if value == 0 or 1e-3 <= abs(value) < 1e7:
        text = repr(value)
        return text if "e" not in text else f"{value:.20f}".rstrip("0")
    from decimal import Decimal

    sign, (first, *others), power = Decimal(repr(value)).normalize().as_tuple()
    return f"{'-' * sign}{first}.{''.join(map(str, others)) or 0}E{int(power) + len(others)}"
