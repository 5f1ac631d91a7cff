"""Where resources are stored, and how processes share the place: one at a time, and nothing half-made in any case."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from made_up_meteor import make_distribution

from bolide import Meteor
from bolide.data.home import home, is_offline
from bolide.data.install import install_files

INSTALL = [sys.executable, "-m", "bolide", "resources", "install", "en", "--from"]
POSIX = pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")


@pytest.mark.skipif(sys.platform != "linux", reason="the default is another one elsewhere")
def test_home_is_in_the_users_cache(monkeypatch, tmp_path):
    """By default the folder is in the user's cache folder, which XDG_CACHE_HOME can move."""
    monkeypatch.delenv("BOLIDE_HOME")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert home() == tmp_path / "bolide"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert home() == tmp_path / ".cache" / "bolide"


@pytest.mark.parametrize(
    ("value", "expected"), [("", False), ("0", False), ("no", False), ("False", False), ("1", True), ("yes", True)]
)
def test_offline(monkeypatch, value, expected):
    """BOLIDE_OFFLINE decides, unless the caller does."""
    monkeypatch.setenv("BOLIDE_OFFLINE", value)
    assert is_offline(None) is expected
    assert is_offline(True) is True
    assert is_offline(False) is False


@POSIX
def test_a_killed_process_gives_its_lock_back(tmp_path):
    """A process waiting for another goes on when that one is killed."""
    holding = "import sys, time\nfrom bolide.data.home import locked_workspace\n"
    holding += "with locked_workspace():\n    print('locked', flush=True)\n    time.sleep(600)\n"
    holder = subprocess.Popen([sys.executable, "-c", holding], stdout=subprocess.PIPE)
    try:
        assert holder.stdout.readline() == b"locked\n"
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        waiting = subprocess.Popen([*INSTALL, str(make_distribution(tmp_path))], **quiet)
        with pytest.raises(subprocess.TimeoutExpired):
            waiting.wait(timeout=1)
    finally:
        holder.kill()
        holder.communicate()
    assert waiting.wait(timeout=120) == 0
    assert Meteor().segment("auto", "car").score > 0


def test_a_file_is_compiled_once(write):
    """A user's own table is compiled once, is found again by its contents, and is compiled anew when it changes."""
    first = install_files("paraphrases", [Path(write("one.txt", "0.5\na\nb\n"))])
    stamp = first.stat().st_mtime_ns
    assert install_files("paraphrases", [Path(write("copy.txt", "0.5\na\nb\n"))]) == first
    assert first.stat().st_mtime_ns == stamp
    assert install_files("paraphrases", [Path(write("one.txt", "0.5\na\nc\n"))]) != first
