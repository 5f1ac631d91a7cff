"""NIST's SGML as the jar reads it: line by line, by the look of a few tags, not by a grammar.

Text is a chain of dictionaries: set, system (or reference), document, segment.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from bolide.errors import InputError

__all__ = ["Documents", "Systems", "read_sgml"]

Documents: TypeAlias = dict[str, dict[str, str]]
Systems: TypeAlias = dict[str, Documents]

_SET = re.compile(r"<\s*(?:tstset|refset)", re.IGNORECASE | re.ASCII)
_DOCUMENT = re.compile(r"<\s*doc", re.IGNORECASE | re.ASCII)
# A segment has no attribute but its id; another one hides it.
_SEGMENT = re.compile(r'<\s*seg\s+id\s*=\s*"?([^">]+)"?\s*>', re.IGNORECASE | re.ASCII)
_END = re.compile(r"<\s*/\s*seg\s*>", re.IGNORECASE | re.ASCII)
_BLANK = re.compile(r"\s", re.ASCII)
_ENTITIES = [
    (re.compile(f"&{name};", re.IGNORECASE), text)
    for name, text in (("quot", '"'), ("apos", "'"), ("lt", "<"), ("gt", ">"), ("amp", "&"))
]


def read_sgml(lines: Iterable[str]) -> dict[str, Systems]:
    """Return the sets of a file; `InputError` for a tag without its ids, or a segment that never ends."""
    reader = _Reader()
    rest = iter(lines)
    for line in rest:
        if _SET.search(line):
            reader.open_set(line)
        if _DOCUMENT.search(line):
            reader.open_document(line)
        if begin := _SEGMENT.search(line):
            reader.add(begin.group(1).strip(), _text(line, begin.end(), rest))
    return reader.sets


@dataclass(slots=True)
class _Reader:
    """What the reader has seen last: a tag that names no system goes on with the one before."""

    sets: dict[str, Systems] = field(default_factory=dict)
    systems: Systems | None = None
    documents: Documents | None = None
    segments: dict[str, str] | None = None

    def open_set(self, line: str) -> None:
        name = _attribute(line, "setid")
        if name is None:
            raise InputError(f"Set ID (setid) required in line: {line}")
        self.systems = self.sets.setdefault(name, {})
        self._open_system(line)

    def open_document(self, line: str) -> None:
        self._open_system(line)
        if self.documents is None:
            raise InputError(f"System ID (sysid or refid) must be specified in either Set or Doc header: {line}")
        name = _attribute(line, "docid")
        if name is None:
            raise InputError(f"Doc ID (docid) required in line: {line}")
        self.segments = self.documents.setdefault(name, {})

    def _open_system(self, line: str) -> None:
        name = _attribute(line, "sysid") or _attribute(line, "refid")
        if name is not None:
            if self.systems is None:
                raise InputError(f"a document outside of a set: {line}")
            self.documents = self.systems.setdefault(name, {})

    def add(self, name: str, text: str) -> None:
        if self.segments is None:
            raise InputError(f"segment {name} stands outside of a document")
        self.segments[name] = text


def _attribute(line: str, name: str) -> str | None:
    found = re.search(rf'{name}="([^"]+)"', line, re.IGNORECASE | re.ASCII)
    return found.group(1) if found else None


def _text(line: str, begin: int, rest: Iterator[str]) -> str:
    """Return the text of a segment that begins in a line, and ends in it or a later one.

    Parity: lines are joined without a blank, and the last end in the joined line counts.
    """
    while not _END.search(line, begin):
        following = next(rest, None)
        if following is None:
            # Differs: the jar reads for ever.
            raise InputError(f"a segment has no end: {line[:80]}")
        line += following
    end = max(match.start() for match in _END.finditer(line, begin))
    text = _BLANK.sub(" ", line[begin:end]).strip("".join(map(chr, range(0x21))))
    for pattern, character in _ENTITIES:
        text = pattern.sub(character, text)
    return text
