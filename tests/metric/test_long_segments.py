"""Long segments of ordinary text are aligned by every aligner, in time that grows with their words."""

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


def test_a_long_segment_and_an_empty_one_have_nothing_in_common() -> None:
    meteor = Meteor("other", preset="meteor-1.5", text="lower", matchers=("exact",), aligner="paper")
    assert meteor.segment("a " * 2000, "").score == 0
