"""Segments of any length: long ones are aligned by every aligner, and those that are looked up together score as each does alone."""

from __future__ import annotations

import random

import pytest

from bolide import Meteor


def document(seed: int, words: int) -> tuple[str, str]:
    """Make up a text in which some words are frequent, and a translation of it: other words here and there, stretches elsewhere."""
    chance = random.Random(seed)
    names = [f"w{rank}" for rank in range(300)]
    weights = [1 / (rank + 1) for rank in range(300)]
    reference = chance.choices(names, weights, k=words)
    hypothesis = [word if chance.random() < 0.6 else chance.choices(names, weights)[0] for word in reference]
    for _ in range(words // 20):
        start = chance.randrange(len(hypothesis))
        moved = hypothesis[start : start + 5]
        del hypothesis[start : start + 5]
        place = chance.randrange(len(hypothesis))
        hypothesis[place:place] = moved
    return " ".join(hypothesis), " ".join(reference)


@pytest.mark.parametrize("aligner", ["paper", "paper-count"])
def test_documents_are_aligned_by_the_papers_aligner_and_say_that_they_are_unproven(aligner: str) -> None:
    """Prices that were not feasible sent the search for exchanges round in circles, or out of its tables."""
    meteor = Meteor("other", preset="meteor-1.5", text="lower", matchers=("exact",), aligner=aligner, beam=256)
    for words in (500, 700):
        pairs = [document(seed, words) for seed in range(12)]
        statistics = meteor.statistics(*map(list, zip(*pairs, strict=True))).statistics
        assert (statistics.rows[:, statistics.columns.index("unproven")] == 1).all()
        assert (statistics.rows[:, statistics.columns.index("chunks")] > words // 20).all()


@pytest.mark.parametrize("aligner", ["paper", "java"])
def test_a_word_repeated_a_thousand_times_matches_itself(aligner: str) -> None:
    meteor = Meteor("other", preset="meteor-1.5", text="lower", matchers=("exact",), aligner=aligner)
    assert meteor.segment("a " * 1000, "a " * 1000).score == 1


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
