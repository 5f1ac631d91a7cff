"""Measure what installed synonyms and learned paraphrases add to preset universal+, on judged texts: the tables of lab/pages/language-data.md.

python lab/measure_language_data.py synonyms JUDGEMENTS
python lab/measure_language_data.py paraphrases JUDGEMENTS BUILT...     BUILT: folders called CODE-THOUSANDS, made by bolide build

Synonyms have to be installed. The chance that a gain is none is the share of 300 samples of judgements, drawn with replacement, without it.
"""

from __future__ import annotations

import csv
import gzip
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bolide import Meteor

SETS = {
    "wmt12-rank.en-cs": "cs", "wmt12-rank.en-de": "de", "wmt12-rank.en-es": "es", "wmt12-rank.en-fr": "fr", "wmt15-da.en-ru": "ru",
    "wmt16-da.en-ru": "ru", "indicmt-da.en-hi": "hi", "indicmt-da.en-gu": "gu", "indicmt-da.en-ml": "ml", "wmt21flores-da.xh-zu": "zu",
}  # fmt: skip
WEIGHTS = (0.4, 0.6, 0.7, 0.8, 1.0)
SAMPLES = 300
Floats = NDArray[np.float64]


class Judged:
    """A set of judgements: pairs of texts to score, and how well scores agree with people."""

    def __init__(self, path: Path) -> None:
        """Read scores (Pearson's r) or rankings (τ without ties: right less wrong, over both)."""
        with gzip.open(path, "rt", encoding="utf-8", newline="\n") as file:
            rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
        self.texts: dict[tuple[str, str], int] = {}
        names = ("hypA", "hypB") if "hypA" in rows[0] else ("hypothesis",)
        self.places = [
            np.array([self.texts.setdefault((row[name], row["reference"]), len(self.texts)) for row in rows])
            for name in names
        ]
        if len(names) == 2:
            self.human = np.array([{"A": 1.0, "B": -1.0}.get(row["preferred"], 0.0) for row in rows])
        else:
            self.human = np.array([float(row["human"]) for row in rows])

    def scores(self, metric: Meteor) -> Floats:
        """Return the scores of all texts."""
        hypotheses, references = zip(*self.texts, strict=True)
        return np.asarray(metric.score(hypotheses, references).segments.score)

    def agreement(self, scores: Floats, rows: NDArray[np.int64] | slice = slice(None)) -> float:
        """Return how well scores agree with people, on some of the judgements."""
        sides = [scores[places[rows]] for places in self.places]
        if len(sides) == 1:
            return float(np.corrcoef(sides[0], self.human[rows])[0, 1])
        right = np.sign(sides[0] - sides[1]) * self.human[rows]
        return float(right.sum() / (right != 0).sum())

    def chance(self, base: Floats, other: Floats) -> float:
        """Return the share of samples in which `other` is no better."""
        generator, size = np.random.default_rng(1), len(self.human)
        drawn = (generator.integers(0, size, size) for _ in range(SAMPLES))
        return float(np.mean([self.agreement(other, rows) <= self.agreement(base, rows) for rows in drawn]))


def metric(code: str, synonym: float | None = None, paraphrase: float | None = None, **files: str) -> Meteor:
    """Return universal+ with the weights of further matchers."""
    weights = {"exact": 1.0, "synonym": synonym, "paraphrase": paraphrase, "spelling": 1.0}
    chosen = {name: weight for name, weight in weights.items() if weight is not None}
    return Meteor(code, preset="universal+", matchers=list(chosen), weights=list(chosen.values()), **files)


def synonyms(folder: str) -> None:
    """Print the table of synonyms."""
    print("| set | none |", " | ".join(map(str, WEIGHTS)), "| chance at 0.7 |")
    for name, code in SETS.items():
        judged = Judged(Path(folder, f"{name}.tsv.gz"))
        base = judged.scores(metric(code))
        found = {weight: judged.scores(metric(code, weight)) for weight in WEIGHTS}
        values = " | ".join(f"{judged.agreement(scores):.4f}" for scores in (base, *found.values()))
        print(f"| {name} | {values} | {judged.chance(base, found[0.7]):.2f} |", flush=True)


def paraphrases(folder: str, *built: str) -> None:
    """Print the table of paraphrases, by the size of the text that they were learned from."""
    print("| language | lines | none | 0.4 | 0.6 | 0.8 | chance at 0.6 | 0.6 and synonyms |")
    for place in built:
        code, _, thousands = Path(place).name.removeprefix("out-").partition("-")
        judged = Judged(Path(folder, next(f"{name}.tsv.gz" for name, other in SETS.items() if other == code)))
        table = {"paraphrases": str(Path(place, "meteor-files", "paraphrase.gz"))}
        base = judged.scores(metric(code))
        found = [judged.scores(metric(code, None, weight, **table)) for weight in (0.4, 0.6, 0.8)]
        both = judged.agreement(judged.scores(metric(code, 0.7, 0.6, **table)))
        values = " | ".join(f"{judged.agreement(scores):.4f}" for scores in (base, *found))
        print(f"| {code} | {thousands},000 | {values} | {judged.chance(base, found[1]):.2f} | {both:.4f} |", flush=True)


COMMANDS: dict[str, Callable[..., None]] = {"synonyms": synonyms, "paraphrases": paraphrases}


def main(arguments: Sequence[str]) -> None:
    """Run one of the two."""
    COMMANDS[arguments[0]](*arguments[1:])


if __name__ == "__main__":
    main(sys.argv[1:])
