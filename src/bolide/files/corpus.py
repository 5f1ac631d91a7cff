"""The shape that every reader gives: systems, and their segments in order, each with one or more references."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from types import TracebackType
from typing import Any

from bolide.errors import InputError
from bolide.records import record

__all__ = ["MOST_SYSTEMS", "Batch", "Corpus", "SegmentId", "Source", "check_id", "check_name"]

MOST_SYSTEMS = 200
# Text, or a number where the input has one: it stays a number in JSON.
SegmentId = str | int

# What would break a line of output: controls, separators of lines, halves of surrogate pairs.
_UNPRINTABLE = "[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]"


@record
class Source:
    """A file to read (`-` is standard input), and the name that the user gave to the system in it."""

    path: str
    name: str | None = None


@record
class Batch:
    """Some segments: their ids, if the input has them, and for every system its hypotheses with the references of each."""

    ids: list[SegmentId] | None
    hypotheses: dict[str, list[str]]
    references: dict[str, list[list[str]]]

    def __len__(self) -> int:
        return len(next(iter(self.hypotheses.values())))

    def cut(self, place: int) -> tuple[Batch, Batch]:
        """Return what stands before segment number `place` of the batch, and what follows."""
        return self._part(slice(place)), self._part(slice(place, None))

    def _part(self, part: slice) -> Batch:
        return Batch(
            ids=None if self.ids is None else self.ids[part],
            hypotheses={name: texts[part] for name, texts in self.hypotheses.items()},
            references={name: texts[part] for name, texts in self.references.items()},
        )


class Corpus(ABC):
    """Systems that fit together; every one has `count` segments, None where only reading will tell. Closes what it holds.

    `references` are files of references alone, where there are such.

    Where systems have different segments, `apart` says how many each has, `count` how many these are together, and a batch holds the
    segments of one system: all of the first system, then all of the next.
    """

    def __init__(
        self,
        systems: Sequence[str],
        count: int | None,
        *,
        has_ids: bool = False,
        note: str | None = None,
        apart: Mapping[str, int] | None = None,
    ) -> None:
        """Describe the corpus; `note` is something that the user should know about it. `InputError` if it has too many systems."""
        if len(systems) > MOST_SYSTEMS:
            raise InputError(
                f"there are {len(systems):,} systems, and {MOST_SYSTEMS} can be scored at once: leave some out"
            )
        self.systems = list(systems)
        self.count = count
        self.has_ids = has_ids
        self.note = note
        self.references: list[str] = []
        self.apart = apart

    @abstractmethod
    def batches(self, size: int) -> Iterator[Batch]:
        """Yield all segments in order, at most `size` at a time. Can be asked for once."""

    def close(self) -> None:
        """Let go of files."""
        return

    def __enter__(self) -> Corpus:
        """Return itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Let go of files."""
        self.close()


def check_name(value: Any, what: str, place: str) -> str:
    """Return the name of a system or segment as text, if it can stand in a line of output."""
    if isinstance(value, bool) or not isinstance(value, (str, int)):
        raise InputError(f"{place}: the {what} has to be text or a whole number, not {type(value).__name__}")
    name = value if isinstance(value, str) else f"{value}"
    if not name or (not name.isprintable() and re.search(_UNPRINTABLE, name)):
        raise InputError(f"{place}: the {what} {name!r} is empty or holds a tab, a line break or a control character")
    return name


def check_id(value: Any, what: str, place: str) -> SegmentId:
    """Return the id of a segment as it was given, text or a number, if it can stand in a line of output."""
    name = check_name(value, what, place)
    return value if isinstance(value, int) else name
