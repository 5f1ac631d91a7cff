"""METEOR-Hindi beside human scores: table 6 of its paper on other judgements, and how fast it is.

python bench/hindi.py JUDGEMENTS.tsv.gz ... [--synonyms FILE] [--tagger FILE]
"""

from __future__ import annotations

import argparse
import gzip
import time
from pathlib import Path

import numpy as np

from bolide import Meteor
from bolide.analysis.agreement import correlate

WORDS = ("exact", "stem", "synonym")
TABLE_6 = (
    WORDS[:1],
    WORDS[:2],
    WORDS,
    (*WORDS, "lwg"),
    (*WORDS, "pos"),
    (*WORDS, "clause"),
    (*WORDS, "lwg", "pos", "clause"),
)


def read(file: Path) -> tuple[list[str], list[str], np.ndarray]:
    """Return hypotheses, references and human scores."""
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        names, *rows = (line.rstrip("\n").split("\t") for line in lines)
    columns = {name: [row[place] for row in rows] for place, name in enumerate(names)}
    return columns["hypothesis"], columns["reference"], np.array(columns["human"], dtype=np.float64)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("judgements", nargs="+", type=Path)
    parser.add_argument("--synonyms")
    parser.add_argument("--tagger")
    options = parser.parse_args()
    sets = {file.name.removesuffix(".tsv.gz"): read(file) for file in options.judgements}
    print("features".ljust(38), *(name.ljust(28) for name in sets))
    for features in TABLE_6:
        tagger = options.tagger if {*features} - {*WORDS} else None
        synonyms = options.synonyms if "synonym" in features else None
        matchers = WORDS if "synonym" in features else features
        meteor = Meteor("hi", features=features, matchers=matchers, synonyms=synonyms, tagger=tagger)
        cells = []
        for hypotheses, references, human in sets.values():
            scores = meteor.score(hypotheses, references).segments.score
            cells.append(
                f"r {np.corrcoef(scores, human)[0, 1]:.3f}  tau {correlate('kendall', scores, human)[0]:.4f}".ljust(28)
            )
        print("+".join(features).ljust(38), *cells)
    hypotheses = [text for texts, _, _ in sets.values() for text in texts]
    references = [text for _, texts, _ in sets.values() for text in texts]
    for run in ("first", "second", "third"):
        start = time.process_time()
        meteor.statistics(hypotheses, references, threads=1)
        print(
            f"{run} run, all features, one thread: {len(hypotheses) / (time.process_time() - start):,.0f} segments a CPU second"
        )


if __name__ == "__main__":
    main()
