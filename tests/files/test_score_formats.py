"""`bolide score` with formats as input, and score files as output."""

import json

import pytest

from bolide.cli import main
from bolide.files.corpus import detect

HYPOTHESES = {"A": ["o gato dormia", "a casa é grande", ""], "B": ["gatos dormem", "casa grande", "o fim"]}
REFERENCES = [["os gatos dormiam bem", "o gato dormiu"], ["a casa é muito grande"], ["é o fim", "acabou"]]
METRIC = ["-l", "pt", "--threads", "1"]


@pytest.fixture
def inputs(tmp_path, monkeypatch):
    """The same corpus in every format; the names of the files by format."""
    monkeypatch.chdir(tmp_path)
    files = {form: [f"all.{form}"] for form in ("tsv", "csv", "jsonl")}
    files |= {"coco": ["annotations.json"], "wmt-xml": ["all.xml"], "sgml": ["ref.sgm"]}
    rows = [
        (name, f"{i}", hypothesis, references)
        for name, texts in HYPOTHESES.items()
        for i, (hypothesis, references) in enumerate(zip(texts, REFERENCES, strict=True), start=1)
    ]
    for form, separator in (("tsv", "\t"), ("csv", ",")):
        lines = [["system", "segment", "mt", "ref1", "ref2"]]
        lines += [
            [name, i, hypothesis, *references, *[""] * (2 - len(references))]
            for name, i, hypothesis, references in rows
        ]
        (tmp_path / f"all.{form}").write_text("".join(separator.join(line) + "\n" for line in lines), encoding="utf-8")
    records = [
        {"system": name, "id": i, "mt": hypothesis, "refs": references} for name, i, hypothesis, references in rows
    ]
    (tmp_path / "all.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    annotations = [{"image_id": i, "caption": text} for i, texts in enumerate(REFERENCES, start=1) for text in texts]
    (tmp_path / "annotations.json").write_text(json.dumps({"annotations": annotations}), encoding="utf-8")
    for name, texts in HYPOTHESES.items():
        results = [{"image_id": i, "caption": text} for i, text in enumerate(texts, start=1)]
        (tmp_path / f"{name}.json").write_text(json.dumps(results), encoding="utf-8")
        files["coco"] += ["--system", f"{name}={name}.json"]
    _write_markup(tmp_path, files)
    return files


def _write_markup(tmp_path, files):
    def segments(texts):
        return "".join(f'<seg id="{i}">{text}</seg>' for i, text in texts)

    first = [(i, texts[0]) for i, texts in enumerate(REFERENCES, start=1)]
    second = [(i, texts[1]) for i, texts in enumerate(REFERENCES, start=1) if len(texts) > 1]
    hypotheses = {name: segments(enumerate(texts, start=1)) for name, texts in HYPOTHESES.items()}
    body = "".join(f'<ref translator="{name}">{segments(texts)}</ref>' for name, texts in (("P", first), ("Q", second)))
    body += "".join(f'<hyp system="{name}">{texts}</hyp>' for name, texts in hypotheses.items())
    (tmp_path / "all.xml").write_text(f'<dataset><doc id="d">{body}</doc></dataset>', encoding="utf-8")
    body = "".join(
        f'<doc docid="d" refid="{name}">{segments(texts)}</doc>' for name, texts in (("P", first), ("Q", second))
    )
    (tmp_path / "ref.sgm").write_text(f"<refset>{body}</refset>", encoding="utf-8")
    for name, texts in hypotheses.items():
        (tmp_path / f"{name}.sgm").write_text(
            f'<tstset><doc docid="d" sysid="{name}">{texts}</doc></tstset>', encoding="utf-8"
        )
        files["sgml"].append(f"{name}.sgm")


def score(capsys, *arguments):
    assert main(["score", *arguments, *METRIC]) == 0
    return capsys.readouterr().out


@pytest.fixture
def plain(tmp_path, capsys, inputs):
    """The output for plain files; a second empty reference of a segment with one reference changes no score here."""
    for name, texts in HYPOTHESES.items():
        (tmp_path / f"{name}.txt").write_text("\n".join(texts) + "\n", encoding="utf-8")
    for place in (0, 1):
        lines = [texts[place] if place < len(texts) else "" for texts in REFERENCES]
        (tmp_path / f"ref{place}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    arguments = ["--ref", "ref0.txt", "--ref", "ref1.txt", "--system", "A=A.txt", "--system", "B=B.txt", "--segments"]
    return lambda form: score(capsys, *arguments, "--format", form)


@pytest.mark.parametrize("form", ["tsv", "csv", "jsonl", "coco", "wmt-xml", "sgml"])
def test_every_format_gives_the_scores_of_plain_files(inputs, plain, capsys, form):
    """Text output is the same to the byte but for the ids, named or detected; TSV and JSON add the ids."""
    ids = ["d:1", "d:2", "d:3"] if form in ("wmt-xml", "sgml") else ["1", "2", "3"]
    wanted = plain("text")
    for number, name in enumerate(ids, start=1):
        wanted = wanted.replace(f"\n      {number}  ", f"\n{name:>7}  ")
    assert score(capsys, "--input", form, *inputs[form], "--segments") == wanted
    assert score(capsys, *inputs[form], "--segments") == wanted
    lines = [line.split("\t") for line in score(capsys, *inputs[form], "--segments", "--format", "tsv").splitlines()]
    assert [line.pop(2) for line in lines] == ["id", *(i for i in ids for _ in HYPOTHESES)]
    assert lines == [line.split("\t") for line in plain("tsv").splitlines()]
    document = json.loads(score(capsys, *inputs[form], "--segments", "--format", "json"))
    for system in document["systems"]:
        assert [segment.pop("id") for segment in system["segments"]] == (list(range(1, 4)) if form == "coco" else ids)
    assert document == json.loads(plain("json"))


def test_ids_keep_their_type(tmp_path, capsys, inputs):
    """In JSON a number stays a number and text stays text; people see both as they were written."""
    rows = [{"mt": "a", "ref": "a", "id": name} for name in (391895, "391896")]
    (tmp_path / "ids.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    found = {
        form: score(capsys, "ids.jsonl", "--segments", "--format", form)
        for form in ("json", "jsonl", "text", "markdown")
    }
    assert [segment["id"] for segment in json.loads(found["json"])["systems"][0]["segments"]] == [391895, "391896"]
    assert [json.loads(line)["id"] for line in found["jsonl"].splitlines()[:2]] == [391895, "391896"]
    assert [line.split()[0] for line in found["text"].splitlines()[1:3]] == ["391895", "391896"]
    assert [line.split()[1] for line in found["markdown"].splitlines()[2:4]] == ["391895", "391896"]


def test_score_files_hold_every_score_in_order(inputs, plain, capsys, tmp_path):
    """Systems in blocks, segments in order, numbers that read back exactly; nothing else is left in the folder."""
    document = json.loads(plain("json"))
    before = {path.name for path in tmp_path.iterdir()}
    assert score(capsys, *inputs["tsv"], "--format", "mt-metrics-eval", "--output", "METEOR-all") == ""
    assert {path.name for path in tmp_path.iterdir()} - before == {"METEOR-all.seg.score", "METEOR-all.sys.score"}
    segments = [
        f"{system['name']}\t{segment['score']!r}" for system in document["systems"] for segment in system["segments"]
    ]
    systems = [f"{system['name']}\t{system['score']!r}" for system in document["systems"]]
    assert (tmp_path / "METEOR-all.seg.score").read_bytes().decode().split("\n") == [*segments, ""]
    assert (tmp_path / "METEOR-all.sys.score").read_bytes().decode().split("\n") == [*systems, ""]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["all.tsv", "--format", "mt-metrics-eval"], "--format mt-metrics-eval needs --output FILE"),
        (["all.tsv", "ref.sgm"], "the files look like different formats: all.tsv looks like tsv, ref.sgm looks like sgml: choose one with --input"),
        (["all.tsv", "--ref", "all.tsv"], "--ref cannot be combined with tsv: the references are in the same file as the hypotheses"),
        (["--system", "X=all.xml"], "--system cannot be combined with wmt-xml: the files name their systems themselves"),
        (["all.tsv", "--refs-per-segment", "2"], "--refs-per-segment works only with plain files"),
        (["all.xml", "--columns", "hypothesis=a"], "--columns works only with the formats tsv, tsv-quoted, csv, jsonl, parquet, not with wmt-xml"),
        (["--input", "tsv"], "give a file to score; see: bolide score --help"),
        (["--input", "tsv", "-", "-"], "standard input (-) can be read only once"),
        (["--input", "tsv", "nothing.tsv"], "cannot read nothing.tsv: No such file or directory"),
        (["--system", "a b=all.jsonl", "--columns", "system=,segment=", "--format", "mt-metrics-eval", "--output", "x"],
         "mt-metrics-eval allows no white space in the name of a system: rename 'a b'"),
        (["all.tsv", "--format", "mt-metrics-eval", "--output", "nowhere/x"],
         "cannot write nowhere/x.seg.score: No such file or directory"),
    ],
)  # fmt: skip
def test_wrong_use_is_explained(inputs, capsys, arguments, message):
    assert main(["score", *arguments, *METRIC]) == 2
    out, err = capsys.readouterr()
    assert (out, err) == ("", f"bolide score: {message}\n")


def test_images_left_out_are_told_on_standard_error(inputs, capsys, tmp_path):
    (tmp_path / "some.json").write_text(json.dumps([{"image_id": 2, "caption": "casa"}]))
    assert main(["score", "--ref", "annotations.json", "some.json", *METRIC]) == 0
    assert capsys.readouterr().err == "note: 2 segments have references and no hypothesis; they are left out\n"


DETECTED = {"plain": "hyp.txt ref.en ref -", "tsv": "A.TSV b.tsv.gz -", "jsonl": "x.ndjson", "sgml": "a.sgm b.sgml.gz"}
DETECTED |= {"coco": "a.json", "wmt-xml": "a.xml", "parquet": "a.parquet", "csv": "a.csv"}


@pytest.mark.parametrize("form", DETECTED)
def test_formats_are_detected_by_the_ends_of_names(form):
    """Any case, compressed or not; names that say nothing are plain, or follow the others."""
    assert detect(DETECTED[form].split()) == form
