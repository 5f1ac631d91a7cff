"""NIST SGML as it should be: refset and tstset files with documents and segments, joined by their ids.

Strict about what it knows (sets, documents, segments) and patient with the rest: an unknown tag inside a segment is its text. Nothing
is ever fetched or expanded. The reader that does what the jar does, line by line, is another one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bolide.errors import InputError
from bolide.files.corpus import Source
from bolide.files.keyed import Collection, KeyedCorpus
from bolide.files.plain import LineFile

__all__ = ["read_nist_sgml"]

_OPENING = re.compile(r"<!--|<(/?)(srcset|refset|tstset|doc|seg|hl|p)(?=[\s/>])", re.IGNORECASE)
_REST = re.compile(r"""((?:"[^"<]*"|'[^'<]*'|[^'"<>])*)>""")
_ATTRIBUTE = re.compile(r"""([a-z_][\w.:-]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'/]+))""", re.IGNORECASE)
_CHARACTER = re.compile(r"&(?:(amp|lt|gt|quot|apos)|#([0-9]{1,7})|#[xX]([0-9a-fA-F]{1,6}));")
_NAMED = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}


def read_nist_sgml(sources: Sequence[Source]) -> KeyedCorpus:
    """Return the segments of the reference sets, in their order."""
    collection = Collection()
    for source in sources:
        with LineFile(source.path) as file:
            _Reader(file.text(), file.name, source.path, collection).read()
    return collection.corpus(", ".join(source.path for source in sources))


class _Reader:
    """Follows the tags of one file."""

    def __init__(self, text: str, name: str, path: str, collection: Collection) -> None:
        self._text = text
        self._name = name
        self._path = path
        self._collection = collection
        self._set: tuple[str, dict[str, str]] | None = None
        self._document: dict[str, str] | None = None
        self._segment: tuple[str, int] | None = None
        self._line, self._counted = 1, 0

    def read(self) -> None:
        """Read the file to its end."""
        position = 0
        while opening := _OPENING.search(self._text, position):
            position = self._comment(opening) if opening[2] is None else self._tag(opening)
        if self._set is not None:
            raise self._error(len(self._text), f"the file ends inside a <{self._set[0]}>: is it whole?")

    def _error(self, position: int, message: str) -> InputError:
        return InputError(f"{self._place(position)}: {message}")

    def _place(self, position: int) -> str:
        self._line += self._text.count("\n", self._counted, position)
        self._counted = position
        return f"{self._name}:{self._line}"

    def _comment(self, opening: re.Match[str]) -> int:
        """Skip a comment; inside a segment it is text."""
        if self._segment is not None:
            return opening.end()
        end = self._text.find("-->", opening.end())
        if end < 0:
            raise self._error(opening.start(), "the comment does not end")
        return end + 3

    def _tag(self, opening: re.Match[str]) -> int:
        rest = _REST.match(self._text, opening.end())
        closing, tag = bool(opening[1]), opening[2].lower()
        if rest is None:
            raise self._error(
                opening.start(), f"the tag <{opening[1]}{tag} does not end: write &lt; where the text has a <"
            )
        if self._segment is not None and not (closing and tag == "seg"):
            raise self._error(opening.start(), f"<{opening[1]}{tag}> inside a segment: is a </seg> missing?")
        attributes = {name.lower(): _unescape(a or b or c) for name, a, b, c in _ATTRIBUTE.findall(rest[1])}
        if closing:
            self._close(tag, opening.start())
        else:
            self._open(tag, attributes, opening.start(), rest.end())
        return rest.end()

    def _open(self, tag: str, attributes: dict[str, str], start: int, end: int) -> None:
        if tag.endswith("set"):
            if self._set is not None:
                raise self._error(start, f"<{tag}> inside a <{self._set[0]}>: is a closing tag missing?")
            self._set = tag, attributes
        elif tag == "doc":
            if self._set is None or self._document is not None or not attributes.get("docid"):
                raise self._error(start, "a <doc> belongs in a set, not in another <doc>, and needs a docid")
            self._document = attributes
        elif tag == "seg":
            if self._document is None or not attributes.get("id"):
                raise self._error(start, "a <seg> belongs in a <doc> and needs an id")
            self._segment = attributes["id"], end

    def _close(self, tag: str, start: int) -> None:
        if tag.endswith("set"):
            if self._set is None or self._set[0] != tag or self._document is not None:
                raise self._error(start, f"</{tag}> does not close what is open")
            self._set = None
        elif tag == "doc":
            if self._document is None:
                raise self._error(start, "</doc> without a <doc>")
            self._document = None
        elif tag == "seg":
            if self._segment is None:
                raise self._error(start, "</seg> without a <seg>")
            self._add(*self._segment, start)
            self._segment = None

    def _add(self, segment: str, begin: int, end: int) -> None:
        if self._set is None or self._document is None:
            return
        kind, attributes = self._set
        text = _unescape(self._text[begin:end]).strip()
        key, place = f"{self._document['docid']}:{segment}", self._place(end)
        named = attributes | self._document
        if kind == "refset":
            self._collection.add_reference(key, text, name=named.get("refid") or named.get("sysid") or "-", place=place)
        elif kind == "tstset":
            self._collection.add_hypothesis(named.get("sysid") or self._path, key, text, place=place)


def _unescape(text: str) -> str:
    """Replace the five named characters and those given by number; nothing else is an entity here."""
    return _CHARACTER.sub(_character, text) if "&" in text else text


def _character(match: re.Match[str]) -> str:
    if match[1]:
        return _NAMED[match[1]]
    number = int(match[2]) if match[2] else int(match[3], 16)
    return chr(number) if 0 < number < 0x110000 and not 0xD800 <= number < 0xE000 else match[0]
