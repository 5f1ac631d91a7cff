"""Synonyms: ours, and the wordnets of users."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from bolide import Meteor
from bolide.data import read_text
from bolide.hindi.lexicon import make_thesaurus, read_groups, read_synonym_file
from bolide.text.indic import fold

INDEX = "बाट\tn\t001 002\nमार्ग\tn\t001\nबड़ा मार्ग\tn\t001\nपथ\tn\t002\nपथ\tv\t001\n"
TABLE = (
    "# Wordnet\thin\thttp://example.org\tCC BY\n001-n\thin:lemma\tबाट\n001-n\thin:lemma\tमार्ग\n001-n\thin:def\tअर्थ\n"
)


def test_ours_has_enough_groups():
    """There are at least 800 groups, no group twice, and no word twice in a group."""
    groups = list(read_groups(read_text("hindi/thesaurus/hi.txt"), "hi.txt"))
    assert len(groups) >= 800
    assert len({frozenset(map(fold, group)) for group in groups}) == len(groups)
    assert all(len(set(map(fold, group))) == len(group) for group in groups)


@pytest.mark.parametrize("content", [INDEX, gzip.compress(INDEX.encode()), "बाट मार्ग # way\n\nबाट पथ\n"])
def test_formats(write, content):
    """An index, gzip or not, and groups of words are distinguished and read alike; phrases are left out."""
    thesaurus = make_thesaurus(read_synonym_file(Path(write("synonyms", content))))
    assert set(thesaurus.synsets("बाट")) & set(thesaurus.synsets("मार्ग"))
    assert set(thesaurus.synsets("बाट")) & set(thesaurus.synsets("पथ"))
    assert not set(thesaurus.synsets("मार्ग")) & set(thesaurus.synsets("पथ"))


def test_a_table_of_the_open_multilingual_wordnet(write):
    """Lemmas of a synset are synonyms, other lines are passed over."""
    assert Meteor("hi", synonyms=write("wn.tab", TABLE)).segment("बाट", "मार्ग").score == pytest.approx(0.5)


def test_a_wordnet_of_the_user_is_used_when_asked_for(write):
    """Words that only the wordnet has match as synonyms, and the signature names it."""
    meteor = Meteor("hi", synonyms=write("index.tsv", INDEX))
    assert meteor.segment("बाट", "पथ").statistics["matched_synonym"].tolist() == [1]
    assert Meteor("hi").segment("बाट", "पथ").statistics["matched_synonym"].tolist() == [0]
    assert meteor.signature.synonyms != Meteor("hi").signature.synonyms
