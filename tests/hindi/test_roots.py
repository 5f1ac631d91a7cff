"""Roots: from simplemma's table, from a treebank, from endings."""

from __future__ import annotations

import gzip

import pytest

from bolide import Meteor, MissingResourceError, ResourceError
from bolide.hindi import lexicon
from bolide.hindi.language import indic_language
from bolide.hindi.lexicon import open_roots, read_roots, write_roots
from bolide.text.indic import fold

pytest.importorskip("simplemma")
HINDI = indic_language("hi")


@pytest.mark.parametrize(
    ("word", "root"),
    [
        ("लड़कों", "लड़का"),
        ("लडकों", "लड़का"),
        ("गया", "जाना"),
        ("जाकर", "जाना"),
        ("किताबें", "किताब"),
        ("में", "में"),
        ("अज्ञातशब्द", "अज्ञातशब्द"),
    ],
)
def test_roots_of_words(word, root):
    """A form has its root in any spelling; an unknown word is its own root."""
    assert open_roots(HINDI)[0].of(fold(word)) == fold(root)


def test_without_simplemma_the_command_is_named(monkeypatch):
    """A missing package is an error that says what to install."""
    monkeypatch.setattr(lexicon.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(MissingResourceError, match=r"pip install 'bolide\[hindi\]'"):
        Meteor("hi")


def test_learned_roots_read_back_and_score(bolide, write, tmp_path):
    """A table learned from a treebank is written, read back, and used; the signature distinguishes it from others."""
    lines = ["1\tघरे\tघर\t_\tNN\t_\t_\t_\t_\t_", "2\tझूम\tझूमना\t_\tVM\t_\t_\t_\t_\t_", ""]
    treebank = write("small.conllu.gz", gzip.compress("\n".join(lines).encode()))
    output = tmp_path / "roots.tsv"
    result = bolide("hindi", "roots", treebank, "-o", str(output))
    assert (result.code, result.out, result.err) == (0, "", f"{output}: 2 forms\n")
    table = read_roots(output)
    assert table == {"घरे": "घर", "झूम": "झूमना"}
    assert output.read_text(encoding="utf-8") == write_roots(table)
    meteor = Meteor("hi", roots=output)
    assert meteor.segment("घरे", "घर").statistics["matched_stem"].tolist() == [1]
    assert meteor.signature != Meteor("hi").signature


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("a\tb\n", "its first line must be"),
        ("# bolide roots 1\nab\n", "line 2: expected form TAB root"),
        (b"\xff", "not UTF-8"),
    ],
)
def test_broken_tables_are_refused(write, content, message):
    """The line that is wrong is named."""
    with pytest.raises(ResourceError, match=message):
        Meteor("hi", roots=write("roots.tsv", content))
