"""Marks for the core: which tokens of a segment are copy words because of where they stand. Words that always are, are a list."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from bolide import _core
from bolide.errors import ConfigurationError
from bolide.packaged import read_lines
from bolide.plusplus.addresses import address_tokens, may_have_addresses
from bolide.plusplus.iob2 import OUTSIDE
from bolide.plusplus.recognisers import Recogniser

__all__ = ["Marker", "date_words"]

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


def date_words(code: str) -> tuple[str, ...]:
    """Return the names of days and months of a language; `ConfigurationError` where there are none."""
    if code not in _DATES:
        raise ConfigurationError(
            f"there are no names of days and months for the language {code}: leave dates out of copy_from"
        )
    return read_lines(_DATES[code])
