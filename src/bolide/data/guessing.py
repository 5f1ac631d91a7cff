"""Which language text is in, by its function words: enough to notice that a text is not what it was taken for."""

from __future__ import annotations

from collections.abc import Sequence

from bolide.data.languages import languages
from bolide.data.lexicon import function_words

__all__ = ["FEWEST_WORDS", "guess_language", "shares_of", "words_of"]

FEWEST_WORDS = 12
# Text of a language has at least this share of its function words.
LEAST_SHARE = 0.15


def words_of(lines: Sequence[str]) -> list[str]:
    """Return the words of some lines, without the signs around them."""
    words = [word.strip(".,;:!?\"'()«»„“”").lower() for line in lines for word in line.split()]
    return [word for word in words if word.isalpha()]


def shares_of(words: Sequence[str], codes: Sequence[str]) -> dict[str, float]:
    """Return what share of words are function words of each language."""
    known = {code: set(function_words(code)) for code in codes}
    return {code: sum(word in known[code] for word in words) / max(1, len(words)) for code in codes}


def guess_language(lines: Sequence[str]) -> str | None:
    """Return the code of the language that text looks like, of those with a list of function words; None where it looks like none.

    >>> guess_language(["Der Hund schläft auf dem Sofa, und die Katze sitzt neben ihm auf dem Boden."])
    'de'
    """
    words = words_of(lines)
    if len(words) < FEWEST_WORDS:
        return None
    shares = shares_of(words, [language.code for language in languages() if language.function_words])
    best = max(shares, key=lambda code: shares[code])
    return best if shares[best] >= LEAST_SHARE else None
