"""Tokens of captions as pycocoevalcap makes them: words of the Penn Treebank, lower-cased, without punctuation.

That package runs the PTBTokenizer of Stanford CoreNLP 3.4.1 with `-preserveLines -lowerCase` and drops a list of tokens. The rules
here are our own, found by trying that program on captions and news; `tests/parity/test_treebank.py` holds them against it. Quotes,
dashes, dots and commas are dropped in the end, so no rule says what shape they take.
"""

import re
from functools import cache

from bolide.data import read_lines

# Dropped tokens, from pycocoevalcap's list. Its brackets (-LRB-) are upper-case, so the lower-cased ones stay.
_DROPPED = frozenset(["\u2010", "\u2011", "'", "’", "`", ".", "?", "!", ",", ":", "-", ";"])
_SHAPES = {
    "(": "-lrb-", ")": "-rrb-", "[": "-lsb-", "]": "-rsb-", "{": "-lcb-", "}": "-rcb-",
    "£": "#", "€": "$", "¢": "cents", "½": "1/2", "¼": "1/4", "¾": "3/4", "⅓": "1/3", "⅔": "2/3",
    "&amp;": "&", "&lt;": "<", "&gt;": ">",
}  # fmt: skip
_HIDDEN = str.maketrans(
    {"\u0091": "'", "\u0092": "'", "\u2018": "'", "\u00ad": None, "\u200b": " ", "\u200e": " ", "\u200f": " "}
)
# Characters that the program cannot read and drops: those beyond the first 65,536, private ones, and variation selectors.
_UNREADABLE = re.compile("[\U00010000-\U0010ffff\ue000-\uf8ff\ufe00-\ufe0f]")
# Marks that belong to the letter before them, which Python does not count as parts of words.
_MARKS = (
    "\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc"
    "\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0900-\u0903\u093a-\u094f\u0951-\u0957\u0962\u0963\u0e31\u0e34-\u0e3a\u0e47-\u0e4e"
)
_CURLED = re.compile("^(?:n\u2019t|\u2019(?:s|m|d|ll|re|ve))$")


def split_caption(text: str) -> list[str]:
    """Return the tokens of a caption.

    >>> split_caption("A man's dog can't (really) sit on the colour-TV, can it?")
    ['a', 'man', "'s", 'dog', 'ca', "n't", '-lrb-', 'really', '-rrb-', 'sit', 'on', 'the', 'colour-tv', 'can', 'it']
    """
    found = _pattern().finditer(_UNREADABLE.sub(" ", text.translate(_HIDDEN)))
    return [_shaped(match[0]) for match in found if match.lastgroup != "dropped" and match[0] not in _DROPPED]


def _shaped(token: str) -> str:
    """Return a token as it is printed."""
    if (shape := _SHAPES.get(token)) is not None:
        return shape
    token = token.lower()
    if "\u2019" in token and _CURLED.search(token):
        return token.replace("\u2019", "'")
    if "&amp;" in token:
        return token.replace("&amp;", "&")
    if len(token) > 1 and (" " in token or "(" in token or ")" in token):
        return token.replace("(", "-lrb-").replace(")", "-rrb-").replace(" ", "\u00a0")
    return token


def _any_of(name: str) -> str:
    words = read_lines(f"text/treebank/{name}.txt")
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


@cache
def _pattern() -> re.Pattern[str]:
    """Return the pattern of a token. The first alternative that fits wins, so longer ones come before their own prefixes."""
    marks, quote = _MARKS, "['\u2019]"
    letter, sign = rf"(?:[^\W\d_²³¹¼½¾⅓⅔]|[{marks}])", rf"(?:[^\W_²³¹¼½¾⅓⅔]|[{marks}])"
    ends = rf"(?!{sign})"
    tail = rf"(?:-{sign}+)*"
    number = r"\d+(?:[.,:/]\d+)*|[.,]\d+(?:[.,:/]\d+)*"
    ending = rf"(?:s|m|d|ll|re|ve){ends}"
    plain = "[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*"
    starters = _any_of("sentence_starters")
    alternatives = [
        r"</?[A-Za-z!?][^<>\s]*>",
        r"&(?:amp|lt|gt);",
        r"(?P<dropped>&(?:quot|nbsp|apos);|[\"«»“”‹›]|''|``|\.{2,}|…|(?<!-)-{2,4}(?!-)|[–—―])",
        r"&#\d+;",
        r"(?i:https?|ftp)://[^\s<>\"]*[^\s<>\".,;:!?)\]}]",
        r"(?i:www)\.[A-Za-z0-9./-]*[A-Za-z0-9]",
        rf"[A-Za-z][A-Za-z0-9]*(?:\.[A-Za-z0-9]+)*\.(?:(?i:com|net|org|edu){ends}(?:/[^\s,;]*[A-Za-z0-9/])?|(?:gov|ru|uk|de|fr){ends})",
        r"[A-Za-z0-9._%+][A-Za-z0-9._%+-]*@[A-Za-z0-9.-]*[A-Za-z0-9]",
        rf"@[A-Za-z_]\w*|#{letter}+",
        r"-(?i:[lr][crs]b)-|[-^=~<>']_[-^=~<>']|<<|>>|\*{2,}|#{2,}|˜{2,}",
        # Endings, and words that are split.
        rf"{quote}(?i:em|til{ends}|cause{ends})|(?<!{sign}){quote}(?:\d\ds?|n{quote}?){ends}",
        rf"(?i:{quote}t(?=is{ends}|was{ends}))",
        rf"(?i:n{quote}t|{quote}(?:s|m|d|ll|re|ve))(?![A-Za-z0-9])",
        rf"(?i:can(?=not{ends}(?!-))|(?:gon|wan)(?=na{ends}(?!-))|got(?=ta{ends}(?!-))|(?:gim|lem)(?=me{ends}(?!-)))",
        rf"(?i:y{quote}(?=all))",
        rf"(?i:{letter}+?(?=n{quote}t{ends}))",
        # Numbers in groups, amounts, abbreviations.
        r"(?:\(\d{2,3}\)[ \u00a0]?|(?<!\d)\+{0,2}(?:\d{2,4}[- \u00a0])?\d{2,4}[- \u00a0])\d{3,4}[- \u00a0]?\d{3,5}",
        r"[A-Z]{1,2}\$|[$£€¢¥]",
        rf"[A-Za-z](?=\.\s+(?:{starters}){ends})",
        rf"(?:[A-Za-z]\.)+(?:[A-Za-z](?!\.?{sign}))?(?!{sign}){tail}(?:(?<=[A-Za-z])\.(?!{sign}))?",
        rf"(?i:{_any_of('abbreviations')})\.(?!{sign}){tail}",
        rf"(?:{_any_of('states')})\.(?!{sign}){tail}",
        rf"(?i:{_any_of('before_numbers')})\.(?=\s*\d)",
        rf"(?<!{sign})[Cc]\.(?=\s*\d)",
        r"[A-Z]+&(?:amp;)?[A-Z]+|C\+\+|C#",
        r"[<>]?[:;=][-o*']?[()DPdpO\\{@|\[\]](?![A-Za-z0-9])",
        rf"(?i:pro|anti)-(?!{sign})",
        rf"[A-HK-XZ]{quote}(?!{ending}){letter}+",
        rf"(?i:[dlno]{quote}(?!{ending}){letter}+|c{quote}(?:mon|est)|[dl]{quote}(?!{ending})|qu{quote}{letter}+|ma{quote}am|n?e{quote}er|ol{quote}|hawai{quote}i|xi{quote}an){tail}",
        rf"J{quote}{letter}+|[Jj]{quote}",
        # Numbers, and words with hyphens, slashes and dots inside.
        r"\d{1,4} \d{1,4}/\d{1,4}(?!\d)",
        rf"(?=\w*[A-Za-z]|\d+/\d+/\w*[A-Za-z]){plain}(?:/{plain}){{1,2}}{ends}",
        rf"\d+(?:[.,:/]\d+)*(?:-{sign}+)+",
        rf"[-+](?:{number})",
        r"\d+(?:[.,:/]\d+)+|[.,:]\d+(?:[.,:/]\d+)*",
        rf"{letter}+(?:[!?]{letter}+)+",
        rf"{letter}+(?:\.{letter}+)+{ends}",
        rf"{sign}+(?:[-_]{sign}+)*(?:\.(?=[,;:])|\.(?:-{sign}+)+)?",
        r"_+|[?!]{2,}|-{5,}|\S",
    ]
    return re.compile("|".join(alternatives))
