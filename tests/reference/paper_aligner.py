"""The alignment that the papers define, by looking at every set of matches, as the reference for the core's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reference.java_aligner import Found, Phrase, candidates

__all__ = ["align", "value"]

Value = tuple[int, int, int]


def align(
    hypothesis: Sequence[str],
    reference: Sequence[str],
    table: Sequence[tuple[Phrase, Phrase]] = (),
    *,
    counts_alike: bool = False,
) -> list[Found]:
    """Return the best set of matches; of equals, the first if reference words are decided from left to right.

    >>> [(match.i, match.j) for match in align(["x", "a", "x"], ["a", "x", "a"])]
    [(1, 0), (2, 1)]
    >>> [(match.i, match.j) for match in align(["l", "l"], ["k"], [(("k",), ("l",))])]
    [(0, 0)]
    """
    by_position: list[list[Found]] = [[] for _ in reference]
    for match in candidates(hypothesis, reference, table):
        by_position[match.j].append(match)
    for matches in by_position:
        matches.sort(key=lambda match: (match.i, match.length, match.reference_length, match.place))
    return min(_sets(0, by_position), key=lambda chosen: value(chosen, counts_alike=counts_alike))


def _sets(position: int, by_position: list[list[Found]]) -> Iterator[list[Found]]:
    """Go through all sets in which no word is covered twice, from a position of the reference on."""
    if position == len(by_position):
        yield []
        return
    for match in by_position[position]:
        for rest in _sets(position + match.reference_length, by_position):
            if not any(set(match.hypothesis_words()) & set(other.hypothesis_words()) for other in rest):
                yield [match, *rest]
    yield from _sets(position + 1, by_position)


def value(matches: Sequence[Found], *, counts_alike: bool = False) -> Value:
    """Return what an alignment is judged by, less is better: covered words in halves, below zero; chunks; distance."""
    gain = sum(
        (2 if counts_alike or match.place == 0 else 1) * (match.length + match.reference_length) for match in matches
    )
    chunks, ends = 0, (-1, -1)
    for match in matches:
        chunks += ends != (match.i, match.j)
        ends = (match.i + match.length, match.j + match.reference_length)
    return -gain, chunks, sum(abs(match.i - match.j) for match in matches)
