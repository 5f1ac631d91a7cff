"""The command as a process: signals, pipes, encodings and exit codes, and never a traceback."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

COMMAND = [sys.executable, "-m", "bolide"]
POSIX = pytest.mark.skipif(os.name != "posix", reason="signals and pipes as POSIX has them")


def _run(*arguments: str, **options) -> subprocess.CompletedProcess:
    return subprocess.run([*COMMAND, *arguments], capture_output=True, check=False, timeout=120, **options)


@POSIX
def test_interrupt():
    """Ctrl-C while standard input is awaited ends the command with code 130 and one line, not with a traceback."""
    process = subprocess.Popen(
        [*COMMAND, "score", "-", "-l", "pt", "--ref", os.devnull],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509 - jobs in the background start deaf to it
    )
    # No pipe holds as much as this: once it is written, the command is reading.
    process.stdin.write(b"a\n" * 2_000_000)
    process.stdin.flush()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)
    assert (process.returncode, out, err) == (130, b"", b"bolide score: interrupted after 0 segments\n")


@POSIX
@pytest.mark.parametrize("form", ["text", "tsv", "json"])
def test_closed_pipe(form, write):
    """A reader that goes away, as `head -1` does, ends the command quietly."""
    name = write("h", "o gato dormia\n" * 20_000)
    with subprocess.Popen(
        [*COMMAND, "score", name, name, "-l", "pt", "--segments", "--format", form],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout.readline()
        process.stdout.close()
        assert (process.stderr.read(), process.wait(timeout=120)) == (b"", 141)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this platform has no full device")
def test_full_disk(files):
    """Output that cannot be written is an error with its reason, without a traceback."""
    with Path("/dev/full").open("wb") as full:
        result = subprocess.run(
            [*COMMAND, "score", files[0], files[2], "-l", "pt"], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert result.returncode != 0
    assert b"No space left on device" in result.stderr
    assert b"Traceback" not in result.stderr


@POSIX
def test_no_standard_output(files):
    """A command whose standard output is closed ends without a traceback."""
    command = [*COMMAND, "score", files[0], files[2], "-l", "pt"]
    result = subprocess.run(
        command, stderr=subprocess.PIPE, check=False, timeout=120, preexec_fn=lambda: os.close(sys.__stdout__.fileno())
    )
    assert b"Traceback" not in result.stderr


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_output_is_utf8_whatever_the_terminal_says(encoding):
    """Results are UTF-8, as files are, under any locale."""
    result = _run("align", "--text-pair", "ação", "ação", "-l", "pt", env=os.environ | {"PYTHONIOENCODING": encoding})
    assert (result.returncode, result.stderr) == (0, b"")
    assert "ação  ●" in result.stdout.decode()


@POSIX
@pytest.mark.parametrize("form", ["text", "tsv", "json"])
def test_names_that_are_not_utf8(form, tmp_path, files):
    """A file whose name is not UTF-8 is scored, and named somehow, also where output is strict."""
    name = os.fsencode(tmp_path / "h") + b"\xff"
    os.link(files[0], name)
    command = [*COMMAND, "score", name, files[2], "-l", "pt", "--format", form]
    result = subprocess.run(
        command, capture_output=True, check=False, env=os.environ | {"PYTHONIOENCODING": "utf-8:strict"}
    )
    assert (result.returncode, result.stderr) == (0, b"")
    assert result.stdout.decode()


def test_input_and_output_through_pipes(files):
    """Hypotheses come in and scores go out, byte by byte as through files."""
    with Path(files[0]).open("rb") as stream:
        piped = _run("score", "-", files[2], "-l", "pt", "--format", "tsv", stdin=stream)
    read = _run("score", files[0], files[2], "-l", "pt", "--format", "tsv")
    assert piped.stdout.replace(b"\n-\t", b"\n") == read.stdout.replace(f"\n{files[0]}\t".encode(), b"\n")
    assert piped.returncode == read.returncode == 0


def test_no_command():
    """Without a command there is help, as with --help."""
    result = _run()
    assert (result.returncode, result.stderr) == (0, b"")
    assert result.stdout == _run("--help").stdout
    assert b"\n  score " in result.stdout


def test_progress_is_for_terminals_only(files):
    """Where standard error is not a terminal, nothing is shown but errors."""
    assert _run("score", files[0], files[2], "-l", "pt").stderr == b""
