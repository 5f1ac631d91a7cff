"""What licensed a match: stems, synsets and paraphrases, looked up in the metric's own data."""

from __future__ import annotations

import gzip

import pytest

from bolide import Meteor
from bolide.metric.alignment import Evidence


def _evidence(meteor: Meteor, hypothesis: str, reference: str) -> list[Evidence]:
    return [meteor.evidence(match) for match in meteor.align(hypothesis, reference).matches]


def test_an_exact_match_needs_none():
    """Words that are equal need no further reason."""
    (found,) = _evidence(Meteor("pt"), "gato", "gato")
    assert found == Evidence(matcher="exact")
    assert str(found) == "exact"


def test_stems():
    """A stem match names the stem that both words have."""
    (_, found) = _evidence(Meteor("pt"), "o gatos", "o gato")
    assert found == Evidence(matcher="stem", stem="gat")
    assert str(found) == "stem gat"


def test_paraphrases_have_probabilities(tmp_path):
    """A paraphrase match has the probability of each direction that the table lists."""
    table = tmp_path / "t.gz"
    table.write_bytes(gzip.compress(b"0.25\ngood morning\nhello\n0.5\nbye\nsee you\n0.125\nsee you\nbye\n"))
    meteor = Meteor(
        "other", matchers=["exact", "paraphrase"], weights=[1, 0.5], parameters=[0.7, 1, 0.5, 0.5], paraphrases=table
    )
    first, second = _evidence(meteor, "hello x bye", "good morning y see you")
    assert first == Evidence(matcher="paraphrase", reference_to_hypothesis=0.25)
    assert second == Evidence(matcher="paraphrase", reference_to_hypothesis=0.125, hypothesis_to_reference=0.5)
    assert str(second) == "paraphrase reference → hypothesis 0.125, hypothesis → reference 0.5"


@pytest.mark.english
def test_synsets():
    """A synonym match names the synsets that both words are in."""
    meteor = Meteor()
    alignment = meteor.align("the big automobile", "the big car")
    found = [meteor.evidence(match) for match in alignment.matches if match.matcher == "synonym"]
    assert len(found) == 1
    assert found[0].synsets
    assert str(found[0]) == "synset " + ", ".join(map(str, found[0].synsets))


def test_hindi_names_roots_and_groups_of_synonyms():
    """METEOR-Hindi tells the root, and the group of the thesaurus, by which two words match; spellings of a word are exact."""
    pytest.importorskip("simplemma")
    found = _evidence(Meteor("hi"), "मैंने किताब हिन्दी लड़के", "मैंने पुस्तक हिंदी लड़का")
    assert [one.matcher for one in found] == ["exact", "synonym", "exact", "stem"]
    assert found[3].stem == "लडका"
    assert len(found[1].synsets) == 1
    assert str(found[1]).startswith("synset ")
