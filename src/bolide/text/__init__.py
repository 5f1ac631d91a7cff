"""From text to tokens: the core's normaliser with the data of a language, or a function in Python."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from bolide import _core
from bolide.data import has_file, read_lines
from bolide.data.languages import Language

if TYPE_CHECKING:
    from bolide.text.indic import IndicTokeniser


Split = Callable[[str], Sequence[str]]


def splitter(mode: str) -> Split | None:
    """Return the function that splits text in Python; None if the core does it."""
    if mode in ("unicode", "stripped"):
        from bolide.text.unicode_words import split_stripped, split_words

        return split_words if mode == "unicode" else split_stripped
    if mode == "ptb":
        from bolide.text.captions import split_caption

        return split_caption
    return None


def signed_text(name: str) -> str:
    """Return the name of a text mode in signatures; `unicode` includes Unicode's version, on which its words depend."""
    if name == "any":
        return f"any-{_core.UNICODE_VERSION}"
    if name not in ("unicode", "stripped"):
        return name
    from bolide.text.unicode_words import UNICODE_VERSION

    return f"{name}-{UNICODE_VERSION}"


@cache
def _prefixes(language: Language) -> tuple[list[str], list[str]]:
    """Return the words that keep their full stop: before anything, and before numbers only."""
    kinds: dict[str, list[str]] = {"ANY": [], "NUM": []}
    file = f"text/prefixes/{language.name.lower()}.tsv"
    for line in read_lines(file) if has_file(file) else ():
        if line:
            prefix, kind = line.split("\t")
            kinds[kind].append(prefix)
    return kinds["ANY"], kinds["NUM"]


def tokeniser(language: Language, mode: str, *, lowercase: bool = True) -> _core.Tokeniser | IndicTokeniser:
    """Return the tokeniser of a text mode: norm, nopunct, lower or raw; after ptb it is norm. `lowercase=False` keeps capitals in any mode.

    Tokens split in Python are lower-cased (unicode, stripped) or kept as they are (the user's function).

    >>> from bolide.data.languages import find_language
    >>> tokeniser(find_language("en"), "norm").tokenise("It's a well-known fact, isn't it?")
    ['it', "'s", 'a', 'well', 'known', 'fact', ',', 'isn', "'t", 'it', '?']
    """
    if language.normaliser == "indic" and mode != "any":
        return indic_tokeniser(language, mode)
    return core_tokeniser(language, mode, lowercase=lowercase)


def line_tokeniser(language: Language, mode: str) -> Callable[[str], list[str]]:
    """Return the function from a line to its tokens, in any text mode.

    >>> from bolide.data.languages import find_language
    >>> line_tokeniser(find_language("pt"), "unicode")("O rio, sim.")
    ['o', 'rio', ',', 'sim', '.']
    """
    tokenise, split = tokeniser(language, mode).tokenise, splitter(mode)
    return (lambda line: tokenise(" ".join(split(line)))) if split else tokenise


def indic_tokeniser(language: Language, mode: str) -> IndicTokeniser:
    """Return the tokeniser of an Indian language, in a text mode."""
    from bolide.text.indic import IndicTokeniser

    return IndicTokeniser(mode, _prefixes(language)[0])


def tokeniser_settings(language: Language, mode: str) -> dict[str, object]:
    """Return the core's tokeniser of a text mode as settings; it only lower-cases if the core does not normalise the language."""
    if mode in ("norm", "nopunct", "ptb") and language.normaliser not in (None, "indic"):
        any_prefixes, numeric_prefixes = _prefixes(language)
        return {
            "text": "nopunct" if mode == "nopunct" else "norm",
            "apostrophe": language.normaliser,
            "prefixes": tuple(any_prefixes),
            "numeric_prefixes": tuple(numeric_prefixes),
        }
    return {"text": "any" if mode == "any" else "raw" if mode == "raw" or mode.startswith("function-") else "lower"}


def core_tokeniser(language: Language, mode: str, *, lowercase: bool = True) -> _core.Tokeniser:
    """Return the core's tokeniser of a text mode."""
    settings: Any = tokeniser_settings(language, mode)
    text, normaliser = settings["text"], None
    if "apostrophe" in settings:
        normaliser = _core.Normaliser(
            apostrophe=getattr(_core.Apostrophe, settings["apostrophe"]),
            any_prefixes=settings["prefixes"],
            numeric_prefixes=settings["numeric_prefixes"],
            keep_punctuation=text == "norm",
        )
    lowercase = lowercase and text not in ("any", "raw")
    return _core.Tokeniser(normaliser=normaliser, lowercase=lowercase, any_script=text == "any")
