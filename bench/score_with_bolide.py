"""Scores files with bolide within one process: HYP REF REFERENCES_PER_SEGMENT THREADS SECONDS."""

from __future__ import annotations

import sys

from passes import read, read_groups, report

from bolide import Meteor


def main(hypothesis_file: str, reference_file: str, per_segment: str, threads: str, seconds: str) -> None:
    hypotheses, references = read(hypothesis_file), read_groups(reference_file, int(per_segment))
    meteor = Meteor()
    report(lambda: meteor.score(hypotheses, references, threads=int(threads)).score, float(seconds))


if __name__ == "__main__":
    main(*sys.argv[1:])
