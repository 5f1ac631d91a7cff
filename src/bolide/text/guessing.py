"""Guesses the language of text from its letters and commonest words: enough to notice a wrong language."""

from collections import Counter
from collections.abc import ItemsView, Sequence
from functools import cache

from bolide.data import read_lines
from bolide.data.languages import DEFAULT_LANGUAGE, any_language, function_words, languages

FEWEST_WORDS = 12
# Fewer words cannot show that two texts share none: one sentence may use quite different words.
FEWEST_TO_SHARE = 40
# Text of a language has at least this share of its commonest words.
LEAST_SHARE = 0.15
# Text of at least ENGLISH_WORDS words with a smaller share is not English.
ENGLISH_SHARE, ENGLISH_WORDS = 0.1, 100
# Text is in another language if it has SOME different words of it, with SOME_SHARE of all its words, twice the share of English ones.
# If no word is English, FEW words with FEW_SHARE are enough; so are accented letters in ACCENTED_SHARE of at least ACCENTED_WORDS words.
# Checked one by one, none of 13,033 English references of WMT is doubted. In other languages, nine lines in ten of Czech, French, German,
# Latvian and Spanish are, eight of Romanian and Turkish, four of Finnish, hardly any of Zulu; ten lines together nearly always.
SOME, SOME_SHARE, FEW, FEW_SHARE = 3, 0.1, 2, 0.2
ACCENTED_WORDS, ACCENTED_SHARE = 4, 0.3
# If the best two languages are closer than this, none is named.
LEAD = 1.25
# Japanese has at least this share of kana among its letters.
KANA_SHARE = 0.05
_SIGNS = ".,;:!?\"'()[]«»„“”‘’…।-–—"
# Thai, Lao, Burmese, Khmer, Chinese and Japanese: no blanks between words.
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
    """Count the strings between blanks, in order of first occurrence: most of them occur several times."""
    return Counter(" ".join(lines).split()).items()


def shared_words(lines: Sequence[str], others: Sequence[str]) -> float | None:
    """Return the share of words, 0 to 1, that two texts have in common, in any order; None if there are too few words.

    It is large for texts in the same language and small otherwise: names, and words that both languages have.

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
    """Count words without numbers and without the signs around them; characters in scripts without blanks between words."""
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


def shares_of(words: Counter[str]) -> Counter[str]:
    """Return the share of words, 0 to 1, that are among the commonest of each language."""
    total, shares = max(1, words.total()), Counter[str]()
    for word, count in words.items():
        for code in _spoken_in().get(word, ()):
            shares[code] += count
    return Counter({code: count / total for code, count in shares.items()})


@cache
def _spoken_in() -> dict[str, list[str]]:
    """Return the languages of common words: function words of Meteor 1.5, and those of `common_words.tsv`.

    Single letters are words in English; in text of other languages they may be anything.
    """
    lists = {code: words.split() for code, words in (line.split("\t") for line in read_lines("data/common_words.tsv"))}
    lists |= {language.code: list(function_words(language.code)) for language in languages() if language.function_words}
    found: dict[str, list[str]] = {}
    for code, words in lists.items():
        for word in words:
            if len(word) > 1 or code == DEFAULT_LANGUAGE:
                found.setdefault(word, []).append(code)
    return found


def guess_language(lines: Sequence[str]) -> str | None:
    """Return the code of the language that text looks like; None if it resembles no language with function words.

    >>> guess_language(["Der Hund schläft auf dem Sofa, und die Katze sitzt neben ihm auf dem Boden."])
    'de'
    """
    words = words_of(lines)
    if words.total() < FEWEST_WORDS:
        return None
    ((best, share),) = shares_of(words).most_common(1) or [("other", 0)]
    return best if share >= LEAST_SHARE and any_language(best).function_words else None


def doubt_english(lines: Sequence[str]) -> str | None:
    """Return why text does not look like English; None if it may be English. A repeated line counts once.

    >>> doubt_english(["Der Hund schläft auf dem Sofa."])
    "this does not look like English: it looks like German; give its language, such as -l de or Meteor('de')"
    >>> doubt_english(["猫が好きです"])
    "this does not look like English: it is in Japanese script; give its language, such as -l ja or Meteor('ja')"
    """
    if script := _script(lines):
        return _doubt(f"it is in {script[0]} script", script[1])
    words = words_of(list(dict.fromkeys(lines)))
    total, shares = words.total(), shares_of(words)
    english = shares.pop(DEFAULT_LANGUAGE, 0)
    (best, share), (_, second), *_ = [*shares.most_common(2), ("", 0), ("", 0)]
    different = sum(best in _spoken_in().get(word, ()) for word in words)
    is_other = different >= SOME and share >= max(SOME_SHARE, 2 * english)
    if is_other or (not english and different >= FEW and share >= FEW_SHARE):
        return _doubt(f"it looks like {any_language(best).name}", best) if share >= LEAD * second else _doubt()
    accented = sum(count for word, count in words.items() if not word.isascii())
    if total >= ACCENTED_WORDS and accented >= total * max(ACCENTED_SHARE, 2 * english):
        return _doubt()
    return _doubt() if english < ENGLISH_SHARE and total >= ENGLISH_WORDS else None


def _doubt(found: str = "", language: str = "Swahili") -> str:
    """Return a note that names the finding, if any, and a language to try."""
    return f"this does not look like English{found and ': '}{found}; give its language, such as -l {language} or Meteor({language!r})"


def _script(lines: Sequence[str]) -> tuple[str, str] | None:
    """Return the script of most letters and a language written in it; None for Latin letters, or no letters."""
    text = "".join(lines)
    if text.isascii():
        return None
    import unicodedata

    known = {
        first: (script, code) for first, script, code in (row.split("\t") for row in read_lines("data/scripts.tsv"))
    }
    scripts: Counter[tuple[str, str] | None] = Counter()
    for letter, count in Counter(filter(str.isalpha, text)).items():  # The name of a letter begins with its script.
        scripts[known.get(unicodedata.name(letter, "").partition(" ")[0])] += count
    japanese = known["HIRAGANA"]
    if scripts[japanese] >= KANA_SHARE * scripts.total():  # Chinese characters among kana are Japanese.
        scripts[japanese] += scripts.pop(known["CJK"], 0)
    (script, count), *_ = scripts.most_common(1) or [(None, 0)]
    return script if 2 * count > scripts.total() else None
