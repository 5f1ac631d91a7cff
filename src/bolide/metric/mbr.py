"""Many scores per text: all hypotheses against all references, and candidates against each other.

Minimum-Bayes-risk decoding takes, of the candidates that a system gives for a segment, the one that agrees best with all of them
(Kumar and Byrne 2004): the others stand in for the references that nobody has.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from operator import mul

from bolide.errors import InputError, SegmentError
from bolide.metric.segments import Segment, check_segment

__all__ = ["ScoreGroups", "score_matrix", "utilities"]

# Returns a score for each hypothesis of a group with each reference of the same group, one after the other. Texts are looked up once.
ScoreGroups = Callable[[list[list[Segment]], list[list[Segment]]], "memoryview[float]"]
# How many pairs are scored at a time, and how many texts: bounds memory (400 bytes a pair, and the vectors of a text's words).
PAIRS, TEXTS = 1 << 16, 1 << 10


def score_matrix(score_groups: ScoreGroups, hypotheses: Sequence[Segment], references: Sequence[Segment]) -> bytes:
    """Return the scores of all hypotheses against all references, as doubles row by row. Equal texts are scored once."""
    if not hypotheses or not references:
        raise InputError("a matrix needs at least one hypothesis and one reference")
    tokenised = not isinstance(hypotheses[0], str)
    rows, row_of = _distinct(hypotheses, tokenised, "hypothesis")
    columns, column_of = _distinct(references, tokenised, "reference")
    width = len(columns)
    height = max(1, PAIRS // width)
    scores: list[memoryview[float]] = []
    for start in range(0, len(rows), height):
        block = rows[start : start + height]
        try:
            values = score_groups([block], [columns])
        except SegmentError as error:
            raise SegmentError(row_of.index(start + error.segment), error.reason) from error
        scores += [values[i * width : (i + 1) * width] for i in range(len(block))]
    if width == len(references):
        return b"".join(scores[row].tobytes() for row in row_of)
    return b"".join(scores[row][column : column + 1].tobytes() for row in row_of for column in column_of)


def utilities(score_groups: ScoreGroups, groups: Sequence[Sequence[Segment]]) -> list[list[float]]:
    """Return how well each candidate of a group agrees with all of them: its mean score with each as the reference.

    `SegmentError` has the number of a group.
    """
    first = next((group[0] for group in groups if group), None)
    if first is None:
        raise InputError("there are no segments to score")
    tokenised = not isinstance(first, str)
    found = [_distinct(group, tokenised, f"group {i}: candidate") for i, group in enumerate(groups)]
    results = []
    for start, end in _blocks([len(texts) for texts, _ in found]):
        block = [texts for texts, _ in found[start:end]]
        try:
            scores = score_groups(block, block)
        except SegmentError as error:
            ends = list(accumulate(map(len, block)))
            raise SegmentError(start + bisect_right(ends, error.segment), error.reason) from error
        for texts, numbers in found[start:end]:
            counts, width = Counter(numbers), len(texts)
            weights = [counts[number] for number in range(width)]
            means = [sum(map(mul, weights, scores[i * width : (i + 1) * width])) / len(numbers) for i in range(width)]
            scores = scores[width * width :]
            results.append([means[number] for number in numbers])
    return results


def _blocks(sizes: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield from where up to where groups are scored together; nothing if all are empty."""
    start = texts = pairs = 0
    for end, size in enumerate(sizes):
        if texts and size and (texts + size > TEXTS or pairs + size * size > PAIRS):
            yield start, end
            start, texts, pairs = end, 0, 0
        texts, pairs = texts + size, pairs + size * size
    if texts:
        yield start, len(sizes)


def _distinct(segments: Sequence[Segment], tokenised: bool, what: str) -> tuple[list[Segment], list[int]]:
    """Return the different segments in their order, and for each segment which of them it is; `InputError` for what is none."""
    places: dict[Segment, int] = {}
    checked = (check_segment(segment, tokenised, f"{what} {i}") for i, segment in enumerate(segments))
    numbers = [places.setdefault(segment, len(places)) for segment in checked]
    return list(places), numbers
