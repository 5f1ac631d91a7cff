"""Extraction of copy words: by bags of words and by alignment; the choice of X; reports."""

from __future__ import annotations

import pytest

from bolide import InputError, Meteor
from bolide.analysis.copy_counts import CopyCounts, CopyTally
from bolide.copy_words.copy_list import PairColumns, document_of, read_copy_words, read_pairs
from bolide.show.tables import render

PAIRS = [("a b c a", "a c d"), ("a b", "b a"), ("c", "x")]


def test_bags():
    """C(w) is the number of pairs with the word on either side, together that with it on both."""
    counts = CopyCounts()
    for first, second in PAIRS:
        counts.add(first.split(), second.split())
    words = counts.select(least_count=1, least_probability=0)
    assert [(word.word, word.count, word.together) for word in words] == [
        ("a", 2, 2),
        ("b", 2, 1),
        ("c", 2, 1),
        ("d", 1, 0),
        ("x", 1, 0),
    ]
    assert (counts.pairs, len(counts)) == (3, 5)
    assert [word.word for word in counts.select(least_count=2, least_probability=0.6)] == ["a"]


def test_files_read_back(write):
    """A file that was written reads back; so does a plain list, with CRLF and blank lines."""
    counts = CopyCounts()
    counts.add(["rome"], ["rome"])
    words = counts.select(least_count=1, least_probability=1)
    assert read_copy_words(write("words.tsv", render(document_of(words), "tsv"))) == ("rome",)
    assert read_copy_words(write("plain.txt", "\ufeffRome\r\n\r\nword\r\n")) == ("Rome", "word")
    with pytest.raises(InputError, match="there are no words in it"):
        read_copy_words(write("none.tsv", "word\tcount\n"))
    with pytest.raises(InputError, match="a copy word is a single token, not 'New York'"):
        read_copy_words(write("spaced.txt", "New York\n"))


def test_pairs(write):
    """Pairs are found by the names of columns, and left out by their score."""
    path = write("pairs.tsv", "id\tlabel\ttext1\ttext2\n1\t1\ta\tb\n2\t0.5\tc\td\n")
    assert list(read_pairs(path, PairColumns())) == [("a", "b"), ("c", "d")]
    assert list(read_pairs(path, PairColumns(least_score=0.6))) == [("a", "b")]
    assert list(read_pairs(path, PairColumns(texts=("id", "text2"), score="id", least_score=2))) == [("2", "d")]


def test_reports():
    """A report lists the copy words kept, missed and added; a corpus adds them up by word."""
    meteor = Meteor("pt", copy_words=["rio", "porto", "faro"], copy_x=8)
    corpus = CopyTally()
    line = corpus.add_as_line(meteor.align("o rio faro", "o rio porto"))
    assert line == "copy words 1 of 2 kept; missed: porto; added: faro"
    assert corpus.add(meteor.align("porto", "porto faro")) == {"kept": ["porto"], "missed": ["faro"], "added": []}
    assert str(corpus).splitlines() == [
        "copy words 2 of 4 kept, 1 added, in 2 segments",
        "most missed: faro 1, porto 1",
        "most added: faro 1",
    ]
    assert corpus.as_json() == {
        "segments": 2,
        "kept": {"porto": 1, "rio": 1},
        "missed": {"faro": 1, "porto": 1},
        "added": {"faro": 1},
    }
