"""From a configuration to the parts of a metric: its scorer, its aligner, its copy words, its signature."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Sequence

from bolide import _core
from bolide.configuration import Configuration
from bolide.errors import ConfigurationError, MissingKnowledgeWarning
from bolide.languages import any_language
from bolide.parameters import find_preset
from bolide.resources import LanguageFolder, find_resource
from bolide.signature import SIGNATURE_FORMAT, Signature
from bolide.text import signed_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Protocol

    from bolide.plusplus.marking import CopyKnowledge

    class Scorer(Protocol):
        """What turns text into statistics and alignments: the core's own, or that of METEOR-Hindi."""

        def statistics(  # noqa: PLR0917 - the order of the core's own
            self,
            hypotheses: tuple[Any, ...],
            hypotheses_tokenised: bool,
            references: tuple[Any, ...],
            references_tokenised: bool,
            reference_ends: list[int],
            threads: int,
            *_marks: Any,
        ) -> bytes:
            """Return a row of statistics for each reference."""

        def align(
            self,
            hypotheses: tuple[Any, ...],
            hypotheses_tokenised: bool,
            references: tuple[Any, ...],
            references_tokenised: bool,
            *_marks: Any,
        ) -> list[Any]:
            """Return words, function words, matches and statistics of each pair."""


__all__ = ["aligner_of", "copy_knowledge", "feature_scorer", "fill_in", "find_lacking", "sign", "warn_of"]


def fill_in(folder: LanguageFolder, language: str | None, preset: str | None, text: Any) -> tuple[str, str, Any]:
    """Fill in what a folder of language data says about itself."""
    if language is None and text is None:
        text = folder.text
    return language or folder.language or "other", preset or "universal", text


def find_lacking(language: str, preset: str | None) -> tuple[str, ...]:
    """Return the matchers that a preset for any language has to do without: bolide has no data for them."""
    if preset is None or not find_preset(preset).is_universal:
        return ()
    code = any_language(language).code
    return () if find_resource("paraphrases", code) else ("paraphrase",)


def warn_of(lacks: Sequence[str], configuration: Configuration, words: Sequence[str]) -> None:
    """Say what a preset for any language has to do without."""
    missing = [f"{name} table" for name in lacks if name not in configuration.matchers]
    if not missing:
        return
    missing += [] if words else ["function words"]
    warnings.warn(
        f"there is no {' and are no '.join(missing)} for {configuration.language.name}: matches are {' and '.join(configuration.matchers)} "
        "only; learn them from parallel text with: bolide build, and give resources=FOLDER (--resources FOLDER)",
        MissingKnowledgeWarning,
        stacklevel=3,
    )


_NOT_BY_FEATURES = ("function_words", "paraphrases", "resources", "copy_words", "copy_from", "copy_x", "recogniser")


def feature_scorer(configuration: Configuration, arguments: dict[str, Any]) -> tuple[Scorer, dict[str, Any]]:
    """Return the scorer of METEOR-Hindi, which is loaded only where it is used, and what identifies its parts."""
    from pathlib import Path  # noqa: PLC0415

    from bolide.hindi.scorer import open_scorer  # noqa: PLC0415

    for name in _NOT_BY_FEATURES:
        if arguments[name] is not None:
            raise ConfigurationError(f"the preset {configuration.preset} takes no {name}")
    files = {
        name: None if arguments[name] is None else Path(arguments[name]) for name in ("roots", "synonyms", "tagger")
    }
    return open_scorer(configuration, **files)


def aligner_of(configuration: Configuration) -> _core.JavaAligner | _core.PaperAligner:
    """Return the settings of the core's aligner."""
    name, beam = configuration.aligner, configuration.beam
    if name in _COVERAGES:
        return _core.PaperAligner(beam=max(beam, 1), coverage=_COVERAGES[name])
    return _core.JavaAligner(beam=beam, objective=_OBJECTIVES[name])


_OBJECTIVES = {"java": _core.Objective.coverage, "java-maxacc": _core.Objective.accuracy}
_COVERAGES = {"paper": _core.Coverage.weighted, "paper-count": _core.Coverage.count}


def copy_knowledge(
    configuration: Configuration, words: Iterable[str] | None, recogniser: str | None
) -> CopyKnowledge | None:
    """Return what is known of copy words; None where they do not count."""
    given = (words, recogniser, configuration.parameters.copy)
    if not configuration.copy_from and all(value is None for value in given):
        return None
    from bolide.plusplus.marking import gather_copy_words  # noqa: PLC0415 - loaded only for members of the family with copy words

    return gather_copy_words(configuration, words=words, recogniser=recogniser)


def sign(configuration: Configuration, identities: dict[str, Any], copied: CopyKnowledge | None = None) -> Signature:
    """Return the signature of a metric."""
    copy = configuration.parameters.copy
    return Signature(
        bolide=_core.VERSION,
        format=SIGNATURE_FORMAT,
        preset=configuration.preset,
        task=configuration.task,
        language=configuration.language.code,
        text=signed_text(configuration.text),
        matchers=configuration.matchers,
        aligner=configuration.aligner,
        beam=configuration.beam,
        unit=configuration.unit,
        parameters=configuration.parameters.values,
        weights=configuration.parameters.weights,
        **identities,
        copy_words=copied.identities if copied else None,
        copy_x=None if copy is None else copy if copy[1] else copy[:1],
    )
