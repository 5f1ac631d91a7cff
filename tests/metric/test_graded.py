"""Graded matches as users see them."""

import pytest

from bolide import Meteor


@pytest.fixture(scope="module")
def metric():
    return Meteor("tr", preset="universal+", matchers=("exact", "spelling"), weights=(1.0, 1.0))


def test_a_match_by_spelling_shows_how_alike_its_words_are(metric):
    """Similarity, evidence and picture say the same."""
    alignment = metric.align("Bu kitap çok güzel.", "Bu kitabı çok güzel.")
    match = alignment.matches[1]
    assert (match.matcher, match.similarity) == ("spelling", 644 / 1024)
    assert str(metric.evidence(match)) == "spelling 0.629"
    assert "kitap ~ kitabı .63" in str(alignment)
    assert "kitap ~ kitabı .63: spelling" in alignment.svg()


def test_whole_matches_say_nothing_of_similarity(metric):
    """They print as they always did."""
    match = metric.align("a b", "a b").matches[0]
    assert match.similarity == 1
    assert "similarity" not in repr(match)


def test_the_signature_names_what_decides_the_score(metric):
    """Text mode with its version of Unicode, unit and matchers; and it reads back."""
    assert {"text:any-14.0.0", "unit:length", "matchers:exact+spelling"} <= set(str(metric.signature).split("|"))
    assert Meteor.from_signature(str(metric.signature)).pipeline == metric.pipeline


def test_words_of_any_script(metric):
    """Numbers stay whole, Han is split by characters, marks stay with their letters."""
    assert metric.tokens("3,5 % हिन्दी 東京 l'An") == ("3,5", "%", "हिन्दी", "東", "京", "l", "'", "An")


def test_threads_change_nothing(metric):
    """Statistics are the same on any number of threads."""
    pairs = ["Evler büyük ve güzel"] * 70, ["Ev büyüktü , güzeldi"] * 70
    assert metric.score(*pairs, threads=1).score == metric.score(*pairs, threads=3).score
