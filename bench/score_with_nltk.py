"""Scores tokenised files with NLTK within one process: HYP REF REFERENCES_PER_SEGMENT SECONDS.

NLTK has no corpus score: the mean stands for it.
"""

from __future__ import annotations

import statistics
import sys

from nltk.translate.meteor_score import meteor_score
from passes import read, read_groups, report


def main(hypothesis_file: str, reference_file: str, per_segment: str, seconds: str) -> None:
    hypotheses = [line.split(" ") for line in read(hypothesis_file)]
    references = [[line.split(" ") for line in lines] for lines in read_groups(reference_file, int(per_segment))]
    report(lambda: statistics.fmean(map(meteor_score, references, hypotheses)), float(seconds))


if __name__ == "__main__":
    main(*sys.argv[1:])
