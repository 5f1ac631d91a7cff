"""`bolide score --output FILE --resume`: a run that was interrupted, killed or refused is continued, and the file is the same."""

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest
from score_process import start_score

SEGMENTS = 6000
POSIX = pytest.mark.skipif(os.name != "posix", reason="kills as POSIX has them")


@pytest.fixture
def texts(write) -> tuple[str, str]:
    """Return the names of hypotheses and references."""
    return (
        write("h", "".join(f"o gato {number % 97} dormia\n" for number in range(SEGMENTS))),
        write("r", "".join(f"os gatos {number % 89} dormiam bem\n" for number in range(SEGMENTS))),
    )


def _start(*arguments: str, **options) -> subprocess.Popen:
    return start_score(*arguments, "--quiet", **options)


def _wait_for(path: Path, process: subprocess.Popen) -> None:
    """Wait until a process has noted what it has done."""
    while not path.exists():
        assert process.poll() is None
        time.sleep(0.01)


@pytest.fixture
def interrupted(bolide, texts, tmp_path, monkeypatch):
    """Return the file of a run that was interrupted after 4,000 segments, and its arguments."""
    output = tmp_path / "out"
    arguments = ["--system", f"A={texts[0]}", "--ref", texts[1], "-l", "pt", "-q", "--segments", "-o", str(output)]
    with monkeypatch.context() as patch:
        patch.setattr("bolide.cli.score.BATCH", 1000)
        patch.setattr("bolide.cli.score.Scoring._score", _counted([], most=4))
        result = bolide("score", *arguments)
    advice = "interrupted after 4,000 of 6,000 segments; --resume continues"
    assert (result.code, result.err) == (130, f"bolide score: {advice}\n")
    return output, arguments


@POSIX
@pytest.mark.parametrize("form", ["text", "tsv", "jsonl"])
def test_a_killed_run_is_continued(bolide, texts, tmp_path, form):
    """kill -9 after a noted batch, with a torn line on top, then --resume: the same bytes as in one go."""
    arguments = [texts[1], "-l", "pt", "--segments", "--format", form]
    output = tmp_path / "out"
    with Path(texts[0]).open("rb") as stream:
        whole = tmp_path / "whole"
        process = _start("-", *arguments, "-o", str(whole), stdin=stream)
        assert (*process.communicate(timeout=60), process.returncode) == (b"", b"", 0)
    process = _start("-", *arguments, "-o", str(output), stdin=subprocess.PIPE)
    lines = Path(texts[0]).read_bytes().splitlines(keepends=True)
    process.stdin.write(b"".join(lines[:1000]))
    process.stdin.flush()
    _wait_for(tmp_path / "out.partial.json", process)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    with (tmp_path / "out.partial").open("ab") as torn:
        torn.write(b"- 1001  0.5")
    assert not output.exists()
    with Path(texts[0]).open("rb") as stream:
        process = _start("-", *arguments, "-o", str(output), "--resume", stdin=stream)
        assert (*process.communicate(timeout=60), process.returncode) == (b"", b"", 0)
    assert output.read_bytes() == whole.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["h", "out", "r", "whole"]


def test_what_is_scored_is_not_scored_again(bolide, interrupted, monkeypatch):
    """A run that continues after Ctrl-C scores only what is left; the sums make the same corpus score."""
    scored, output = [], interrupted[0]
    monkeypatch.setattr("bolide.cli.score.Scoring._score", _counted(scored))
    assert bolide("score", *interrupted[1], "--resume").code == 0
    assert sum(scored) == 2000
    continued = output.read_bytes()
    assert bolide("score", *interrupted[1]).code == 0
    assert output.read_bytes() == continued


def _counted(scored: list[int], most: int | None = None):
    """Return a function that notes the number of scored segments, and interrupts after `most` batches."""
    from bolide.cli.score import Scoring

    original = Scoring._score

    def score(self, batch):
        if len(scored) == most:
            raise KeyboardInterrupt
        scored.append(len(batch))
        return original(self, batch)

    return score


REFUSED = "cannot continue {}: {}; repeat the options and files of the first run, or start over without --resume\n"


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--format", "tsv"], "it was made with format text, but this run has tsv"),
        (["--weights", "1,0.9"], "it was made with signature "),
        (["--system", "B=other"], "it was made with systems A, but this run has A, B"),
    ],
)
def test_another_run_cannot_continue(bolide, interrupted, write, options, reason):
    """Another metric, format or system is refused, and nothing is lost."""
    output, arguments = interrupted
    before = Path(f"{output}.partial").read_bytes()
    other = write("other", "um\n" * SEGMENTS)
    result = bolide("score", *arguments, *(option.replace("other", other) for option in options), "--resume")
    assert result.code == 2
    assert result.err.startswith(f"bolide score: cannot continue {output}.partial: {reason}")
    assert result.err.endswith("repeat the options and files of the first run, or start over without --resume\n")
    assert Path(f"{output}.partial").read_bytes() == before
    assert bolide("score", *arguments, "--resume").code == 0


def test_a_pipe_that_brings_less_cannot_continue(bolide, texts, tmp_path):
    """A pipe that ends early leaves what can be continued; one with fewer segments than were scored is refused, and nothing is lost."""
    lines = Path(texts[0]).read_bytes().splitlines(keepends=True)
    arguments = ["-", texts[1], "-l", "pt", "--segments", "-o", str(tmp_path / "out")]
    for count, options, said in (
        (4000, [], b"4,000 segments are scored; --resume continues\n"),
        (3000, ["--resume"], b"the files differ in length: standard input has 3000 lines"),
        (6000, ["--resume"], b""),
    ):
        _, err = (process := _start(*arguments, *options, stdin=subprocess.PIPE)).communicate(b"".join(lines[:count]))
        assert process.returncode == (2 if said else 0)
        assert said in err


def test_a_damaged_file_cannot_be_continued(bolide, interrupted, texts):
    """Output that was cut since, a note of what was done that cannot be read, or text of another size is refused."""
    output, arguments = interrupted
    partial_file, journal = Path(f"{output}.partial"), Path(f"{output}.partial.json")
    for path, data, reason in (
        (partial_file, partial_file.read_bytes()[:-1], "it has been changed or damaged"),
        (journal, b"{", f"{journal} is damaged: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)"),
        (journal, journal.read_bytes().replace(b"4000", b"-1"), f"{journal} is damaged: 'segments' must be a whole number from 0 to 9223372036854775807, not -1"),
        (journal, journal.read_bytes().replace(b'"bolide-partial": 2', b'"bolide-partial": 1'), f"{journal} is damaged: 'bolide-partial' must be 2, not 1"),
    ):  # fmt: skip
        kept = path.read_bytes()
        path.write_bytes(data)
        result = bolide("score", *arguments, "--resume")
        assert (result.code, result.err) == (2, f"bolide score: {REFUSED.format(partial_file, reason)}")
        path.write_bytes(kept)
    text = Path(texts[0]).read_bytes()
    Path(texts[0]).write_bytes(text.replace(b"gato 50", b"gatinho 50", 1))
    said = f"bolide score: cannot continue {output}.partial: it was made with input {texts[0]} ("
    assert bolide("score", *arguments, "--resume").err.startswith(said)
    Path(texts[0]).write_bytes(text)
    assert bolide("score", *arguments, "--resume").code == 0


def test_two_processes_do_not_write_one_file(bolide, interrupted):
    """While a process writes a file, another is refused."""
    from bolide.files.whole_file import try_lock

    output, arguments = interrupted
    with Path(f"{output}.partial").open("rb+") as file:
        assert try_lock(file.fileno())
        message = f"bolide score: another process is writing {output}.partial: wait for it, or write to another file\n"
        result = bolide("score", *arguments, "--resume")
        assert (result.code, result.err) == (2, message)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--resume"], "--resume continues a file: give it with --output FILE"),
        (["--format", "mt-metrics-eval"], "--format mt-metrics-eval needs --output FILE"),
        (["--resume", "-o", "x", "--format", "json"], "--resume works only with --format jsonl, text, tsv: json is written in one piece"),
        (["-o", "no/such/folder"], "cannot write no/such/folder: there is no folder {here}/no/such"),
        (["-o", "."], "cannot write .: it is a folder"),
        (["-o", "a.txt"], "a.txt is one of the files to read: write to another"),
    ],
)  # fmt: skip
def test_places_that_will_not_do(bolide, files, monkeypatch, options, message):
    """Outputs that cannot be written or continued are refused before anything is scored."""
    tmp_path = Path(files[0]).parent
    monkeypatch.chdir(tmp_path)
    result = bolide("score", files[0], files[2], "-l", "pt", *options)
    assert (result.code, result.out, result.err) == (2, "", f"bolide score: {message.format(here=tmp_path)}\n")


@POSIX
def test_a_device_is_written_and_stays(bolide, files):
    """Outputs that are not files (/dev/null, a pipe) are written to, not replaced; they cannot be continued."""
    assert bolide("score", files[0], files[2], "-l", "pt", "-o", os.devnull).code == 0
    assert not Path(os.devnull).is_file()
    result = bolide("score", files[0], files[2], "-l", "pt", "-o", os.devnull, "--resume")
    assert result.err == f"bolide score: --resume needs a file that can be continued, but {os.devnull} is not one\n"
