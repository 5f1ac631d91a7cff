"""COCO captions, WMT-XML and NIST SGML: texts that find each other by segment id."""

import json

import pytest

from bolide.errors import InputError
from bolide.files.corpus import Source, read_corpus

WMT = """<?xml version='1.0' encoding='utf-8'?>
<dataset id="set"><collection id="general">
<doc origlang="en" id="news.1">
 <src lang="en"><p><seg id="1">source &amp; more</seg><seg id="2">second</seg></p></src>
 <supplemental type="x"><p><seg id="1">not for us</seg></p></supplemental>
 <ref lang="de" translator="A"><p><seg id="1">R1 &lt;&#xE9;&gt;</seg></p><p><seg id="2">R2</seg></p></ref>
 <ref lang="de" translator="B"><p><seg id="1">
   Q1
 </seg></p></ref>
 <hyp lang="de" system="X"><p><seg id="2">x2</seg><seg id="1">x1</seg></p></hyp>
 <hyp lang="de" system="Y"><p><seg id="1"/><seg id="2"><![CDATA[y < 2]]></seg></p></hyp>
</doc></collection></dataset>
"""
SGML_REF = """<refset setid="t" srclang="any" trglang="en">
<doc docid="d1" refid="A" genre="news"><hl><seg id="1"> r &amp; 1 </seg></hl><p><seg id=2>r2</seg></p></doc>
<DOC docid="d1" refid="B"><seg id="1">q1</seg></DOC>
</refset>
"""
SGML_TST = """<!DOCTYPE mteval SYSTEM "mteval.dtd">
<!-- <seg id="9">not here</seg> -->
<tstset setid="t" srclang="any" trglang="en">
<doc docid="d1" sysid="S"><seg id="2">s2 <unk> AT&T &copy;</seg>
<SEG id='1'>s1 &#x41;&#66;&quot;</SEG></doc>
<doc docid="d1" sysid="T"><seg id="1"></seg><seg id="2">t2</seg></doc>
</tstset>"""
ANNOTATIONS = {
    "info": {},
    "images": [{"id": 1}, {"id": 2}, {"id": 3}],
    "annotations": [
        {"image_id": image, "id": image + 10, "caption": text}
        for image, text in ((1, "one"), (2, "two"), (1, "uno"), (3, "three"))
    ],
}
RESULTS = [{"image_id": 2, "caption": "a two"}, {"image_id": 1, "caption": ""}]


def saved(tmp_path, name, content):
    path = tmp_path / name
    if not isinstance(content, (str, bytes)):
        content = json.dumps(content)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def read(form, *paths, name=None):
    with read_corpus(form, [Source(path=str(path), name=name) for path in paths]) as corpus:
        (batch,) = corpus.batches(100)
        assert corpus.has_ids
        assert corpus.systems == list(batch.hypotheses)
        references = batch.references[corpus.systems[0]]
    return batch.ids, batch.hypotheses, references, corpus.note


def fails(form, *paths):
    with pytest.raises(InputError) as caught:
        read(form, *paths)
    return str(caught.value).replace(f"{paths[0].parent}/", "")


def test_wmt_xml_gives_systems_and_ragged_references(tmp_path):
    """The order is that of the references, for any order of a system; submissions may be in a separate file."""
    hyp = '<dataset><doc id="news.1"><hyp system="Z"><p><seg id="1">z1</seg><seg id="2">z2</seg></p></hyp></doc></dataset>'
    assert read("wmt-xml", saved(tmp_path, "h.xml", hyp), saved(tmp_path, "a.xml", WMT)) == (
        ["news.1:1", "news.1:2"],
        {"Z": ["z1", "z2"], "X": ["x1", "x2"], "Y": ["", "y < 2"]},
        [["R1 <é>", "Q1"], ["R2"]],
        None,
    )


BOMB = '<!DOCTYPE dataset [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>\n<dataset>&b;</dataset>'
REFUSED = "document types and entities are refused: remove the DOCTYPE, and write the characters themselves"


@pytest.mark.parametrize(
    "text",
    [
        BOMB,
        '<!DOCTYPE dataset SYSTEM "http://localhost/evil.dtd">\n<dataset/>',
        '<!DOCTYPE dataset [<!ENTITY x SYSTEM "file:///etc/hostname">]>\n<dataset>&x;</dataset>',
        '<!DOCTYPE dataset [<!ENTITY % p SYSTEM "file:///etc/hostname"> %p;]>\n<dataset/>',
        "<!DOCTYPE dataset>\n<dataset/>",
        BOMB.encode("utf-16"),
    ],
)
def test_entities_and_document_types_are_refused(tmp_path, text):
    """No entity is expanded and no file or address opened: the declaration itself ends the reading."""
    assert fails("wmt-xml", saved(tmp_path, "a.xml", text)) == f"a.xml is not WMT-XML: {REFUSED}"


def test_sgml_sets_are_joined_by_ids(tmp_path):
    """Tags in any case, attributes quoted or not; unknown tags and entities in a segment are its text."""
    assert read("sgml", saved(tmp_path, "ref.sgm", SGML_REF), saved(tmp_path, "tst.sgm", SGML_TST)) == (
        ["d1:1", "d1:2"],
        {"S": ['s1 AB"', "s2 <unk> AT&T &copy;"], "T": ["", "t2"]},
        [["r & 1", "q1"], ["r2"]],
        None,
    )


def test_coco_scores_the_images_that_have_results(tmp_path):
    """Which file is which shows in it; images without a result are left out, and that is said."""
    annotations, results = saved(tmp_path, "annotations.json", ANNOTATIONS), saved(tmp_path, "results.json", RESULTS)
    wanted = (
        [2, 1],
        {str(results): ["a two", ""]},
        [["two"], ["one", "uno"]],
        "1 segments have references and no hypothesis; they are left out",
    )
    assert read("coco", annotations, results) == read("coco", results, annotations) == wanted


def test_coco_systems_need_the_same_images(tmp_path):
    paths = [
        saved(tmp_path, "a.json", ANNOTATIONS),
        saved(tmp_path, "r.json", RESULTS),
        saved(tmp_path, "s.json", [*RESULTS, {"image_id": 3, "caption": ""}]),
    ]
    assert (
        fails("coco", *paths) == "system r.json has no hypothesis for 1 of 3 segments, the first is 3: "
        "every system needs the same segments (an empty hypothesis is one too)"
    )


COCO, CAPTIONS = json.dumps(RESULTS), json.dumps(ANNOTATIONS)
DAMAGED = {
    ("wmt-xml", "</doc>", ""): "a.xml is not WMT-XML: mismatched tag: line 12, column 2",
    ("wmt-xml", "Q1", "&nbsp;"): "a.xml is not WMT-XML: undefined entity: line 8, column 3",
    ("wmt-xml", "encoding='utf-8'", "encoding='ebcdic-x'"): "a.xml is not WMT-XML: unknown encoding: ebcdic-x",
    ("wmt-xml", "dataset", "corpus"): "a.xml: WMT-XML begins with <dataset>, not <corpus>",
    ("wmt-xml", "R2", "<b>R2</b>"): "a.xml, segment news.1:2: <b> inside a <seg>: write &lt; where the text has a <",
    ("wmt-xml", ' system="X"', ""): "a.xml: <hyp> needs the attribute system",
    ("wmt-xml", 'r="B"', 'r="A"'): "a.xml, segment news.1:1: segment news.1:1 has a second reference by A: only one is allowed",
    ("wmt-xml", 'm="Y"', 'm="X"'): "a.xml, segment news.1:1: system X has a second hypothesis for segment news.1:1: only one is allowed",
    ("wmt-xml", '<seg id="1">x1</seg>', ""): "system X has no hypothesis for 1 of 2 segments, the first is news.1:1: every system needs the same segments (an empty hypothesis is one too)",
    ("wmt-xml", '<seg id="2">R2</seg>', ""): "system X has 1 segments without a reference, the first is news.1:2: add the references, or leave these segments out",
    ("sgml", "</SEG>", ""): "a.sgml:5: </doc> inside a segment: is a </seg> missing?",
    ("sgml", "</tstset>", ""): "a.sgml:7: the file ends inside a <tstset>: is it complete?",
    ("sgml", "-->", ""): "a.sgml:2: the comment does not end",
    ("sgml", "<SEG id='1'>", "<SEG id='1'"): "a.sgml:5: the tag <seg does not end: write &lt; where the text has a <",
    ("sgml", "<SEG id='1'>", ""): "a.sgml:5: </seg> does not close the open tag",
    ("sgml", "<SEG id='1'>", "<SEG>"): "a.sgml:5: a <seg> belongs in a <doc> and needs an id",
    ("sgml", "<SEG id='1'>", "<SEG id='2'>"): "a.sgml:5: system S has a second hypothesis for segment d1:2: only one is allowed",
    ("sgml", ' docid="d1" sysid="S"', ""): "a.sgml:4: a <doc> belongs in a set, not in another <doc>, and needs a docid",
    ("sgml", '<doc docid="d1" sysid="S"', "<tstset><doc"): "a.sgml:4: a set cannot be inside another one: is a closing tag missing?",
    ("coco", "1,", "1"): "a.coco is not JSON: Expecting ',' delimiter: line 1 column 54 (char 53)",
    ("coco", COCO, "[" * 100_000): "a.coco is not JSON: it is nested too deeply",
    ("coco", COCO, "[]"): "a.coco: there are no results in the list",
    ("coco", COCO, '{"a": 1}'): "a.coco: this is neither COCO annotations (an object with the list 'annotations') nor results (a list); for an object on each line, give --input jsonl",
    ("coco", "caption", "text"): 'a.coco, result 0: expected an object with "image_id" and the text "caption"',
    ("coco", "2,", "[],"): "a.coco, result 0: the image_id must be text or a whole number, not list",
    ("coco", "1,", "2,"): "a.coco, result 1: system a.coco has a second hypothesis for segment 2: only one is allowed",
    ("coco", "1,", "9,"): "system a.coco has 1 segments without a reference, the first is 9: add the references, or leave these segments out",
    ("coco", COCO, CAPTIONS): "a.coco, ref: there are no hypotheses: name a file that has them too",
}  # fmt: skip


@pytest.mark.parametrize(("form", "old", "new"), DAMAGED)
def test_damaged_files_are_an_error_with_its_place(tmp_path, form, old, new):
    """What cannot be understood, or is there twice or not at all, is named with its file and line or segment."""
    whole, references = {"wmt-xml": (WMT, ()), "sgml": (SGML_TST, (SGML_REF,)), "coco": (COCO, (CAPTIONS,))}[form]
    assert old in whole
    paths = [saved(tmp_path, f"a.{form.removeprefix('wmt-')}", whole.replace(old, new))]
    assert fails(form, *paths, *(saved(tmp_path, "ref", text) for text in references)) == DAMAGED[form, old, new]
