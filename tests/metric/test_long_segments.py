"""Segments of any length that are looked up together score as each does alone."""

from __future__ import annotations

import random

import pytest

from bolide import Meteor

WORDS = ("a", "big", "house", "large", "building", "the", "small", "cat", "sat", "on", "one", "in", "spite", "of", "it")
TABLE = "0.5\nbig house\nlarge building\n0.25\nin spite of\non\n0.2\nsmall cat\nthe cat\n0.1\nbig\nlarge\n"


@pytest.fixture(scope="module")
def meteor(tmp_path_factory):
    """A metric with a table of paraphrases."""
    file = tmp_path_factory.mktemp("table") / "paraphrases"
    file.write_text(TABLE, encoding="utf-8")
    return Meteor(
        "other",
        text="lower",
        matchers=["exact", "paraphrase"],
        weights=[1, 0.5],
        parameters=[0.7, 1, 0.5, 0.5],
        paraphrases=file,
    )


def _text(draw: random.Random, longest: int) -> str:
    return " ".join(draw.choice(WORDS) for _ in range(draw.randint(0, longest)))


def test_pairs_of_a_block_do_not_touch_each_other(meteor):
    """Segments short and long, with one reference or more than a block holds, score as they do one by one."""
    draw = random.Random(5)
    hypotheses, references = [], []
    for _ in range(120):
        longest = draw.choice((0, 3, 30, 30, 900))
        hypotheses.append(_text(draw, longest))
        references.append([_text(draw, longest) for _ in range(draw.choice((1, 1, 2, 17, 40)))])
    together = meteor.statistics(hypotheses, references, threads=1)
    alone = b"".join(
        meteor.statistics([hypothesis], [[reference]], threads=1).statistics.to_bytes()
        for hypothesis, own in zip(hypotheses, references, strict=True)
        for reference in own
    )
    assert together.statistics.to_bytes() == alone
    assert meteor.statistics(hypotheses, references, threads=3).statistics.to_bytes() == alone
    without = Meteor("other", text="lower", matchers=["exact"], weights=[1], parameters=[0.7, 1, 0.5, 0.5])
    assert without.statistics(hypotheses, references).statistics.to_bytes() != alone
