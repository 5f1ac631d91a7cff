"""What is known about words without any resource: the function words of Meteor 1.5."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cache

from bolide.languages import find_language
from bolide.packaged import read_lines

__all__ = ["digest_words", "function_words"]


@cache
def function_words(code: str) -> tuple[str, ...]:
    """Return the function words of a language; none where Meteor 1.5 has no list.

    >>> len(function_words("en")), len(function_words("pt"))
    (93, 0)
    """
    language = find_language(code)
    if not language.function_words:
        return ()
    return read_lines(f"lexicon/function_words/{language.name.lower()}.txt")


def digest_words(words: Iterable[str]) -> str:
    """Return what identifies a set of words, whatever its order."""
    return hashlib.sha256("\n".join(sorted(set(words))).encode("utf-8", "surrogatepass")).hexdigest()
