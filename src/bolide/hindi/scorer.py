"""From text to the statistics and alignments of METEOR-Hindi; offers what the core's own scorer offers."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from bolide import _core
from bolide.errors import ConfigurationError
from bolide.hindi.facts import Facts
from bolide.hindi.language import IndicLanguage, indic_language
from bolide.hindi.model import TaggerModel, decode_model, listed_model, read_model
from bolide.hindi.parse import Parse, make_parse
from bolide.hindi.roots import Roots, open_roots
from bolide.hindi.thesaurus import Thesaurus, open_packaged
from bolide.packaged import read_bytes
from bolide.text import tokeniser
from bolide.text.indic import IndicTokeniser

__all__ = ["FeatureScorer", "open_tagger"]


def open_tagger(language: IndicLanguage, file: Path | None = None) -> TaggerModel:
    """Return a tagger: that of a file, else the language's own, else one of its word lists."""
    if file is not None:
        model = read_model(file)
        if unknown := [tag for tag in model.tags if tag not in language.tags.classes]:
            raise ConfigurationError(f"{file}: its tags {' '.join(unknown)} are none of {language.name}'s")
        return model
    if language.tags.model is None:
        return listed_model(language.tags)
    name = f"hindi/models/{language.tags.model}"
    return decode_model(read_bytes(name), name)


class FeatureScorer:
    """The scorer of METEOR-Hindi for one configuration. Immutable to its users, and safe to share between threads."""

    __slots__ = ("_core", "_facts", "_followers", "_tags", "_tokeniser")

    def __init__(self, pipeline: Any, parts: Mapping[str, Any]) -> None:
        """Put the parts together; without a tagger there are no tags, groups and clauses."""
        language = indic_language(pipeline.language.code)
        chosen = tokeniser(pipeline.language, pipeline.text.mode)
        if not isinstance(chosen, IndicTokeniser):
            raise ConfigurationError(f"the preset {pipeline.preset} is for Indian languages, not {language.name}")
        roots: Roots = parts.get("roots") or open_roots(language)
        thesaurus: Thesaurus = parts.get("thesaurus") or open_packaged(None)
        model: TaggerModel | None = parts.get("tagger")
        self._tokeniser = chosen
        self._facts = Facts(roots, thesaurus, folds=chosen.folds)
        self._tags = model.tags if model else ()
        names = sorted(set(language.tags.classes.values()))
        roles = [_roles(tag, language.tags.roles) for tag in self._tags]
        self._followers = [bool(role & _core.TAG_ROLES["follower"]) for role in roles]
        self._core = _core.FeatureScorer(
            stages=[getattr(_core.Matcher, name) for name in pipeline.matchers.names],
            beam=max(pipeline.aligner.beam, 1),
            tagger=model.tagger(language.tags) if model else None,
            classes=[names.index(language.tags.classes[tag]) for tag in self._tags],
            roles=roles,
        )

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
        batch, numbers = self._batch(hypotheses, hypotheses_tokenised, references, references_tokenised)
        ends = np.array(reference_ends, dtype=np.int64)
        repeats = np.diff(ends, prepend=0)
        here = np.repeat(numbers[: len(hypotheses)], repeats)
        return self._core.statistics(batch, here, numbers[len(hypotheses) :], threads).tobytes()

    def shared(self, hypothesis: str, reference: str) -> tuple[str, tuple[int, ...]]:
        """Return what two words may match by: the root of the reference's, and the groups of synonyms that hold both."""
        ours, theirs = self._facts.of(hypothesis), self._facts.of(reference)
        return theirs.root, tuple(sorted({*ours.groups} & {*theirs.groups}))

    def align(
        self,
        hypotheses: tuple[Any, ...],
        hypotheses_tokenised: bool,
        references: tuple[Any, ...],
        references_tokenised: bool,
        *_marks: Any,
    ) -> list[Any]:
        """Return words, function words, matches and statistics of each pair, as the core's scorer does."""
        sides = [*self._tokenised(hypotheses, hypotheses_tokenised), *self._tokenised(references, references_tokenised)]
        count = len(hypotheses)
        here = np.arange(count, dtype=np.uint32)
        found = self._core.align(self._facts.batch(sides), here, here + np.uint32(count))
        aligned = []
        for i, (hypothesis, reference, matches, row) in enumerate(found):
            words = tuple(sides[i]), tuple(sides[count + i])
            flags = self._function(words[0], hypothesis[0]), self._function(words[1], reference[0])
            copied = tuple((False,) * len(side) for side in words)  # There are no copy words here.
            aligned.append((*words, *flags, matches, row.tobytes(), *copied))
        return aligned

    def parse(self, segments: tuple[Any, ...], *, tokenised: bool = False, threads: int = 1) -> list[Parse]:
        """Return the tokens of segments with their tags, word groups and clauses."""
        tokens = self._tokenised(segments, tokenised)
        found = self._core.parse(self._facts.batch(tokens), threads)
        return [make_parse(words, parts, self._tags) for words, parts in zip(tokens, found, strict=True)]

    def _function(self, words: tuple[str, ...], tags: tuple[int, ...]) -> tuple[bool, ...]:
        """Which words are function words: those that follow a content word, as far as tags tell."""
        return tuple(self._followers[tag] for tag in tags) if tags else (False,) * len(words)

    def _tokenised(self, segments: tuple[Any, ...], tokenised: bool) -> list[list[str]]:
        if tokenised:
            return [self._tokeniser.tokens(segment) for segment in segments]
        return [self._tokeniser.tokenise(segment) for segment in segments]

    def _batch(
        self, hypotheses: tuple[Any, ...], hypotheses_tokenised: bool, references: tuple[Any, ...], tokenised: bool
    ) -> tuple[_core.FeatureBatch, Any]:
        """Return all segments, each different one once, and the number of each: a reference often serves several systems."""
        keys = [*((hypotheses_tokenised, text) for text in hypotheses), *((tokenised, text) for text in references)]
        numbers: dict[Any, int] = {}
        places = np.array([numbers.setdefault(key, len(numbers)) for key in keys], dtype=np.uint32)
        tokens = [
            self._tokeniser.tokens(text) if is_tokenised else self._tokeniser.tokenise(text)
            for is_tokenised, text in numbers
        ]
        return self._facts.batch(tokens), places


def _roles(tag: str, roles: dict[str, tuple[str, ...]]) -> int:
    found = 0
    for role, tags in roles.items():
        if tag in tags:
            found |= int(_core.TAG_ROLES[role])
    return found
