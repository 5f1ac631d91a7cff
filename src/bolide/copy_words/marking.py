"""Copy words in their context: recognisers of named entities, addresses, and marks of both for the core.

A recogniser is the model that ships, the user's, or a pipeline of spaCy. The one that ships is a conditional random field, trained by
python-crfsuite and run by the core. A model is one ZIP file with the weights as CRFsuite stores them (`model.crf`), the features that
have a weight (`features.txt`), the gazetteer (`gazetteer.tsv`) and its origin (`about.json`). Words that always are copy words come
from a list.
"""

from __future__ import annotations

import hashlib
import json
import re
import zipfile
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from bolide import _core
from bolide.data import read_lines
from bolide.errors import ConfigurationError, InputError, MissingResourceError
from bolide.files.boundary import check_shape, reading

OUTSIDE = "O"
Segment = str | Sequence[str]  # text, or its tokens


class Recogniser(ABC):
    """Finds the tokens that are part of an entity. `identity`, for the signature, determines its results."""

    identity: str

    @abstractmethod
    def types(self, segments: Sequence[Sequence[str]], *, sure: bool = True) -> list[list[str]]:
        """Return the type of each token of each segment; O outside of entities. Without `sure`, doubtful entities count, too."""

    def marks(self, tokeniser: _core.Tokeniser, segments: Sequence[Segment], tokenised: bool) -> Iterable[bytes]:
        """Return a byte for each token, 1 for one of an entity; commas and the like inside a name are not copy words."""
        lists = [list(segment) if tokenised else tokeniser.tokenise(str(segment)) for segment in segments]
        # Doubtful names count, too: on judged data they help rather than hurt (docs/design/decisions.md).
        for tokens, types in zip(lists, self.types(lists, sure=False), strict=True):
            yield bytes(kind != OUTSIDE and token[0].isalnum() for token, kind in zip(tokens, types, strict=True))


_VAGUE = "MISC"
PARTS = ("model.crf", "features.txt", "gazetteer.tsv", "about.json")


class CrfRecogniser(Recogniser):
    """Tags tokens with the types of entities, by a model file. Safe to share between threads."""

    def __init__(self, path: Path) -> None:
        with reading(path, InputError, "is not a model of entities", "; make one with: bolide entities train"):
            with zipfile.ZipFile(path) as archive:
                weights, features, gazetteer, about = (archive.read(part) for part in PARTS)
            self.about: dict[str, Any] = json.loads(about)
            check_shape(self.about, {"sure_misc?": float})
            self._core = _core.EntityModel(weights, gazetteer.decode())
        self._sure_misc = float(self.about.get("sure_misc", 0.0))
        # The metric does not use `sure_misc`, so it is not part of the name.
        self.identity = f"crf-{hashlib.sha256(weights + features + gazetteer).hexdigest()[:12]}"

    def types(self, segments: Sequence[Sequence[str]], *, sure: bool = True) -> list[list[str]]:
        """Return the type of each token of each segment: PER, LOC, ORG, MISC or O.

        MISC, which corpora agree on least, must be likely if `sure`, not only likelier than O.
        """
        return self._core.types(segments, _VAGUE if sure and self._sure_misc else "", 1 - self._sure_misc)

    def marks(self, tokeniser: _core.Tokeniser, segments: Sequence[Segment], tokenised: bool) -> list[bytes]:
        """Return a byte for each token, 1 for one of an entity, sure or not."""
        return self._core.marks(tokeniser, segments, tokenised)


DEFAULT = "crf"
SHIPPED = {"en": "english.entities"}


def find_recogniser(name: str, code: str) -> Recogniser:
    """Return a recogniser by its name, for a language; an error says that there is none, or what to install."""
    kind, _, detail = name.partition(":")
    if kind == "crf":
        if not detail and code not in SHIPPED:
            raise ConfigurationError(
                f"no recogniser of entities ships for the language {code}: train one (bolide entities train) and name it "
                "as crf:FILE, use spacy:MODEL, or leave entities out of copy_from"
            )
        return CrfRecogniser(Path(detail) if detail else Path(__file__).parent / SHIPPED[code])
    if kind == "spacy" and detail:
        return SpacyRecogniser(detail)
    raise ConfigurationError(f"unknown recogniser {name!r}: choose one of crf, crf:FILE or spacy:MODEL")


class SpacyRecogniser(Recogniser):
    """Finds entities by the user's spaCy pipeline."""

    def __init__(self, model: str) -> None:
        try:
            import spacy
        except ImportError as error:
            raise MissingResourceError("the recogniser spacy needs spaCy: pip install spacy") from error
        try:
            self._pipeline: Any = spacy.load(model)
        except OSError as error:
            raise MissingResourceError(f"spaCy has no model {model!r}: python -m spacy download {model}") from error
        if not {"ner", "entity_ruler"} & set(self._pipeline.pipe_names):
            raise ConfigurationError(
                f"the spaCy model {model!r} recognises no entities: choose one with the part 'ner'"
            )
        meta = self._pipeline.meta
        self.identity = f"spacy-{meta['lang']}_{meta['name']}-{meta['version']}"

    def types(self, segments: Sequence[Sequence[str]], *, sure: bool = True) -> list[list[str]]:
        """Return the type of each token by spaCy's labels, which are never doubtful."""
        from spacy.tokens import Doc

        del sure
        documents = self._pipeline.pipe(Doc(self._pipeline.vocab, words=list(tokens)) for tokens in segments)
        return [[token.ent_type_ or OUTSIDE for token in document] for document in documents]


def to_iob2(types: Iterable[str]) -> list[str]:
    """Return IOB2 tags for types; adjacent tokens of one type are one entity.

    >>> to_iob2(["PER", "PER", "O", "LOC"])
    ['B-PER', 'I-PER', 'O', 'B-LOC']
    """
    pairs = pairwise((OUTSIDE, *types))
    return [OUTSIDE if kind == OUTSIDE else f"{'I' if kind == last else 'B'}-{kind}" for last, kind in pairs]


# Every segment with an address contains one of these, before and after tokenising; other segments are skipped.
_ENDINGS = r"\.(?:com|org|net|edu|gov|info|io|eu|uk|de|fr|ru|cz|fi|tr|ro|lv|in|cn|jp)"
_MAYBE = re.compile(rf"@|://|www\.|{_ENDINGS}", re.IGNORECASE)
_HINT = re.compile(rf"@|://|www\.|{_ENDINGS}\b", re.IGNORECASE)
_WHOLE = re.compile(
    rf"(?:[a-z][a-z0-9+.-]*://|www\.)\S+|\S+@\S+\.\S+|[a-z0-9-]+(?:\.[a-z0-9-]+)*{_ENDINGS}(?:/\S*)?", re.IGNORECASE
)
_SCHEMES = ("http", "https", "ftp")
_PATH = re.compile(r"[\w.%~+-]+|[/?=&#:_]")


def address_tokens(tokens: Sequence[str]) -> bytes:
    """Return a mark for each token that is an address or, after splitting by the normaliser, part of one.

    >>> tokens = "see http : / / www.example.com / a or ask john.smith @ example".split()
    >>> [token for token, mark in zip(tokens, address_tokens(tokens)) if mark]
    ['http', 'www.example.com', 'a', 'john.smith', 'example']
    """
    marks = bytearray(len(tokens))
    inside = False
    for i, token in enumerate(tokens):
        begins = token.lower() in _SCHEMES and list(tokens[i + 1 : i + 4]) == [":", "/", "/"]
        is_whole = _WHOLE.fullmatch(token) is not None
        is_mail = (
            "@" in (tokens[i - 1] if i else "", tokens[i + 1] if i + 1 < len(tokens) else "") and token[0].isalnum()
        )
        inside = begins or is_whole or (inside and _continues(tokens, i))
        marks[i] = (inside and token[0].isalnum()) or is_mail
    return bytes(marks)


def _continues(tokens: Sequence[str], i: int) -> bool:
    """Whether a token continues the address before it: marks of a path do, and words after them."""
    token = tokens[i]
    if len(token) == 1 and token in "/?=&#:":
        return True
    return tokens[i - 1] in ("/", "?", "=", "&", "#") and _PATH.fullmatch(token) is not None


# Sources that are lists in the package, with their displayed names.
LISTS = {"dates": "names of days and months", "learned": "learned copy words"}
_MOST_SEGMENTS = 1 << 16


class Marker:
    """Marks entities and addresses in segments as the metric tokenises them, before lower-casing."""

    def __init__(self, tokens: _core.Tokeniser, recogniser: Recogniser | None, *, has_addresses: bool) -> None:
        self._tokeniser = tokens
        self._recogniser = recogniser
        self._has_addresses = has_addresses
        self._seen: dict[Segment, bytes] = {}  # References recur with every system.

    def marks(self, segments: Sequence[Segment], *, tokenised: bool) -> tuple[bytes, ...]:
        """Return a byte for each token of each segment, 1 for a copy word."""
        new = [segment for segment in dict.fromkeys(segments) if segment not in self._seen]
        if len(self._seen) + len(new) > _MOST_SEGMENTS:
            self._seen = {}
            new = list(dict.fromkeys(segments))
        seen = self._seen  # Another thread may replace the attribute.
        seen.update(zip(new, self._mark(new, tokenised), strict=True))
        return tuple(map(seen.__getitem__, segments))

    def _mark(self, segments: list[Segment], tokenised: bool) -> Iterable[bytes]:
        """Return the marks of each segment; empty if none of its tokens has one."""
        found: Iterable[bytes] = [b""] * len(segments)
        if self._recogniser:
            found = self._recogniser.marks(self._tokeniser, segments, tokenised)
        if not self._has_addresses:
            return found
        return (self._add_addresses(segment, marks) for segment, marks in zip(segments, found, strict=True))

    def _add_addresses(self, segment: Segment, marks: bytes) -> bytes:
        """Return the marks of a segment with those of its addresses."""
        if not _MAYBE.search(segment if isinstance(segment, str) else " ".join(segment)):
            return marks
        tokens = self._tokeniser.tokenise(segment) if isinstance(segment, str) else segment
        if not _HINT.search(" ".join(tokens)):
            return marks
        return bytes(map(max, marks or bytes(len(tokens)), address_tokens(tokens)))


def listed_words(source: str, code: str) -> tuple[str, ...]:
    """Return the words of a source that is a list, in a language; `ConfigurationError` if there are none."""
    if code != "en":
        raise ConfigurationError(
            f"there are no {LISTS[source]} for the language {code}: leave {source} out of copy_from"
        )
    return read_lines(f"copy_words/{source}/english.txt")
