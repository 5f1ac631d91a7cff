"""chrF and chrF++ (Popović 2015, 2017), to stand beside METEOR: the numbers of sacreBLEU, from 0 to 1."""

from __future__ import annotations

from collections.abc import Sequence

from bolide import _core
from bolide.errors import InputError
from bolide.metric.segments import check_pairs
from bolide.records import record

__all__ = ["ChrfScore", "best_rows", "chrf", "chrf_of_rows"]


@record
class ChrfScore:
    """The score of a corpus, and those of its segments."""

    score: float
    segments: tuple[float, ...]


def chrf(hypotheses: Sequence[str], references: Sequence[str | Sequence[str]], *, word_order: int = 0) -> ChrfScore:
    """Score a corpus by n-grams of up to six characters; with `word_order=2` (chrF++) also by words and pairs of words.

    100 times the score is what sacreBLEU 2 gives with its defaults, to the last digit. With several references, a segment has the one
    that suits it best.

    >>> round(chrf(["the cat sat"], ["the cat sat down"]).score, 4)
    0.6602
    """
    rows, segments = best_rows(hypotheses, references, word_order)
    corpus = chrf_of_rows(_core.sum_rows(rows, _core.CHRF_COLUMNS), word_order)[0]
    return ChrfScore(score=corpus, segments=tuple(segments))


def best_rows(
    hypotheses: Sequence[str], references: Sequence[str | Sequence[str]], word_order: int
) -> tuple[bytes, list[float]]:
    """Return the counts of each segment with its best reference, as rows of the core, and its score."""
    if word_order not in (0, 2):
        raise InputError(f"word_order is 0 (chrF) or 2 (chrF++), not {word_order!r}")
    pairs = check_pairs(hypotheses, references)
    if pairs.tokenised:
        raise InputError("chrF is of strings, not of lists of tokens: join them with blanks")
    rows = _core.chrf_statistics(pairs.hypotheses, pairs.references, pairs.ends, word_order > 0)
    scores = chrf_of_rows(rows, word_order)
    if len(pairs.references) == len(pairs.hypotheses):
        return rows, [*scores]
    width = 8 * _core.CHRF_COLUMNS
    best: list[int] = []
    start = 0
    for end in pairs.ends:
        best.append(max(range(start, end), key=scores.__getitem__))
        start = end
    chosen = b"".join(rows[width * row : width * (row + 1)] for row in best)
    return chosen, [scores[row] for row in best]


def chrf_of_rows(rows: bytes, word_order: int) -> memoryview[float]:
    """Return the score of each row of counts."""
    return memoryview(_core.chrf_scores(rows, word_order > 0)).cast("d")
