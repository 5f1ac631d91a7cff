"""COCO captions, WMT-XML and NIST SGML: texts joined by a segment id, from any file and in any order."""

import json
import re
from bisect import bisect
from collections.abc import Iterator, Mapping, Sequence
from typing import NoReturn
from xml.etree import ElementTree as ET

from bolide.errors import InputError
from bolide.files.boundary import reading
from bolide.files.corpus import SegmentId, Source, TextCorpus, check_id, check_name
from bolide.files.plain import LineFile


class Collection:
    """Gathers references and hypotheses by segment id, then makes a corpus of them."""

    def __init__(self) -> None:
        self._references: dict[str, dict[str, str]] = {}
        self._hypotheses: dict[str, dict[str, str]] = {}
        self._ids: dict[str, SegmentId] = {}  # As first given.

    def add_reference(self, segment: SegmentId, text: str, *, name: str | None, place: str) -> None:
        """Add a reference to a segment; the references of one segment have different names or none."""
        texts = self._references.setdefault(self._key(segment, place), {})
        name = f"{len(texts) + 1}" if name is None else name
        if name in texts:
            raise InputError(f"{place}: segment {segment} has a second reference by {name}: only one is allowed")
        texts[name] = text

    def add_hypothesis(self, system: str, segment: SegmentId, text: str, *, place: str) -> None:
        """Add the hypothesis of a system for a segment."""
        texts = self._hypotheses.setdefault(check_name(system, "name of a system", place), {})
        if (key := self._key(segment, place)) in texts:
            raise InputError(
                f"{place}: system {system} has a second hypothesis for segment {segment}: only one is allowed"
            )
        texts[key] = text

    def _key(self, segment: SegmentId, place: str) -> str:
        """Return the key of a segment: the number 7 and the text "7" are the same."""
        key = check_name(segment, "segment id", place)
        self._ids.setdefault(key, segment)
        return key

    def corpus(self, files: str, *, answered_only: bool = False) -> TextCorpus:
        """Return the corpus, with segments in the order of the references; errors name `files`.

        With `answered_only`, segments without any hypothesis are left out, and the order is that of the hypotheses.
        """
        if not self._hypotheses:
            raise InputError(f"{files}: there are no hypotheses: name a file that has them too")
        if not self._references:
            raise InputError(f"{files}: there are no references: name a file that has them too")
        answered = dict.fromkeys(key for texts in self._hypotheses.values() for key in texts if key in self._references)
        order = list(answered if answered_only else self._references)
        for system, texts in self._hypotheses.items():
            self._check(system, texts, order)
        left_out = len(self._references) - len(order)
        note = f"{left_out} segments have references and no hypothesis; they are left out" if left_out else None
        texts_by_system = {name: [texts[key] for key in order] for name, texts in self._hypotheses.items()}
        references = [list(self._references[key].values()) for key in order]
        return TextCorpus(texts_by_system, references, [self._ids[key] for key in order], note)

    def _check(self, system: str, texts: Mapping[str, str], order: Sequence[str]) -> None:
        """Raise `InputError` unless a system has exactly the scored segments."""
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


def _read_coco(source: Source, collection: Collection) -> None:
    """Read annotations (an object with a list `annotations`) or results (a list)."""
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


def _captions(items: list[object], what: str) -> Iterator[tuple[str, SegmentId, str]]:
    """Yield place, image and caption of each item."""
    for number, item in enumerate(items):
        place = f"{what} {number}"
        if not isinstance(item, dict) or "image_id" not in item or not isinstance(item.get("caption"), str):
            raise InputError(f'{place}: expected an object with "image_id" and the text "caption"')
        yield place, check_id(item["image_id"], "image_id", place), item["caption"]


class _Tree(ET.TreeBuilder):
    """Builds the tree of a WMT-XML file. Refuses document types and entities: a test set needs none, and they can make a small file grow without limit or fetch others."""

    def doctype(self, *_: object) -> NoReturn:
        raise ValueError(
            "document types and entities are refused: remove the DOCTYPE, and write the characters themselves"
        )


def _read_wmt_xml(source: Source, collection: Collection) -> None:
    """Read the WMT test sets from 2021 on: dataset / collection / doc / src, ref, hyp / p / seg."""
    with LineFile(source.path) as file:
        name, parser = file.name, ET.XMLParser(target=_Tree())
        with reading(name, InputError, "is not WMT-XML"):
            for block in file.blocks(as_is=True):  # XML names its own encoding.
                parser.feed(block)
            root: ET.Element = parser.close()
    if root.tag != "dataset":
        raise InputError(f"{name}: WMT-XML begins with <dataset>, not <{root.tag}>")
    for document in root.iter("doc"):
        for side in document.iter():
            for segment in side.iter("seg") if side.tag in ("ref", "hyp") else ():
                key = f"{_attribute(document, 'id', name)}:{_attribute(segment, 'id', name)}"
                place, text = f"{name}, segment {key}", (segment.text or "").strip()
                if len(segment):
                    raise InputError(f"{place}: <{segment[0].tag}> inside a <seg>: write &lt; where the text has a <")
                if side.tag == "ref":
                    collection.add_reference(key, text, name=side.get("translator"), place=place)
                else:
                    collection.add_hypothesis(_attribute(side, "system", name), key, text, place=place)


def _attribute(element: ET.Element, attribute: str, place: str) -> str:
    value = element.get(attribute)
    if not value:
        raise InputError(f"{place}: <{element.tag}> needs the attribute {attribute}")
    return value


_OPENING = re.compile(r"<!--|<(/?)(srcset|refset|tstset|doc|seg|hl|p)(?=[\s/>])", re.IGNORECASE)
_REST = re.compile(r"""((?:"[^"<]*"|'[^'<]*'|[^'"<>])*)>""")
_ATTRIBUTE = re.compile(r"""([a-z_][\w.:-]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'/]+))""", re.IGNORECASE)
_CHARACTER = re.compile(r"&(?:(amp|lt|gt|quot|apos)|#([0-9]{1,7})|#[xX]([0-9a-fA-F]{1,6}));")
_NAMED = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
# The depth of each tag, and the error at another depth.
_DEPTHS = {"srcset": 0, "refset": 0, "tstset": 0, "doc": 1, "seg": 2}
_WRONG = (
    "a set cannot be inside another one: is a closing tag missing?",
    "a <doc> belongs in a set, not in another <doc>, and needs a docid",
    "a <seg> belongs in a <doc> and needs an id",
)


class _SgmlReader:
    """Reads proper NIST SGML: refset and tstset files with documents and segments.

    Strict about sets, documents and segments, lenient with the rest: an unknown tag inside a segment is its text. Nothing is fetched or
    expanded. `java_files.read_sgml` reads line by line like the jar.
    """

    def __init__(self, source: Source, collection: Collection) -> None:
        with LineFile(source.path) as file:
            self._text, self._name, self._path = file.text(), file.name, source.path
        self._collection = collection
        # Set, document, segment: tag, attributes, where the tag ends.
        self._open: list[tuple[str, dict[str, str], int]] = []
        self._ends = [end.start() for end in re.finditer("\n", self._text)]

    def read(self) -> None:
        """Read the file to its end."""
        position = 0
        while opening := _OPENING.search(self._text, position):
            if opening[2]:
                position = self._tag(opening)
            elif len(self._open) == 3:  # Inside a segment, a comment is text.
                position = opening.end()
            else:
                position = self._text.find("-->", opening.end()) + 3
                if position < 3:
                    raise self._error(opening.start(), "the comment does not end")
        if self._open:
            raise self._error(len(self._text), f"the file ends inside a <{self._open[0][0]}>: is it complete?")

    def _place(self, position: int) -> str:
        return f"{self._name}:{bisect(self._ends, position) + 1}"

    def _error(self, position: int, message: str) -> InputError:
        return InputError(f"{self._place(position)}: {message}")

    def _tag(self, opening: re.Match[str]) -> int:
        rest = _REST.match(self._text, opening.end())
        closing, tag, start = bool(opening[1]), opening[2].lower(), opening.start()
        if rest is None:
            raise self._error(start, f"the tag <{opening[1]}{tag} does not end: write &lt; where the text has a <")
        if len(self._open) == 3 and not (closing and tag == "seg"):
            raise self._error(start, f"<{opening[1]}{tag}> inside a segment: is a </seg> missing?")
        if tag in _DEPTHS and closing:
            if not self._open or self._open[-1][0] != tag:
                raise self._error(start, f"</{tag}> does not close the open tag")
            if tag == "seg":
                self._add(start)
            self._open.pop()
        elif tag in _DEPTHS:
            attributes = {name.lower(): _unescape(a or b or c) for name, a, b, c in _ATTRIBUTE.findall(rest[1])}
            needed = {"doc": "docid", "seg": "id"}.get(tag)
            if len(self._open) != _DEPTHS[tag] or (needed and not attributes.get(needed)):
                raise self._error(start, _WRONG[_DEPTHS[tag]])
            self._open.append((tag, attributes, rest.end()))
        return rest.end()

    def _add(self, end: int) -> None:
        (kind, attributes, _), (_, document, _), (_, segment, begin) = self._open
        key, named, place = f"{document['docid']}:{segment['id']}", attributes | document, self._place(end)
        text = _unescape(self._text[begin:end]).strip()
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


_READERS = {"coco": _read_coco, "wmt-xml": _read_wmt_xml, "sgml": lambda *given: _SgmlReader(*given).read()}


def read_keyed(form: str, sources: Sequence[Source]) -> TextCorpus:
    """Return the segments with references, in their order; for COCO, the images with results."""
    collection = Collection()
    for source in sources:
        _READERS[form](source, collection)
    return collection.corpus(", ".join(source.path for source in sources), answered_only=form == "coco")
