"""A full disk: an error that names the file and the reason, exit code 2, and nothing partial left.

As root the disk is a tmpfs of a hundred kilobytes; for other users it is a limit on the size of files (RLIMIT_FSIZE).
"""

from __future__ import annotations

import importlib.util
import os
import random
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from commands import big_distribution, big_table, environment, mounted, run

pytestmark = pytest.mark.skipif(os.name != "posix", reason="disks and limits as POSIX has them")
LIMIT = 100_000


@dataclass
class SmallDisk:
    """A folder in which nothing large can be written, and how to run commands that feel it."""

    folder: Path
    reason: bytes
    limit: Callable[[], None] | None

    def run(self, *arguments: str | Path, home: Path, **changes: str) -> subprocess.CompletedProcess[bytes]:
        """Run a command that is to fail."""
        return run(*arguments, home=home, env=environment(home, **changes), preexec_fn=self.limit)


def _limit_files() -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_FSIZE, (LIMIT, LIMIT))


@pytest.fixture
def disk(tmp_path):
    """Return a disk that is nearly full."""
    with mounted(tmp_path / "disk", f"size={LIMIT // 1000}k") as folder:
        if folder is None:
            yield SmallDisk(tmp_path / "disk", b"File too large", _limit_files)
        else:
            yield SmallDisk(folder, b"No space left on device", None)


def _refused(result: subprocess.CompletedProcess[bytes], *parts: bytes) -> None:
    """Check that a command failed as it should: with one error, which says what, where and why."""
    assert result.returncode == 2, result.stderr
    assert result.stderr.splitlines()[-1].startswith(b"bolide ")
    assert b"Traceback" not in result.stderr
    for part in parts:
        assert part in result.stderr, result.stderr


def _text(tmp_path: Path, segments: int) -> str:
    path = tmp_path / "text"
    chance = random.Random(3)
    path.write_text("".join(f"w{number % 50} {chance.getrandbits(200):x} x\n" for number in range(segments)))
    return str(path)


def test_installation(disk, tmp_path):
    """An installation that has no room names the file, leaves nothing, and works once there is room."""
    home = disk.folder / "home"
    origin = big_distribution(tmp_path / "meteor")
    result = disk.run("resources", "install", "en", "--from", origin, home=home)
    _refused(result, str(home).encode(), b"paraphrases-en.bolide", disk.reason, b"BOLIDE_HOME")
    assert [path.name for path in home.rglob("*") if path.is_file()] == ["lock"]
    assert not list(home.rglob("workspace"))
    assert run("resources", "install", "en", "--from", origin, home=tmp_path / "room").returncode == 0


def test_table_compilation(disk, tmp_path):
    """A table of the user's that cannot be compiled for want of room names the file, and leaves nothing."""
    home, table = disk.folder / "home", tmp_path / "table"
    table.write_bytes(big_table(30_000))
    options = ["-l", "other", "--matchers", "exact,paraphrase", "--paraphrases", str(table)]
    result = disk.run("score", _text(tmp_path, 2), _text(tmp_path, 2), *options, home=home)
    _refused(result, str(home).encode(), b"paraphrases-file-", disk.reason)
    assert [path.name for path in home.rglob("*") if path.is_file()] == ["lock"]


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        (["score", "TEXT", "TEXT", "-l", "pt", "--format", "mt-metrics-eval", "--output", "DISK/M"], "M.seg.score"),
        (["report", "TEXT", "TEXT", "-l", "pt", "-o", "DISK/page.html"], "page.html"),
        (["align", "TEXT", "TEXT", "-l", "pt", "--html", "DISK/page.html"], "page.html"),
        (["copy-words", "PAIRS", "-l", "pt", "--output", "DISK/words", "-P", "0", "-F", "1"], "words"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_outputs(arguments, name, disk, tmp_path):
    """An output that has no room is named with the reason; neither it nor a piece of it is there afterwards."""
    pairs = tmp_path / "pairs.tsv"
    pairs.write_text("text1\ttext2\n" + "".join(f"wort{number} y\twort{number} x\n" for number in range(30_000)))
    segments = 30_000 if arguments[0] == "score" else 1500  # Pages take more room for each.
    texts = {"TEXT": _text(tmp_path, segments), "PAIRS": str(pairs)}
    named = [texts.get(part, part.replace("DISK", str(disk.folder))) for part in arguments]
    _refused(disk.run(*named, home=tmp_path / "home"), str(disk.folder / name).encode(), disk.reason)
    assert list(disk.folder.iterdir()) == []


@pytest.mark.skipif(importlib.util.find_spec("ibis") is None, reason="bolide[build] is not installed")
def test_build(disk, tmp_path):
    """A build that has no room says where and that it goes on later; there is no description of anything finished."""
    source = tmp_path / "f"
    source.write_text("".join(f"a{number} b{number} c{number}\n" for number in range(20_000)))
    links = tmp_path / "links"
    links.write_text("0-0 1-1 2-2\n" * 20_000)
    out = disk.folder / "out"
    result = disk.run(
        "build", out, "--source", source, "--target", source, "--alignments", links, home=tmp_path / "home"
    )
    _refused(result, str(out).encode(), disk.reason)
    assert not (out / "resource.json").exists()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.parametrize("options", [[], ["--segments"], ["--format", "json"], ["--segments", "--format", "tsv"]])
def test_standard_output(options, tmp_path):
    """A standard output that takes nothing is an error with the system's reason."""
    text = _text(tmp_path, 2000)
    with Path("/dev/full").open("wb") as full:
        result = run(*("score", text, text, "-l", "pt", *options), home=tmp_path, stdout=full, stderr=subprocess.PIPE)
    _refused(result, b"cannot write", b"No space left on device")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.parametrize("options", [[], ["--segments", "--format", "json"], ["--segments", "--format", "tsv"]])
def test_a_device_that_takes_nothing(options, tmp_path):
    """It is named, like a file that has no room."""
    text = _text(tmp_path, 2000)
    result = run(*("score", text, text, "-l", "pt", "-o", "/dev/full", *options), home=tmp_path)
    _refused(result, b"cannot write /dev/full: No space left on device")


def test_temporary_files(disk, tmp_path):
    """What has to be kept in a temporary file is an error where there is no room for it, and nothing is left there."""
    table = tmp_path / "table.tsv"
    table.write_text("hyp\tref\n" + "a a a a a a a\tb b b b b b b\n" * 30_000)
    result = disk.run("score", table, "-l", "pt", home=tmp_path / "home", TMPDIR=str(disk.folder))
    _refused(result, b"temporary file", disk.reason)
    assert list(disk.folder.iterdir()) == []


def test_piped_text_needs_no_room(disk, tmp_path):
    """Plain text from a pipe is scored as it comes, to the bytes that a file gives, where no temporary file can be written."""
    text = _text(tmp_path, 20_000)
    surroundings = environment(tmp_path / "home", TMPDIR=str(disk.folder))
    printed = []
    for name in ("-", text):
        with Path(text).open("rb") as stream:
            result = run(
                "score",
                "--system",
                f"S={name}",
                "--ref",
                text,
                "-l",
                "pt",
                home=tmp_path,
                env=surroundings,
                stdin=stream,
            )
        assert result.returncode == 0, result.stderr
        printed.append(result.stdout)
    assert printed[0] == printed[1]
