"""Whatever bytes a file holds, a reader gives a corpus that is whole or raises an error of ours."""

import csv
import io
import json
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bolide.errors import BolideError
from bolide.files.corpus import KEYED, TABLES, Source, read_corpus

FORMS = sorted({*TABLES, *KEYED} - {"parquet"})
WORDS = [
    "mt", "ref", "id", "system", "\t", ",", '"', '""', "\n", "\r\n", "\x00", "é", "\ufeff", "a b", "{", "}", "[", "]", ":", "null", "1",
    '{"mt": "a", "ref": "b"}', '"annotations"', '"image_id"', '"caption"', "<dataset>", "</dataset>", '<doc id="d">', "</doc>",
    '<hyp system="x">', "</hyp>", "<ref>", "</ref>", '<seg id="1">', "</seg>", "<!--", "-->", "<!DOCTYPE a [", "<!ENTITY a 'b'>", "]>", "&a;",
    "<refset>", "</refset>", "<tstset>", "</tstset>", '<doc docid="d" sysid="s">', "&#x110000;", "&amp;", "<![CDATA[", "]]>", "<?xml version='1.0'?>",
]  # fmt: skip
BYTES = st.one_of(
    st.binary(max_size=200), st.lists(st.sampled_from(WORDS), max_size=40).map(lambda words: "".join(words).encode())
)
TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\t\n\r"), max_size=20)
SHARED = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=150)


def check_whole(corpus):
    """Every system has every segment, with text and at least one reference."""
    seen = 0
    for batch in corpus.batches(3):
        seen += len(batch)
        for name in corpus.systems:
            assert len(batch.hypotheses[name]) == len(batch.references[name]) == len(batch)
            assert all(isinstance(text, str) for text in batch.hypotheses[name])
            assert all(
                references and all(isinstance(text, str) for text in references)
                for references in batch.references[name]
            )
    assert seen == corpus.count > 0


@pytest.mark.parametrize("form", FORMS)
@SHARED
@given(data=BYTES)
def test_arbitrary_bytes_never_crash_a_reader(tmp_path, form, data):
    path = tmp_path / "file"
    path.write_bytes(data)
    with suppress(BolideError), read_corpus(form, [Source(path=str(path))]) as corpus:
        check_whole(corpus)


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


@SHARED
@given(data=st.data())
def test_valid_wmt_xml_cut_anywhere_is_an_error(tmp_path, data):
    whole = (
        b'<dataset><doc id="d"><ref><seg id="1">a</seg></ref><hyp system="x"><seg id="1">b</seg></hyp></doc></dataset>'
    )
    path = tmp_path / "file"
    path.write_bytes(whole[: data.draw(st.integers(0, len(whole) - 1))])
    with pytest.raises(BolideError):
        read_corpus("wmt-xml", [Source(path=str(path))])


def test_many_unfinished_tags_are_read_in_one_pass(tmp_path):
    """A tag that never ends is an error at once: no attempt looks beyond the next one."""
    path = tmp_path / "file"
    path.write_text("<tstset>" + "<seg a" * 200_000)
    with pytest.raises(BolideError, match="file:1: the tag <seg does not end"):
        read_corpus("sgml", [Source(path=str(path))])
