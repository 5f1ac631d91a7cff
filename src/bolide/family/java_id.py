"""The identifier that the jar prints for a metric."""

from __future__ import annotations

from collections.abc import Sequence

from bolide.family.pipeline import Pipeline
from bolide.files.java_numbers import double

__all__ = ["eval_id", "jar_id"]

# What the jar's identifier calls its units and text modes.
_JAR_UNITS = {"words": "wo", "characters": "ch"}
_JAR_TEXT = {"norm": "norm", "nopunct": "norm_nopunct", "lower": "lc_only", "raw": "no_norm"}


def eval_id(pipeline: Pipeline) -> str | None:
    """Return the identifier that the jar prints where it computes the same score; None where it has no such score.

    As in the jar, the beam, function words, synonyms and paraphrases are not named by it.

    >>> from bolide.family.pipeline import describe
    >>> eval_id(describe())
    'meteor-1.5-wo-en-norm-0.85_0.2_0.6_0.75-ex_st_sy_pa-1.0_0.6_0.8_0.6'
    >>> eval_id(describe(preset="meteor-1.5-paper"))
    """
    language, text, parameters = pipeline.language, pipeline.text.mode, pipeline.parameters
    is_known_text = text in _JAR_TEXT and (text in ("lower", "raw") or language.normaliser != "indic")
    is_known_search = pipeline.aligner.name == "java" and pipeline.aligner.equality == "java_hash"
    is_known_unit = pipeline.unit.name in _JAR_UNITS
    if not (is_known_text and is_known_search and is_known_unit and parameters.is_of_jar):
        return None
    return jar_id(
        unit=pipeline.unit.name,
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
