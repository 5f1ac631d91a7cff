"""Scores a pair of tokenised files with NLTK within one process: HYP REF SECONDS. NLTK has no corpus score: the mean stands for it."""

from __future__ import annotations

import statistics
import sys

from nltk.translate.meteor_score import meteor_score
from passes import read, report


def main(hypothesis_file: str, reference_file: str, seconds: str) -> None:
    hypotheses = [line.split(" ") for line in read(hypothesis_file)]
    references = [[line.split(" ")] for line in read(reference_file)]
    report(lambda: statistics.fmean(map(meteor_score, references, hypotheses)), float(seconds))


if __name__ == "__main__":
    main(*sys.argv[1:])
