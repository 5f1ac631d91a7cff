"""Short names of systems: drawings have little room."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence

__all__ = ["short_names"]


def short_names(names: Sequence[str]) -> list[str]:
    """Return names without what all of them begin and end with, up to a mark between words.

    >>> short_names(["newstest2017.online-A.0.de-en", "newstest2017.uedin-nmt.4361.de-en"])
    ['online-A.0', 'uedin-nmt.4361']
    >>> short_names(["A", "A.2"])
    ['A', 'A.2']
    """
    if len(names) < 2:
        return list(names)
    short = _cut([name[::-1] for name in _cut(names)])
    return [name[::-1] for name in short] if all(short) and len(set(short)) == len(names) else list(names)


def _cut(names: Sequence[str]) -> list[str]:
    """Return names without what all begin with."""
    shared = re.match(r".*[._/+: -]|", os.path.commonprefix(names), re.DOTALL)  # noqa: RUF071 - of any text
    return [name[shared.end() if shared else 0 :] for name in names]
