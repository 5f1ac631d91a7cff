"""Where phrases come from when nothing is said, and phrase tables as Parquet."""

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from built_language import make_bitext

pytest.importorskip("ibis")
pytest.importorskip("duckdb")
pytest.importorskip("pyarrow")


@pytest.fixture
def texts(write) -> list[str]:
    """Return the arguments that name parallel text."""
    source, target, links = make_bitext(300)
    files = [write(name, "".join(f"{line}\n" for line in text)) for name, text in zip("fea", (source, target, links), strict=True)]  # fmt: skip
    return ["--source", files[0], "--target", files[1], "--common", "0.05"]


def test_the_number_of_threads_changes_no_link(write, tmp_path):
    """The aligner finds the same links with one thread and with four, also where words fit nearly alike."""
    pytest.importorskip("thot")
    chance = random.Random(1)
    texts = [
        write(side, "".join(" ".join(chance.choices([f"{side}{i}" for i in range(30)], k=8)) + "\n" for _ in range(1000)))
        for side in "fe"
    ]  # fmt: skip
    found = set()
    for threads in "1", "4":
        paths = [str(tmp_path / f"{threads}.{end}") for end in "fr"]
        script = f"import pathlib; from bolide.build.word_alignment import find_aligner; find_aligner('thot')('thot', *map(pathlib.Path, {texts + paths!r}))"
        subprocess.run([sys.executable, "-c", script], env=os.environ | {"OMP_NUM_THREADS": threads}, check=True)
        found.add(tuple(Path(path).read_bytes() for path in paths))
    assert len(found) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="pipes have no names there")
@pytest.mark.parametrize("option", ["--source", "--target", "--phrase-table", "--alignments", "--target-text"])
def test_what_can_be_read_only_once_is_refused(bolide, texts, write, tmp_path, option):
    """A pipe, by its name or its descriptor, and a device are refused at once: nothing waits, and nothing is read in part."""
    pipe = str(tmp_path / "pipe")
    os.mkfifo(pipe)
    ends = os.pipe()
    phrases = (
        []
        if option in ("--phrase-table", "--alignments")
        else ["--phrase-table", write("table", "F ||| e ||| 1 1 1\n")]
    )
    try:
        for path in (pipe, f"/dev/fd/{ends[0]}", "/dev/null", "-"):
            result = bolide("build", str(tmp_path / "out"), *texts, *phrases, option, path)
            name = "standard input" if path == "-" else path
            assert (result.code, result.out) == (2, "")
            assert (
                f"{name} is not a regular file, but a build reads its input more than once: save it to a file"
                in result.err
            )
    finally:
        for end in ends:
            os.close(end)
