"""Scores files with one of sacreBLEU's metrics within one process: METRIC HYP REF REFERENCES_PER_SEGMENT SECONDS."""

from __future__ import annotations

import sys

from passes import read, read_groups, report
from sacrebleu.metrics import BLEU, CHRF, TER


def main(metric: str, hypothesis_file: str, reference_file: str, per_segment: str, seconds: str) -> None:
    scorer = {"BLEU": BLEU, "chrF++": lambda: CHRF(word_order=2), "TER": TER}[metric]()
    hypotheses = read(hypothesis_file)
    references = list(zip(*read_groups(reference_file, int(per_segment)), strict=True))
    report(lambda: scorer.corpus_score(hypotheses, references).score, float(seconds))


if __name__ == "__main__":
    main(*sys.argv[1:])
