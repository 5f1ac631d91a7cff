"""Invalid distributions and tables: named, with the line if there is one, and not installed."""

import gzip
from pathlib import Path

import pytest
from made_up_meteor import make_distribution

from bolide import Meteor, ResourceError
from bolide.data.catalogue import resources_of
from bolide.data.home import resource_path
from bolide.data.install import install

EN = resources_of("en")
TABLE = "data/paraphrase-en.gz"

# The text of a paraphrase table, and what is wrong with it.
BROKEN = {
    "no number": (b"0.5\na\nb\nhalf\nc\nd\n", 'line 4: expected a probability, found "half"'),
    "no first phrase": (b"0.5\n\nb\n", "line 2: expected a phrase, found an empty line"),
    "cut after a phrase": (b"0.5\na\nb\n0.5\nc", "line 5: the text ends inside an entry of three lines"),
}


@pytest.mark.parametrize(("text", "reason"), BROKEN.values(), ids=BROKEN)
def test_broken_line_of_a_distribution(text, reason, tmp_path):
    """A line that is not what it should be is named, and the table is not installed."""
    origin = make_distribution(tmp_path, changes={TABLE: gzip.compress(text)})
    with pytest.raises(ResourceError) as caught:
        install(EN, origin=origin)
    assert str(caught.value) == f"{TABLE}: {reason}"
    assert not resource_path(EN[0]).exists()


def test_broken_line_of_ones_own_table(write):
    """A user's own table is named by its path."""
    path = write("table.gz", gzip.compress(b"0.5\na\nb\nhalf\nc\nd\n"))
    with pytest.raises(ResourceError) as caught:
        Meteor("pt", task="universal", paraphrases=path)
    assert str(caught.value) == f'{path}: line 4: expected a probability, found "half"'


def test_tables_of_other_forms(write):
    """Windows line ends, no last line end, an empty table: all are tables."""
    for text, matches in ((b"0.5\r\na b\r\nc\r\n", 1), (b"0.5\na b\nc", 1), (b"", 0)):
        meteor = Meteor("other", task="universal", paraphrases=write("table.gz", gzip.compress(text)))
        assert len(meteor.align("c", "a b").matches) == matches


def test_a_table_that_is_not_there(tmp_path):
    """A missing table, or a folder, is named with the system's reason."""
    for path, reason in ((tmp_path / "no.gz", "No such file or directory"), (tmp_path, "Is a directory")):
        with pytest.raises(ResourceError) as caught:
            Meteor("pt", task="universal", paraphrases=path)
        assert str(caught.value) == f"cannot read {path}: {reason}"


def test_places_that_are_no_distribution(tmp_path, write):
    """An empty folder, a text file, a missing path: each is refused for what it is."""
    (tmp_path / "empty").mkdir()
    missing = tmp_path / "missing"
    with pytest.raises(ResourceError) as caught:
        install(EN, origin=tmp_path / "empty")
    assert str(caught.value).startswith(f"{tmp_path / 'empty'} has no {TABLE}: ")
    with pytest.raises(ResourceError) as caught:
        install(EN, origin=missing)
    assert str(caught.value) == f"cannot read {missing}: No such file or directory"
    with pytest.raises(ResourceError) as caught:
        install(EN, origin=Path(write("text", "text")))
    fault = "is damaged, or not a Meteor 1.5 folder, jar, tarball or wheel: "
    assert str(caught.value).startswith(f"{tmp_path / 'text'} {fault}")
