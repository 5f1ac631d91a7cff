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

import pickle
from collections import Counter

import pyarrow.parquet as pq
import pytest

from bolide._core import PhraseCounter
from bolide.build.phrase_table import ExtractPhrases, extract_phrases, read_rows, write_lines


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


def _lines(folder, links):
    source, target, _ = make_bitext(100)
    for name, text in (("source.txt", source), ("target.txt", target), ("links.txt", links)):
        (folder / name).write_text("".join(f"{line}\n" for line in text), encoding="utf-8")
    written = folder / "lines"
    written.mkdir()
    write_lines(written, [folder / name for name in ("source.txt", "target.txt", "links.txt")], 100)
    return pq.ParquetFile(written / "part-00000.parquet")


def test_the_same_phrases_come_of_any_batches(tmp_path):
    """Counts of batches of any size add up to those of the whole text."""
    lines = _lines(tmp_path, make_bitext(100)[2])
    (tmp_path / "here").mkdir()
    paths = [tmp_path / name for name in ("source.txt", "target.txt", "links.txt")]
    extract_phrases(tmp_path / "here", PhraseCounter(longest=5, threads=2), paths, "links.txt", 100)
    expected = {(f, e): count for f, e, count in read_rows(tmp_path / "here", ["source", "target", "count"])}
    for size in (7, 100):
        found: Counter = Counter()
        for batch in pickle.loads(pickle.dumps(ExtractPhrases(5)))(lines.iter_batches(batch_size=size)):
            for row in batch.to_pylist():
                found[row["source"], row["target"]] += row["count"]
        assert found == expected
        assert len(expected) > 500
