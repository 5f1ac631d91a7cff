"""Print hashes of statistics, scores, alignments and signatures of all presets: equal before and after a change that keeps scores.

python tools/fingerprint.py                       a line a metric, and one hash of all lines
python tools/fingerprint.py --against FOLDER      ends with 1 unless the package in that folder, another build, says the same

Statistics are hashed by column names, so that their order may change. Texts are golden files and pairs of judged sets (--pairs).
"""

import argparse
import csv
import gzip
import hashlib
import json
import os
import subprocess
import sys
import sysconfig
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import bolide.meaning.encoder
from bolide import Meteor, _core
from bolide.meaning.encoder import SegmentVectors
from bolide.metric.statistics import parts_for

ROOT = Path(__file__).resolve().parent.parent
GOLDEN = ROOT / "tests" / "golden" / "own"
JUDGED = ROOT.parent / "shared" / "data" / "judgements"
# Alignments, and the best of two references, are looked at for the first pairs of a language.
LOOKED_AT = 500
# Stands for an encoder that gives words vectors by chance.
VECTORS = "by-chance"
TASKS = ("rank", "adq", "hter", "li", "tune", "universal", "util")
HINDI = """\
राम ने किताब पढ़ी ।\tराम ने पुस्तक पढ़ी ।
वह घर नहीं गया\tवह घर गया
लड़के खेल रहे हैं\tलड़का खेल रहा है
मैं कल बाज़ार जाऊँगा और फल खरीदूँगा ।\tकल मैं बाजार जाकर फल खरीदूंगा ।
बच्चे स्कूल में पढ़ते हैं और खेलते हैं\tविद्यालय में बच्चे खेलते और पढ़ते हैं
"""
WITHOUT_TABLE = {"preset": "meteor-1.5", "matchers": ("exact", "stem"), "weights": (1.0, 0.5)}
EXACT = {"preset": "meteor-1.5", "matchers": ("exact",), "weights": (1.0,), "parameters": (0.7, 1.4, 0.3, 0.7)}
FEATURES = ("exact", "stem", "synonym", "lwg", "pos", "clause")
ENGLISH: list[dict[str, Any]] = [
    *({"task": task} for task in TASKS),
    *({"text": text} for text in ("nopunct", "lower", "raw", "unicode")),
    {"task": "util", "unit": "characters"},
    {"aligner": "java-maxacc", "beam": 7},
    {"aligner": "paper-count"},
    {"preset": "meteor-1.5-paper"},
    {"preset": "meteor-1.3"},
    {"preset": "meteor-1.3-paper", "task": "adq"},
    {"preset": "meteor-1.0"},
    {"preset": "meteor-next"},
    {"preset": "universal"},
    *({"preset": "universal+", "task": task} for task in ("letters", "mixed", "universal")),
    {"preset": "meteor++"},
    {"preset": "meteor++", "copy_from": ("numbers", "dates"), "copy_x": (3, 0.5), "copy_words": ("Paris",)},
    *({"preset": "bolide++", "task": task} for task in ("letters", "rank")),
    *({"preset": "bolide", "task": task} for task in ("letters", "tuned")),
    {"preset": "universal-meaning", "encoder": VECTORS},
    *({"preset": "bolide-meaning", "task": task, "encoder": VECTORS} for task in ("graded", "soft")),
]
OTHERS: dict[str, list[dict[str, Any]]] = {
    "en": ENGLISH,
    "hi": [
        {},
        {"features": FEATURES},
        {"matchers": ("exact",), "features": ("exact",)},
        EXACT | {"preset": "universal"},
    ],
    "bho": [{}, {"features": ("exact", "stem", "lwg")}],
    "cs": [{}, EXACT, EXACT | {"preset": "meteor-1.5-paper"}],
    **{code: [{}, WITHOUT_TABLE, WITHOUT_TABLE | {"preset": "meteor-1.5-paper"}] for code in ("de", "es", "fr", "ru")},
}


def golden_pairs(code: str) -> tuple[list[str], list[str]]:
    """Return the golden sentences of a language, if any: pairs, wrong pairs, and ten in a row as one segment."""
    files = [GOLDEN / f"{code}.{side}" for side in ("hyp", "ref")]
    if code == "hi":
        hypotheses, references = map(list, zip(*(line.split("\t") for line in HINDI.splitlines()), strict=True))
    elif all(file.is_file() for file in files):
        hypotheses, references = (file.read_text(encoding="utf-8").split("\n")[:-1] for file in files)
    else:
        return [], []
    long = [[" ".join(side[i : i + 10]) for i in range(0, len(side), 10)] for side in (hypotheses, references)]
    return [*hypotheses, *hypotheses, *long[0]], [*references, *references[1:], references[0], *long[1]]


def judged_pairs(folder: Path, most: int) -> dict[str, list[tuple[str, str]]]:
    """Return at most `most` different pairs of hypothesis and reference of each judged set, by target language."""
    found: dict[str, list[tuple[str, str]]] = {}
    for file in sorted(folder.glob("*.*-*.tsv.gz")) if most else []:
        seen: dict[tuple[str, str], None] = {}
        with gzip.open(file, "rt", encoding="utf-8", newline="") as stream:
            for row in csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE):
                seen.update(
                    {(row[side], row["reference"]): None for side in ("hypothesis", "hypA", "hypB") if row.get(side)}
                )
                if len(seen) >= most:
                    break
        found.setdefault(file.name.split(".")[1].split("-")[1], []).extend(seen)
    return found


class ByChance:
    """An encoder with hashes of words as vectors."""

    identity, head, reads_text = "chance-layer1-fp32", None, False

    def encode(self, segments: Sequence[Sequence[str]], _threads: int, *, weighs: bool) -> list[bytes]:
        """Return vectors of 32 bytes, or of 30 and two for the weight, for the words of each segment."""
        del weighs
        return [b"".join(hashlib.sha256(word.encode()).digest() for word in words) for words in segments]


class Fingerprint(NamedTuple):
    """The results of a metric on pairs: a hash for each, and one of its signature and the corpus scores."""

    metric: str
    pairs: list[str]
    corpus: str

    def __str__(self) -> str:
        """Return a line: the hash of all, and what it is of."""
        return f"{_hash(*self.pairs, self.corpus)}  {self.metric}  {len(self.pairs)} pairs"


def _hash(*said: object) -> str:
    return hashlib.sha256(repr(said).encode()).hexdigest()[:16]


def fingerprint(name: str, meteor: Meteor, hypotheses: list[str], references: list[str]) -> Fingerprint:
    """Return hashes of everything that a metric says about pairs."""
    statistics = meteor.statistics(hypotheses, references)
    table = statistics.statistics
    scores = meteor.score_statistics(statistics).segments
    columns = {column: table[column] for column in sorted(table.columns) if table[column].any()}
    columns |= {part: scores.cells(part) for part in parts_for(table.columns)}
    rows = np.stack([np.asarray(column).view(np.int64) for column in columns.values()], axis=1)
    said: list[list[object]] = [[row.tobytes()] for row in rows]
    first, second = references[:LOOKED_AT], references[LOOKED_AT - 1 :: -1]
    several = meteor.score(hypotheses[:LOOKED_AT], list(zip(first, second, strict=True)))
    for pair, best in zip(said, several.segments.reference.tolist(), strict=False):
        pair.append(best)
    for pair, alignment in zip(said, meteor.align_all(hypotheses[:LOOKED_AT], first), strict=False):
        pair += [alignment.hypothesis, alignment.reference, *map(repr, alignment.matches)]
    corpus = _hash(str(meteor.signature), list(columns), several.score)
    return Fingerprint(name, [_hash(*pair) for pair in said], corpus)


def fingerprints(judgements: Path, pairs: int) -> Iterator[Fingerprint]:
    """Return the fingerprints of all metrics, on golden texts and `pairs` pairs of each judged set."""
    judged = judged_pairs(judgements, pairs)
    codes = dict.fromkeys([*OTHERS, *(file.name.split(".")[0] for file in sorted(GOLDEN.glob("*.hyp")))])
    bolide.meaning.encoder.open_vectors = lambda *_, weighs: SegmentVectors(ByChance(), weighs=weighs)
    for code in codes:
        hypotheses, references = golden_pairs(code)
        hypotheses += [hypothesis for hypothesis, _ in judged.get(code, [])]
        references += [reference for _, reference in judged.get(code, [])]
        for choice in OTHERS.get(code, [{}]) if hypotheses else []:
            yield fingerprint(f"{code} {choice}", Meteor(code, **choice), hypotheses, references)


def fingerprints_of(folder: Path, options: argparse.Namespace) -> Iterator[Fingerprint]:
    """Return the fingerprints of the package in a folder: without `site`, which would put an editable install first."""
    paths = os.pathsep.join((str(folder), sysconfig.get_path("purelib")))
    chosen = (f"--pairs={options.pairs}", f"--judgements={options.judgements}")
    command = [sys.executable, "-S", __file__, "--json", *chosen]
    with subprocess.Popen(command, env=os.environ | {"PYTHONPATH": paths}, stdout=subprocess.PIPE, text=True) as other:
        core, *lines = map(json.loads, other.stdout or ())
        if other.wait() or not Path(core).is_relative_to(folder.resolve()):
            sys.exit(f"there is no package that works in {folder}")
        yield from (Fingerprint(**line) for line in lines)


def main() -> None:
    """Print a line for each metric, or what differs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--judgements", type=Path, default=JUDGED, help="judged sets (default: %(default)s)")
    parser.add_argument("--pairs", type=int, default=800, help="pairs of each judged set (default: %(default)s)")
    parser.add_argument("--against", type=Path, metavar="FOLDER", help="compare with the package in this folder")
    parser.add_argument("--json", action="store_true", help="print all hashes")
    options = parser.parse_args()
    found = fingerprints(options.judgements, options.pairs)
    if options.against:
        compare(list(found), list(fingerprints_of(options.against, options)))
    elif options.json:
        print(json.dumps(str(Path(_core.__file__).resolve())))
        for each in found:
            print(json.dumps(each._asdict()))
    else:
        lines = [str(each) for each in found]
        print(*lines, _hash(*lines), sep="\n")


def compare(ours: list[Fingerprint], theirs: list[Fingerprint]) -> None:
    """Print how much two builds agree on; end with an error that names each metric and its first different pair."""
    found = ""
    for here, there in zip(ours, theirs, strict=True):
        places = [i for i, (one, other) in enumerate(zip(here.pairs, there.pairs, strict=True), 1) if one != other]
        where = (
            f"in {len(places)} of {len(here.pairs)} pairs, first in pair {places[0]}" if places else "for the corpus"
        )
        found += "" if here == there else f"{here.metric} differs {where}\n"
    if found:
        sys.exit(found)
    pairs = sum({each.metric.split()[0]: len(each.pairs) for each in ours}.values())
    rows = sum(len(each.pairs) for each in ours)
    told = f"{pairs:,} pairs, {len(ours)} metrics, {rows:,} rows of statistics with their scores"
    print(f"same bits: {told}: all are equal")


if __name__ == "__main__":
    main()
