"""Text on a terminal: how wide it is, and what stands together."""

from __future__ import annotations

import pytest

from bolide.show.character_cells import clusters, pad, width


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("", 0),
        ("cat", 3),
        ("猫", 2),
        ("ｶﾅ", 2),
        ("\uff21\uff22", 4),
        ("한국", 4),
        ("\u1112\u1161\u11ab", 2),  # one Korean syllable in three letters
        ("e\u0301", 1),
        ("\u200b", 0),
        ("हिन्दी", 5),
        ("สวัสดี", 4),
        ("🙂", 2),
        ("שָׁלוֹם", 4),
    ],
)
def test_width(text, cells):
    """Wide characters take two cells, marks above and below none."""
    assert width(text) == cells


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", []),
        ("cat", ["c", "a", "t"]),
        ("e\u0301t", ["e\u0301", "t"]),
        ("विद्यालय", ["वि", "द्या", "ल", "य"]),
        ("👩\u200d🔬x", ["👩\u200d🔬", "x"]),
        ("猫と犬", ["猫", "と", "犬"]),
    ],
)
def test_clusters(text, parts):
    """Letters keep their marks; nothing is lost."""
    assert clusters(text) == parts
    assert "".join(clusters(text)) == text


def test_padding():
    """Texts are filled up to the same number of cells."""
    assert pad(["猫", "cat"]) == ["猫 ", "cat"]
    assert pad(["猫", "cat"], right=True) == [" 猫", "cat"]
    assert pad([]) == []
