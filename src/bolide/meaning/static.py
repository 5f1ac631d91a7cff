"""Tables of word types, distilled from an encoder: each word alone, through its lower layers, in few dimensions.

A table needs no library and knows no context. It costs microseconds a segment.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from bolide import _core
from bolide.files.progress import Progress
from bolide.meaning.encoder import Encoder, quantise

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["centred_vectors", "principal_directions", "write_table"]

_AT_ONCE = 64


def centred_vectors(encoder: Encoder, words: Sequence[str]) -> NDArray[np.float64]:
    """Return the directions of some words, each alone, without what all have in common."""
    found = []
    with Progress("encoding words", len(words)) as progress:
        for start in range(0, len(words), _AT_ONCE):
            block = words[start : start + _AT_ONCE]
            found += [vectors for word in block for vectors in encoder.vectors([word])]
            progress.advance(len(block))
    vectors = np.concatenate(found)
    vectors = vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)
    centred: NDArray[np.float64] = (vectors - vectors.mean(axis=0)).astype(np.float64)
    return centred


def principal_directions(centred: NDArray[np.float64], dimensions: int) -> NDArray[np.float64]:
    """Return the directions in which vectors differ most, a column for each."""
    _, directions = np.linalg.eigh(centred.T @ centred)
    return directions[:, ::-1][:, :dimensions]


def write_table(
    encoder: Encoder, words: Sequence[str], reduction: int | NDArray[np.float32], path: Path, maker: str
) -> int:
    """Write the table of some words to `path`; return how many they are. The same bytes on the same kind of processor.

    `reduction` is a projection to fewer dimensions that was learned, or how many of the principal directions to keep.
    """
    centred = centred_vectors(encoder, words)
    projection = principal_directions(centred, reduction) if isinstance(reduction, int) else reduction
    values = quantise((centred @ projection).astype(np.float32)).tobytes()
    lines = "".join(f"{word}\n" for word in words).encode()
    notes = {"kind": "vectors", "encoder": encoder.identity, "made by": maker}
    digest = hashlib.sha256(lines + values).digest()
    return _core.compile_vectors(lines, values, os.fspath(path), digest, json.dumps(notes, sort_keys=True))
