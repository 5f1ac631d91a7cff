"""Compiled files: damage of any kind is found on opening, and named with the command that mends it."""

import gzip
import os
import sys

import pytest
from made_up_meteor import make_distribution

from bolide import DamagedResourceError, Meteor, MissingResourceError, ResourceError
from bolide.data.catalogue import resources_of
from bolide.data.home import resource_path
from bolide.data.install import install
from bolide.data.opening import open_table

EN = resources_of("en")
MEND = "bolide resources install en --force"


@pytest.fixture
def installed(tmp_path):
    """Install the made-up English data; return the paths of its files."""
    install(EN, origin=make_distribution(tmp_path))
    return [resource_path(resource) for resource in EN]


def _damaged(path, data: bytes) -> str:
    """Write other bytes in the place of a compiled file, and return what opening it says."""
    path.unlink()
    path.write_bytes(data)
    with pytest.raises(DamagedResourceError) as caught:
        Meteor()
    return str(caught.value)


def test_reasons_are_named(installed):
    """The defect of a file is named: too short, another kind, another version, longer, changed."""
    path = installed[0]
    whole = path.read_bytes()
    start = f"{path} is damaged: "
    end = f"; fix it with: {MEND}"
    reasons = {
        whole[:71]: "it is too short to be a compiled resource",
        b"x" * 100: "it is not a compiled resource",
        whole[:8] + b"\x09" + whole[9:]: "it has format version 9, this program reads 1 to 3",
        whole + b"\0": f"it has {len(whole) + 1} bytes, not {len(whole)}",
        whole[:80] + b"\xff" + whole[81:]: "its directory is damaged",
        installed[1].read_bytes(): "it holds another kind of resource",
    }
    assert {data: _damaged(path, data) for data in reasons} == {
        data: f"{start}{reason}{end}" for data, reason in reasons.items()
    }


def test_a_file_that_is_gone(installed):
    """A file that vanished between two uses is missing, not damaged."""
    installed[0].unlink()
    with pytest.raises(MissingResourceError) as caught:
        open_table("paraphrases", installed[0], MEND)
    assert str(caught.value) == f"{installed[0]} is gone; run: {MEND}"


def test_a_replaced_file_is_noticed(installed, tmp_path):
    """A metric made after a file was replaced uses the new one; a metric made before keeps the old."""
    before = Meteor()
    table = {"data/paraphrase-en.gz": gzip.compress(b"0.5\nred\nscarlet\n0.5\nbig house\nmansion\n")}
    install(EN, origin=make_distribution(tmp_path / "other", changes=table))
    assert len(before.align("small animal", "cat").matches) == 1
    assert len(Meteor().align("small animal", "cat").matches) == 0
    assert len(Meteor().align("mansion", "big house").matches) == 1


def test_damage_of_ones_own_table(write, resource_folder):
    """A damaged compilation of a user's file says that it can simply be deleted."""
    source = write("table.txt", "0.5\na\nb\n")
    Meteor("other", task="universal", paraphrases=source)
    (compiled,) = resource_folder.glob("**/*.bolide")
    compiled.write_bytes(b"x" * 200)
    with pytest.raises(DamagedResourceError) as caught:
        Meteor("other", task="universal", paraphrases=source)
    assert str(caught.value) == (
        f"{compiled} is damaged: it is not a compiled resource; fix it with: bolide resources remove --files (it is made again from {source})"
    )


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such limit")
def test_too_many_open_files_are_not_damage(installed):
    """They are what is said, not the command that installs again."""
    import resource

    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    free = os.dup(0)
    os.close(free)
    resource.setrlimit(resource.RLIMIT_NOFILE, (free, limits[1]))
    try:
        with pytest.raises(ResourceError) as caught:
            open_table("paraphrases", installed[0], MEND)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, limits)
    assert str(caught.value) == f"cannot read {installed[0]}: Too many open files"
    assert not isinstance(caught.value, DamagedResourceError)
