"""What the recogniser looks at: a token, its shape, its ends, its neighbours, and what the gazetteer knows of each.

Capitals are looked at together with how much they tell: in a segment without any, or with nothing else, they tell nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from bolide.plusplus.gazetteer import UNKNOWN, Gazetteer

__all__ = ["FeatureMaker", "case_of"]

_REPEATED = re.compile(r"(.)\1+")
_LONGEST_SHAPE = 8
_MOST_WORDS = 1 << 18

# The features of one word in one kind of segment: as the token itself, as the token before, behind, two before, two behind; its
# lower case and its shape.
_Parts = tuple[list[str], list[str], list[str], list[str], list[str], str, str]


def case_of(tokens: Sequence[str]) -> str:
    """Return how a segment is written: in lower case, UPPER CASE, Title Case, mixed as prose is, or with no letters.

    >>> case_of("he met Ann".split()), case_of("he met ann".split()), case_of("HE MET ANN".split())
    ('mixed', 'lower', 'upper')
    """
    words = [token for token in tokens if token[0].isalpha()]
    capitals = sum(word[0].isupper() for word in words)
    if not words:
        return "none"
    if not capitals:
        return "lower"
    if sum(word.isupper() and len(word) > 1 for word in words) > 0.6 * len(words):
        return "upper"
    return "title" if capitals > 0.7 * len(words) and len(words) > 3 else "mixed"


def shape_of(word: str) -> str:
    """Return a word's outline: letters, digits and marks, each run as one.

    >>> shape_of("McDonald's"), shape_of("F-16")
    ("XxXx'x", 'X-d')
    """
    kinds = ("X" if char.isupper() else "x" if char.isalpha() else "d" if char.isdigit() else char for char in word)
    return _REPEATED.sub(r"\1", "".join(kinds))[:_LONGEST_SHAPE]


class FeatureMaker:
    """Makes the features of segments. What it remembers of words changes no result."""

    def __init__(self, gazetteer: Gazetteer, known: frozenset[str] | None = None) -> None:
        """Use a gazetteer; features that are not `known` to a model are left out, for it would not look at them."""
        self._gazetteer = gazetteer
        self._known = known
        self._keep: Callable[[list[str]], list[str]] = list if known is None else self._only_known
        self._words: dict[tuple[str, str], _Parts] = {}

    def _only_known(self, features: list[str]) -> list[str]:
        known = self._known or frozenset()
        return [feature for feature in features if feature in known]

    def __call__(self, tokens: Sequence[str]) -> list[list[str]]:
        """Return the features of each token."""
        case = case_of(tokens)
        if len(self._words) > _MOST_WORDS:
            self._words.clear()
        parts = [self._words.get((token, case)) or self._learn(token, case) for token in tokens]
        last = len(tokens) - 1
        features = []
        for i, (own, *_, lower, shape) in enumerate(parts):
            found = own.copy()
            around = []
            if i:
                found += parts[i - 1][1]
                around.append(f"before|now={parts[i - 1][5]}|{lower}")
            else:
                around += ["first", f"first:shape={shape}"]
            if i > 1:
                found += parts[i - 2][3]
            if i < last:
                found += parts[i + 1][2]
                around += [f"now|behind={lower}|{parts[i + 1][5]}", f"shapes={shape}|{parts[i + 1][6]}"]
            else:
                around.append("last")
            if i + 1 < last:
                found += parts[i + 2][4]
            features.append(found + self._keep(around))
        return features

    def _learn(self, token: str, case: str) -> _Parts:
        lower = token.lower()
        shape = shape_of(token) if case == "mixed" else f"{case}:{shape_of(token)}"
        known = self._gazetteer.get(lower, UNKNOWN)
        own = [f"word={lower}", f"shape={shape}", f"known={known}", f"known+shape={known}|{shape}"]
        if len(lower) > 2:
            own += [f"begins={lower[:3]}", f"ends={lower[-3:]}", f"ends={lower[-2:]}"]
        if len(lower) > 3:
            own += [f"begins={lower[:4]}", f"ends={lower[-4:]}"]
        near_shape = shape_of(token) if case == "mixed" else case
        far = [f"word={lower}", f"known={known}"]
        near = [*far, f"shape={near_shape}", f"ends={lower[-3:]}"]
        before, behind = ([f"{place}:{one}" for one in near] for place in ("before", "behind"))
        before2, behind2 = ([f"{place}:{one}" for one in far] for place in ("2before", "2behind"))
        keep = self._keep
        parts = (keep(own), keep(before), keep(behind), keep(before2), keep(behind2), lower, near_shape)
        self._words[token, case] = parts
        return parts
