"""WMT-XML, the format of the WMT test sets from 2021 on: dataset / collection / doc / src, ref, hyp / p / seg.

Document types, entity declarations and external entities are refused: a test set needs none, and they can make a small file
grow without bound or fetch others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn
from xml.parsers import expat

from bolide.errors import InputError
from bolide.files.boundary import reading
from bolide.files.corpus import Source
from bolide.files.keyed import Collection, KeyedCorpus
from bolide.files.plain import LineFile

__all__ = ["read_wmt_xml"]

_SIDES = {"src", "ref", "hyp"}


def read_wmt_xml(sources: Sequence[Source]) -> KeyedCorpus:
    """Return the segments with references, in their order; documents of several files are joined by their ids."""
    collection = Collection()
    for source in sources:
        with LineFile(source.path) as file:
            _Reader(file, collection).read()
    return collection.corpus(", ".join(source.path for source in sources))


class _Reader:
    """Follows the elements of one file."""

    def __init__(self, file: LineFile, collection: Collection) -> None:
        self._file = file
        self._collection = collection
        self._parser = expat.ParserCreate()
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._characters
        for handler in ("StartDoctypeDecl", "EntityDecl", "UnparsedEntityDecl", "ExternalEntityRef", "SkippedEntity"):
            setattr(self._parser, f"{handler}Handler", self._refuse)
        self._begun = False
        self._document: str | None = None
        self._side: str | None = None
        self._name: str | None = None
        self._segment: str | None = None
        self._text: list[str] = []

    def read(self) -> None:
        """Read the file to its end."""
        with reading(self._place, InputError, "is not well-formed XML"):
            for block in self._file.blocks(as_is=True):  # XML says itself how it is encoded.
                self._parser.Parse(block, False)
            self._parser.Parse(b"", True)

    def _place(self) -> str:
        return f"{self._file.name}:{self._parser.CurrentLineNumber}"

    def _refuse(self, *_: object) -> NoReturn:
        raise InputError(
            f"{self._place()}: document types and entities are refused: remove the DOCTYPE, and write the characters themselves"
        )

    def _start(self, element: str, attributes: dict[str, str]) -> None:
        if not self._begun and element != "dataset":
            raise InputError(f"{self._place()}: WMT-XML begins with <dataset>, not <{element}>")
        if self._segment is not None:
            raise InputError(f"{self._place()}: <{element}> inside a <seg>: write &lt; where the text has a <")
        self._begun = True
        if element == "doc":
            self._document = self._attribute(element, attributes, "id")
        elif element in _SIDES:
            self._side = element
            self._name = attributes.get("translator") if element == "ref" else None
            if element == "hyp":
                self._name = self._attribute(element, attributes, "system")
        elif element == "seg" and self._side is not None:
            self._segment = self._attribute(element, attributes, "id")
            self._text = []

    def _attribute(self, element: str, attributes: dict[str, str], name: str) -> str:
        if not attributes.get(name):
            raise InputError(f"{self._place()}: <{element}> needs the attribute {name}")
        return attributes[name]

    def _characters(self, text: str) -> None:
        if self._segment is not None:
            self._text.append(text)

    def _end(self, element: str) -> None:
        if element in _SIDES:
            self._side = None
        elif element == "doc":
            self._document = None
        elif element == "seg" and self._segment is not None:
            self._add("".join(self._text).strip())
            self._segment = None

    def _add(self, text: str) -> None:
        if self._document is None:
            raise InputError(f"{self._place()}: <seg> outside a <doc>")
        key = f"{self._document}:{self._segment}"
        if self._side == "ref":
            self._collection.add_reference(key, text, name=self._name, place=self._place())
        elif self._side == "hyp" and self._name is not None:
            self._collection.add_hypothesis(self._name, key, text, place=self._place())
