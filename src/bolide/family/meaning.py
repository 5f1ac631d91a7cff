"""The matchers that compare the meaning of words by their vectors."""

from __future__ import annotations

import os
from typing import Any

from bolide.data.languages import Language
from bolide.data.opening import identity, open_table
from bolide.errors import ConfigurationError
from bolide.family.fields import FILE, NUMBERS, POSITIVE, WORD, Field
from bolide.family.opened import Opened
from bolide.records import record

__all__ = ["Meaning", "Nearest"]

_WHOLE = 1024
TABLE = ".vectors"
_PRECISIONS = ("fp32", "int8")
_ENCODER = (
    Field(
        name="encoder",
        kind=FILE,
        help="what gives words their vectors: meaning-en, meaning-en-large, static-en, a folder with model.safetensors, config.json and "
        "tokenizer.json, an ONNX file with tokenizer.json beside it, or a table of word types (FILE.vectors)",
        default="the preset's",
    ),
    Field(
        name="layer",
        kind=POSITIVE,
        help="the layer of the encoder whose states are the vectors",
        default="what its head reads, else its last one",
    ),
    Field(
        name="precision",
        kind=WORD,
        choices=_PRECISIONS,
        help="numbers that an encoder folder computes with: fp32, or int8, which is faster",
        default="the preset's, else fp32",
    ),
)


def _open_encoder(encoder: Any, layer: int | None, precision: str | None, offline: bool | None) -> Opened:
    """Open an encoder; the signature names what it is made of, its layer and its precision."""
    if encoder is None:
        raise ConfigurationError(
            "the matchers meaning and nearest need an encoder, such as encoder='meaning-en' (--encoder)"
        )
    if isinstance(encoder, (str, os.PathLike)) and os.fspath(encoder).endswith(TABLE):
        return _open_table(os.fspath(encoder), layer)
    from bolide.meaning.encoders import ensure_encoder, find_encoder

    entry = find_encoder(str(encoder))
    if entry and entry.distilled_from:
        ensure_encoder(entry, offline)
        return _open_table(os.fspath(entry.table), layer, f"{entry.install_command} --force")
    from bolide.meaning.encoder import open_vectors

    vectors = open_vectors(encoder, layer, precision or _PRECISIONS[0], offline)
    digest, *rest = vectors.identity.split("-")
    signed: dict[str, Any] = {"encoder": digest}
    if len(rest) == 2:  # a layer and a precision; a graph of the user's has neither
        signed |= {"layer": int(rest[0].removeprefix("layer")), "precision": rest[1]}
    return Opened(signed=signed, vectors=vectors)


def _open_table(path: str, layer: int | None, mend: str = "lab/distil_vectors.py, which makes such tables") -> Opened:
    """Open a table of word types, which knows no context and needs no library."""
    if layer is not None:
        raise ConfigurationError(f"{path} is a table of vectors, which has no layers: leave out layer")
    table = open_table("vectors", path, mend)
    return Opened(core={"vectors": table}, signed={"encoder": f"table-{identity(table)}"})


@record
class Meaning:
    """Words with similar vectors; a match counts as much as they are alike, and so do all other matches beside it."""

    encoder: str | os.PathLike[str] | None = None
    layer: int | None = None
    precision: str | None = None
    threshold: float | tuple[float, ...] | None = None

    name = "meaning"
    FIELDS = (
        *_ENCODER,
        Field(
            name="threshold",
            kind=NUMBERS,
            help="similarity from which two words match by meaning, 0 to 1",
            default="the preset's, else .5",
        ),
    )

    def open(self, _language: Language, *, offline: bool | None) -> Opened:
        """Return the encoder, and from which similarity on words match."""
        value = self.threshold
        if isinstance(value, (tuple, list)) and len(value) == 1:
            value = value[0]
        value = 0.5 if value is None else value
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value <= 1:
            raise ConfigurationError(f"the threshold has to be a number above 0 and up to 1, not {self.threshold!r}")
        opened = _open_encoder(self.encoder, self.layer, self.precision, offline)
        least = max(1, round(value * _WHOLE))
        return Opened(
            core={**opened.core, "least_meaning": least},
            signed={**opened.signed, "threshold": (float(value),)},
            vectors=opened.vectors,
        )


@record
class Nearest:
    """No matches: each word counts as much as it is like the most similar word opposite."""

    encoder: str | os.PathLike[str] | None = None
    layer: int | None = None
    precision: str | None = None

    name = "nearest"
    FIELDS = _ENCODER

    def open(self, _language: Language, *, offline: bool | None) -> Opened:
        """Return the encoder."""
        return _open_encoder(self.encoder, self.layer, self.precision, offline)
