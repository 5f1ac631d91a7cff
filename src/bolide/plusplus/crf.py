"""The recogniser that ships with the package: a conditional random field, trained by python-crfsuite and run by the core.

A model is one ZIP file with the weights as CRFsuite stores them (`model.crf`), the features that have a weight (`features.txt`),
the gazetteer (`gazetteer.tsv`) and what it was made from (`about.json`).
"""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from bolide import _core
from bolide.errors import InputError, MissingResourceError
from bolide.files.boundary import check_shape, reading
from bolide.plusplus.gazetteer import Gazetteer, render_gazetteer
from bolide.plusplus.recogniser import Recogniser

__all__ = ["CrfRecogniser", "crfsuite", "pack_model"]

_VAGUE = "MISC"
_PARTS = ("model.crf", "features.txt", "gazetteer.tsv", "about.json")
# The date in the archive: the same model is the same bytes.
_NO_DATE = (1980, 1, 1, 0, 0, 0)


def crfsuite() -> ModuleType:
    """Return python-crfsuite; `MissingResourceError` names the command that installs it."""
    try:
        import pycrfsuite
    except ImportError as error:
        raise MissingResourceError(
            "to train a recogniser of entities, python-crfsuite is needed: pip install 'bolide[entities]'"
        ) from error
    return pycrfsuite  # type: ignore[no-any-return]


class CrfRecogniser(Recogniser):
    """Tags tokens with the types of entities, by a model file. Safe to share between threads."""

    def __init__(self, path: Path) -> None:
        """Open a model; `InputError` if it cannot be read."""
        with reading(path, InputError, "is not a model of entities", "; make one with: bolide entities train"):
            with zipfile.ZipFile(path) as archive:
                weights, features, gazetteer, about = (archive.read(part) for part in _PARTS)
            self.about: dict[str, Any] = json.loads(about)
            check_shape(self.about, {"sure_misc?": float})
            self._core = _core.EntityModel(weights, gazetteer.decode())
        self._sure_misc = float(self.about.get("sure_misc", 0.0))
        # What `sure_misc` decides is not asked for by the metric, so that it is not part of the name.
        self.identity = f"crf-{hashlib.sha256(weights + features + gazetteer).hexdigest()[:12]}"

    def types(self, segments: Sequence[Sequence[str]], *, sure: bool = True) -> list[list[str]]:
        """Return the type of each token of each segment: PER, LOC, ORG, MISC or O.

        MISC, which corpora agree on least, has to be likely if `sure`, not only likelier than O.
        """
        return self._core.types(segments, _VAGUE if sure and self._sure_misc else "", 1 - self._sure_misc)

    def marks(
        self, tokeniser: _core.Tokeniser, segments: Sequence[str | Sequence[str]], tokenised: bool
    ) -> list[bytes]:
        """Return a byte for each token, 1 for one of an entity, sure or not."""
        return self._core.marks(tokeniser, segments, tokenised)


def pack_model(
    weights: bytes, features: Sequence[str], gazetteer: Gazetteer, about: dict[str, Any], path: Path
) -> None:
    """Write a model file."""
    texts = ("".join(f"{feature}\n" for feature in sorted(features)), render_gazetteer(gazetteer))
    contents = (weights, *(text.encode() for text in texts), (json.dumps(about, indent=1) + "\n").encode())
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in zip(_PARTS, contents, strict=True):
            entry = zipfile.ZipInfo(name, _NO_DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content, compresslevel=9)
