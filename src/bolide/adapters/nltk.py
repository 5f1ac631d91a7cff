"""The functions of `nltk.translate.meteor_score`, with a choice between NLTK's score and Meteor 1.5.

    from bolide.adapters.nltk import meteor_score  # instead of: from nltk.translate.meteor_score import meteor_score

NLTK's is the metric of Lavie and Agarwal (2007) with greedy matching, computed by NLTK: its scores are not those of Meteor 1.5 and cannot
be compared with them. `signature` says which of the two computed a score.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from inspect import unwrap
from typing import Any

import bolide
from bolide.adapters import missing_client
from bolide.errors import ConfigurationError, InputError
from bolide.metric.parameters import in_range
from bolide.records import record

__all__ = ["PRESETS", "meteor_score", "signature", "single_meteor_score"]

PRESETS = ("nltk", "meteor-1.5")

Preprocess = Callable[[str], str]


def meteor_score(  # noqa: PLR0917  NLTK's arguments in its order
    references: Iterable[Iterable[str]],
    hypothesis: Iterable[str],
    preprocess: Preprocess = str.lower,
    stemmer: object = None,
    wordnet: object = None,
    alpha: float = 0.9,
    beta: float = 3.0,
    gamma: float = 0.5,
    *,
    preset: str | bolide.Meteor = "nltk",
    language: str = "en",
) -> float:
    """Return the score of a hypothesis against the best of its references, all given as lists of tokens.

    Args:
        references: lists of tokens.
        hypothesis: a list of tokens.
        preprocess: the function applied to every token first.
        stemmer: an object with `stem(word)`; NLTK's PorterStemmer by default.
        wordnet: an object with `synsets(word)`; NLTK's WordNet by default.
        alpha: the weight of precision against recall.
        beta: the shape of the penalty for fragmentation.
        gamma: the weight of that penalty.
        preset: `nltk` for NLTK's score; `meteor-1.5` for the score of the jar with `-norm`, on the tokens joined by
            blanks: then all arguments from `preprocess` to `gamma` must keep their defaults; or your own metric.
        language: the language of the texts, for `meteor-1.5`.
    """
    algorithm = _Algorithm2007(
        preprocess=preprocess, stemmer=stemmer, wordnet=wordnet, alpha=alpha, beta=beta, gamma=gamma
    )
    hypothesis_tokens = _tokens(hypothesis, "hypothesis")
    reference_tokens = [_tokens(reference, "reference") for reference in references]
    if not reference_tokens:
        raise InputError("there is no reference to score against")
    if _is_2007(preset, algorithm):
        return algorithm.score(hypothesis_tokens, reference_tokens)
    metric = _metric(preset, language)
    return metric.segment(" ".join(hypothesis_tokens), [" ".join(tokens) for tokens in reference_tokens]).score


def single_meteor_score(reference: Iterable[str], hypothesis: Iterable[str], *arguments: Any, **options: Any) -> float:
    """Return the score of a hypothesis against one reference; the other arguments are those of `meteor_score`."""
    return meteor_score([reference], hypothesis, *arguments, **options)


def signature(*, preset: str | bolide.Meteor = "nltk", language: str = "en", **options: Any) -> str:
    """Return one line with everything that determines the score for these arguments: publish it with the score."""
    algorithm = _Algorithm2007(**options)
    return algorithm.signature() if _is_2007(preset, algorithm) else str(_metric(preset, language).signature)


@record
class _Algorithm2007:
    """The arguments of NLTK's function, with its defaults; `None` means NLTK's own stemmer and WordNet."""

    preprocess: Preprocess = str.lower
    stemmer: object = None
    wordnet: object = None
    alpha: float = 0.9
    beta: float = 3.0
    gamma: float = 0.5

    def __post_init__(self) -> None:
        for name in ("alpha", "beta", "gamma"):
            in_range(name, getattr(self, name))

    def resources(self) -> tuple[object, object]:
        """Return the stemmer and the WordNet, by default NLTK's."""
        return self.stemmer or _client("stem.porter").PorterStemmer(), self.wordnet or _client("corpus").wordnet

    def score(self, hypothesis: list[str], references: list[list[str]]) -> float:
        """Return NLTK's score against the best reference, also where `bolide run` has replaced its functions."""
        stock: Callable[..., float] = unwrap(_client("translate.meteor_score").single_meteor_score)
        given = (self.preprocess, *self.resources(), self.alpha, self.beta, self.gamma)
        return max(stock(reference, hypothesis, *given) for reference in references)

    def signature(self) -> str:
        stemmer, wordnet = self.resources()
        found = wordnet.get_version() if hasattr(wordnet, "get_version") else None
        parts = {
            "bolide": bolide.__version__,
            "preset": "nltk",
            "text": getattr(self.preprocess, "__qualname__", type(self.preprocess).__name__),
            "matchers": "exact+stem+synonym",
            "aligner": "greedy-2007",
            "parameters": f"{self.alpha},{self.beta},{self.gamma}",
            "stems": _origin(stemmer),
            "synonyms": f"wordnet-{found}" if found else type(wordnet).__name__,
        }
        return "|".join(f"{name}:{value}" for name, value in parts.items())


def _tokens(segment: Iterable[str], name: str) -> list[str]:
    if isinstance(segment, str):
        raise TypeError(f"the {name} must be a list of tokens (Iterable[str]), not the string {segment!r}")
    return list(segment)


def _is_2007(preset: str | bolide.Meteor, algorithm: _Algorithm2007) -> bool:
    """Whether NLTK's scores are requested; `ConfigurationError` for options that only NLTK has."""
    if isinstance(preset, str) and preset not in PRESETS:
        raise ConfigurationError(f"unknown preset {preset!r}: choose one of {' '.join(PRESETS)}")
    if preset != "nltk" and algorithm != _Algorithm2007():
        raise ConfigurationError(
            "preset 'meteor-1.5' has its own text, resources and parameters: configure bolide.Meteor for others"
        )
    return preset == "nltk"


@cache
def _metric(preset: str | bolide.Meteor, language: str) -> bolide.Meteor:
    return bolide.Meteor(language, preset=preset) if isinstance(preset, str) else preset


@cache
def _client(module: str) -> Any:
    try:
        return import_module(f"nltk.{module}")
    except ImportError as error:
        raise missing_client("nltk") from error


def _origin(stemmer: object) -> str:
    """Name a stemmer by its class and the version of its package."""
    package = type(stemmer).__module__.partition(".")[0]
    try:
        return f"{package}-{version(package)}-{type(stemmer).__name__}"
    except PackageNotFoundError:
        return f"{package}-{type(stemmer).__name__}"
