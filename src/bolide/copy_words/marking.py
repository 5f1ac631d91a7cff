"""Marks for the core: the tokens of a segment that are copy words in their context. Words that always are come from a list."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from bolide import _core
from bolide.copy_words.recognisers import Recogniser
from bolide.data import read_lines
from bolide.errors import ConfigurationError

# Every segment with an address contains one of these, before and after tokenising; other segments are skipped.
_ENDINGS = r"\.(?:com|org|net|edu|gov|info|io|eu|uk|de|fr|ru|cz|fi|tr|ro|lv|in|cn|jp)"
_MAYBE = re.compile(rf"@|://|www\.|{_ENDINGS}", re.IGNORECASE)
_HINT = re.compile(rf"@|://|www\.|{_ENDINGS}\b", re.IGNORECASE)
_WHOLE = re.compile(
    rf"(?:[a-z][a-z0-9+.-]*://|www\.)\S+|\S+@\S+\.\S+|[a-z0-9-]+(?:\.[a-z0-9-]+)*{_ENDINGS}(?:/\S*)?", re.IGNORECASE
)
_SCHEMES = ("http", "https", "ftp")
_PATH = re.compile(r"[\w.%~+-]+|[/?=&#:_]")


def address_tokens(tokens: Sequence[str]) -> bytes:
    """Return a mark for each token that is an address or, after splitting by the normaliser, part of one.

    >>> tokens = "see http : / / www.example.com / a or ask john.smith @ example".split()
    >>> [token for token, mark in zip(tokens, address_tokens(tokens)) if mark]
    ['http', 'www.example.com', 'a', 'john.smith', 'example']
    """
    marks = bytearray(len(tokens))
    inside = False
    for i, token in enumerate(tokens):
        begins = token.lower() in _SCHEMES and list(tokens[i + 1 : i + 4]) == [":", "/", "/"]
        is_whole = _WHOLE.fullmatch(token) is not None
        is_mail = (
            "@" in (tokens[i - 1] if i else "", tokens[i + 1] if i + 1 < len(tokens) else "") and token[0].isalnum()
        )
        inside = begins or is_whole or (inside and _continues(tokens, i))
        marks[i] = (inside and token[0].isalnum()) or is_mail
    return bytes(marks)


def _continues(tokens: Sequence[str], i: int) -> bool:
    """Whether a token continues the address before it: marks of a path do, and words after them."""
    token = tokens[i]
    if len(token) == 1 and token in "/?=&#:":
        return True
    return tokens[i - 1] in ("/", "?", "=", "&", "#") and _PATH.fullmatch(token) is not None


# Sources that are lists in the package, with their displayed names.
LISTS = {"dates": "names of days and months", "learned": "learned copy words"}
_MOST_SEGMENTS = 1 << 16
Segment = str | Sequence[str]  # text, or its tokens


class Marker:
    """Marks entities and addresses in segments as the metric tokenises them, before lower-casing."""

    def __init__(self, tokens: _core.Tokeniser, recogniser: Recogniser | None, *, has_addresses: bool) -> None:
        self._tokeniser = tokens
        self._recogniser = recogniser
        self._has_addresses = has_addresses
        self._seen: dict[Segment, bytes] = {}  # References recur with every system.

    def marks(self, segments: Sequence[Segment], *, tokenised: bool) -> tuple[bytes, ...]:
        """Return a byte for each token of each segment, 1 for a copy word."""
        new = [segment for segment in dict.fromkeys(segments) if segment not in self._seen]
        if len(self._seen) + len(new) > _MOST_SEGMENTS:
            self._seen = {}
            new = list(dict.fromkeys(segments))
        seen = self._seen  # Another thread may replace the attribute.
        seen.update(zip(new, self._mark(new, tokenised), strict=True))
        return tuple(map(seen.__getitem__, segments))

    def _mark(self, segments: list[Segment], tokenised: bool) -> Iterable[bytes]:
        """Return the marks of each segment; empty if none of its tokens has one."""
        found: Iterable[bytes] = [b""] * len(segments)
        if self._recogniser:
            found = self._recogniser.marks(self._tokeniser, segments, tokenised)
        if not self._has_addresses:
            return found
        return (self._add_addresses(segment, marks) for segment, marks in zip(segments, found, strict=True))

    def _add_addresses(self, segment: Segment, marks: bytes) -> bytes:
        """Return the marks of a segment with those of its addresses."""
        if not _MAYBE.search(segment if isinstance(segment, str) else " ".join(segment)):
            return marks
        tokens = self._tokeniser.tokenise(segment) if isinstance(segment, str) else segment
        if not _HINT.search(" ".join(tokens)):
            return marks
        return bytes(map(max, marks or bytes(len(tokens)), address_tokens(tokens)))


def listed_words(source: str, code: str) -> tuple[str, ...]:
    """Return the words of a source that is a list, in a language; `ConfigurationError` if there are none."""
    if code != "en":
        raise ConfigurationError(
            f"there are no {LISTS[source]} for the language {code}: leave {source} out of copy_from"
        )
    return read_lines(f"copy_words/{source}/english.txt")
