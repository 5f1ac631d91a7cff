"""Which language text is in, by its function words: enough to notice that a text is not what it was taken for."""

from __future__ import annotations

from collections import Counter
from collections.abc import ItemsView, Sequence

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


def words_of(lines: Sequence[str]) -> Counter[str]:
    """Return the words of some lines, without the signs around them, and how often each occurs."""
    words: Counter[str] = Counter()
    for word, count in _counted(lines):
        stripped = word.strip(".,;:!?\"'()«»„“”").lower()
        if stripped.isalpha():
            words[stripped] += count
    return words


def _counted(lines: Sequence[str]) -> ItemsView[str, int]:
    """Return what stands between blanks, in the order in which it first occurs; most of a text is there several times."""
    return Counter(" ".join(lines).split()).items()


def shared_words(lines: Sequence[str], others: Sequence[str]) -> float | None:
    """Return how much of two texts is the same words, 0 to 1, in whatever order; None where there are too few words.

    Of texts in one language that is much, and of texts in two little: names, and words that both languages have.

    >>> shared_words(["the cat sat on the mat"] * 8, ["a cat was on the mat"] * 8)
    0.667
    >>> shared_words(["the cat sat on the mat"] * 8, ["die Katze saß auf der Matte"] * 8)
    0.0
    """
    first, second = _pieces(lines), _pieces(others)
    sizes = first.total(), second.total()
    if min(sizes) < FEWEST_TO_SHARE:
        return None
    return round(sum(min(count / sizes[0], second[word] / sizes[1]) for word, count in first.items()), 3)


def _pieces(lines: Sequence[str]) -> Counter[str]:
    """Count words without numbers and without the signs around them; characters where words are not written apart."""
    pieces: Counter[str] = Counter()
    for word, count in _counted(lines):
        stripped = word.lower().strip(_SIGNS)
        if stripped.isalpha() and max(stripped) < _UNBROKEN[0][0]:  # Most words of most languages.
            pieces[stripped] += count
        elif any(low <= sign <= high for low, high in _UNBROKEN for sign in stripped):
            for sign in stripped:
                pieces[sign] += count
        elif stripped and not any(sign.isdigit() for sign in stripped):
            pieces[stripped] += count
    return pieces


def shares_of(words: Counter[str], codes: Sequence[str]) -> dict[str, float]:
    """Return what share of words are function words of each language."""
    total = max(1, words.total())
    return {code: sum(words[word] for word in set(function_words(code))) / total for code in codes}


def guess_language(lines: Sequence[str]) -> str | None:
    """Return the code of the language that text looks like, of those with a list of function words; None where it looks like none.

    >>> guess_language(["Der Hund schläft auf dem Sofa, und die Katze sitzt neben ihm auf dem Boden."])
    'de'
    """
    words = words_of(lines)
    if words.total() < FEWEST_WORDS:
        return None
    shares = shares_of(words, [language.code for language in languages() if language.function_words])
    best = max(shares, key=lambda code: shares[code])
    return best if shares[best] >= LEAST_SHARE else None
