"""The search of Meteor 1.5's Java aligner, slow and plain, as the reference for the core's.

Words are compared as text. Everything is written down as the Java program does it, one path object at a time, with nothing shared
and nothing pruned but by the beam.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

__all__ = ["ACCURACY", "COVERAGE", "Found", "Phrase", "align", "candidates"]

Phrase = tuple[str, ...]


@dataclass(frozen=True)
class Found:
    """A candidate match: starts and lengths on both sides, and the place of its matcher in the list."""

    i: int
    length: int
    j: int
    reference_length: int
    place: int

    def hypothesis_words(self) -> range:
        return range(self.i, self.i + self.length)

    def reference_words(self) -> range:
        return range(self.j, self.j + self.reference_length)


@dataclass
class Path:
    """A partial alignment."""

    chosen: dict[int, Found] = field(default_factory=dict)
    used_hypothesis: frozenset[int] = frozenset()
    used_reference: frozenset[int] = frozenset()
    covered_hypothesis: int = 0
    covered_reference: int = 0
    matched: int = 0
    chunks: int = 0
    distance: int = 0
    next_position: int = 0
    last_end: int = -1

    def take(self, match: Found, weight: float) -> None:
        """Count a match, in whole numbers: a half is lost."""
        self.matched += match.length + match.reference_length
        self.covered_hypothesis = int(self.covered_hypothesis + match.length * weight)
        self.covered_reference = int(self.covered_reference + match.reference_length * weight)
        if self.last_end not in (-1, match.i):
            self.chunks += 1
        self.next_position = match.j + match.reference_length
        self.last_end = match.i + match.length

    def close_chunk(self) -> None:
        if self.last_end != -1:
            self.chunks += 1
        self.last_end = -1


@dataclass(frozen=True)
class Objective:
    """What the search is after: the weights of exact matches and paraphrases, and which of two paths is the better."""

    weights: tuple[float, float]
    key: Callable[[Path], tuple[int, ...]]


def _covered(path: Path) -> int:
    return path.covered_hypothesis + path.covered_reference


COVERAGE = Objective((1.0, 0.5), lambda path: (-_covered(path), path.chunks, path.distance))
ACCURACY = Objective((1.0, 0.0), lambda path: (-_covered(path), -path.matched, path.chunks, path.distance))


def align(
    hypothesis: Sequence[str],
    reference: Sequence[str],
    table: Sequence[tuple[Phrase, Phrase]] = (),
    beam: int = 40,
    objective: Objective = COVERAGE,
) -> list[Found]:
    """Return the matches of the best path, exact ones in place 0 and paraphrases in place 1, by their place in the reference.

    >>> [(match.i, match.j) for match in align(["x", "a", "x"], ["a", "x", "a"])]
    [(0, 1), (1, 2)]
    >>> align(["l", "l"], ["k"], [(("k",), ("l",))])
    []
    """
    stage = candidates(hypothesis, reference, table)
    by_position: list[list[Found]] = [[] for _ in reference]
    for match in stage:
        by_position[match.j].append(match)
    best = _search(by_position, _fixed(by_position, stage), beam, objective)
    return [best.chosen[j] for j in sorted(best.chosen)]


def candidates(
    hypothesis: Sequence[str], reference: Sequence[str], table: Sequence[tuple[Phrase, Phrase]]
) -> list[Found]:
    """Return all candidate matches; equal segments have exact ones only."""
    exact = _exact(hypothesis, reference)
    return exact if list(hypothesis) == list(reference) else exact + _paraphrases(hypothesis, reference, table)


def _exact(hypothesis: Sequence[str], reference: Sequence[str]) -> list[Found]:
    return [
        Found(i, 1, j, 1, 0)
        for j, theirs in enumerate(reference)
        for i, ours in enumerate(hypothesis)
        if ours == theirs
    ]


def _occurrences(phrase: Phrase, words: Sequence[str]) -> list[int]:
    return [at for at in range(len(words)) if tuple(words[at : at + len(phrase)]) == phrase]


def _entries_at(
    start: int, words: Sequence[str], table: Sequence[tuple[Phrase, Phrase]]
) -> list[tuple[Phrase, Phrase]]:
    """Return the entries whose first phrase stands here: shorter phrases first, then as in the table."""
    here = [entry for entry in table if tuple(words[start : start + len(entry[0])]) == entry[0]]
    return sorted(here, key=lambda entry: len(entry[0]))


def _paraphrases(
    hypothesis: Sequence[str], reference: Sequence[str], table: Sequence[tuple[Phrase, Phrase]]
) -> list[Found]:
    """Match first phrases in the reference with second ones in the hypothesis, then the other way round."""
    found = [
        Found(i, len(second), j, len(first), 1)
        for j in range(len(reference))
        for first, second in _entries_at(j, reference, table)
        for i in _occurrences(second, hypothesis)
    ]
    return found + [
        Found(i, len(first), j, len(second), 1)
        for i in range(len(hypothesis))
        for first, second in _entries_at(i, hypothesis, table)
        for j in _occurrences(second, reference)
    ]


def _fixed(by_position: list[list[Found]], stage: list[Found]) -> Path:
    """Return the path of all that nothing competes with: alone at its position, and alone on every word it spans."""
    start = Path()
    for j, matches in enumerate(by_position):
        if len(matches) != 1:
            continue
        (match,) = matches
        rivals = [
            other
            for other in stage
            if other is not match
            and (
                set(other.hypothesis_words()) & set(match.hypothesis_words())
                or set(other.reference_words()) & set(match.reference_words())
            )
        ]
        if not rivals:
            start.chosen[j] = match
            start.used_hypothesis |= set(match.hypothesis_words())
            start.used_reference |= set(match.reference_words())
    return start


def _search(by_position: list[list[Found]], start: Path, beam: int, objective: Objective) -> Path:
    paths = [start]
    for position, matches in enumerate(by_position):
        following: list[Path] = []
        for path in sorted(paths, key=objective.key)[:beam]:
            following += _step(path, position, matches, objective.weights)
        paths = following
    finished = sorted(paths, key=objective.key)[:beam]
    for path in finished:
        path.close_chunk()
    return min(finished, key=objective.key)


def _step(path: Path, position: int, matches: list[Found], weights: tuple[float, float]) -> list[Path]:
    """Return what becomes of a path at a position of the reference: one path for each match it can take, and one without."""
    if position in path.used_reference:
        if position >= path.next_position:
            match = path.chosen[position]
            path.take(match, weights[match.place])
            path.distance += abs(match.j - match.i)
        return [path]
    following = []
    for match in matches:
        if path.used_hypothesis & set(match.hypothesis_words()) or path.used_reference & set(match.reference_words()):
            continue
        taken = replace(
            path,
            chosen={**path.chosen, position: match},
            used_hypothesis=path.used_hypothesis | set(match.hypothesis_words()),
            used_reference=path.used_reference | set(match.reference_words()),
        )
        taken.take(match, weights[match.place])
        # Parity: the distance is charged to the path that stays behind, not to the one that takes the match.
        path.distance += abs(match.j - match.i)
        following.append(taken)
    path.close_chunk()
    path.next_position += 1
    return [*following, path]
