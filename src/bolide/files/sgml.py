"""NIST's SGML as the jar reads it: line by line, by the look of a few tags, not by a grammar.

Text is a chain of dictionaries: set, system (or reference), document, segment.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from bolide.errors import InputError
from bolide.files.java_lines import java_trim

__all__ = ["Documents", "Systems", "read_sgml"]

Documents: TypeAlias = dict[str, dict[str, str]]
Systems: TypeAlias = dict[str, Documents]

_FLAGS = re.IGNORECASE | re.ASCII
_SET = re.compile(r"<\s*(?:tst|ref)set", _FLAGS)
_DOCUMENT = re.compile(r"<\s*doc", _FLAGS)
# A segment has no attribute but its id; another one hides it. What is looked ahead for keeps blanks from being tried in turn.
_SEGMENT = re.compile(r'<\s*seg\s*id\s*=(\s*)(?!\s)"?([^">]*)(?=[">])("?)\s*>', _FLAGS)
_BEGIN = re.compile(r"<\s*seg", _FLAGS)
_END = re.compile(r"<\s*/seg\s*>", _FLAGS)
# Ends of lines to Java's patterns, which no text goes across; the others were read as ends of lines before.
_BREAK = re.compile("[\u0085\u2028\u2029]")
_BLANK = re.compile(r"\s", re.ASCII)
_ENTITIES = [
    (re.compile(f"&{name};", re.IGNORECASE), text)
    for name, text in (("quot", '"'), ("apos", "'"), ("lt", "<"), ("gt", ">"), ("amp", "&"))
]


def read_sgml(lines: Iterable[str]) -> dict[str, Systems]:
    """Return the sets of a file; `InputError` for a tag without its ids, or a segment without its end."""
    reader = _Reader()
    rest = iter(lines)
    for line in rest:
        if _SET.search(line):
            reader.open_set(line)
        if _DOCUMENT.search(line):
            reader.open_document(line)
        name = _segment_id(line)
        if name is not None:
            reader.add(name, _text(_whole(line, rest)))
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
        name = _attribute(line, "(?:sys|ref)id")
        if name is not None:
            if self.systems is None:
                raise InputError(f"a document outside a set: {line}")
            self.documents = self.systems.setdefault(name, {})

    def add(self, name: str, text: str) -> None:
        if self.segments is None:
            raise InputError(f"segment {name} is outside a document")
        self.segments[name] = text


def _attribute(line: str, name: str) -> str | None:
    found = re.search(rf'{name}\s*=\s*"([^"]+)"', line, _FLAGS)
    return found.group(1) if found else None


def _segment_id(line: str) -> str | None:
    """Return the id of the first segment that begins in a line.

    Parity: blanks are part of it, but for those at the end where no quote follows; a blank alone will do.
    """
    for found in _SEGMENT.finditer(line):
        blanks, name, quote = found.groups()
        if name:
            return name if quote else name.rstrip(" \t\n\v\f\r") or name[0]
        if blanks and not quote:
            return blanks[-1]
    return None


def _whole(line: str, rest: Iterator[str]) -> str:
    """Return a line with those after it up to the first that ends a segment.

    Parity: lines are joined without a blank. An end that stands before the segment counts, too.
    """
    at = 0
    while not _END.search(line, at):
        following = next(rest, None)
        if following is None:
            # Differs: the jar reads for ever.
            raise InputError(f"a segment has no end: {line[:80]}")
        begun = line.rfind("<", at)  # An end may have been begun there; before it there is none.
        at = len(line) if begun < 0 or ">" in line[begun:] else begun
        line += following
    return line


def _text(line: str) -> str:
    """Return the text between the first tag that looks like a segment's and the last end.

    Parity: whatever begins with `seg` looks like it. Where an end of a line to Java's patterns stands between the two,
    there is no segment, and the jar stops.
    """
    for part in _BREAK.split(_BLANK.sub(" ", line)):
        begin, ends = _BEGIN.search(part), list(_END.finditer(part))
        text_begins = part.find(">", begin.end()) + 1 if begin else 0
        if ends and 0 < text_begins <= ends[-1].start():
            text = java_trim(part[text_begins : ends[-1].start()])
            for pattern, character in _ENTITIES:
                text = pattern.sub(character, text)
            return text
    raise InputError(f"Couldn't read segment from line: {line}")
