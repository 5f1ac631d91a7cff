"""A line that is too long is refused with its number, before it is all there; so is a document, and what has no end."""

import gzip
import io
import subprocess
import sys
from pathlib import Path

import pytest

from bolide import InputError
from bolide.cli import main
from bolide.files import plain
from bolide.files.corpus import Source, read_corpus
from bolide.files.java_files import java_lines
from bolide.files.plain import LONGEST_LINE, LineFile

MESSAGE = "this line has more than 16 MiB: is this a text file?"

# Commands that read a file, here with a second line that is too long; and what its first line is, if not just anything.
COMMANDS = {
    "score --input plain LONG --ref SHORT -l sw": "mt\tref",
    "score --input tsv LONG -l sw": "mt\tref",
    "score --input tsv-quoted LONG -l sw": "mt\tref",
    "normalise LONG -l sw": "mt\tref",
    "align LONG SHORT -l sw": "mt\tref",
    "compare --ref SHORT LONG SHORT -l sw": "mt\tref",
    "report LONG --ref SHORT -l sw -o OUT": "mt\tref",
    "mbr LONG SHORT -l sw": "mt\tref",
    "evaluate LONG -l sw": "mt\tref",
    "tune LONG -l sw -o OUT": "mt\tref",
    "java LONG SHORT -l other": "mt\tref",
    "java xray LONG": "Alignment\t1\t1\t1\t0\t1",
    "hindi parse LONG": "mt\tref",
    "build function-words LONG -l sw": "mt\tref",
    "build OUT -l sw --source LONG --target SHORT": "mt\tref",
    "score SHORT --ref SHORT -l sw --function-words LONG": "mt\tref",
    "score --input jsonl LONG -l sw": '{"mt": "a", "ref": "b"}',
    "hindi roots LONG -o OUT": "# a treebank",
    "score SHORT --ref SHORT -l sw --preset universal --matchers exact,paraphrase --paraphrases LONG": "0.5",
}


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_name_a_line_that_is_too_long(command, tmp_path, capsys):
    """Whatever the command, the error has the file and the number of the line."""
    places = {"LONG": str(tmp_path / "long"), "SHORT": str(tmp_path / "short"), "OUT": str(tmp_path / "out")}
    Path(places["LONG"]).write_bytes(f"{COMMANDS[command]}\n".encode() + b"x" * (LONGEST_LINE + 1))
    Path(places["SHORT"]).write_text("a b\nc d\n", encoding="utf-8")
    assert main([places.get(word, word) for word in command.split()]) in {1, 2}
    assert f"{places['LONG']}:2: {MESSAGE}" in capsys.readouterr().err


def test_the_longest_line_is_read(write):
    """A line of exactly the limit is a line like any other, wherever the blocks end that are read."""
    longest = b"x" * LONGEST_LINE
    with LineFile(write("file", b"a\n" + longest + b"\n" + longest)) as file:
        assert file.count() == 3
        assert [len(line) for line in file.take(3)] == [1, LONGEST_LINE, LONGEST_LINE]
    assert [len(line) for line in java_lines(io.BytesIO(longest + b"\nb"))] == [LONGEST_LINE, 1]
    with pytest.raises(InputError, match=f"^standard input:2: {MESSAGE}"):
        list(java_lines(io.BytesIO(b"a\n" + longest + b"x\n")))


@pytest.mark.parametrize("form", ["coco", "wmt-xml", "sgml"])
def test_documents_have_a_limit_of_their_own(form, write, monkeypatch):
    """They may have one long line, as COCO's files do, up to a limit for the whole."""
    monkeypatch.setattr(plain, "LARGEST_DOCUMENT", 1 << 20)
    path = write("file", gzip.compress(b" " * (1 << 20) + b" "))
    with pytest.raises(InputError, match="the file has more than 1 MiB: split it"):
        read_corpus(form, [Source(path=path)])
    monkeypatch.undo()
    document = b'[{"image_id": 1, "caption": "a"}' + b" " * LONGEST_LINE + b"]"
    with pytest.raises(InputError, match="no references"):
        read_corpus("coco", [Source(path=write("file.json", document))])


@pytest.mark.skipif(sys.platform == "win32", reason="there are neither such devices nor limits of memory")
@pytest.mark.parametrize("source", ["bomb.gz", "/dev/zero", "/dev/full", "-"])
def test_what_has_no_lines_takes_little_memory(source, tmp_path):
    """A gibibyte of zeros in a small file, and devices that never end, are refused in 700 MiB of address space."""
    if source.startswith("/dev") and not Path(source).exists():
        pytest.skip(f"there is no {source}")
    (tmp_path / "bomb.gz").write_bytes(gzip.compress(bytes(1 << 25), 1) * 32)
    (tmp_path / "short").write_text("a\n", encoding="utf-8")
    code = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_AS, (700 << 20,) * 2); "
        "from bolide.cli import main; sys.exit(main(sys.argv[1:]))"
    )
    for command in (["score", source, "--ref", "short"], ["normalise", source], ["evaluate", source]):
        with (tmp_path / "bomb.gz").open("rb") as bomb:
            done = subprocess.run(
                [sys.executable, "-c", code, *command, "-l", "sw"],
                cwd=tmp_path, stdin=bomb, capture_output=True, text=True, check=False,
            )  # fmt: skip
        name = "standard input" if source == "-" else source
        assert done.returncode == 2, done.stderr
        assert f"{name}:1: this line has more than " in done.stderr
