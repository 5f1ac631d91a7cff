"""What is known about words without any resource: the function words of Meteor 1.5, and stems."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from bolide import _core
from bolide.data.languages import NO_WORDS, find_language
from bolide.errors import ConfigurationError
from bolide.packaged import read_lines

__all__ = ["digest_words", "function_words", "stem"]


@cache
def function_words(code: str) -> tuple[str, ...]:
    """Return the function words of a language; none where Meteor 1.5 has no list, or where the code is `none`.

    >>> len(function_words("en")), len(function_words("pt"))
    (93, 0)
    """
    if code == NO_WORDS or not (language := find_language(code)).function_words:
        return ()
    return read_lines(f"data/function_words/{language.name.lower()}.txt")


def stem(code: str, word: str) -> str:
    """Return the stem of a word, as the matcher sees it; `ConfigurationError` where a language has no algorithm for it.

    >>> stem("en", "running")
    'run'
    """
    language = find_language(code)
    if language.stemmer in (None, "table", "roots"):
        raise ConfigurationError(f"there is no algorithm to stem {language.name}")
    return _core.stem(str(language.stemmer), word)


def digest_words(words: Iterable[str]) -> str:
    """Return what identifies a set of words, whatever its order."""
    return _core.sha256("\n".join(sorted(set(words))).encode("utf-8", "surrogatepass")).hex()
