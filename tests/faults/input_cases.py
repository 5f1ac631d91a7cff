"""Every format that bolide reads: a small right example of it, and the command that reads it."""

import gzip
import io
import json
import tarfile
import tempfile
import zipfile
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from made_up_meteor import MEMBERS

import bolide

__all__ = ["CASES", "InputCase"]

HYPOTHESES = b"o gato dormia\na casa branca\n\nmais um\n"
REFERENCES = b"o gato dorme\na casa verde\nalgo\nmais outro\n"
TABLE = "system\tseg_id\thyp\tref\nA\t1\to gato\to gato\nA\t2\ta casa\ta casa verde\nB\t1\tum gato\to gato\nB\t2\tcasa\ta casa verde\n"
JSONL = "".join(json.dumps({"hyp": text, "refs": [text, "x"], "id": n}) + "\n" for n, text in enumerate("ab"))
WMT_XML = b"""<?xml version='1.0' encoding='utf-8'?>
<dataset id="set"><collection id="general"><doc origlang="en" id="news.1">
 <src lang="en"><p><seg id="1">source &amp; more</seg><seg id="2">second</seg></p></src>
 <ref lang="de" translator="A"><p><seg id="1">R1 &lt;&#xE9;&gt;</seg></p><p><seg id="2">R2</seg></p></ref>
 <hyp lang="de" system="X"><p><seg id="2">x2</seg><seg id="1">x1</seg></p></hyp>
</doc></collection></dataset>
"""
SGML_REF = b'<refset setid="t" srclang="any" trglang="en">\n<doc docid="d1" refid="A">\n<seg id="1">r1</seg>\n<seg id="2">r2</seg>\n</doc>\n</refset>\n'
SGML_TST = SGML_REF.replace(b"refset", b"tstset").replace(b"refid", b"sysid")
COCO = json.dumps({"annotations": [{"image_id": n, "id": n, "caption": "um gato"} for n in (1, 2)]}).encode()
RESULTS = json.dumps([{"image_id": n, "caption": "gato"} for n in (1, 2)]).encode()
RATINGS = (
    "seg_id\tsystem\tsource\treference\thypothesis\thuman\n"
    + "".join(f"{n}\tS\tx\to gato {n}\to gato {n % 3}\t{n / 4}\n" for n in range(8))
).encode()
RANKS = (
    "seg_id\tsource\treference\tsysA\thypA\tsysB\thypB\tpreferred\n"
    + "".join(f"{n}\tx\to gato {n}\tA\to gato\tB\tum {n}\t{'AB'[n % 2]}\n" for n in range(8))
).encode()
WMT_RANKS = (
    b"srclang,trglang,srcIndex,documentId,segmentId,judgeId,"
    + b",".join(b"system%dNumber,system%dId" % (n, n) for n in range(1, 6))
    + b","
    + b",".join(b"system%drank" % n for n in range(1, 6))
    + b"\nCzech,Turkish,1,d,1,j,1,A,2,B,3,A,4,B,5,A,1,2,3,4,5\n"
)
NBEST = (
    "".join(f"{n} ||| o gato {k} ||| LM0= -{k}.5 TM0= -1 {k} ||| -{k}\n" for n in range(3) for k in range(3))
).encode()
ALIGN = b"""Alignment\t1\t0.74\t0.76\t0.05\t0.71
a causa de la tormenta
debido a la tormenta
Line2Start:Length\tLine1Start:Length\tModule\t\tScore
0:2\t\t\t0:3\t\t\t2\t\t1.0
2:1\t\t\t3:1\t\t\t0\t\t1.0

"""
PRESET = b"""[[preset]]
name = "mine"
title = "a preset"
aligner = "java"
beam = 40
equality = "java_hash"
function_words = "en"
task = "tuned"
source = "made up"

[[preset.parameters]]
task = "tuned"
languages = ["pt"]
matchers = ["exact", "stem"]
values = [0.85, 0.2, 0.6, 0.75]
weights = [1.0, 0.6]
source = "made up"
"""
PARAPHRASES = b"0.5\nbig house\nlarge building\n0.25\ncat\nsmall animal\n"
DESCRIPTION = json.dumps({"format": 1, "language": "pt", "options": {"text": "lower"}}).encode()
CONLLU = """# text
1\tराम\tराम\tPROPN\tNNP\t_\t2\tnsubj\t_\tChunkId=NP|ChunkType=head
2\tगया\tजा\tVERB\tVM\t_\t0\troot\t_\tChunkId=VGF|ChunkType=head

""".encode()
IOB2 = b"Anna\tB-PER\nSmith\tI-PER\nsleeps\tO\n\nRome\tB-LOC\nis\tO\n\n" * 3
PACKAGE = Path(bolide.__file__).parent
TAGGER = (PACKAGE / "hindi" / "models" / "hi.tagger").read_bytes()
ENTITIES = (PACKAGE / "copy_words" / "english.entities").read_bytes()
COPY_WORDS = b"word\tcount\ttogether\tprobability\nrome\t4\t3\t0.75\n"
PHRASES = (
    b"la casa ||| the house ||| 0.5 0.4 0.3 0.2 ||| 0-0 1-1 ||| 3 4 2\ncasa ||| house ||| 1 1 1 1 ||| 0-0 ||| 1 1 1\n"
)


@dataclass(frozen=True)
class InputCase:
    """Files by name, and the arguments that read them; `{name}` is a file's path, `{folder}` the path of their folder."""

    name: str
    files: dict[str, bytes]
    arguments: str
    needs: str | None = None

    def write(self, folder: Path, changed: dict[str, bytes]) -> list[str]:
        """Write the files, some of them changed, and return the arguments."""
        arguments = self.arguments.replace("{folder}", str(folder))
        for name, data in (self.files | changed).items():
            (folder / name).write_bytes(data)
            arguments = arguments.replace(f"{{{name}}}", str(folder / name))
        return arguments.split()


def _parquet() -> bytes:
    if not find_spec("pyarrow"):
        return b""
    import pyarrow as pa
    from pyarrow.parquet import write_table

    buffer = io.BytesIO()
    write_table(pa.table({"hyp": ["o gato", "a"], "refs": [["o gato"], ["b", "c"]], "id": [1, 2]}), buffer)
    return buffer.getvalue()


def _zip() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in MEMBERS.items():
            archive.writestr(zipfile.ZipInfo(name), data)
    return buffer.getvalue()


def _tar() -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
        for name, data in MEMBERS.items():
            entry = tarfile.TarInfo(f"meteor-1.5/{name}")
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    return buffer.getvalue()


def _encoder() -> dict[str, bytes]:
    if not find_spec("tokenizers"):
        return {}
    from small_encoder import make_encoder

    with tempfile.TemporaryDirectory() as folder:
        return {path.name: path.read_bytes() for path in make_encoder(Path(folder)).iterdir()}


def _score(name: str, files: dict[str, bytes], options: str = "", needs: str | None = None) -> InputCase:
    named = " ".join(f"{{{file}}}" for file in files)
    return InputCase(name, files, f"score {named} -l pt --segments --format json {options}", needs)


TEXTS = {"h.txt": HYPOTHESES, "r.txt": REFERENCES}
INSTALL = "resources install en --force --from "
METRIC = "score {h.txt} {r.txt} -l"
PACKED = gzip.compress(PARAPHRASES, mtime=0)
BUILD = "build {folder}/out --source {f} --target {e} --threads 1"
BITEXT = {"f": b"la casa\nun perro\nla casa\n", "e": b"the house\na dog\nthe home\n"}

CASES = [
    _score("plain", TEXTS),
    _score("tsv", {"t.tsv": TABLE.encode()}),
    _score("tsv, quoted", {"t.tsv": TABLE.replace("o gato", '"o ""gato"""').encode()}, "--input tsv-quoted"),
    _score("csv", {"t.csv": TABLE.replace("\t", ",").encode()}),
    _score("jsonl", {"t.jsonl": JSONL.encode()}),
    _score("parquet", {"t.parquet": _parquet()}, needs="pyarrow"),
    InputCase("coco", {"a.json": COCO, "s.json": RESULTS}, "score --ref {a.json} --system S={s.json} -l pt --segments"),
    _score("wmt-xml", {"t.xml": WMT_XML}),
    _score("sgml", {"r.sgm": SGML_REF, "t.sgm": SGML_TST}),
    InputCase("sgml of the jar", {"t.sgm": SGML_TST, "r.sgm": SGML_REF}, "java {t.sgm} {r.sgm} -l pt -sgml -f {folder}/out"),
    InputCase("align.out", {"s-align.out": ALIGN}, "java xray {s-align.out} --segment 1"),
    InputCase("ratings", {"j.tsv": RATINGS}, "evaluate {j.tsv} -l pt --preset universal --samples 10"),
    InputCase("preferences", {"j.tsv": RANKS}, "evaluate {j.tsv} -l pt --preset universal --samples 10"),
    InputCase("rankings of WMT", {"j.csv": WMT_RANKS, "cs-tr.A": b"bir iki\n", "cs-tr.B": b"iki\n", "cs-tr-ref.tr": b"bir\n"}, "evaluate {j.csv} -l tr --preset universal --samples 10 --texts {folder}"),
    InputCase("scores to evaluate", {"j.tsv": RATINGS, "s": b"0.5\n" * 8}, "evaluate {j.tsv} -l pt --preset universal --scores S={s}"),
    InputCase("folder of the Trainer", {"a.ter": b"d1 1 0.5\nd1 2 0.25\n", "a.tst": SGML_TST, "a.ref": SGML_REF}, "tune {folder} -l pt --preset universal --objective pearson --grid alpha=0:1:0.5"),
    InputCase("n-best list", {"n": NBEST, "r": b"o gato 1\no gato 2\no gato 0\n"}, "mert {n} {r} -l pt --restarts 1 --directions 1"),
    InputCase("n-best weights", {"n": NBEST, "r": b"o gato 1\no gato 2\no gato 0\n", "w": b"LM0= 0.5\nTM0= 0.25 0.25\n"}, "mert {n} {r} --start {w} -l pt --restarts 1 --directions 1"),
    InputCase("candidates", TEXTS, "mbr {h.txt} {r.txt} -l pt"),
    InputCase("preset file", {"p.toml": PRESET} | TEXTS, METRIC + " pt --preset {p.toml}"),
    InputCase("paraphrases", {"p": PARAPHRASES} | TEXTS, METRIC + " pt --matchers exact,paraphrase --paraphrases {p}"),
    InputCase("paraphrases, packed", {"p.gz": PACKED} | TEXTS, METRIC + " pt --matchers exact,paraphrase --paraphrases {p.gz}"),
    InputCase("synonyms", {"portuguese.synsets": b"gato\n1 2\ncasa\n2\n", "portuguese.exceptions": b"gato\ngatos\n"} | TEXTS, METRIC + " pt --matchers exact,synonym --synonyms {folder}"),
    InputCase("function words", {"w": b"o\na\n"} | TEXTS, METRIC + " pt --function-words {w}"),
    InputCase("resource folder", {"function.words": b"o\na\n", "paraphrase.gz": PACKED, "resource.json": DESCRIPTION} | TEXTS, METRIC + " pt --preset universal --resources {folder}"),
    InputCase("copy words", {"c": COPY_WORDS} | TEXTS, METRIC + " en --preset meteor++ --matchers exact --weights 1 --copy-from numbers --copy-words {c}"),
    InputCase("sentence pairs", {"p.tsv": b"text1\ttext2\num gato\tum gato\na casa\ta casa\n"}, "copy-words {p.tsv} -l pt -F 1 -P 0"),
    InputCase("treebank", {"t.conllu": CONLLU}, "hindi roots {t.conllu} -l hi -o {folder}/out"),
    InputCase("roots", {"r": "# bolide roots 1\nगया\tजा\n".encode()} | TEXTS, METRIC + " hi --roots {r}"),
    InputCase("tagger", {"m": TAGGER} | TEXTS, METRIC + " hi --tagger {m}"),
    InputCase("wordnet", {"w": "1\thin:lemma\tघर\n1\thin:lemma\tमकान\n".encode()} | TEXTS, METRIC + " hi --synonyms {w}"),
    InputCase("tagged text", {"t": IOB2}, "entities train {t} -o {folder}/out", "pycrfsuite"),
    InputCase("recogniser", {"m": ENTITIES, "t": b"Anna lives in Rome\n"}, "entities tag {t} --recogniser crf:{m}", "pycrfsuite"),
    InputCase("archive, zip", {"d.zip": _zip()}, INSTALL + "{d.zip}"),
    InputCase("archive, tar.gz", {"d.tar.gz": _tar()}, INSTALL + "{d.tar.gz}"),
    InputCase("encoder", _encoder() | TEXTS, METRIC + " pt --preset universal --matchers exact,meaning --weights 1,1 --encoder {folder}", "onnxruntime"),
    InputCase("text to build words from", TEXTS, "build function-words {h.txt} -l pt"),
    InputCase("alignments", BITEXT | {"links": b"0-0 1-1\n0-0 1-1\n0-0 1-1\n"}, BUILD + " --alignments {links}", "ibis"),
    InputCase("phrase table", BITEXT | {"t": PHRASES}, BUILD + " --phrase-table {t}", "ibis"),
]  # fmt: skip
