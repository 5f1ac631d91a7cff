"""Takes files some steps of the way to a score, within one process: STEP HYP REF SECONDS. Every pass reads them anew.

`split` reads, decodes and splits at spaces, in Python alone; `lines` reads and decodes; `tokenise` goes on with bolide's tokeniser, line by
line; `exact` scores lower-cased words with no matcher but the exact one; `score` is all of preset meteor-1.5, on one thread.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from passes import read, report

STEPS = ("split", "lines", "tokenise", "exact", "score")


def main(step: str, hypothesis_file: str, reference_file: str, seconds: str) -> None:
    take = _step(step)
    report(lambda: take(read(hypothesis_file), read(reference_file)), float(seconds))


def _step(step: str) -> Callable[[list[str], list[str]], float]:
    """What happens to the lines; the number that comes of it says that it did."""
    if step == "lines":
        return lambda hypotheses, references: len(hypotheses) + len(references)
    if step == "split":
        return lambda hypotheses, references: sum(len(line.split()) for line in hypotheses + references)
    from bolide import Meteor

    meteor = Meteor(text="lower", matchers=["exact"]) if step == "exact" else Meteor()
    if step in ("exact", "score"):
        return lambda hypotheses, references: meteor.score(hypotheses, references, threads=1).score
    from bolide.text import tokeniser

    tokenise = tokeniser(meteor.pipeline.language, meteor.pipeline.text.mode).tokenise
    return lambda hypotheses, references: sum(len(tokenise(line)) for line in hypotheses + references)


if __name__ == "__main__":
    main(*sys.argv[1:])
