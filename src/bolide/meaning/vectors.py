"""Vectors for segments: each distinct segment is encoded once, and as many are kept as memory allows."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from bolide.errors import ConfigurationError
from bolide.files.progress import Progress
from bolide.meaning.catalogue import ensure_encoder, find_encoder
from bolide.meaning.encoder import Encoder
from bolide.meaning.opening import open_encoder

__all__ = ["SegmentVectors", "open_vectors"]

# Bytes of vectors that are kept for references that come back with every system: some 40,000 segments of a head of 128 dimensions.
_MOST_BYTES = 1 << 27
_MANY = 64  # So many new segments are worth a line of progress.


class SegmentVectors:
    """An encoder that remembers the segments it has seen. Safe to share between threads."""

    def __init__(self, encoder: Encoder) -> None:
        self.identity = encoder.identity
        self._encoder = encoder
        self._seen: dict[Any, bytes] = {}
        self._bytes = 0

    def of(self, segments: Sequence[Any], tokeniser: Any, *, tokenised: bool, threads: int) -> tuple[bytes, ...]:
        """Return the vectors of the words of each segment; `tokeniser` splits those that are strings."""
        seen = self._seen
        new = [segment for segment in dict.fromkeys(segments) if segment not in seen]
        token_lists = [segment if tokenised else tokeniser.tokenise(segment) for segment in new]
        found = dict(zip(new, self._encode(token_lists, threads), strict=True))
        result = tuple(found[segment] if segment in found else seen[segment] for segment in segments)
        self._keep(found)
        return result

    def _keep(self, found: dict[Any, bytes]) -> None:
        """Remember vectors; where they are too many, start over."""
        size = sum(map(len, found.values()))
        if self._bytes + size > _MOST_BYTES:
            self._seen, self._bytes = {}, 0
        if size <= _MOST_BYTES:
            self._seen |= found
            self._bytes += size

    def _encode(self, token_lists: Sequence[Sequence[str]], threads: int) -> Iterator[bytes]:
        with Progress("encoding", len(token_lists), is_shown=None if len(token_lists) >= _MANY else False) as progress:
            for start in range(0, len(token_lists), _MANY):
                block = token_lists[start : start + _MANY]
                yield from self._encoder.encode(block, threads)
                progress.advance(len(block))


def open_vectors(place: Any, layer: int | None, precision: str, offline: bool | None) -> SegmentVectors:
    """Open an encoder of the catalogue, or that of a file or folder; within a process it is opened once."""
    if not isinstance(place, (str, os.PathLike)):
        raise ConfigurationError(f"the encoder has to be a name, a folder or an ONNX file, not {place!r}")
    entry = find_encoder(str(place))
    if entry is None:
        return _open(os.fspath(place), layer, precision)
    return _open(os.fspath(ensure_encoder(entry, offline)), layer or entry.layer, precision)


@lru_cache(maxsize=4)
def _open(folder: str, layer: int | None, precision: str) -> SegmentVectors:
    return SegmentVectors(open_encoder(folder, layer, precision))
