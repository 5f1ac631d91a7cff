"""Which language text is in, by its function words: enough to notice that a text is not what it was taken for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from bolide.data.languages import languages
from bolide.data.lexicon import function_words

__all__ = ["FEWEST_WORDS", "guess_language", "shared_words", "shares_of", "words_of"]

FEWEST_WORDS = 12
# So many words of two texts tell whether they have any in common: a sentence may be put in quite other ones.
FEWEST_TO_SHARE = 40
# Text of a language has at least this share of its function words.
LEAST_SHARE = 0.15
_SIGNS = ".,;:!?\"'()[]«»„“”‘’…।-–—"
# Thai, Lao, Burmese, Khmer, Chinese and Japanese: their words are not written apart.
_UNBROKEN = (("\u0e00", "\u0eff"), ("\u1000", "\u109f"), ("\u1780", "\u17ff"), ("\u2e80", "\u9fff"))


def words_of(lines: Sequence[str]) -> list[str]:
    """Return the words of some lines, without the signs around them."""
    words = [word.strip(".,;:!?\"'()«»„“”").lower() for line in lines for word in line.split()]
    return [word for word in words if word.isalpha()]


def shared_words(lines: Sequence[str], others: Sequence[str]) -> float | None:
    """Return how much of two texts is the same words, 0 to 1, in whatever order; None where there are too few words.

    Of texts in one language that is much, and of texts in two little: names, and words that both languages have.

    >>> shared_words(["the cat sat on the mat"] * 8, ["a cat was on the mat"] * 8)
    0.667
    >>> shared_words(["the cat sat on the mat"] * 8, ["die Katze saß auf der Matte"] * 8)
    0.0
    """
    first, second = (Counter(_pieces(text)) for text in (lines, others))
    sizes = first.total(), second.total()
    if min(sizes) < FEWEST_TO_SHARE:
        return None
    return round(sum(min(count / sizes[0], second[word] / sizes[1]) for word, count in first.items()), 3)


def _pieces(lines: Sequence[str]) -> Iterator[str]:
    """Yield words without numbers and without the signs around them; characters where words are not written apart."""
    for line in lines:
        for word in line.lower().split():
            stripped = word.strip(_SIGNS)
            if any(low <= sign <= high for low, high in _UNBROKEN for sign in stripped):
                yield from stripped
            elif stripped and not any(sign.isdigit() for sign in stripped):
                yield stripped


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
