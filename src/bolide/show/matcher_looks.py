"""How matches look, everywhere: on a terminal, in drawings and on pages. A new matcher is an entry of `LOOKS`."""

from __future__ import annotations

from bolide.records import record

__all__ = ["LOOKS", "Look"]


@record
class Look:
    """The mark of a matcher, told apart by colour and by shape.

    `terminal` is the code of the nearest of a terminal's own colours, which follow its theme; `light` and `dark` are for pages of
    either kind. `filled` and `hollow` are paths of SVG about the point 0 0. `title` is that of a list of what it matched; empty: such
    a list would say nothing.
    """

    symbol: str
    terminal: str
    light: str
    dark: str
    filled: str = ""
    hollow: str = ""
    title: str = ""


_RING = "M-5.5 0a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0 -11 0z"
# The first four colours are Okabe and Ito's, which people tell apart whatever their colour vision.
LOOKS = {
    "exact": Look(
        symbol="●", terminal="32", light="#009e73", dark="#1fc596", filled="M-6 0a6 6 0 1 0 12 0a6 6 0 1 0 -12 0z"
    ),
    "stem": Look(
        symbol="◐",
        terminal="36",
        light="#56b4e9",
        dark="#6cd0f7",
        filled="M0 -6a6 6 0 0 0 0 12z",
        hollow=_RING,
        title="Stem matches used most",
    ),
    "synonym": Look(
        symbol="○", terminal="33", light="#e69f00", dark="#f0b429", hollow=_RING, title="Synonyms used most"
    ),
    "paraphrase": Look(
        symbol="◇",
        terminal="35",
        light="#cc79a7",
        dark="#e394bf",
        hollow="M0 -7l7 7l-7 7l-7 -7z",
        title="Paraphrases used most",
    ),
    "spelling": Look(
        symbol="~",
        terminal="34",
        light="#9ccc3c",
        dark="#c5e86c",
        hollow="M-5 -5h10v10h-10z",
        title="Words spelt alike that match most",
    ),
    "meaning": Look(
        symbol="≈",
        terminal="95",
        light="#b59bff",
        dark="#8f6bff",
        hollow="M0 -6l6 11h-12z",
        title="Words of similar meaning that match most",
    ),
    "nearest": Look(symbol="≈", terminal="95", light="#b59bff", dark="#8f6bff", hollow="M0 6l-6 -11h12z"),
}
