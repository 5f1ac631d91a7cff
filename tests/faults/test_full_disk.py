"""A full disk: an error that names the file and the reason, exit code 2, and nothing partial left.

As root the disk is a tmpfs of a hundred kilobytes; for other users it is a limit on the size of files (RLIMIT_FSIZE).
"""

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


@pytest.mark.parametrize("kind", ["installation", "table"])
def test_language_data(kind, disk, tmp_path):
    """Data that cannot be installed or compiled for want of room names the file, and leaves nothing."""
    home, table = disk.folder / "home", tmp_path / "table"
    if kind == "table":
        table.write_bytes(big_table(30_000))
        options = ["-l", "other", "--matchers", "exact,paraphrase", "--paraphrases", str(table)]
        command = ["score", _text(tmp_path, 2), _text(tmp_path, 2), *options]
        _refused(disk.run(*command, home=home), str(home).encode(), b"paraphrases-file-", disk.reason)
    else:
        command = ["resources", "install", "en", "--from", big_distribution(tmp_path / "meteor")]
        _refused(disk.run(*command, home=home), b"paraphrases-en.bolide", disk.reason, b"BOLIDE_HOME")
    assert [path.name for path in home.rglob("*") if path.is_file()] == ["lock"]
    assert run(*command, home=tmp_path / "room").returncode == 0


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        (["score", "TEXT", "TEXT", "-l", "pt", "--format", "mt-metrics-eval", "--output", "DISK/M"], "M.seg.score"),
        (["report", "TEXT", "TEXT", "-l", "pt", "-o", "DISK/page.html"], "page.html"),
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
    """A build without room says where, and that it can be continued; it describes nothing as finished."""
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
@pytest.mark.parametrize("options", [[], ["--segments", "--format", "json"], ["--segments", "--format", "tsv"]])
@pytest.mark.parametrize("output", [[], ["-o", "/dev/full"]], ids=["standard output", "a device"])
def test_a_device_that_takes_nothing(output, options, tmp_path):
    """It is an error with the system's reason, and with its name where it was named."""
    text = _text(tmp_path, 2000)
    with Path("/dev/full").open("wb") as full:
        command = ["score", text, text, "-l", "pt", *options, *output]
        result = run(*command, home=tmp_path, stdout=full, stderr=subprocess.PIPE)
    _refused(result, b"cannot write " + (b"/dev/full: " if output else b""), b"No space left on device")


def test_temporary_files(disk, tmp_path):
    """A temporary file without room is an error, and nothing is left there."""
    table = tmp_path / "table.tsv"
    table.write_text("hyp\tref\n" + "a a a a a a a\tb b b b b b b\n" * 30_000)
    result = disk.run("score", table, "-l", "pt", home=tmp_path / "home", TMPDIR=str(disk.folder))
    _refused(result, b"temporary file", disk.reason)
    assert list(disk.folder.iterdir()) == []
