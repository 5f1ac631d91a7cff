"""Text of Indian languages: cleaned characters, whole words, and the form under which spellings of a word are equal.

Three steps, each one function: `clean` (remove invisible characters), `split` (text to tokens), `fold` (token to the form that is
matched). Nothing here depends on a particular language.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from itertools import chain

from bolide import _core

# Joiners, direction marks, soft hyphens, the byte-order mark: they change how text looks, never what it says.
_INVISIBLE = dict.fromkeys(
    map(ord, "\u00ad\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff")
)

# Letters and the vowel signs on them: all but spaces, digits, the dandas, and the marks and symbols of ASCII and Unicode. Python's
# own class of letters would cut words at their vowel signs.
_LETTER = r"[^\s\d!-/:-@\[-`{-~\u0080-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u0964\u0965\u2000-\u2bff\u3000-\u303f\ufe10-\ufe6f\uff00-\uff0f]"
_TOKEN = re.compile(
    rf"{_LETTER}{{4,}}(?:['\u2019]{_LETTER}+)*"  # the most frequent first
    rf"|(?:{_LETTER}{{1,3}}\.){{2,}}"  # initials: ए.पी.जे.
    rf"|{_LETTER}+(?:['\u2019]{_LETTER}+)*"
    r"|\d+(?:[.,:/]\d+)*"  # 3.5, 1,00,000, 10:30 and 5/6 are one token each
    r"|।+|॥|\|+|\.{2,}|-{2,}|\S"
)
# A colon typed for the visarga: दु:ख.
_COLON = re.compile(rf"(?<=[\u0904-\u094c]):(?={_LETTER})")


def clean(text: str) -> str:
    r"""Return text in composed form (NFC) without invisible characters.

    >>> clean("क्\u200dया"), clean("\u0958")
    ('क्या', 'क़')
    """
    return _COLON.sub("\u0903", unicodedata.normalize("NFC", text).translate(_INVISIBLE))


def split(text: str) -> list[str]:
    """Return the tokens of cleaned text: words whole, numbers whole, each other mark by itself.

    >>> split("राम ने 3.5 किताबें, लीं।")
    ['राम', 'ने', '3.5', 'किताबें', ',', 'लीं', '।']
    """
    return _TOKEN.findall(text)


@lru_cache(maxsize=1 << 16)
def _pieces(stretch: str) -> tuple[str, ...]:
    """Return the tokens of a string between blanks, cached: cleaning and splitting never look across blanks, and most strings recur."""
    return tuple(split(clean(stretch)))


def join_abbreviations(tokens: list[str], abbreviations: frozenset[str]) -> list[str]:
    """Return tokens with the full stop of an abbreviation as part of it.

    >>> join_abbreviations(["डॉ", ".", "सिंह", "."], frozenset({"डॉ"}))
    ['डॉ.', 'सिंह', '.']
    """
    if "." not in tokens:
        return tokens
    joined: list[str] = []
    for token in tokens:
        if token == "." and joined and joined[-1] in abbreviations:
            joined[-1] += "."
        else:
            joined.append(token)
    return joined


def fold(token: str) -> str:
    """Return the form in which spellings of one word are equal; it is for comparing, not for reading.

    It evens out nukta, chandrabindu and homorganic nasals, the glide of an ending, native digits, capitals, quotes, and a full stop
    written for a danda.

    >>> fold("लड़कियाँ") == fold("लडकियां"), fold("हिन्दी") == fold("हिंदी"), fold("१२") == fold("12"), fold("गयी") == fold("गई")
    (True, True, True, True)
    """
    return _core.fold_indic(token)


def is_punctuation(token: str) -> bool:
    """Whether a token has no letter and no digit.

    >>> is_punctuation("।"), is_punctuation("क"), is_punctuation("5")
    (True, False, False)
    """
    return not any(unicodedata.category(character)[0] in "LMN" for character in token)


class IndicTokeniser:
    """Splits text in a text mode: norm and nopunct clean and split, lower and raw split at spaces only."""

    __slots__ = ("_abbreviations", "_mode")

    def __init__(self, mode: str, abbreviations: Iterable[str] = ()) -> None:
        self._mode = mode
        self._abbreviations = frozenset(abbreviations)

    @property
    def folds(self) -> bool:
        """Whether spellings of a word count as one."""
        return self._mode in ("norm", "nopunct", "unicode")

    def tokenise(self, line: str) -> list[str]:
        """Return the tokens of a line.

        >>> IndicTokeniser("nopunct").tokenise("राम, आओ!")
        ['राम', 'आओ']
        """
        if self._mode not in ("norm", "nopunct"):
            return (line.lower() if self._mode == "lower" else line).split()
        tokens = join_abbreviations(list(chain.from_iterable(map(_pieces, line.split()))), self._abbreviations)
        return [token for token in tokens if not is_punctuation(token)] if self._mode == "nopunct" else tokens

    def tokens(self, tokens: Iterable[str]) -> list[str]:
        """Return tokens that were split elsewhere in the form of this mode; none is split further."""
        if not self.folds:
            return [token.lower() for token in tokens] if self._mode == "lower" else list(tokens)
        return [clean(token) or token for token in tokens]
