"""From the jar's choice to `bolide.Meteor`, with the jar's words where it cannot be made."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from bolide import BolideError, Meteor, Parameters, ResourceError
from bolide.adapters.java.options import Choice
from bolide.adapters.java.stop import Stop
from bolide.data.languages import Language
from bolide.files.java_files import java_lines

__all__ = ["check_normaliser", "check_weights", "make_metric", "unknown_stemmer"]


def make_metric(choice: Choice, *, aligner: str = "java") -> Meteor:
    """Return the metric of a choice. `Stop` says what the jar says about a file that is not there."""
    words = _function_words(choice.function_words)
    check_normaliser(choice.language, choice.text)
    if "stem" in choice.matchers and choice.language.stemmer is None:
        raise unknown_stemmer(choice.language)
    if choice.paraphrases and "paraphrase" in choice.matchers and not Path(choice.paraphrases).exists():
        raise Stop(1, f"Error: file not found ({_location(choice.paraphrases)})")
    try:
        return Meteor(
            choice.language.code,
            preset="meteor-1.5",
            text=choice.text,
            matchers=choice.matchers,
            aligner=aligner,
            beam=max(choice.beam, 0),
            unit=choice.unit,
            # Statistics are free of parameters; the program scores them with the jar's, which need not suit the matchers.
            parameters=(0.0,) * 4,
            weights=(0.0,) * len(choice.matchers),
            function_words=words,
            synonyms=choice.synonyms if "synonym" in choice.matchers else None,
            paraphrases=choice.paraphrases if "paraphrase" in choice.matchers else None,
        )
    except ResourceError as error:
        if choice.synonyms and "synonym" in choice.matchers and not Path(choice.synonyms).is_dir():
            raise Stop(1, f"Error: Synonym dictionary could not be loaded ({_location(choice.synonyms)})") from error
        raise Stop(1, f"bolide java: {error}") from error
    except BolideError as error:
        raise Stop(1, f"bolide java: {error}") from error


def check_normaliser(language: Language, text: str) -> None:
    """Refuse to normalise a language that has no normaliser, as the jar does."""
    if text in ("norm", "nopunct") and language.normaliser is None:
        raise Stop(
            1,
            "Error: Pre-process the input files and run Meteor without the -norm option.",
            f"No normalizer for language ({language.name.lower()})",
        )


def check_weights(parameters: Parameters, modules: int) -> None:
    """Refuse more weights than modules: at the first segment, where the jar ends."""
    if len(parameters.weights) > modules:
        raise Stop(1, f"there are {len(parameters.weights)} weights for {modules} modules")


def unknown_stemmer(language: Language) -> Stop:
    """Return what the jar ends with where a language has no stemmer."""
    return Stop(1, f"No stemmer for language ({language.name.lower()})")


def _function_words(path: str | None) -> Sequence[str] | None:
    """Return the words of a file, a whole line each; None stands for the jar's default, the English ones."""
    if path is None:
        return None
    try:
        with Path(path).open("rb") as stream:
            return tuple(java_lines(stream))
    except OSError as error:
        raise Stop(1, f"No function word list ({_location(path)})") from error


def _location(path: str) -> str:
    return f"file:{Path(path).absolute()}"
