"""Distil a table of word vectors from an encoder: each word alone, through its lower layers, in few dimensions.

python tools/distil_vectors.py ENCODER FILE TEXT... [--layer 2] [--words 30000] [--dimensions 64]     needs bolide[meaning]

The words are the most frequent ones of some texts, as the metric tokenises them. The table is a file for encoder=FILE (--encoder):
it needs no library, and costs microseconds a segment. The same call gives the same bytes on the same kind of machine.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import sys
from collections import Counter
from pathlib import Path

import numpy as np

from bolide import Meteor, _core
from bolide.meaning.encoder import quantise
from bolide.meaning.opening import open_encoder


def frequent_words(paths: list[Path], most: int) -> list[str]:
    """Return the words of texts, the most frequent first; of equally frequent ones, by the alphabet."""
    tokenise = Meteor("en", preset="bolide", matchers=("exact",)).tokens
    counts: Counter[str] = Counter()
    for path in paths:
        with (gzip.open if path.suffix == ".gz" else open)(path, "rt", encoding="utf-8") as file:
            for line in file:
                counts.update(tokenise(line.strip()))
    return sorted(counts, key=lambda word: (-counts[word], word))[:most]


def reduce(vectors: np.ndarray, dimensions: int) -> np.ndarray:
    """Return vectors without what all have in common, along the directions in which they differ most."""
    vectors = vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)
    centred = (vectors - vectors.mean(axis=0)).astype(np.float64)
    _, directions = np.linalg.eigh(centred.T @ centred)
    return (centred @ directions[:, ::-1][:, :dimensions]).astype(np.float32)


def main() -> int:
    """Write a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("encoder", type=Path, help="a folder with model.safetensors, config.json and tokenizer.json")
    parser.add_argument("file", type=Path, help="where to write the table; its name has to end in .vectors")
    parser.add_argument(
        "texts", type=Path, nargs="+", metavar="TEXT", help="texts whose words to take, perhaps gzipped"
    )
    parser.add_argument("--layer", type=int, default=2)
    parser.add_argument("--words", type=int, default=30_000)
    parser.add_argument("--dimensions", type=int, default=64)
    options = parser.parse_args()
    words = frequent_words(options.texts, options.words)
    encoder = open_encoder(options.encoder, options.layer)
    found = np.concatenate([vectors for word in words for vectors in encoder.vectors([word])])
    values = quantise(reduce(found, options.dimensions)).tobytes()
    lines = "".join(f"{word}\n" for word in words).encode()
    notes = {"kind": "vectors", "encoder": encoder.identity, "made by": "tools/distil_vectors.py"}
    digest = hashlib.sha256(lines + values).digest()
    count = _core.compile_vectors(lines, values, options.file, digest, json.dumps(notes, sort_keys=True))
    print(
        f"{count} words, {options.dimensions} dimensions: {options.file} ({options.file.stat().st_size / 1e6:.1f} MB)"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
