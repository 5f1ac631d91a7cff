"""Files that are written whole or not at all, and what is left beside them."""

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bolide.errors import InputError
from bolide.files.whole_file import try_lock, unfinished_file, wait_for_lock, write_whole

KILLED = """
import os, signal, sys
from bolide.files.whole_file import unfinished_file
with unfinished_file(sys.argv[1]) as unfinished:
    unfinished.write_text("half")
    os.kill(os.getpid(), signal.SIGKILL)
"""


def _fail(target: Path, error: Exception) -> None:
    with unfinished_file(target) as unfinished:
        unfinished.write_text("half")
        raise error


def test_the_file_is_there_at_the_end(tmp_path):
    """The target is the old one until all is written, then the new one, and nothing else is left."""
    target = tmp_path / "out"
    target.write_text("old")
    with unfinished_file(target) as unfinished:
        unfinished.write_text("new")
        assert target.read_text() == "old"
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("out", "new")]


@pytest.mark.parametrize(
    ("error", "seen"), [(OSError(28, "No space left on device"), InputError), (KeyError("x"), KeyError)]
)
def test_a_failure_leaves_the_old_one(error, seen, tmp_path):
    """After a failure the old file is there, and nothing else; errors of the file system name the target."""
    target = tmp_path / "out"
    target.write_text("old")
    with pytest.raises(seen) as caught:
        _fail(target, error)
    assert seen is KeyError or str(caught.value) == f"cannot write {target}: No space left on device"
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("out", "old")]


@pytest.mark.skipif(os.name != "posix", reason="signals and locks as POSIX has them")
def test_what_a_killed_run_left_is_removed(tmp_path):
    """Leftovers of killed runs beside a target are removed at the next write; similar files of others stay."""
    target = tmp_path / "out"
    others = [tmp_path / ".out.notes.unfinished", tmp_path / f".out2.{'0' * 32}.unfinished"]
    for other in others:
        other.touch()
    for _ in range(3):
        killed = subprocess.run([sys.executable, "-c", KILLED, str(target)], check=False, timeout=60)
        assert killed.returncode == -signal.SIGKILL
    assert len(list(tmp_path.iterdir())) == 3
    write_whole(str(target), "whole")
    assert sorted(tmp_path.iterdir()) == sorted([target, *others])


@pytest.mark.skipif(os.name != "posix", reason="locks as POSIX has them")
def test_two_write_the_same(tmp_path):
    """Who writes a file that another is writing takes nothing away from it: the last one to finish stays."""
    target = tmp_path / "out"
    with unfinished_file(target) as first:
        write_whole(str(target), "second")
        assert target.read_text() == "second"
        first.write_text("first")
    assert target.read_text() == "first"
    assert list(tmp_path.iterdir()) == [target]


def test_one_at_a_time(tmp_path):
    """A file that is locked cannot be locked through another opening of it, until the first is closed."""
    path: Path = tmp_path / "lock"
    with path.open("a+b") as first, path.open("a+b") as second:
        assert try_lock(first.fileno())
        assert not try_lock(second.fileno())
        first.close()
        assert try_lock(second.fileno())


@pytest.mark.skipif(sys.platform == "win32", reason="locks as POSIX has them")
def test_a_file_system_without_locks(tmp_path, monkeypatch):
    """Where nothing can be locked, every file is one's own: work goes on, for one process as well as for two."""

    def refuse(_descriptor: int, _operation: int) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("bolide.files.whole_file.fcntl.flock", refuse)
    with (tmp_path / "lock").open("a+b") as file:
        assert try_lock(file.fileno())
        wait_for_lock(file.fileno())
