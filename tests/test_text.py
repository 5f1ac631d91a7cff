"""Text becomes tokens as in the jar, worked examples of each rule (kind: Java)."""

from __future__ import annotations

import unicodedata

import pytest

from bolide import _core
from bolide.data.languages import find_language, function_words
from bolide.text import tokeniser

NORMALISED = [
    ("en", "a,b,c", "a , b,c"),
    ("en", "1,000,000 and 1,a a,1", "1,000,000 and 1 , a a , 1"),
    ("en", "state-of-the-art a-b-c", "state of the art a b-c"),
    ("en", "U.S.-based e.g. Ph.D.", "us based eg phd"),
    ("en", "No. 5 No. x No. Five", "no. 5 no. x no . five"),
    ("en", "a. b", "a. b"),
    ("en", "a. B", "a . b"),
    ("en", "1990's the '90s 80's", "1990 's the ' 90s 80 's"),
    ("en", "don't dogs' 'tis", "don 't dogs ' ' tis"),
    ("en", "a'b'c", "a 'b'c"),
    ("en", "foo -- bar --- baz", "foo - bar -- baz"),
    ("en", "wait... what.. x....", "wait ... what .. x ...."),
    ("en", "1.2. 1.a.", "1.2 . 1a"),
    ("en", "xDOTMULTIy", "x.y"),
    ("en", "日本語 αβ", "日 本 語 α β"),
    ("en", "“quoted” ‘so’ –", "\" quoted \" ' so ' -"),
    ("en", "(100%) & more/less", "( 100 % ) & more / less"),
    ("fr", "l'homme d’État", "l' homme d' état"),
    ("de", "geht's z.B.", "geht ' s zb"),
    ("ru", "дом. потом", "дом . потом"),
    ("cz", "Dr. Novák", "dr . novák"),
]


@pytest.mark.parametrize(("code", "text", "expected"), NORMALISED)
def test_normaliser(code, text, expected):
    """Punctuation is set apart, and joined, by the jar's rules with all their gaps."""
    assert " ".join(tokeniser(find_language(code), "norm").tokenise(text)) == expected


def test_no_punctuation():
    """Without punctuation, only letters and digits of the normaliser's alphabets are left."""
    assert tokeniser(find_language("en"), "nopunct").tokenise("It's 3.5 (three), αβ ok") == [
        "it",
        "s",
        "3",
        "5",
        "three",
        "ok",
    ]


def test_lower_and_raw_split_at_blanks_only():
    """Words end at space, tab, line feed, carriage return and form feed, and at nothing else."""
    text = "Don't\tStop,\nNow\r\f!  A\u00a0B\u2028C\x0bD\u3000E"
    assert tokeniser(find_language("en"), "raw").tokenise(text) == [
        "Don't",
        "Stop,",
        "Now",
        "!",
        "A\u00a0B\u2028C\x0bD\u3000E",
    ]
    assert tokeniser(find_language("pt"), "lower").tokenise(text)[0] == "don't"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("İ", "i\u0307"),
        ("ΑΣ ΣΑ Σ", "ας σα σ"),
        ("ΑΣ-Α", "ασ-α"),
        ("ΑΣ:Α", "ας:α"),
        ("ẞ Ⅷ Ⓐ", "ß ⅷ ⓐ"),
        ("\U00010400", "\U00010428"),
        ("\u2c2f\ua7c0", "\u2c2f\ua7c0"),
    ],
)
def test_lower_case_is_javas(text, expected):
    """Lower case is Java's: full mappings, its own rule for the last sigma, Unicode 13."""
    assert _core.lower(text) == expected


def test_lower_case_of_every_letter_is_pythons_or_newer():
    """Letter by letter, lower case is Python's, but for capitals that Unicode got after version 13."""
    different = {
        code: _core.lower(chr(code))
        for code in range(0x110000)
        if not 0xD800 <= code < 0xE000 and _core.lower(chr(code)) != chr(code).lower()
    }
    assert all(lower == chr(code) for code, lower in different.items())
    assert all(unicodedata.category(chr(code)) == "Lu" for code in different)
    assert {code for code in different if code < 0x10000} <= {0x2C2F, 0xA7C0, 0xA7D0, 0xA7D6, 0xA7D8} | set(
        range(0xA7CB, 0xA7E0)
    )


@pytest.mark.parametrize(
    ("code", "word", "stem"),
    [
        ("en", "added", "ad"),
        ("de", "bedürfnisse", "bedurfniss"),
        ("fi", "aarteiden", "aarteid"),
        ("hu", "betétből", "betétből"),
        ("pt", "evolução", "evoluçã"),
        ("ru", "берёза", "берёз"),
        ("fr", "altaïque", "altaïqu"),
    ],
)
def test_stems_are_the_jars(code, word, stem):
    """Where Snowball changed after the jar was made, stems are still the jar's."""
    assert _core.stem(find_language(code).stemmer, word) == stem


@pytest.mark.parametrize(
    ("code", "size"), {"en": 93, "cs": 68, "fr": 85, "de": 92, "es": 66, "ru": 62, "pt": 0}.items()
)
def test_function_words(code, size):
    """Each list has the jar's number of words, none of them twice or with blanks around it."""
    words = function_words(code)
    assert len(words) == len(set(words)) == size
    assert all(word and word == word.strip() for word in words)
