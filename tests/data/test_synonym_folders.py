"""Synonyms from a folder of the user's own, in Meteor's format."""

from __future__ import annotations

from pathlib import Path

import pytest
from made_up_meteor import IN_JAR, make_distribution

from bolide import Meteor, ResourceError
from bolide.data.catalogue import resources_of
from bolide.data.install import install

SYNSETS, EXCEPTIONS = IN_JAR["synonym/english.synsets"], IN_JAR["synonym/english.exceptions"]


@pytest.fixture
def folder(write) -> Path:
    """Return a folder of English and German synonyms."""
    write("english.synsets", SYNSETS)
    write("english.exceptions", EXCEPTIONS)
    write("german.synsets", "auto\n1\nwagen\n1\n")
    return Path(write("german.exceptions", "")).parent


def _meteor(folder: Path, code: str = "en") -> Meteor:
    return Meteor(code, matchers=["exact", "synonym"], weights=[1, 0.5], synonyms=folder)


def _pairs(meteor: Meteor, hypothesis: str, reference: str) -> list[tuple[str, str]]:
    return [(m.hypothesis, m.reference) for m in meteor.align(hypothesis, reference).matches]


def test_synonyms_of_a_folder(folder):
    """Words that share a synset match, also through an irregular form or a regular ending."""
    meteor = _meteor(folder)
    assert _pairs(meteor, "auto", "car") == [("auto", "car")]
    assert _pairs(meteor, "autos", "cars") == [("autos", "cars")]
    assert _pairs(meteor, "gone", "travels") == [("gone", "travels")]
    assert _pairs(meteor, "auto", "travel") == []


def test_any_language_may_have_a_folder(folder):
    """A language without synonyms in the catalogue takes them from files of its name."""
    assert _pairs(_meteor(folder, "de"), "wagen", "auto") == [("wagen", "auto")]


def test_a_folder_serves_as_the_distribution_does(folder, tmp_path):
    """The same text has the same identity, installed or from a folder."""
    install(resources_of("en"), origin=make_distribution(tmp_path / "meteor"))
    installed = Meteor(matchers=["exact", "synonym"], weights=[1, 0.5])
    assert installed.signature == _meteor(folder).signature


def test_missing_files(folder):
    """A file that is not there is named."""
    (folder / "english.exceptions").unlink()
    with pytest.raises(ResourceError) as caught:
        _meteor(folder)
    assert str(caught.value) == f"cannot read {folder / 'english.exceptions'}: No such file or directory"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (b"car\n", "line 1: the text ends inside a pair of lines"),
        (b"car\nx\n", 'line 2: a number was expected, not "x"'),
        (b"car\n100\nauto\n1 -\n", 'line 4: a number was expected, not "-"'),
        (b"car\n1\ncar\n2\n", 'line 3: the word "car" occurs twice'),
    ],
)
def test_broken_synsets(text, reason, folder, write):
    """A line that is not what it should be is refused with the file and the line."""
    path = write("english.synsets", text)
    with pytest.raises(ResourceError) as caught:
        _meteor(folder)
    assert str(caught.value) == f"{path}: {reason}"


def test_broken_exceptions_are_named_by_their_own_file(folder, write):
    """What is wrong in the second file is not blamed on the first."""
    path = write("english.exceptions", "go\n")
    with pytest.raises(ResourceError) as caught:
        _meteor(folder)
    assert str(caught.value).startswith(f"{path}: ")


def test_files_are_told_apart(folder, write):
    """Two files of the same text, divided otherwise, are other synonyms: one is not taken for the other."""
    write("english.synsets", b"car\n1\nauto\n1\n")
    write("english.exceptions", b"")
    assert _pairs(_meteor(folder), "auto", "car") == [("auto", "car")]
    write("english.synsets", b"car\n1\n")
    write("english.exceptions", b"auto\n1\n")
    assert _pairs(_meteor(folder), "auto", "car") == []
