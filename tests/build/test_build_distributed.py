"""What is sent to the workers of a cluster, called here: it extracts the phrase pairs that one machine extracts."""

from __future__ import annotations

import pickle
from collections import Counter

import pytest
from built_language import make_bitext

pytest.importorskip("pyarrow")

import pyarrow.parquet as pq

from bolide import InputError
from bolide._core import PhraseCounter
from bolide.build.phrase_table import read_rows
from bolide.build.phrases import ExtractPhrases, extract_phrases, write_lines


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
