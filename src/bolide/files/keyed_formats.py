"""COCO captions, WMT-XML and NIST SGML: texts that find each other by a segment id, whatever file and order they come in."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NoReturn
from xml.parsers import expat

from bolide.errors import InputError
from bolide.files.boundary import reading
from bolide.files.corpus import SegmentId, Source, TextCorpus, check_id, check_name
from bolide.files.plain import LineFile


class Collection:
    """Gathers references and hypotheses by segment id, then makes a corpus of them."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._references: dict[str, dict[str, str]] = {}
        self._hypotheses: dict[str, dict[str, str]] = {}
        self._ids: dict[str, SegmentId] = {}  # As they were given first.

    def add_reference(self, segment: SegmentId, text: str, *, name: str | None, place: str) -> None:
        """Add a reference to a segment; those of one segment have different names, or none at all."""
        texts = self._references.setdefault(self._key(segment, place), {})
        name = f"{len(texts) + 1}" if name is None else name
        if name in texts:
            raise InputError(f"{place}: segment {segment} has a second reference by {name}: each may occur only once")
        texts[name] = text

    def add_hypothesis(self, system: str, segment: SegmentId, text: str, *, place: str) -> None:
        """Add what a system says for a segment."""
        texts = self._hypotheses.setdefault(check_name(system, "name of a system", place), {})
        if (key := self._key(segment, place)) in texts:
            raise InputError(
                f"{place}: system {system} has a second hypothesis for segment {segment}: each may occur only once"
            )
        texts[key] = text

    def _key(self, segment: SegmentId, place: str) -> str:
        """Return what a segment is known by: the number 7 and the text "7" are the same."""
        key = check_name(segment, "segment id", place)
        self._ids.setdefault(key, segment)
        return key

    def corpus(self, files: str, *, answered_only: bool = False) -> TextCorpus:
        """Return the corpus, segments in the order of the references; `files` says where they come from.

        With `answered_only`, segments without any hypothesis are left out, and the first system gives the order.
        """
        if not self._hypotheses:
            raise InputError(f"{files}: there are no hypotheses: name a file that has them too")
        if not self._references:
            raise InputError(f"{files}: there are no references: name a file that has them too")
        first = next(iter(self._hypotheses.values()))
        order = [key for key in first if key in self._references] if answered_only else list(self._references)
        for system, texts in self._hypotheses.items():
            self._check(system, texts, order)
        left_out = len(self._references) - len(order)
        note = f"{left_out} segments have references and no hypothesis; they are left out" if left_out else None
        texts_by_system = {name: [texts[key] for key in order] for name, texts in self._hypotheses.items()}
        references = [list(self._references[key].values()) for key in order]
        return TextCorpus(texts_by_system, references, [self._ids[key] for key in order], note)

    def _check(self, system: str, texts: Mapping[str, str], order: Sequence[str]) -> None:
        """Raise `InputError` unless a system has just the segments that are scored."""
        without = [segment for segment in texts if segment not in self._references]
        if without:
            raise InputError(
                f"system {system} has {len(without)} segments without a reference, the first is {without[0]}: "
                "add the references, or leave these segments out"
            )
        missing = [segment for segment in order if segment not in texts]
        if missing:
            raise InputError(
                f"system {system} has no hypothesis for {len(missing)} of {len(order)} segments, the first is {missing[0]}: "
                "every system needs the same segments (an empty hypothesis is one too)"
            )
        if len(texts) != len(order):
            known = set(order)
            more = next(segment for segment in texts if segment not in known)
            raise InputError(
                f"system {system} has {len(texts)} segments and the first system {len(order)}, without {more}: "
                "every system needs the same segments"
            )


def _read_coco(source: Source, collection: Collection) -> None:
    """Read annotations, which are an object with a list `annotations`, or results, which are a list."""
    with LineFile(source.path) as file, reading(file.name, InputError, "is not JSON"):
        name, document = file.name, json.loads(file.text())
    if isinstance(document, dict) and isinstance(document.get("annotations"), list):
        if source.name is not None:
            raise InputError(f"{name}: these are annotations, not the results of system {source.name}")
        for place, image, caption in _captions(document["annotations"], f"{name}, annotation"):
            collection.add_reference(image, caption, name=None, place=place)
    elif isinstance(document, list):
        if not document:
            raise InputError(f"{name}: there are no results in the list")
        for place, image, caption in _captions(document, f"{name}, result"):
            collection.add_hypothesis(source.name or source.path, image, caption, place=place)
    else:
        raise InputError(
            f"{name}: this is neither COCO annotations (an object with the list 'annotations') nor results "
            "(a list); for an object on each line, give --input jsonl"
        )


def _captions(items: list[Any], what: str) -> Iterator[tuple[str, SegmentId, str]]:
    """Yield place, image and caption of each item."""
    for number, item in enumerate(items):
        place = f"{what} {number}"
        if not isinstance(item, dict) or "image_id" not in item or not isinstance(item.get("caption"), str):
            raise InputError(f'{place}: an object with "image_id" and the text "caption" is needed')
        yield place, check_id(item["image_id"], "image_id", place), item["caption"]


_SIDES = {"src", "ref", "hyp"}


def _read_wmt_xml(source: Source, collection: Collection) -> None:
    with LineFile(source.path) as file:
        _XmlReader(file, collection).read()


class _XmlReader:
    """Follows the elements of a WMT-XML file (the WMT test sets from 2021 on): dataset / collection / doc / src, ref, hyp / p / seg.

    Document types, entity declarations and external entities are refused: a test set needs none, and they can make a small file
    grow without bound or fetch others.
    """

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


_OPENING = re.compile(r"<!--|<(/?)(srcset|refset|tstset|doc|seg|hl|p)(?=[\s/>])", re.IGNORECASE)
_REST = re.compile(r"""((?:"[^"<]*"|'[^'<]*'|[^'"<>])*)>""")
_ATTRIBUTE = re.compile(r"""([a-z_][\w.:-]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'/]+))""", re.IGNORECASE)
_CHARACTER = re.compile(r"&(?:(amp|lt|gt|quot|apos)|#([0-9]{1,7})|#[xX]([0-9a-fA-F]{1,6}));")
_NAMED = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}


def _read_nist_sgml(source: Source, collection: Collection) -> None:
    with LineFile(source.path) as file:
        _SgmlReader(file.text(), file.name, source.path, collection).read()


class _SgmlReader:
    """Follows the tags of NIST SGML as it should be: refset and tstset files with documents and segments.

    Strict about what it knows (sets, documents, segments) and patient with the rest: an unknown tag inside a segment is its text.
    Nothing is ever fetched or expanded. The reader that does what the jar does, line by line, is another one.
    """

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


_READERS = {"coco": _read_coco, "wmt-xml": _read_wmt_xml, "sgml": _read_nist_sgml}


def read_keyed(form: str, sources: Sequence[Source]) -> TextCorpus:
    """Return the segments that have references, in their order; of COCO's, the images that have results."""
    collection = Collection()
    for source in sources:
        _READERS[form](source, collection)
    return collection.corpus(", ".join(source.path for source in sources), answered_only=form == "coco")
