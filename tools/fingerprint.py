"""Print hashes of statistics, scores, alignments and signatures of all presets: equal before and after a change that keeps scores.

python tools/fingerprint.py [--judgements FOLDER] [--segments N]      a line a metric, and one hash of all lines

Statistics are hashed by the names of their columns, so that their order may change. Texts are the golden files of every language
and, where they are, the first N different pairs of every judged set.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bolide import Meteor
from bolide.metric.statistics import parts_for

ROOT = Path(__file__).resolve().parent.parent
GOLDEN = ROOT / "tests" / "golden" / "own"
TASKS = ("rank", "adq", "hter", "li", "tune", "universal", "util")
WITHOUT_TABLE = {"matchers": ("exact", "stem"), "weights": (1.0, 0.5)}
EXACT = {"matchers": ("exact",), "weights": (1.0,), "parameters": (0.7, 1.4, 0.3, 0.7)}
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
    {"preset": "meteor-next"},
    {"preset": "universal"},
    {"preset": "meteor++"},
    {"preset": "meteor++", "copy_from": ("numbers", "dates"), "copy_x": (3, 0.5), "copy_words": ("Paris",)},
    {"preset": "bolide++"},
    {"preset": "bolide"},
]
OTHERS: dict[str, list[dict[str, Any]]] = {
    "en": ENGLISH,
    "hi": [
        {},
        {"features": FEATURES},
        {"matchers": ("exact",), "features": ("exact",)},
        {"preset": "universal"} | EXACT,
    ],
    "bho": [{}, {"features": ("exact", "stem", "lwg")}],
    "cs": [EXACT, EXACT | {"preset": "meteor-1.5-paper"}],
    **{code: [WITHOUT_TABLE, WITHOUT_TABLE | {"preset": "meteor-1.5-paper"}] for code in ("de", "es", "fr", "ru")},
}


def golden_pairs(code: str) -> tuple[list[str], list[str]]:
    """Return the golden sentences of a language; none where there are none."""
    files = [GOLDEN / f"{code}.{side}" for side in ("hyp", "ref")]
    if not all(file.is_file() for file in files):
        return [], []
    hypotheses, references = (file.read_text(encoding="utf-8").split("\n")[:-1] for file in files)
    return hypotheses, references


def judged_pairs(folder: Path, code: str, most: int) -> Iterator[tuple[str, str]]:
    """Return the different pairs of hypothesis and reference of all judged sets into a language."""
    for file in sorted(folder.glob(f"*.*-{code}*.tsv.gz")):
        seen: set[tuple[str, str]] = set()
        with gzip.open(file, "rt", encoding="utf-8", newline="") as stream:
            for row in csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE):
                for column in ("hypothesis", "hypA", "hypB"):
                    if row.get(column) and len(seen) < most:
                        seen.add((row[column], row["reference"]))
        yield from sorted(seen)


def fingerprint(meteor: Meteor, hypotheses: list[str], references: list[str]) -> str:
    """Return a hash of everything that a metric says about pairs."""
    digest = hashlib.sha256(str(meteor.signature).encode())
    statistics = meteor.statistics(hypotheses, references)
    table = statistics.statistics
    for name in sorted(table.columns):
        if table[name].any():
            digest.update(name.encode() + table[name].tobytes())
    scores = meteor.score_statistics(statistics).segments
    for part in parts_for(table.columns):
        digest.update(part.encode() + scores.cells(part).tobytes())
    several = meteor.score(
        hypotheses[:500], [[one, other] for one, other in zip(references[:500], references[499::-1], strict=False)]
    )
    digest.update(repr((several.score, several.segments.reference.tolist())).encode())
    for alignment in meteor.align_all(hypotheses[:500], references[:500]):
        digest.update(
            repr((alignment.hypothesis, alignment.reference, [repr(match) for match in alignment.matches])).encode()
        )
    return digest.hexdigest()[:16]


def main() -> None:
    """Print a line for each metric."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--judgements", type=Path, default=ROOT.parent / "shared" / "data" / "judgements")
    parser.add_argument("--segments", type=int, default=5000, help="pairs of each judged set (default: %(default)s)")
    options = parser.parse_args()
    whole = hashlib.sha256()
    codes = dict.fromkeys([*OTHERS, *(file.name.split(".")[0] for file in sorted(GOLDEN.glob("*.hyp")))])
    for code in codes:
        hypotheses, references = golden_pairs(code)
        for hypothesis, reference in judged_pairs(options.judgements, code, options.segments):
            hypotheses.append(hypothesis)
            references.append(reference)
        for choice in OTHERS.get(code, [{}]) if hypotheses else []:
            line = f"{fingerprint(Meteor(code, **choice), hypotheses, references)}  {code}  {len(hypotheses)}  {choice}"
            print(line, flush=True)
            whole.update(line.encode())
    print(whole.hexdigest()[:16])


if __name__ == "__main__":
    main()
