"""Judged pairs of segments: their words, which of them are function words, their order, and what people said."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from pathlib import Path

from meaning.layers import Lower

from bolide import Meteor
from bolide.analysis.evaluation.judgements import read_judgements

__all__ = ["Pair", "read_pairs"]


@dataclass(frozen=True)
class Pair:
    """A judged pair: its words, the flags of function words, the fragmentation of its matches, and a human score."""

    group: str
    hypothesis: tuple[str, ...]
    reference: tuple[str, ...]
    functions: tuple[tuple[bool, ...], tuple[bool, ...]]
    fragmentation: float
    human: float

    @property
    def language_pair(self) -> str:
        """The languages, such as cs-en."""
        return self.group.rpartition(".")[2]


def read_pairs(paths: list[Path], encoder: Path, low: int, high: int) -> tuple[list[Pair], Lower]:
    """Return all judged pairs of some files that have words on both sides, and the states of a lower layer for their segments."""
    meteor = Meteor("en", preset="bolide")
    lower = Lower(encoder, low, high)
    pairs: list[Pair] = []
    for path in paths:
        judged = read_judgements(str(path))[0]
        translations = [judged.translations[number] for number in judged.first]
        aligned = meteor.align_all(
            [each.hypothesis for each in translations], [each.references[0] for each in translations]
        )
        found = [
            Pair(
                group=path.name.removesuffix(".tsv.gz"),
                hypothesis=tuple(pair.hypothesis),
                reference=tuple(pair.reference),
                functions=(tuple(pair.hypothesis_function), tuple(pair.reference_function)),
                fragmentation=pair.fragmentation if pair.matches else 0.0,
                human=float(human),
            )
            for human, pair in zip(judged.human, aligned, strict=True)
            if pair.hypothesis and pair.reference
        ]
        lower.read([words for pair in found for words in (pair.hypothesis, pair.reference)])
        pairs += found
        print(f"{path.name}: {len(found)} pairs, {time.process_time():.0f} s", file=sys.stderr, flush=True)
    return pairs, lower
