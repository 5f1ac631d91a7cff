"""Marks for the core: which tokens of a segment are copy words because of where they stand. Words that always are, are a list."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from bolide import _core
from bolide.errors import ConfigurationError
from bolide.packaged import read_lines
from bolide.plusplus.addresses import address_tokens, has_hint, may_have_addresses
from bolide.plusplus.recogniser import Recogniser

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
        seen.update(zip(new, self._mark(new, tokenised), strict=True))
        return tuple(map(seen.__getitem__, segments))

    def _mark(self, segments: list[Any], tokenised: bool) -> Iterable[bytes]:
        """Return the marks of each segment; none at all where none of its tokens has one."""
        found: Iterable[bytes] = [b""] * len(segments)
        if self._recogniser:
            found = self._recogniser.marks(self._tokeniser, segments, tokenised)
        if not self._has_addresses:
            return found
        return (self._add_addresses(segment, marks, tokenised) for segment, marks in zip(segments, found, strict=True))

    def _add_addresses(self, segment: Any, marks: bytes, tokenised: bool) -> bytes:
        """Return the marks of a segment with those of its addresses."""
        if not may_have_addresses(" ".join(segment) if tokenised else segment):
            return marks
        tokens = segment if tokenised else self._tokeniser.tokenise(segment)
        if not has_hint(" ".join(tokens)):
            return marks
        return bytes(map(max, marks or bytes(len(tokens)), address_tokens(tokens)))


def date_words(code: str) -> tuple[str, ...]:
    """Return the names of days and months of a language; `ConfigurationError` where there are none."""
    if code not in _DATES:
        raise ConfigurationError(
            f"there are no names of days and months for the language {code}: leave dates out of copy_from"
        )
    return read_lines(_DATES[code])
