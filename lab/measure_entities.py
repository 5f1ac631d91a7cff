"""Measure a recogniser of entities on tagged text (IOB2), token by token.

python lab/measure_entities.py FILE ... [--recogniser crf:MODEL] [--language CODE] [--lower] [--ignore TYPE]
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass

from bolide.copy_words.entity_training import read_iob2
from bolide.copy_words.recognisers import DEFAULT, OUTSIDE, find_recogniser
from bolide.data.languages import find_language


@dataclass(frozen=True, slots=True, kw_only=True)
class Accuracy:
    """Counts of tokens: in an entity by the gold tags, found, right, and right with the right type."""

    gold: int
    found: int
    right: int
    right_type: int

    @property
    def precision(self) -> float:
        """The share of found tokens that are in an entity."""
        return self.right / self.found if self.found else 0.0

    @property
    def recall(self) -> float:
        """The share of tokens in an entity that are found."""
        return self.right / self.gold if self.gold else 0.0

    @property
    def f1(self) -> float:
        """The harmonic mean of both: entity or not."""
        return 2 * self.right / (self.found + self.gold) if self.found + self.gold else 0.0

    @property
    def typed_f1(self) -> float:
        """The same, where only the right type is right."""
        return 2 * self.right_type / (self.found + self.gold) if self.found + self.gold else 0.0


def measure(
    gold: Sequence[Sequence[str]], found: Sequence[Sequence[str]], ignored: frozenset[str] = frozenset()
) -> Accuracy:
    """Compare types with gold types; found tokens of the types `ignored` count as outside, for gold data that lacks these.

    >>> measure([["PER", "O", "LOC"]], [["PER", "MISC", "O"]], frozenset({"MISC"})).precision
    1.0
    """
    counts = {"gold": 0, "found": 0, "right": 0, "right_type": 0}
    for wanted, got in zip(gold, found, strict=True):
        for want, kind in zip(wanted, got, strict=True):
            is_found = kind != OUTSIDE and kind not in ignored
            counts["gold"] += want != OUTSIDE
            counts["found"] += is_found
            counts["right"] += is_found and want != OUTSIDE
            counts["right_type"] += is_found and want == kind
    return Accuracy(**counts)


def main() -> None:
    """Print how well tags agree, file by file."""
    parser = argparse.ArgumentParser(description="measure a recogniser of entities on tagged text, token by token")
    parser.add_argument("files", nargs="+", metavar="FILE", help="tagged text, IOB2")
    parser.add_argument("--recogniser", default=DEFAULT, metavar="NAME", help="crf, crf:FILE, spacy:MODEL or nltk")
    parser.add_argument("-l", "--language", default="en", metavar="CODE", help="language of the text")
    parser.add_argument("--lower", action="store_true", help="lower-case the text first")
    parser.add_argument(
        "--ignore", action="append", default=[], metavar="TYPE", help="a type that the tagged text lacks, such as MISC"
    )
    options = parser.parse_args()
    recogniser = find_recogniser(options.recogniser, find_language(options.language).code)
    print("file\tprecision\trecall\tF1\tF1 with types\ttokens of entities")
    for path in options.files:
        segments = read_iob2(path)
        tokens = [[token.lower() if options.lower else token for token in segment.tokens] for segment in segments]
        found = measure([segment.types for segment in segments], recogniser.types(tokens), frozenset(options.ignore))
        figures = (found.precision, found.recall, found.f1, found.typed_f1)
        print(path, *(f"{figure:.4f}" for figure in figures), found.gold, sep="\t")


if __name__ == "__main__":
    main()
