"""Recognisers of named entities: the model that ships, the user's, or a pipeline of spaCy.

The one that ships is a conditional random field, trained by python-crfsuite and run by the core. A model is one ZIP file with the
weights as CRFsuite stores them (`model.crf`), the features that have a weight (`features.txt`), the gazetteer (`gazetteer.tsv`) and
its origin (`about.json`).
"""

from __future__ import annotations

import hashlib
import json
import zipfile
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from bolide import _core
from bolide.errors import ConfigurationError, InputError, MissingResourceError
from bolide.files.boundary import check_shape, reading

OUTSIDE = "O"


class Recogniser(ABC):
    """Finds the tokens that are part of an entity. `identity`, for the signature, determines its results."""

    identity: str

    @abstractmethod
    def types(self, segments: Sequence[Sequence[str]], *, sure: bool = True) -> list[list[str]]:
        """Return the type of each token of each segment; O outside of entities. Without `sure`, doubtful entities count, too."""

    def marks(
        self, tokeniser: _core.Tokeniser, segments: Sequence[str | Sequence[str]], tokenised: bool
    ) -> Iterable[bytes]:
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

    def marks(
        self, tokeniser: _core.Tokeniser, segments: Sequence[str | Sequence[str]], tokenised: bool
    ) -> list[bytes]:
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
