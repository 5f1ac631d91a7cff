"""Scores files with pycocoevalcap's own class, which talks to the jar as its child: HYP REF REFERENCES_PER_SEGMENT."""

from __future__ import annotations

import json
import sys

from passes import read, read_groups
from pycocoevalcap.meteor.meteor import Meteor


def main(hypothesis_file: str, reference_file: str, per_segment: str) -> None:
    hypotheses = {number: [line] for number, line in enumerate(read(hypothesis_file))}
    references = dict(enumerate(read_groups(reference_file, int(per_segment))))
    meteor = Meteor()
    score, _ = meteor.compute_score(references, hypotheses)
    del meteor  # Ends the child and waits for it, so that its costs are counted.
    print(json.dumps({"score": score}))


if __name__ == "__main__":
    main(*sys.argv[1:])
