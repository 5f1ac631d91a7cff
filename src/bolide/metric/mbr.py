"""Many scores per text: all hypotheses against all references, and candidates against each other.

Minimum-Bayes-risk decoding takes, of the candidates that a system gives for a segment, the one that agrees best with all of them
(Kumar and Byrne 2004): the others stand in for the references that nobody has.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from bolide.errors import InputError
from bolide.metric.segments import Segment, check_segment

__all__ = ["ScorePairs", "score_matrix", "utilities"]

# Returns a score for each hypothesis with each of its references alone, one after the other.
ScorePairs = Callable[[list[Segment], list[list[Segment]]], "memoryview[float]"]
# How many pairs are scored at a time: bounds memory (232 bytes each).
PAIRS = 1 << 16


def score_matrix(score_pairs: ScorePairs, hypotheses: Sequence[Segment], references: Sequence[Segment]) -> bytes:
    """Return the scores of all hypotheses against all references, as doubles row by row. Equal texts are scored once."""
    if not hypotheses or not references:
        raise InputError("a matrix needs at least one hypothesis and one reference")
    rows, row_of = _distinct(hypotheses, "hypothesis")
    columns, column_of = _distinct(references, "reference")
    width = len(columns)
    height = max(1, PAIRS // width)
    scores: list[memoryview[float]] = []
    for start in range(0, len(rows), height):
        block = rows[start : start + height]
        values = score_pairs(block, [columns] * len(block))
        scores += [values[i * width : (i + 1) * width] for i in range(len(block))]
    if width == len(references):
        return b"".join(scores[row].tobytes() for row in row_of)
    return b"".join(scores[row][column : column + 1].tobytes() for row in row_of for column in column_of)


def utilities(score_pairs: ScorePairs, groups: Sequence[Sequence[Segment]]) -> list[list[float]]:
    """Return how well each candidate of a group agrees with all of them: its mean score with each as the reference."""
    found = [_distinct(group, f"group {i}: candidate") for i, group in enumerate(groups)]
    hypotheses = [text for texts, _ in found for text in texts]
    scores = iter(score_pairs(hypotheses, [texts for texts, _ in found for _ in texts]))
    results = []
    for texts, numbers in found:
        counts = Counter(numbers)
        means = [sum(counts[j] * next(scores) for j in range(len(texts))) / len(numbers) for _ in texts]
        results.append([means[number] for number in numbers])
    return results


def _distinct(segments: Sequence[Segment], what: str) -> tuple[list[Segment], list[int]]:
    """Return the different segments in their order, and for each segment which of them it is; `InputError` for what is none."""
    tokenised = bool(segments) and not isinstance(segments[0], str)
    places: dict[Segment, int] = {}
    checked = (check_segment(segment, tokenised, f"{what} {i}") for i, segment in enumerate(segments))
    numbers = [places.setdefault(segment, len(places)) for segment in checked]
    return list(places), numbers
