"""Whatever bytes a file holds, a reader gives a corpus that is whole or raises an error of ours."""

import csv
import io
import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bolide.errors import BolideError
from bolide.files.corpus import Source, read_corpus

# Without NUL: where every other byte is one, a file is taken for UTF-16 and refused.
TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\t\n\r\0"), max_size=20)
SHARED = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=150)


@pytest.mark.parametrize("form", ["tsv", "jsonl", "csv", "tsv-quoted"])
@SHARED
@given(rows=st.lists(st.tuples(TEXT, st.lists(TEXT.filter(bool), min_size=2, max_size=2)), min_size=1, max_size=6))
def test_tables_read_back_what_was_written(tmp_path, form, rows):
    """Quotation marks, commas, backslashes, odd separators of lines: all are text."""
    path = tmp_path / "file"
    if form == "jsonl":
        text = "".join(json.dumps({"mt": hypothesis, "refs": references}) + "\n" for hypothesis, references in rows)
    elif form == "tsv":
        text = "mt\tref1\tref2\n" + "".join(
            "\t".join([hypothesis, *references]) + "\n" for hypothesis, references in rows
        )
    else:
        buffer = io.StringIO()
        writer = csv.writer(buffer, delimiter="," if form == "csv" else "\t")
        writer.writerow(["mt", "ref1", "ref2"])
        writer.writerows([hypothesis, *references] for hypothesis, references in rows)
        text = buffer.getvalue()
    path.write_bytes(text.encode())
    with read_corpus(form, [Source(path=str(path))]) as corpus:
        read = [
            pair
            for batch in corpus.batches(2)
            for pair in zip(batch.hypotheses[str(path)], batch.references[str(path)], strict=True)
        ]
    assert read == rows


def test_many_unfinished_tags_are_read_in_one_pass(tmp_path):
    """A tag that never ends is an error at once: no attempt looks beyond the next one."""
    path = tmp_path / "file"
    path.write_text("<tstset>" + "<seg a" * 200_000)
    with pytest.raises(BolideError, match="file:1: the tag <seg does not end"):
        read_corpus("sgml", [Source(path=str(path))])
