"""A cache that cannot be written: what is installed there serves, what would must be written is refused with a reason.

As root the folder is a tmpfs that is mounted again read-only, since root may write whatever permissions say; others take the
permission away.
"""

import os
import subprocess

import pytest
from commands import big_distribution, mounted, run

from bolide import _core

pytestmark = pytest.mark.skipif(os.name != "posix", reason="permissions as POSIX has them")


@pytest.fixture
def locked_home(tmp_path):
    """Return a resource folder with the English data that nobody can write to, and the system's reason."""
    origin = big_distribution(tmp_path / "meteor", entries=200)
    with mounted(tmp_path / "home", "size=4m") as folder:
        home = tmp_path / "home"
        assert run("resources", "install", "en", "--from", origin, home=home).returncode == 0
        if folder is not None:
            subprocess.run(["mount", "-o", "remount,ro", str(folder)], check=True)
            yield home, "Read-only file system"
        elif os.geteuid() == 0:
            pytest.skip("root may write anywhere, and may not mount here")
        else:
            for path in (home, *home.rglob("*")):
                path.chmod(0o500 if path.is_dir() else 0o400)
            yield home, "Permission denied"
            for path in (home, *home.rglob("*")):
                path.chmod(0o700)


@pytest.fixture
def texts(tmp_path) -> list[str]:
    """Return a hypothesis and a reference file."""
    for name, text in (("h", "an auto went to the large building\n"), ("r", "a car traveled to the big house\n")):
        (tmp_path / name).write_text(text)
    return [str(tmp_path / "h"), str(tmp_path / "r")]


def test_scoring(locked_home, texts, tmp_path):
    """Scoring with what is installed works, and gives the scores of a folder that can be written."""
    home, _ = locked_home
    run("resources", "install", "en", "--from", tmp_path / "meteor", home=tmp_path / "other")
    locked, free = (run("score", *texts, "--segments", home=folder) for folder in (home, tmp_path / "other"))
    assert (locked.returncode, locked.stderr) == (0, b"")
    assert locked.stdout == free.stdout
    assert run("resources", "check", home=home).returncode == 0
    assert run("resources", "list", home=home).returncode == 0


def test_what_has_to_be_written(locked_home, texts, tmp_path):
    """Installing, compiling a table of one's own and removing are refused with the folder, the reason and what to do."""
    home, reason = locked_home
    table = tmp_path / "table"
    table.write_text("0.5\na\nb\n")
    advice = "make room there, or set BOLIDE_HOME to another folder"
    for command in (
        ["resources", "install", "de", "--from", tmp_path / "meteor"],
        ["resources", "install", "en", "--force", "--from", tmp_path / "meteor"],
        ["score", *texts, "--paraphrases", table],
    ):
        result = run(*command, home=home)
        assert result.returncode == 2
        assert result.stderr.decode() == f"bolide {command[0]}: cannot write to {home}: {reason}; {advice}\n"
    result = run("resources", "remove", "en", home=home)
    assert result.returncode == 2
    assert reason in result.stderr.decode()
    assert "paraphrases-en.bolide" in result.stderr.decode()


@pytest.mark.parametrize("below", ["", "home"], ids=["is a file", "lies below a file"])
def test_a_home_that_is_no_folder(below, texts, tmp_path):
    """Whatever needs it says so, and what does not works."""
    (tmp_path / "file").touch()
    home = tmp_path / "file" / below
    install = ["resources", "install", "en", "--from", big_distribution(tmp_path / "m", entries=9)]
    for command in (install, ["score", *texts]):
        result = run(*command, home=home)
        assert (result.returncode, b"Traceback" in result.stderr) == (2, False)
        assert command[0] == "score" or str(home).encode() in result.stderr
    assert run("score", *texts, "-l", "pt", home=home).returncode == 0


def test_a_folder_in_the_place_of_a_table(texts, tmp_path):
    """A folder where a compiled table should be is an error that names it."""
    home = tmp_path / "home"
    folder = home / f"resources-{_core.RESOURCE_FORMAT}"
    for name in ("paraphrases-en", "synonyms-en"):
        (folder / f"{name}.bolide").mkdir(parents=True)
    result = run("score", *texts, home=home)
    assert result.returncode == 2
    assert b"synonyms-en.bolide" in result.stderr
    assert (folder / "synonyms-en.bolide").is_dir()
