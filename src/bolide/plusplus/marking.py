"""Marks for the core: which tokens of a segment are copy words because of where they stand. Words that always are, are a list."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from bolide import _core
from bolide.configuration import Configuration
from bolide.errors import ConfigurationError
from bolide.lexicon import digest_words
from bolide.packaged import read_lines
from bolide.plusplus.addresses import address_tokens, may_have_addresses
from bolide.plusplus.iob2 import OUTSIDE
from bolide.plusplus.recognisers import DEFAULT, Recogniser, find_recogniser
from bolide.signature import DIGEST_LENGTH
from bolide.text import core_tokeniser

__all__ = ["CopyKnowledge", "Marker", "gather_copy_words"]

_DATES = {"en": "plusplus/dates/english.txt"}
_MOST_SEGMENTS = 1 << 16


class Marker:
    """Marks entities and addresses in segments as the metric tokenises them, capitals and all."""

    def __init__(self, tokens: _core.Tokeniser, recogniser: Recogniser | None, *, has_addresses: bool) -> None:
        self._tokeniser = tokens
        self._recogniser = recogniser
        self._has_addresses = has_addresses
        self._seen: dict[Any, bytes] = {}  # References come back with every system.

    def marks(self, segments: Sequence[Any], *, tokenised: bool) -> tuple[bytes, ...]:
        """Return a byte for each token of each segment, 1 for a copy word."""
        new = [segment for segment in dict.fromkeys(segments) if segment not in self._seen]
        if len(self._seen) + len(new) > _MOST_SEGMENTS:
            self._seen = {}
            new = list(dict.fromkeys(segments))
        seen = self._seen  # Another thread may start over with its own.
        token_lists = [list(segment) if tokenised else self._tokeniser.tokenise(segment) for segment in new]
        for segment, marks in zip(new, self._mark(token_lists), strict=True):
            seen[segment] = marks
        return tuple(seen[segment] for segment in segments)

    def _mark(self, token_lists: list[list[str]]) -> Iterable[bytes]:
        entities: Iterable[bytes]
        if self._recogniser is None:
            entities = map(bytes, map(len, token_lists))
        else:
            # Names that are not sure count too: on judged data they help rather than hurt (design note 12).
            types = self._recogniser.types(token_lists, sure=False)
            entities = (_entity_marks(*pair) for pair in zip(token_lists, types, strict=True))
        for tokens, marks in zip(token_lists, entities, strict=True):
            if self._has_addresses and may_have_addresses(" ".join(tokens)):
                yield bytes(map(max, marks, address_tokens(tokens)))
            else:
                yield marks


def _entity_marks(tokens: Sequence[str], types: Sequence[str]) -> bytes:
    """Return the marks of entities; commas and the like inside of a name are no words to copy."""
    return bytes(kind != OUTSIDE and token[0].isalnum() for token, kind in zip(tokens, types, strict=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class CopyKnowledge:
    """What a metric knows of copy words: words that always are, what marks the others, and what identifies all of it."""

    words: tuple[str, ...] = ()
    marker: Marker | None = None
    identities: tuple[str, ...] = ()


def gather_copy_words(
    configuration: Configuration, *, words: Iterable[str] | None, recogniser: str | None
) -> CopyKnowledge:
    """Return the copy knowledge that a configuration asks for; `ConfigurationError` where it does not fit together."""
    sources, language = configuration.copy_from, configuration.language
    listed = () if words is None else _checked(words)
    if not sources and not listed:
        raise ConfigurationError(
            "copy_x is of no use without copy words: give copy_words, copy_from, or another preset"
        )
    if configuration.parameters.copy is None:
        raise ConfigurationError(
            "copy words need a number X: give copy_x, or take a preset that has it, such as meteor++"
        )
    if recogniser is not None and "entities" not in sources:
        raise ConfigurationError(f"the recogniser {recogniser!r} is of no use: add entities to copy_from")
    if "unlisted" in sources and "paraphrase" not in configuration.matchers:
        raise ConfigurationError(
            "unlisted words are those a paraphrase table does not know: add the matcher paraphrase"
        )
    found = find_recogniser(recogniser or DEFAULT, language.code) if "entities" in sources else None
    identities = [f"entities-{_plain(found.identity)}" if found and name == "entities" else name for name in sources]
    if listed:
        identities.append(f"words-{digest_words(listed)[:DIGEST_LENGTH]}")
    marker = None
    if found or "addresses" in sources:
        tokens = core_tokeniser(language, configuration.text, lowercase=False)
        marker = Marker(tokens, found, has_addresses="addresses" in sources)
    return CopyKnowledge(
        words=(*listed, *(_dates(language.code) if "dates" in sources else ())),
        marker=marker,
        identities=tuple(identities),
    )


def _plain(identity: str) -> str:
    """Return an identity without the signs that divide a signature."""
    return re.sub(r"[|+,\s]", "_", identity)


def _checked(words: Iterable[str]) -> tuple[str, ...]:
    if isinstance(words, str) or not isinstance(words, Iterable):
        raise ConfigurationError(f"copy_words has to be a list of words, not {words!r}")
    return tuple(dict.fromkeys(word.lower() for word in words))


def _dates(code: str) -> tuple[str, ...]:
    if code not in _DATES:
        raise ConfigurationError(
            f"there are no names of days and months for the language {code}: leave dates out of copy_from"
        )
    return read_lines(_DATES[code])
