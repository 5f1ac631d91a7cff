"""The look of matches on a terminal, in drawings and on pages. A new matcher is an entry of `LOOKS`."""

from typing import NamedTuple


class Look(NamedTuple):
    """The mark of a matcher, recognisable by colour and by shape.

    `terminal` is the code of the nearest standard colour of a terminal, which follows its theme; `light` and `dark` are for light and
    dark pages. `filled` and `hollow` are SVG paths around the point 0 0. `title` heads the list of its most frequent matches; if empty,
    there is no list.
    """

    symbol: str
    terminal: str
    light: str
    dark: str
    filled: str
    hollow: str
    title: str


_DISC, _HALF_DISC = "M-6 0a6 6 0 1 0 12 0a6 6 0 1 0 -12 0z", "M0 -6a6 6 0 0 0 0 12z"
_RING = "M-5.5 0a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0 -11 0z"
_DIAMOND, _SQUARE = "M0 -7l7 7l-7 7l-7 -7z", "M-5 -5h10v10h-10z"
_UP, _DOWN = "M0 -6l6 11h-12z", "M0 6l-6 -11h12z"
# The first four colours are Okabe and Ito's, which people with any colour vision can distinguish.
LOOKS = {
    "exact": Look("●", "32", "#009e73", "#1fc596", _DISC, "", ""),
    "stem": Look("◐", "36", "#56b4e9", "#6cd0f7", _HALF_DISC, _RING, "Stem matches used most"),
    "synonym": Look("○", "33", "#e69f00", "#f0b429", "", _RING, "Synonyms used most"),
    "paraphrase": Look("◇", "35", "#cc79a7", "#e394bf", "", _DIAMOND, "Paraphrases used most"),
    "spelling": Look("~", "34", "#9ccc3c", "#c5e86c", "", _SQUARE, "Words spelt alike that match most"),
    "meaning": Look("≈", "95", "#b59bff", "#8f6bff", "", _UP, "Words of similar meaning that match most"),
    "nearest": Look("≈", "95", "#b59bff", "#8f6bff", "", _DOWN, ""),
}
