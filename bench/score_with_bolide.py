"""Scores a pair of files with bolide within one process: HYP REF THREADS SECONDS."""

from __future__ import annotations

import sys

from passes import read, report

from bolide import Meteor


def main(hypothesis_file: str, reference_file: str, threads: str, seconds: str) -> None:
    hypotheses, references = read(hypothesis_file), read(reference_file)
    meteor = Meteor()
    report(lambda: meteor.score(hypotheses, references, threads=int(threads)).score, float(seconds))


if __name__ == "__main__":
    main(*sys.argv[1:])
