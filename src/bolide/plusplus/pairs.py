"""Sentence pairs to learn copy words from: TSV with a header, two columns of text and perhaps one of scores."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bolide.errors import InputError
from bolide.files.plain import LineFile

__all__ = ["PairColumns", "read_pairs"]

# Names under which pairs and their scores are found, the better ones first.
_TEXTS = (("text1", "text2"), ("question1", "question2"), ("sentence1", "sentence2"), ("hypothesis", "reference"))
_SCORES = ("score", "human", "label", "is_duplicate")


@dataclass(frozen=True, slots=True, kw_only=True)
class PairColumns:
    """Which columns to read; None: those with a known name. Pairs below `least_score` are left out."""

    texts: tuple[str, str] | None = None
    score: str | None = None
    least_score: float | None = None

    def among(self, header: Sequence[str], place: str) -> tuple[int, int, int | None]:
        """Return the places of both texts and of the score, where it is needed."""
        names = self.texts or next((pair for pair in _TEXTS if all(name in header for name in pair)), None)
        if names is None or any(name not in header for name in names):
            wanted = " and ".join(names) if names else "two texts, such as text1 and text2 or hypothesis and reference"
            raise InputError(
                f"{place}: no columns for {wanted}: choose with --columns FIRST,SECOND among {', '.join(header)}"
            )
        if self.least_score is None:
            return header.index(names[0]), header.index(names[1]), None
        score = self.score or next((name for name in _SCORES if name in header), None)
        if score not in header:
            raise InputError(f"{place}: no column of scores: choose with --score-column NAME among {', '.join(header)}")
        return header.index(names[0]), header.index(names[1]), header.index(score)


def read_pairs(path: str, columns: PairColumns) -> Iterator[tuple[str, str]]:
    """Yield the pairs of a file that score high enough; gzip or not, `-` for standard input."""
    with LineFile(path) as file:
        lines = file.numbered()
        _, head = next(lines, (1, ""))
        header = head.split("\t")
        first, second, score = columns.among(header, f"{file.name}:1")
        for number, line in lines:
            cells = line.split("\t")
            if len(cells) != len(header):
                raise InputError(
                    f"{file.name}:{number}: the row has {len(cells)} cells and the header {len(header)}: fix the row"
                )
            if score is None or _number(cells[score], f"{file.name}:{number}") >= (columns.least_score or 0.0):
                yield cells[first], cells[second]


def _number(text: str, place: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if math.isnan(value):
        raise InputError(f"{place}: the score is not a number: {text!r}")
    return value
