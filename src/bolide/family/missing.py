"""What a preset for any language has to do without: fetched on first use where that is allowed, and told of where it is not there."""

from __future__ import annotations

import warnings
from collections.abc import Mapping

from bolide.data import Resource, find_resource, missing_tables
from bolide.data.catalogue import DISTRIBUTION
from bolide.data.home import is_offline
from bolide.errors import MissingKnowledgeWarning
from bolide.family.pipeline import Pipeline, describe
from bolide.family.presets import DEFAULT_PRESET, find_preset

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["describe_here", "warn_of_missing"]


def describe_here(options: Mapping[str, Any]) -> tuple[Pipeline, str]:
    """Describe a metric with the data that there is, fetching synonyms on the first use of a language; and why that failed."""
    pipeline = describe(**options)
    if is_offline(options.get("offline")) or not (missing := _lacking_synonyms(pipeline, options)):
        return pipeline, ""
    from bolide.data.first_use import fetch_on_first_use  # noqa: PLC0415 - only where something is missing

    reason = fetch_on_first_use(missing)
    return (describe(**options), "") if reason is None else (pipeline, reason)


def _lacking_synonyms(pipeline: Pipeline, options: Mapping[str, Any]) -> Resource | None:
    """Return the synonyms that a preset for any language would have, were they installed; None where nobody misses them."""
    preset, names = find_preset(options.get("preset") or pipeline.preset), pipeline.matchers.names
    is_asked = options.get("matchers") is not None or not preset.is_universal
    if is_asked or "spelling" not in names or "synonym" in names:
        return None
    return find_resource("thesaurus", pipeline.language.code)


def warn_of_missing(pipeline: Pipeline, options: Mapping[str, Any], reason: str = "") -> None:
    """Say which preset a language has, what it does without, and how to get more: nobody asked for it to be left out.

    `reason` is why synonyms were not fetched, where that was tried.
    """
    preset, language = find_preset(options.get("preset") or pipeline.preset), pipeline.language
    names, is_asked = pipeline.matchers.names, options.get("matchers") is not None or language.code == "other"
    has_use = any("paraphrase" in row.matchers(language) for row in preset.rows)
    synonyms = _lacking_synonyms(pipeline, options)
    if not preset.is_universal or is_asked or not has_use or ("paraphrase" in names and not reason):
        return
    if "spelling" in names and not synonyms:  # Paraphrases are for who gives them; synonyms, for all.
        return
    chrf = getattr(pipeline.parameters, "chrf", None)
    share = f", and {100 * chrf:g} % of the score is chrF" if chrf else ""
    said = (
        f"{language.name} is scored by preset {pipeline.preset}: words match by {' and '.join(names)}{share}. For more:"
    )
    ways = []
    if "spelling" in names and synonyms:
        ways.append(f"synonyms: {synonyms.install_command}" + (f" ({reason})" if reason else ""))
    if missing_tables(language):
        ways.append(
            f"preset {DEFAULT_PRESET}: get {DISTRIBUTION}, then: bolide resources install {language.code} --from meteor-1.5.tar.gz"
        )
    if "spelling" not in names or missing_tables(language):
        ways.append("paraphrases: bolide build learns them from parallel text; give its folder with --resources")
    warnings.warn("\n  ".join((said, *ways)), MissingKnowledgeWarning, stacklevel=3)
