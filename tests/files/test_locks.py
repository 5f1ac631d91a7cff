"""Locks keep processes apart for as long as a file is open, and nobody where a file system has none."""

from __future__ import annotations

import errno
import sys
import threading
from pathlib import Path

import pytest

from bolide.files.whole_file import try_lock, wait_for_lock


def test_one_at_a_time(tmp_path):
    """A file that is locked cannot be locked through another opening of it, until the first is closed."""
    path: Path = tmp_path / "lock"
    with path.open("a+b") as first, path.open("a+b") as second:
        assert try_lock(first.fileno())
        assert not try_lock(second.fileno())
        first.close()
        assert try_lock(second.fileno())


def test_waiting_ends_when_the_lock_is_given_back(tmp_path):
    """Who waits has the lock after the one before, and not earlier."""
    path: Path = tmp_path / "lock"
    order: list[str] = []
    begun = threading.Event()
    with path.open("a+b") as first, path.open("a+b") as second:
        wait_for_lock(first.fileno())

        def wait() -> None:
            begun.set()
            wait_for_lock(second.fileno())
            order.append("second")

        thread = threading.Thread(target=wait)
        thread.start()
        begun.wait()
        order.append("first")
        first.close()
        thread.join()
        assert order == ["first", "second"]


@pytest.mark.skipif(sys.platform == "win32", reason="locks as POSIX has them")
def test_a_file_system_without_locks(tmp_path, monkeypatch):
    """Where nothing can be locked, every file is one's own: work goes on, for one process as well as for two."""

    def refuse(_descriptor: int, _operation: int) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("bolide.files.whole_file.fcntl.flock", refuse)
    with (tmp_path / "lock").open("a+b") as file:
        assert try_lock(file.fileno())
        wait_for_lock(file.fileno())
