"""What a pair costs with other aligners and presets, on new text, and in groups of candidates, beside meteor-1.5 on known text.

PYTHONPATH=bench python lab/bench/workloads.py JUDGEMENTS.tsv.gz ... [--rounds 9]

Judgements are tables with the columns reference and hypothesis, or hypA and hypB. All workloads take turns, on one thread; it prints
the lower quartile of processor time.
"""

import argparse
import csv
import gzip
import time
from collections.abc import Callable
from pathlib import Path

from measure import interleave

from bolide import Meteor

MOST_PAIRS, NEW_PAIRS = 3000, 500
GROUPS, CANDIDATES = 100, 24


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("judgements", nargs="+", type=Path)
    parser.add_argument("--rounds", type=int, default=9)
    options = parser.parse_args()
    judged = read(options.judgements)
    found = interleave(workloads(judged), options.rounds)
    quartiles = {name: sorted(times)[len(times) // 4] for name, times in found.items()}
    base = next(iter(quartiles.values()))
    print("| | µs a pair | pairs a second | x |\n| --- | ---: | ---: | ---: |")
    for name, seconds in quartiles.items():
        print(f"| {name} | {seconds * 1e6:.1f} | {1 / seconds:,.0f} | {seconds / base:.2f} |")


def read(files: list[Path]) -> dict[str, list[str]]:
    """Return the hypotheses of each reference, each once."""
    judged: dict[str, dict[str, None]] = {}
    for file in files:
        with gzip.open(file, "rt", encoding="utf-8", newline="") as lines:
            for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
                texts = (row.get(name) for name in ("hypothesis", "hypA", "hypB"))
                judged.setdefault(row["reference"], {}).update(dict.fromkeys(text for text in texts if text))
    return {reference: list(hypotheses) for reference, hypotheses in judged.items()}


def workloads(judged: dict[str, list[str]]) -> dict[str, Callable[[], float]]:
    """Return what is measured: each call returns the seconds that a pair takes."""
    pairs = [(hypothesis, reference) for reference, all_of_it in judged.items() for hypothesis in all_of_it]
    known = pairs[:: max(1, len(pairs) // MOST_PAIRS)][:MOST_PAIRS]
    new = pairs[:: max(1, len(pairs) // NEW_PAIRS)][:NEW_PAIRS]
    groups = [hypotheses[:CANDIDATES] for hypotheses in judged.values() if len(hypotheses) >= CANDIDATES][:GROUPS]
    tasks = {
        "`meteor-1.5`": on_known(Meteor(), known),
        "the same, aligner `paper`": on_known(Meteor(aligner="paper"), known),
        "`meteor++`": on_known(Meteor(preset="meteor++"), known),
        f"`meteor-1.5`, the first {len(new)} pairs": lambda: seconds_of(Meteor(), new),
        f"`meteor++`, the first {len(new)} pairs": lambda: seconds_of(Meteor(preset="meteor++"), new),
    }
    if groups:
        meteor = Meteor()
        crossed = [(a, b) for group in groups for a in group for b in group]
        tasks |= {
            f"`Meteor.utilities`, {CANDIDATES} candidates": lambda: timed(
                lambda: meteor.utilities(groups, threads=1), len(crossed)
            ),
            "the same pairs by `Meteor.score`": on_known(meteor, crossed),
        }
    return tasks


def on_known(meteor: Meteor, pairs: list[tuple[str, str]]) -> Callable[[], float]:
    """Score pairs once, and measure it from the second time on: then all words are known."""
    seconds_of(meteor, pairs)
    return lambda: seconds_of(meteor, pairs)


def seconds_of(meteor: Meteor, pairs: list[tuple[str, str]]) -> float:
    """Score pairs; return what one took. A metric that is new is opened before."""
    meteor.score(["a"], ["a"], threads=1)
    hypotheses, references = map(list, zip(*pairs, strict=True))
    return timed(lambda: meteor.score(hypotheses, references, threads=1), len(pairs))


def timed(work: Callable[[], object], count: int) -> float:
    start = time.process_time()
    work()
    return (time.process_time() - start) / count


if __name__ == "__main__":
    main()
