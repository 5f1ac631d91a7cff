"""Distributions and tables that are not what they should be: named, with the line where there is one, and not installed."""

from __future__ import annotations

import gzip
import re
import tarfile
from pathlib import Path

import pytest
from made_up_meteor import MEMBERS, make_distribution

from bolide import Meteor, ResourceError
from bolide.data.catalogue import resources_of
from bolide.data.home import resource_path
from bolide.data.install import install

EN = resources_of("en")
TABLE = "data/paraphrase-en.gz"

# The text of a paraphrase table, and what is wrong with it.
BROKEN = {
    "no number": (b"0.5\na\nb\nhalf\nc\nd\n", 'line 4: a probability was expected, not "half"'),
    "negative": (b"-0.5\na\nb\n", 'line 1: a probability was expected, not "-0.5"'),
    "not finite": (b"nan\na\nb\n", 'line 1: a probability was expected, not "nan"'),
    "number and more": (b"0.5 x\na\nb\n", 'line 1: a probability was expected, not "0.5 x"'),
    "no first phrase": (b"0.5\n\nb\n", "line 2: a phrase was expected, not an empty line"),
    "no second phrase": (b"0.5\na\n \t\n", "line 3: a phrase was expected, not an empty line"),
    "cut after the number": (b"0.5\na\nb\n0.5\n", "line 4: the text ends inside an entry of three lines"),
    "cut after a phrase": (b"0.5\na\nb\n0.5\nc", "line 5: the text ends inside an entry of three lines"),
    "long phrase": (b"0.5\na\n" + b"b " * 101 + b"\n", "line 3: a phrase has more than 100 words"),
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
    assert str(caught.value) == f'{path}: line 4: a probability was expected, not "half"'


def test_tables_of_other_forms(write):
    """Windows line ends, no last line end, an empty table: all are tables."""
    for text, matches in ((b"0.5\r\na b\r\nc\r\n", 1), (b"0.5\na b\nc", 1), (b"", 0)):
        meteor = Meteor("other", task="universal", paraphrases=write("table.gz", gzip.compress(text)))
        assert len(meteor.align("c", "a b").matches) == matches


@pytest.mark.parametrize("size", [12, 40, -1, -8], ids=["header", "half", "last byte", "trailer"])
def test_truncated_gzip(size, tmp_path, write):
    """A table whose gzip data is cut is damaged, in a distribution and alone."""
    packed = gzip.compress(b"0.5\nbig house\nlarge building\n" * 3)[:size]
    origin = make_distribution(tmp_path / "meteor", changes={TABLE: packed})
    with pytest.raises(ResourceError, match=f"^{TABLE} is damaged: "):
        install(EN, origin=origin)
    path = write("table.gz", packed)
    with pytest.raises(ResourceError) as caught:
        Meteor("pt", task="universal", paraphrases=path)
    assert str(caught.value).startswith(f"{path} is damaged: ")


def test_a_table_that_is_not_gzip(write):
    """A file that is named .gz and is none is damaged."""
    with pytest.raises(ResourceError, match="is damaged: Not a gzipped file"):
        Meteor("pt", task="universal", paraphrases=write("table.gz", "0.5\na\nb\n"))


def test_a_table_that_is_not_there(tmp_path):
    """A missing table, or a folder, is named with the system's reason."""
    for path, reason in ((tmp_path / "no.gz", "No such file or directory"), (tmp_path, "Is a directory")):
        with pytest.raises(ResourceError) as caught:
            Meteor("pt", task="universal", paraphrases=path)
        assert str(caught.value) == f"cannot read {path}: {reason}"


def test_a_distribution_without_the_language(tmp_path):
    """A member that is not there is named."""
    origin = make_distribution(tmp_path, changes={"data/paraphrase-de.gz": None})
    with pytest.raises(ResourceError) as caught:
        install(resources_of("de"), origin=origin)
    assert str(caught.value) == (
        f"{origin} has no data/paraphrase-de.gz: it does not look like a Meteor 1.5 distribution with that language"
    )


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


def test_an_origin_that_cannot_be_opened(tmp_path):
    """Trouble with the origin is not blamed on the resource folder."""
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    with pytest.raises(ResourceError) as caught:
        install(EN, origin=loop)
    assert str(caught.value).startswith(f"cannot read {loop}: ")


@pytest.mark.parametrize("form", ["tarball", "wheel"])
@pytest.mark.parametrize("share", [0.01, 0.3, 0.6, 0.9])
def test_truncated_archives(form, share, tmp_path):
    """A cut archive is refused by its name, wherever it is cut, and nothing is installed."""
    origin = make_distribution(tmp_path, form)
    whole = origin.read_bytes()
    origin.write_bytes(whole[: int(share * len(whole))])
    with pytest.raises(ResourceError) as caught:
        install(EN, origin=origin)
    assert str(caught.value).startswith(str(origin))
    assert not resource_path(EN[0]).exists()


def _tarball(folder: Path, packing: str) -> bytes:
    with tarfile.open(folder / "d.tar", f"w:{packing}") as archive:
        archive.add(make_distribution(folder / "meteor"), "meteor-1.5")
    return (folder / "d.tar").read_bytes()


@pytest.mark.parametrize("packing", ["gz", "xz", "bz2"])
def test_flipped_bits(packing, tmp_path):
    """A tarball with a wrong bit is refused by its name, or by that of the member, if it is not in what nobody reads."""
    whole = _tarball(tmp_path, packing)
    origin = tmp_path / "damaged"
    refused = 0
    for place in range(0, len(whole), len(whole) // 30):
        origin.write_bytes(whole[:place] + bytes([whole[place] ^ 16]) + whole[place + 1 :])
        try:
            install(EN, origin=origin)
        except ResourceError as error:
            assert str(error).startswith((str(origin), "data/", "synonym/"))  # noqa: PT017 - there need not be any
            refused += 1
    assert refused > 10


@pytest.mark.parametrize(
    ("places", "value", "reason"),
    [((8, 6), 1, "is encrypted, password required"), ((10, 8), 97, "That compression method is not supported")],
    ids=["encrypted", "unknown method"],
)
def test_archives_that_cannot_be_unpacked(places, value, reason, tmp_path):
    """An encrypted zip file, or one by a method that Python does not know, is refused with the reason."""
    origin = make_distribution(tmp_path, "wheel")
    data = bytearray(origin.read_bytes())
    for mark, place in zip((b"PK\1\2", b"PK\3\4"), places, strict=True):
        for found in re.finditer(re.escape(mark), bytes(data)):
            data[found.start() + place] = value
    origin.write_bytes(data)
    with pytest.raises(ResourceError) as caught:
        install(EN, origin=origin)
    assert str(caught.value).startswith(f"{origin} is damaged, or not a Meteor 1.5 folder, jar, tarball or wheel: ")
    assert reason in str(caught.value)


def test_damaged_jar(tmp_path):
    """A jar that is no archive is named as damaged."""
    origin = make_distribution(tmp_path, changes={"meteor-1.5.jar": MEMBERS["meteor-1.5.jar"][:-30]})
    with pytest.raises(ResourceError) as caught:
        install(EN, origin=origin)
    assert str(caught.value).startswith(f"{origin} is damaged, or not a Meteor 1.5 folder, jar, tarball or wheel: ")
