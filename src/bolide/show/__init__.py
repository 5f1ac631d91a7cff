"""Tables and pictures for people and programs; here, the width of text: wide characters take two cells, combining ones none.

A word is cut into clusters, each a base character with the marks over, under or around it, so that it can be written down a column
without falling apart.
"""

from collections.abc import Sequence

_JOINER = "\u200d"
_INVISIBLE = ("Mn", "Me", "Cf", "Cc")
_PRESENTATION = "\ufe0f"
_VIRAMA = 9  # The combining class of signs that tie a consonant to the next.


def width(text: str) -> int:
    r"""Return the number of cells that a text takes.

    >>> width("cat"), width("猫"), width("e\u0301"), width("कि")
    (3, 2, 1, 2)
    """
    if text.isascii():
        return len(text)
    return sum(map(_cells, text)) + text.count(_PRESENTATION)


def _cells(character: str) -> int:
    import unicodedata

    # Signs beside their letter (Mc, as in Devanagari) take one cell, as in xterm, VTE and glibc.
    if character < "\x7f":
        return 1
    if unicodedata.category(character) in _INVISIBLE or "\u1160" <= character <= "\u11ff":
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def clusters(text: str) -> list[str]:
    """Return the clusters of a text: letters with their marks, syllables joined by a virama, joined emoji.

    >>> clusters("हिन्दी")
    ['हि', 'न्दी']
    >>> clusters("été")
    ['é', 't', 'é']
    """
    found: list[str] = []
    for character in text:
        if found and _belongs(found[-1], character):
            found[-1] += character
        else:
            found.append(character)
    return found


def _belongs(cluster: str, character: str) -> bool:
    import unicodedata

    if character == _JOINER or unicodedata.category(character) in ("Mn", "Me", "Mc", "Cf"):
        return True
    if "\u1160" <= character <= "\u11ff" or "\U0001f3fb" <= character <= "\U0001f3ff":
        return True  # The rest of a Korean syllable, or a skin tone.
    last = cluster[-1]
    return last == _JOINER or (unicodedata.combining(last) == _VIRAMA and unicodedata.category(character) == "Lo")


def pad(texts: Sequence[str], *, right: bool = False) -> list[str]:
    """Pad texts with blanks to the same number of cells; with `right`, on the left."""
    widest = max(map(width, texts), default=0)
    return [fill(text, widest, right=right) for text in texts]


def fill(text: str, cells: int, *, right: bool = False) -> str:
    """Pad a text with blanks to a number of cells; with `right`, on the left."""
    blanks = " " * (cells - width(text))
    return blanks + text if right else text + blanks
