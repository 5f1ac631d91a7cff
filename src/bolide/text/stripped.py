"""The text of Meteor's versions up to 1.2, which "simply strip punctuation characters prior to scoring" (Denkowski and Lavie 2011, §2.1)."""

from __future__ import annotations

import re
from functools import cache

from bolide.text.unicode import class_of_marks

__all__ = ["split_stripped"]


def split_stripped(text: str) -> list[str]:
    """Return the words of a text, every sign of punctuation and every symbol being a blank.

    >>> split_stripped("U.S.-based organization")
    ['U', 'S', 'based', 'organization']
    """
    return _punctuation().sub(" ", text).split()


@cache
def _punctuation() -> re.Pattern[str]:
    return re.compile(rf"[^\w\s{class_of_marks()}\u200c\u200d]|_")
