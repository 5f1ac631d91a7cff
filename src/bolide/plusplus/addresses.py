"""Tokens of web and e-mail addresses, whole or as the normaliser takes them apart."""

from __future__ import annotations

import re
from collections.abc import Sequence

__all__ = ["address_tokens", "has_hint", "may_have_addresses"]

# What a segment with an address holds, before and after it is tokenised; everything else is not looked at again.
_MAYBE = re.compile(
    r"@|://|www\.|\.(?:com|org|net|edu|gov|info|io|eu|uk|de|fr|ru|cz|fi|tr|ro|lv|in|cn|jp)", re.IGNORECASE
)
_HINT = re.compile(rf"@|://|www\.|(?:{_MAYBE.pattern})\b", re.IGNORECASE)
_WHOLE = re.compile(
    r"(?:[a-z][a-z0-9+.-]*://|www\.)\S+|\S+@\S+\.\S+"
    r"|[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|org|net|edu|gov|info|io|eu|uk|de|fr|ru|cz|fi|tr|ro|lv|in|cn|jp)(?:/\S*)?",
    re.IGNORECASE,
)
_SCHEMES = ("http", "https", "ftp")
_PATH = re.compile(r"[\w.%~+-]+|[/?=&#:_]")


def has_hint(tokens: str) -> bool:
    """Whether tokens, with blanks between them, look as if they held an address."""
    return _HINT.search(tokens) is not None


def may_have_addresses(text: str) -> bool:
    """Whether a text is worth a closer look.

    >>> may_have_addresses("mail me@here.org"), may_have_addresses("Hello. Me")
    (True, False)
    """
    return _MAYBE.search(text) is not None


def address_tokens(tokens: Sequence[str]) -> bytes:
    """Return a mark for each token that is an address or, taken apart by the normaliser, a part of one.

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
    """Whether a token goes on with the address before it: marks of a path do, and words after such a mark."""
    token = tokens[i]
    if len(token) == 1 and token in "/?=&#:":
        return True
    return tokens[i - 1] in ("/", "?", "=", "&", "#") and _PATH.fullmatch(token) is not None
