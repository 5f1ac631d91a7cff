"""Text that nobody would write: words of a language of the jar, among all that texts of the world bring along."""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path

from bolide.packaged import parse_toml

__all__ = ["LANGUAGES", "PIECES", "TextMaker", "vocabulary"]

OWN = Path(__file__).resolve().parent.parent / "golden" / "own"
LANGUAGES = ("en", "cs", "fr", "es", "de", "ru", "pt", "da", "ro", "hu", "tr", "fi", "nl", "it", "no", "sv")

_TABLE = parse_toml((Path(__file__).parent / "pieces.toml").read_text(encoding="utf-8"))
PIECES: dict[str, list[str]] = {name: pieces.split(" ") for name, pieces in _TABLE["words"].items()}
PIECES |= {name: list(characters) for name, characters in _TABLE["characters"].items()}
ODD = list(PIECES.values())
BYTES = [
    data.decode("utf-8", "surrogateescape")
    for data in (
        b"\xff",
        b"\xc3",
        b"\xe2\x82",
        b"\xed\xa0\x80",
        b"\xf0\x9f\x98",
        b"\xc0\xaf",
        b"\xf4\x90\x80\x80",
        b"\x80\x80",
    )
]


@cache
def vocabulary(language: str) -> tuple[str, ...]:
    """Return the words of our own texts in a language, sorted."""
    texts = ((OWN / f"{language}.{end}").read_text(encoding="utf-8") for end in ("hyp", "ref"))
    return tuple(sorted({word for text in texts for word in re.findall(r"[^\W\d_]+", text)}))


class TextMaker:
    """Makes lines in a language; the same ones for the same source of chance."""

    def __init__(self, chance: random.Random, language: str) -> None:
        self.chance, self.language = chance, language
        self.known = vocabulary(language)
        # Few words in a case, so that many of them occur on both sides, and several times.
        self.words = chance.sample(self.known, min(len(self.known), chance.choice((4, 12, 40, 200))))
        self.oddness = chance.choice((0.0, 0.02, 0.1, 0.3))
        self.longest = 60

    def line(self) -> str:
        """Return a segment."""
        length = self.chance.choices((0, 1, 2, 6, 12, 25, 60), weights=(1, 3, 4, 20, 20, 8, 1))[0]
        return self.join([self.word() for _ in range(min(length and self.chance.randint(1, length), self.longest))])

    def join(self, words: list[str]) -> str:
        """Put words one after the other, mostly with a blank between them."""
        glue = (" ", "", *PIECES["blanks"]) if self.chance.random() < self.oddness else (" ",)
        return "".join(word + self.chance.choice(glue) for word in words).removesuffix(" ")

    def word(self) -> str:
        """Return a word, or what stands in its place."""
        if self.chance.random() < self.oddness:
            return self.odd_word()
        word = self.chance.choice(self.words)
        change = self.chance.random()
        if change < 0.1:
            return word.upper() if change < 0.03 else word.capitalize()
        if change < 0.2:
            return word + self.chance.choice((".", ",", "!", "'s", "-", ".."))
        return self.inflected(word) if change < 0.35 else word

    def odd_word(self) -> str:
        """Return a piece of another kind of text, a long word, or bytes that are not UTF-8."""
        choice = self.chance.random()
        if choice < 0.02:
            return self.chance.choice(BYTES)
        if choice < 0.04:
            return self.chance.choice(self.words) * self.chance.choice((3, 30, 300))
        if choice < 0.15:
            return "".join(self.chance.choice(self.chance.choice(ODD)) for _ in range(self.chance.randint(2, 4)))
        return self.chance.choice(self.chance.choice(ODD))

    def inflected(self, word: str) -> str:
        """Return a word with the ending of another: stems meet there."""
        other = self.chance.choice(self.known)
        return word[: max(2, len(word) - self.chance.randint(0, 3))] + other[len(other) - self.chance.randint(0, 4) :]

    def changed(self, line: str) -> str:
        """Return a reference for a line: most of its words, some of them elsewhere, inflected, doubled or replaced."""
        if self.chance.random() < 0.1:
            return line if self.chance.random() < 0.5 else self.line()
        words = line.split(" ")
        for _ in range(self.chance.randint(0, 6)):
            at = self.chance.randrange(len(words))
            here = words[at]
            words[at : at + 1] = self.chance.choice(
                ([], [here, here], [self.inflected(here)], [self.word()], [here.lower()])
            )
            words = words or [self.word()]
        if self.chance.random() < 0.4:
            start, end = sorted(self.chance.randrange(len(words) + 1) for _ in range(2))
            words = words[:start] + words[end:] + words[start:end]
        return " ".join(words)

    def phrase(self) -> str:
        """Return a phrase for a table, in lower case as tables are."""
        return " ".join(self.chance.choice(self.words).lower() for _ in range(self.chance.choice((1, 1, 2, 2, 3, 5))))
