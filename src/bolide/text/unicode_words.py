"""Tokens of any script: words by Unicode's classes of characters, for languages that Meteor's normaliser breaks apart."""

import re
import unicodedata
from functools import cache

# Signatures include it, since it decides which characters are letters.
UNICODE_VERSION = unicodedata.unidata_version

# Scripts that write words without blanks between them (Unicode's Scripts.txt): first and last code points.
_UNSPACED = (
    (0x0E00, 0x0EFF),  # Thai, Lao
    (0x1000, 0x109F),  # Myanmar
    (0x1780, 0x17FF),  # Khmer
    (0x19E0, 0x19FF),  # Khmer symbols
    (0x3005, 0x3007),  # ideographic marks
    (0x3040, 0x30FF),  # Hiragana, Katakana
    (0x31F0, 0x31FF),  # Katakana phonetic extensions
    (0x3400, 0x4DBF),  # Han
    (0x4E00, 0x9FFF),
    (0xA9E0, 0xA9FF),  # Myanmar extended
    (0xAA60, 0xAA7F),
    (0xF900, 0xFAFF),  # Han compatibility
    (0xFF66, 0xFF9D),  # half-width Katakana
    (0x1B000, 0x1B16F),  # Kana supplement
    (0x20000, 0x3134F),  # Han extensions
)


def split_words(text: str) -> list[str]:
    """Return the tokens of a text in NFC: words with their marks, numbers, and each other sign by itself.

    Scripts without blanks between words give a token for each character with its marks.

    >>> split_words("«Τι λες;» — 3,5 % του α'")
    ['«', 'Τι', 'λες', ';', '»', '—', '3,5', '%', 'του', 'α', "'"]
    >>> split_words("हिन्दी में 東京へ")
    ['हिन्दी', 'में', '東', '京', 'へ']
    """
    return _pattern().findall(unicodedata.normalize("NFC", text))


@cache
def _pattern() -> re.Pattern[str]:
    marks = class_of_marks()
    unspaced = "".join(f"{chr(first)}-{chr(last)}" for first, last in _UNSPACED)
    letter = rf"(?:[^\W{unspaced}]|[{marks}\u200c\u200d])"
    number = r"\d+(?:[.,:\u066b\u066c]\d+)+(?!\w)"
    word = rf"{letter}+(?:['\u2019]{letter}+)*"
    return re.compile(rf"{number}|{word}|[^\s][{marks}\u200c\u200d]*")


def class_of_marks() -> str:
    """Return all combining marks as the inside of a character class."""
    ranges: list[list[int]] = []
    for code in range(0x300, 0x1F000):
        if unicodedata.category(chr(code)).startswith("M"):
            if ranges and ranges[-1][1] == code - 1:
                ranges[-1][1] = code
            else:
                ranges.append([code, code])
    ranges.append([0xE0100, 0xE01EF])
    return "".join(f"{chr(first)}-{chr(last)}" for first, last in ranges)


def split_stripped(text: str) -> list[str]:
    """Return the words of a text, treating punctuation and symbols as blanks.

    >>> split_stripped("U.S.-based organization")
    ['U', 'S', 'based', 'organization']
    """
    return _punctuation().sub(" ", text).split()


@cache
def _punctuation() -> re.Pattern[str]:
    return re.compile(rf"[^\w\s{class_of_marks()}\u200c\u200d]|_")
