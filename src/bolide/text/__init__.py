"""From text to tokens: the core's normaliser with the data of a language."""

from __future__ import annotations

from functools import cache

from bolide import _core
from bolide.languages import Language
from bolide.packaged import read_lines

__all__ = ["tokeniser"]


@cache
def _prefixes(language: Language) -> tuple[list[str], list[str]]:
    """Return the words before which a full stop stays: before anything, and before numbers only."""
    kinds: dict[str, list[str]] = {"ANY": [], "NUM": []}
    for line in read_lines(f"text/prefixes/{language.name.lower()}.tsv"):
        if line:
            prefix, kind = line.split("\t")
            kinds[kind].append(prefix)
    return kinds["ANY"], kinds["NUM"]


def tokeniser(language: Language, mode: str, *, lowercase: bool = True) -> _core.Tokeniser:
    """Return the tokeniser of a text mode: norm, nopunct, lower or raw. `lowercase=False` keeps capitals in any mode.

    >>> from bolide.languages import find_language
    >>> tokeniser(find_language("en"), "norm").tokenise("It's a well-known fact, isn't it?")
    ['it', "'s", 'a', 'well', 'known', 'fact', ',', 'isn', "'t", 'it', '?']
    """
    normaliser = None
    if mode in ("norm", "nopunct") and language.normaliser:
        any_prefixes, numeric_prefixes = _prefixes(language)
        normaliser = _core.Normaliser(
            apostrophe=getattr(_core.Apostrophe, language.normaliser),
            any_prefixes=any_prefixes,
            numeric_prefixes=numeric_prefixes,
            keep_punctuation=mode == "norm",
        )
    return _core.Tokeniser(normaliser=normaliser, lowercase=lowercase and mode != "raw")
