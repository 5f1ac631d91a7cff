"""Which recogniser of named entities to use: the model that ships, one of the user's, spaCy or NLTK."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bolide.errors import ConfigurationError, MissingResourceError
from bolide.plusplus.crf import CrfRecogniser
from bolide.plusplus.iob2 import OUTSIDE
from bolide.plusplus.recogniser import Recogniser

__all__ = ["DEFAULT", "NltkRecogniser", "Recogniser", "SpacyRecogniser", "find_recogniser"]

DEFAULT = "crf"
SHIPPED = {"en": "english.entities"}
_FORMS = "crf, crf:FILE, spacy:MODEL or nltk"


def find_recogniser(name: str, code: str) -> Recogniser:
    """Return a recogniser by its name, for a language; an error says where there is none, or what is to be installed."""
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
    if kind == "nltk" and not detail:
        if code != "en":
            raise ConfigurationError(f"NLTK recognises the entities of English, not those of the language {code}")
        return NltkRecogniser()
    raise ConfigurationError(f"unknown recogniser {name!r}: choose one of {_FORMS}")


class SpacyRecogniser(Recogniser):
    """Entities by a spaCy pipeline of the user's."""

    def __init__(self, model: str) -> None:
        """Load a model by its name or folder."""
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

    def types(self, segments: Sequence[Sequence[str]], *, sure: bool = True) -> list[list[str]]:  # noqa: ARG002
        """Return the type of each token, by spaCy's labels, which know no doubt."""
        from spacy.tokens import Doc

        documents = self._pipeline.pipe(Doc(self._pipeline.vocab, words=list(tokens)) for tokens in segments)
        return [[token.ent_type_ or OUTSIDE for token in document] for document in documents]


class NltkRecogniser(Recogniser):
    """Entities as the paper had them: by NLTK's tagger and chunker, whose data the user installs."""

    def __init__(self) -> None:
        """Load NLTK and its data."""
        try:
            import nltk
        except ImportError as error:
            raise MissingResourceError("the recogniser nltk needs NLTK: pip install nltk") from error
        self._nltk = nltk
        self.identity = f"nltk-{nltk.__version__}"
        self.types([["Rome"]])  # Fails here, not in the middle of a corpus, where data is missing.

    def types(self, segments: Sequence[Sequence[str]], *, sure: bool = True) -> list[list[str]]:  # noqa: ARG002
        """Return the type of each token, by NLTK's labels, which know no doubt."""
        try:
            trees = self._nltk.ne_chunk_sents(self._nltk.pos_tag_sents([list(tokens) for tokens in segments]))
            return [_chunk_types(tree) for tree in trees]
        except LookupError as error:
            raise MissingResourceError(
                "NLTK's data is missing: python -m nltk.downloader averaged_perceptron_tagger_eng maxent_ne_chunker_tab words"
            ) from error


def _chunk_types(tree: Any) -> list[str]:
    """Return the type of each leaf of a tree of chunks, whose leaves are words with their parts of speech."""
    types: list[str] = []
    for child in tree:
        types += [OUTSIDE] if isinstance(child, tuple) else [child.label()] * len(child)
    return types
