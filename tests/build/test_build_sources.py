"""Where phrases come from when nothing is said, and phrase tables as Parquet."""

from __future__ import annotations

import json
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

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from bolide import InputError
from bolide._core import PhraseCounter
from bolide.build import steps, word_alignment
from bolide.build.phrase_table import read_rows
from bolide.build.phrases import ExtractPhrases, extract_phrases, write_lines

TABLE = "meteor-files/paraphrase.gz"


@pytest.fixture
def texts(write) -> list[str]:
    """Return the arguments that name parallel text."""
    source, target, links = make_bitext(300)
    files = [write(name, "".join(f"{line}\n" for line in text)) for name, text in zip("fea", (source, target, links), strict=True)]  # fmt: skip
    return ["--source", files[0], "--target", files[1], "--common", "0.05"]


def _links(texts: list[str]) -> str:
    return texts[1].removesuffix("f") + "a"


def test_text_alone_is_enough(bolide, texts, tmp_path):
    """Without any of the three sources, the default aligner finds the links."""
    pytest.importorskip("thot")
    result = bolide("build", str(tmp_path / "out"), *texts, "--format", "json")
    assert result.code == 0, result.err
    described = json.loads(result.out)[0]
    assert described["options"]["aligner"] == "thot"
    assert described["paraphrases"] > 100


@pytest.mark.parametrize("way", ["one core", "two cores", "a helper that fails"])
def test_both_directions_are_aligned_alike_on_one_core_and_two(texts, tmp_path, monkeypatch, way):
    """The second process finds the links that this one would, and this one finds them where the second cannot."""
    pytest.importorskip("thot")
    source, target = Path(texts[1]), Path(texts[3])
    expected, found = ([tmp_path / f"{name}.{end}" for end in "fr"] for name in ("expected", "found"))
    monkeypatch.setattr(word_alignment, "processor_cores", lambda: 1)
    word_alignment.find_aligner("thot")("thot", source, target, *expected)
    monkeypatch.setattr(word_alignment, "processor_cores", lambda: 1 if way == "one core" else 2)
    if way == "a helper that fails":
        monkeypatch.setattr(word_alignment, "__name__", "no_such_module")
    word_alignment.find_aligner("thot")("thot", source, target, *found)
    assert [path.read_bytes() for path in found] == [path.read_bytes() for path in expected]


@pytest.mark.parametrize("name", ["thot", "thot-hmm"])
def test_the_number_of_threads_changes_no_link(write, tmp_path, name):
    """An aligner of sil-thot finds the same links with one thread and with four, also where words fit nearly alike."""
    pytest.importorskip("thot")
    chance = random.Random(1)
    texts = [
        write(side, "".join(" ".join(chance.choices([f"{side}{i}" for i in range(30)], k=8)) + "\n" for _ in range(1000)))
        for side in "fe"
    ]  # fmt: skip
    found = set()
    for threads in "1", "4":
        paths = [str(tmp_path / f"{threads}.{end}") for end in "fr"]
        script = f"import pathlib; from bolide.build.word_alignment import find_aligner; find_aligner({name!r})({name!r}, *map(pathlib.Path, {texts + paths!r}))"
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
                f"{name} is not a regular file, and a build reads its input more than once: save it to a file"
                in result.err
            )
    finally:
        for end in ends:
            os.close(end)


@pytest.mark.parametrize("text", ["", "\n\n \n"])
@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("--source", "{} is empty, or has only blank lines: parallel text has words on both sides"),
        ("--target-text", "{}: there are no words, so no phrase to find paraphrases for"),
        ("--phrase-table", "{}"),
    ],
)
def test_text_without_words(bolide, texts, write, tmp_path, *, option, message, text):
    """Empty files are named; nothing is built from them."""
    empty = write("empty", text)
    pair = ["--target", empty] if option == "--source" else []
    links = [] if option == "--phrase-table" else ["--alignments", empty if pair else _links(texts)]
    result = bolide("build", str(tmp_path / "out"), *texts, *links, option, empty, *pair)
    assert (result.code, result.out) == (2, "")
    assert f"bolide build: {message.format(empty)}" in result.err


@pytest.mark.parametrize(
    ("absent", "more", "message"),
    [
        ("thot", [], "the aligner 'thot' needs sil-thot, which is not installed: pip install 'bolide[build]'"),
        ("eflomal", ["--aligner", "eflomal"], "the aligner 'eflomal' needs eflomal, which is not installed: pip install eflomal"),
        ("duckdb", ["--alignments", "absent"], "building with duckdb needs duckdb, which is not installed: pip install 'bolide[build]'"),
        ("pyspark", ["--alignments", "absent", "--engine", "spark"], "needs pyspark, which is not installed: pip install 'bolide[spark]'"),
    ],
)  # fmt: skip
def test_what_is_not_installed_is_said_at_once(texts, tmp_path, absent, more, message):
    """An extra that is missing is named before any work is done."""
    script = (
        "import importlib.util, sys\n"
        "find = importlib.util.find_spec\n"
        f"importlib.util.find_spec = lambda name, *rest: None if name == {absent!r} else find(name, *rest)\n"
        "from bolide.cli import main\n"
        "sys.exit(main(sys.argv[1:]))"
    )
    command = [sys.executable, "-c", script, "build", str(tmp_path / "out"), *texts, *more]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 2
    assert message in result.stderr
    assert not (tmp_path / "out").exists()


def test_parquet_written_and_read_again(bolide, texts, tmp_path):
    """A phrase table as Parquet, one file or a folder of several, gives the paraphrases of the one in Moses' format."""
    written = {}
    for ending in ("parquet", "gz"):
        table = tmp_path / f"table.{ending}"
        result = bolide("build", str(tmp_path / f"from-{ending}"), *texts, "--alignments", _links(texts), "--write-phrase-table", str(table))  # fmt: skip
        assert result.code == 0, result.err
        written[ending] = table
    rows = pq.read_table(written["parquet"])
    assert rows.schema.names[:2] == ["source", "target"]
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "_SUCCESS").touch()
    for number in range(3):
        pq.write_table(rows.slice(number * 1000, 1000 if number < 2 else None), folder / f"part-{number}.parquet")
    tables, pairs = set(), set()
    for place in (*written.values(), folder):
        out = tmp_path / f"read-{place.name}"
        result = bolide("build", str(out), *texts, "--phrase-table", str(place), "--format", "json")
        assert result.code == 0, result.err
        tables.add((out / TABLE).read_bytes())
        pairs.add(json.loads(result.out)[0]["phrase_pairs"])
    assert len(tables) == 1
    assert tables.pop() == (tmp_path / "from-gz" / TABLE).read_bytes()
    assert pairs == {rows.num_rows}


def test_bad_rows_of_parquet(bolide, texts, tmp_path):
    """Nulls, numbers that are none and text that breaks lines are named by their row, or counted; so is a column that is not there."""
    table = tmp_path / "table.parquet"
    columns = {
        "source": ["CASA", "CASA", None, "a\nb", "x ||| y", "CASA"],
        "target": ["Home", "house", "b", "c", "d", "abode"],
        "source_given_target": pa.array([1.0, 1.0, 0.5, 0.5, 0.5, None], pa.float32()),
        "target_given_source": [0.5, 0.5, 0.5, 0.5, 0.5, 0.5],
        "count": [1, 2, 3, 4, 5, 6],
    }
    pq.write_table(pa.table(columns), table)
    arguments = ["build", str(tmp_path / "out"), *texts, "--phrase-table", str(table)]
    result = bolide(*arguments)
    assert result.code == 2
    assert f"{table}, row 3: " in result.err
    assert "skip such lines with --skip-bad-lines" in result.err
    result = bolide(*arguments, "--skip-bad-lines", "--format", "json")
    assert result.code == 0, result.err
    described = json.loads(result.out)[0]
    assert (described["bad_lines"], described["phrase_pairs"], described["paraphrases"]) == (4, 2, 2)
    pq.write_table(pa.table({"f": ["a"], "e": ["b"]}), table)
    result = bolide(*arguments)
    assert f"{table} has no column 'source': a phrase table has source target source_given_target" in result.err
    table.write_bytes(b"no Parquet")
    assert f"cannot read {table}: " in bolide(*arguments).err
    (tmp_path / "empty").mkdir()
    result = bolide("build", str(tmp_path / "out"), *texts, "--phrase-table", str(tmp_path / "empty"))
    assert "there are no Parquet files in " in result.err


def test_another_version_resumes_nothing(bolide, texts, tmp_path, monkeypatch):
    """Steps of another version of bolide, or of another format, are made again."""
    arguments = ["build", str(tmp_path / "out"), *texts, "--alignments", _links(texts), "--keep-work"]
    assert bolide(*arguments).code == 0
    made = []
    make = steps.Workspace._make
    monkeypatch.setattr(
        steps.Workspace, "_make", lambda self, folder, *rest: (made.append(folder.name), make(self, folder, *rest))[1]
    )
    assert bolide(*arguments).code == 0
    assert made == []
    for name, value in (("VERSION", "0.0.9"), ("STEP_FORMAT", 0)):
        made.clear()
        monkeypatch.setattr(steps, name, value)
        assert bolide(*arguments).code == 0
        assert made == ["corpus", "links", "phrases", "counted", "table", "pairs-target", "final-target"]


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
    extract_phrases(
        tmp_path / "here", PhraseCounter(longest=5, threads=2), paths, "links.txt", lines=100, weights=False
    )
    expected = {(f, e): count for f, e, count in read_rows(tmp_path / "here", ["source", "target", "count"])}
    for size in (7, 100):
        found: Counter = Counter()
        for batch in pickle.loads(pickle.dumps(ExtractPhrases(5)))(lines.iter_batches(batch_size=size)):
            for row in batch.to_pylist():
                found[row["source"], row["target"]] += row["count"]
        assert found == expected
        assert len(expected) > 500


def test_a_wrong_link_is_named_by_its_line(tmp_path):
    """The number is that of the whole text, not of the batch."""
    links = make_bitext(100)[2]
    links[62] = "0-0 9-0"
    lines = _lines(tmp_path, links)
    with pytest.raises(InputError, match="the alignments, line 63: the link 9-0 points outside of segments of 6 and"):
        list(ExtractPhrases(5)(lines.iter_batches(batch_size=20)))
