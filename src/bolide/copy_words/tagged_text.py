"""Text with tags of entities: IOB2 files (a token, a tab and its tag on each line, an empty line after each segment), and how well tags agree."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from bolide.errors import InputError
from bolide.files.plain import LineFile

OUTSIDE = "O"
_TAG = re.compile(r"[BI]-[^\s-][^\s]*")
_HANDLES = ("@", "#")


@dataclass(frozen=True, slots=True, kw_only=True)
class Tagged:
    """A segment with the type of entity that each token is part of: PER, LOC, ORG, MISC or O."""

    tokens: tuple[str, ...]
    types: tuple[str, ...]


def read_iob2(path: str) -> Iterator[Tagged]:
    """Yield the segments of a file, gzip or not, `-` for standard input; `InputError` names the line that is wrong."""
    tokens: list[str] = []
    types: list[str] = []
    with LineFile(path) as file:
        for number, line in file.numbered():
            if line:
                token, separator, tag = line.partition("\t")
                if not separator or not token or (tag != OUTSIDE and not _TAG.fullmatch(tag)):
                    raise InputError(f"{file.name}:{number}: a token, a tab and a tag such as B-PER or O, not {line!r}")
                tokens.append(token)
                types.append(tag.partition("-")[2] or OUTSIDE)
            elif tokens:
                yield Tagged(tokens=tuple(tokens), types=tuple(types))
                tokens, types = [], []
    if tokens:
        yield Tagged(tokens=tuple(tokens), types=tuple(types))


def join_handles(segment: Tagged) -> Tagged:
    """Join a lone `@` or `#` with the token after it, outside of any entity: corpora differ in whether a handle is a name.

    >>> join_handles(Tagged(tokens=("@", "mike", "in", "Rome"), types=("PER", "PER", "O", "LOC"))).tokens
    ('@mike', 'in', 'Rome')
    """
    tokens: list[str] = []
    types: list[str] = []
    for token, kind in zip(segment.tokens, segment.types, strict=True):
        if tokens and tokens[-1] in _HANDLES:
            tokens[-1] += token
            types[-1] = OUTSIDE
        else:
            tokens.append(token)
            types.append(kind)
    return Tagged(tokens=tuple(tokens), types=tuple(types))


def to_iob2(types: Iterable[str]) -> list[str]:
    """Return IOB2 tags for types; neighbours of one type are one entity.

    >>> to_iob2(["PER", "PER", "O", "LOC"])
    ['B-PER', 'I-PER', 'O', 'B-LOC']
    """
    tags: list[str] = []
    last = OUTSIDE
    for kind in types:
        tags.append(OUTSIDE if kind == OUTSIDE else f"{'I' if kind == last else 'B'}-{kind}")
        last = kind
    return tags


def check_types(segments: Sequence[Tagged], path: str) -> None:
    """Refuse a file without any entity: nothing can be learnt from it, nor measured on it."""
    if not any(kind != OUTSIDE for segment in segments for kind in segment.types):
        raise InputError(f"{path}: there is no entity in it: is it a file of tagged text?")


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
