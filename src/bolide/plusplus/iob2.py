"""Tagged text as IOB2: a token, a tab and its tag on each line, an empty line after each segment."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from bolide.errors import InputError
from bolide.files.plain import LineFile

__all__ = ["OUTSIDE", "Tagged", "check_types", "join_handles", "read_iob2", "to_iob2"]

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
