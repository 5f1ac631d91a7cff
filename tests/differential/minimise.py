"""The smallest case that still differs: fewest blocks, then words, then characters, then options."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from differential.cases import Case

__all__ = ["minimise"]

Item = TypeVar("Item")
MOST_RUNS = 200


def minimise(case: Case, differs: Callable[[Case], bool], most_runs: int = MOST_RUNS) -> Case:
    """Return a case from which nothing can be taken such that it still differs, or what so many runs come to."""
    budget = _Budget(differs, most_runs)
    before = None
    while case != before and budget.runs < most_runs:
        before = case
        for step in (_fewer_blocks, _fewer_words, _fewer_characters, _fewer_options):
            case = step(case, budget)
    return case


class _Budget:
    """Asks whether a case differs, until it was asked too often."""

    def __init__(self, differs: Callable[[Case], bool], most_runs: int) -> None:
        self._differs, self._most_runs, self.runs = differs, most_runs, 0

    def differs(self, case: Case) -> bool:
        if self.runs >= self._most_runs:
            return False
        self.runs += 1
        return self._differs(case)


def _shrink(items: Sequence[Item], differs: Callable[[list[Item]], bool]) -> list[Item]:
    """Take out runs of items, long ones first, as long as the rest differs."""
    kept = list(items)
    size = max(len(kept) // 2, 1)
    while size and kept:
        at = 0
        while at < len(kept):
            fewer = kept[:at] + kept[at + size :]
            if differs(fewer):
                kept = fewer
            else:
                at += size
        size //= 2
    return kept


def _fewer_blocks(case: Case, budget: _Budget) -> Case:
    blocks = _shrink(case.blocks, lambda kept: budget.differs(replace(case, blocks=tuple(kept))))
    return replace(case, blocks=tuple(blocks))


def _fewer_options(case: Case, budget: _Budget) -> Case:
    options = _shrink(case.options, lambda kept: budget.differs(replace(case, options=tuple(kept))))
    return replace(case, options=tuple(options))


def _fewer_words(case: Case, budget: _Budget) -> Case:
    return _shorter_lines(case, budget, lambda line: line.split(" "), " ".join)


def _fewer_characters(case: Case, budget: _Budget) -> Case:
    return _shorter_lines(case, budget, list, "".join)


def _shorter_lines(
    case: Case, budget: _Budget, split: Callable[[str], list[str]], join: Callable[[list[str]], str]
) -> Case:
    """Take pieces out of every line in turn."""
    for place, entry in enumerate(case.blocks):
        for row, (file, line) in enumerate(entry):

            def with_line(
                pieces: list[str], place: int = place, row: int = row, file: str = file, case: Case = case
            ) -> Case:
                lines = (*case.blocks[place][:row], (file, join(pieces)), *case.blocks[place][row + 1 :])
                return replace(case, blocks=(*case.blocks[:place], lines, *case.blocks[place + 1 :]))

            pieces = split(line)
            if len(pieces) > 1:
                case = with_line(_shrink(pieces, lambda kept: budget.differs(with_line(kept))))
    return case
