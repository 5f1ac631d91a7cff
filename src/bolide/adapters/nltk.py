"""The functions of `nltk.translate.meteor_score`, with a choice between NLTK's score and Meteor 1.5.

    from bolide.adapters.nltk import meteor_score  # instead of: from nltk.translate.meteor_score import meteor_score

NLTK's is the metric of Lavie and Agarwal (2007) with greedy matching: its scores are not those of Meteor 1.5 and cannot be compared with
them. `signature` says which of the two computed a score.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from operator import itemgetter
from typing import Any, Protocol

import bolide
from bolide.adapters import missing_client
from bolide.errors import ConfigurationError, InputError
from bolide.metric.parameters import in_range
from bolide.records import record

__all__ = ["PRESETS", "meteor_score", "signature", "single_meteor_score"]

PRESETS = ("nltk", "meteor-1.5")

Preprocess = Callable[[str], str]
Places = dict[int, str]


class Stemmer(Protocol):
    """The interface of NLTK's stemmers."""

    def stem(self, token: str) -> str:
        """Return the stem of a word."""


class WordNet(Protocol):
    """The interface of NLTK's reader of WordNet."""

    def synsets(self, lemma: str) -> Iterable[Any]:
        """Return the synsets of a word, which have `lemmas()` with a `name()`."""


def meteor_score(  # noqa: PLR0917  NLTK's arguments in its order
    references: Iterable[Iterable[str]],
    hypothesis: Iterable[str],
    preprocess: Preprocess = str.lower,
    stemmer: Stemmer | None = None,
    wordnet: WordNet | None = None,
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
    """NLTK's algorithm, with its defaults; `None` means NLTK's own stemmer and WordNet."""

    preprocess: Preprocess = str.lower
    stemmer: Stemmer | None = None
    wordnet: WordNet | None = None
    alpha: float = 0.9
    beta: float = 3.0
    gamma: float = 0.5

    def __post_init__(self) -> None:
        for name in ("alpha", "beta", "gamma"):
            in_range(name, getattr(self, name))

    def resources(self) -> tuple[Stemmer, WordNet]:
        """Return the stemmer and the WordNet, by default NLTK's."""
        return self.stemmer or _client("stem.porter").PorterStemmer(), self.wordnet or _client("corpus").wordnet

    def score(self, hypothesis: list[str], references: list[list[str]]) -> float:
        """Return the score against the best reference."""
        words = [self.preprocess(token) for token in hypothesis]
        return max(self._score(words, [self.preprocess(token) for token in reference]) for reference in references)

    def signature(self) -> str:
        stemmer, wordnet = self.resources()
        parts = {
            "bolide": bolide.__version__,
            "preset": "nltk",
            "text": getattr(self.preprocess, "__qualname__", type(self.preprocess).__name__),
            "matchers": "exact+stem+synonym",
            "aligner": "greedy-2007",
            "parameters": f"{self.alpha},{self.beta},{self.gamma}",
            "stems": _origin(stemmer),
            "synonyms": _wordnet_version(wordnet),
        }
        return "|".join(f"{name}:{value}" for name, value in parts.items())

    def _score(self, hypothesis: list[str], reference: list[str]) -> float:
        """Score as Lavie and Agarwal (2007), section 2, with NLTK's matches; 0 if nothing matches."""
        matches = self._align(hypothesis, reference)
        if not matches:
            return 0.0
        precision = len(matches) / len(hypothesis)
        recall = len(matches) / len(reference)
        balance = self.alpha * precision + (1 - self.alpha) * recall
        if not balance:
            return 0.0
        f_mean = precision * recall / balance
        penalty: float = self.gamma * (_chunks(matches) / len(matches)) ** self.beta
        return (1 - penalty) * f_mean

    def _align(self, hypothesis: list[str], reference: list[str]) -> list[tuple[int, int]]:
        """Return pairs of places: exact matches, then equal stems of the remaining words, then synonyms."""
        stemmer, wordnet = self.resources()
        left = dict(enumerate(hypothesis))
        right = dict(enumerate(reference))
        matches = _match(left, right, lambda word: (word,))
        left = {place: stemmer.stem(word) for place, word in left.items()}
        right = {place: stemmer.stem(word) for place, word in right.items()}
        matches += _match(left, right, lambda word: (word,))
        # Parity: NLTK looks up the synonyms of the stems, not of the words.
        matches += _match(left, right, lambda word: _synonyms(word, wordnet))
        return matches


def _match(left: Places, right: Places, equals: Callable[[str], Iterable[str]]) -> list[tuple[int, int]]:
    """Match from the last word to the first, each with the last free word that equals it, and remove both.

    Parity: greedy, so crossing matches are not minimised as in the paper.
    """
    free: dict[str, list[int]] = {}
    for place, word in right.items():
        free.setdefault(word, []).append(place)
    matches = []
    for place in sorted(left, reverse=True):
        candidates = [free[word] for word in equals(left[place]) if free.get(word)]
        if candidates:
            matches.append((place, max(candidates, key=itemgetter(-1)).pop()))
    for place, other in matches:
        del left[place], right[other]
    return matches


def _synonyms(word: str, wordnet: WordNet) -> set[str]:
    """Return a word and the single words that share a synset with it."""
    names = {lemma.name() for synset in wordnet.synsets(word) for lemma in synset.lemmas()}
    return {word} | {name for name in names if "_" not in name}


def _chunks(matches: list[tuple[int, int]]) -> int:
    """Count the runs of matches that are adjacent on both sides."""
    following = set(matches)
    return sum((place - 1, other - 1) not in following for place, other in matches)


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


def _wordnet_version(wordnet: object) -> str:
    found = wordnet.get_version() if hasattr(wordnet, "get_version") else None
    return f"wordnet-{found}" if found else type(wordnet).__name__
