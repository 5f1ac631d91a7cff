"""`bolide score` on input that is longer than memory, or not yet there: pipes, batches, memory, progress."""

import json
import os
import signal
import subprocess
import sys
import threading

import pytest
from score_process import start_score

from bolide.files.corpus import ParallelCorpus

COMMAND = [sys.executable, "-m", "bolide", "score"]
POSIX = pytest.mark.skipif(os.name != "posix", reason="signals and pipes as POSIX has them")
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="peak memory as Linux counts it")


def _start(*arguments: str) -> subprocess.Popen:
    return start_score(*arguments, "-l", "pt", stdin=subprocess.PIPE, bufsize=0)


def _feed(process: subprocess.Popen, text: str) -> None:
    process.stdin.write(text.encode())
    process.stdin.flush()


@pytest.fixture
def reference(write) -> str:
    """Return the name of a reference file of 100 segments."""
    return write("reference", "".join(f"o gato {number}\n" for number in range(100)))


@POSIX
@pytest.mark.parametrize("form", ["tsv", "jsonl"])
def test_scores_of_a_pipe_come_while_it_is_open(reference, form):
    """Segments from a pipe are scored and printed before more arrive."""
    process = _start("-", reference, "--quiet", "--segments", "--format", form)
    for number in range(3):
        _feed(process, f"o gato {number}\n")
        line = process.stdout.readline()
        if line.startswith(b"system\t"):
            line = process.stdout.readline()
        row = json.loads(line) if form == "jsonl" else None
        segment, score = (row["segment"], row["score"]) if row else line.split(b"\t")[1:3]
        assert (int(segment), float(score)) == (number + 1, 1.0)
    _feed(process, "".join(f"o gato {number}\n" for number in range(3, 100)))
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err, len(out.splitlines())) == (0, b"", 97)


@POSIX
def test_two_pipes_that_one_program_fills_in_turn(tmp_path):
    """Two pipes with a writer that waits for both to be read do not block each other."""
    pipes = [tmp_path / "h", tmp_path / "r"]
    for pipe in pipes:
        os.mkfifo(pipe)

    def fill() -> None:
        with pipes[0].open("w") as hypotheses, pipes[1].open("w") as references:
            for number in range(6000):  # Over 64 kB on each side, more than a pipe holds.
                print("o gato dormia aqui", number, file=hypotheses, flush=True)
                print("os gatos dormiam", number, file=references, flush=True)

    writer = threading.Thread(target=fill, daemon=True)
    writer.start()
    result = subprocess.run(
        [*COMMAND, *map(str, pipes), "-l", "pt", "-q"], capture_output=True, check=False, timeout=60
    )
    writer.join(timeout=60)
    assert (result.returncode, result.stderr) == (0, b"")
    assert b"\nsegments   6000\n" in result.stdout


def test_a_file_that_shrinks_is_noticed(write):
    """A file that is cut while it is read is an error, not a shorter corpus."""
    names = [write(name, "um dois\n" * 200_000) for name in "hr"]
    with ParallelCorpus({"a": names[0]}, [names[1]]) as corpus:
        batches = corpus.batches(10)
        next(batches)
        os.truncate(names[0], 8000)
        with pytest.raises(
            ValueError, match=r"a file was changed while it was read: it has only .* of 200000 segments left"
        ):
            list(batches)


@POSIX
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["ctrl-c", "terminated"])
@pytest.mark.parametrize("form", ["text", "tsv", "jsonl"])
def test_interrupt_leaves_whole_lines(reference, form, number):
    """Ctrl-C, or SIGTERM, ends the output after the last scored segment, and reports how many there are."""
    process = _start("-", reference, "--segments", "--format", form)
    _feed(process, "o gato 1\n" * 30)
    lines = [process.stdout.readline() for _ in range(30)]
    process.send_signal(number)
    out, err = process.communicate(timeout=60)
    lines += out.splitlines(keepends=True)
    assert (process.returncode, err) == (128 + number, b"bolide score: interrupted after 30 of 100 segments\n")
    assert len(lines) == 30 + (form != "jsonl")
    assert lines[-1].endswith(b"\n")


@POSIX
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["ctrl-c", "terminated"])
def test_interrupt_while_the_output_is_not_read(write, number):
    """Either in the middle of writing waits for the end of the batch, and with it of its last line."""
    name = write("h", "o gato dormia\n" * 30_000)
    process = _start(name, name, "--segments", "--format", "tsv")
    first = process.stdout.read(10)  # The pipe is full now, or soon will be, in the middle of a line.
    process.send_signal(number)
    out, err = process.communicate(timeout=60)
    rows = (first + out).splitlines(keepends=True)
    assert process.returncode == 128 + number
    assert rows[-1].endswith(b"\n")
    assert err.decode() == f"bolide score: interrupted after {len(rows) - 1:,} of 30,000 segments\n"


GROWING = """
import sys
for number in range(int(sys.argv[1])):
    print(f"uma palavra{number}a e b{number}{sys.argv[2]}")
"""


# A process of its own, since the kernel counts what its parent had when it began as a child's own.
PEAK = """
import os, subprocess, sys
process = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
_, status, usage = os.wait4(process.pid, 0)
print(status, usage.ru_maxrss)
"""


@LINUX
def test_memory_does_not_grow(tmp_path):
    """Twice as many segments, each with words that were never there before, take no more memory once what is kept of words is full."""
    peaks = []
    files = [tmp_path / side for side in "hr"]
    choice = ["-l", "other", "--preset", "meteor-1.5", "--threads", "1", "--segments", "--format", "tsv"]
    for count in (160_000, 320_000):
        for side, file in zip("hr", files, strict=True):
            file.write_bytes(subprocess.check_output([sys.executable, "-c", GROWING, str(count), side]))
        command = [sys.executable, "-c", PEAK, *COMMAND, *map(str, files), *choice]
        status, peak = subprocess.check_output(command).split()
        assert status == b"0"
        peaks.append(int(peak) / 1024)
    assert peaks[1] < peaks[0] + 12, peaks
