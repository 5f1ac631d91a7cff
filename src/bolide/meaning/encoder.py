"""Running an encoder: words to vectors, the same bits for a segment whatever stands beside it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np

from bolide.errors import ResourceError
from bolide.files.boundary import reading

if TYPE_CHECKING:
    from numpy.typing import NDArray

# The largest value of a vector in whole numbers; -128 is never used.
_LARGEST = 127
_INPUTS = frozenset(["pieces", "input_ids", "attention_mask", "token_type_ids"])


class Encoder:
    """An encoder that is open: a session of onnxruntime, a tokeniser, and how many pieces it reads at once."""

    def __init__(self, session: Any, tokeniser: Any, most_pieces: int, identity: str, folder: str) -> None:
        self.identity = identity
        self._folder = folder
        self._session = session
        self._inputs = [entry.name for entry in session.get_inputs()]
        self._rank = len(session.get_inputs()[0].shape)
        dimensions = len(session.get_outputs()[0].shape)
        if not _INPUTS.issuperset(self._inputs) or dimensions not in (2, 3):
            raise ResourceError(
                f"the graph in {folder} does not read as an encoder: it takes {' '.join(self._inputs)}, and its first output has "
                f"{dimensions} dimensions; input_ids, attention_mask and token_type_ids and three are known"
            )
        self._tokeniser = tokeniser
        special = tokeniser.encode([], is_pretokenized=True, add_special_tokens=True).ids
        # What stands before and after the words: a mark of the beginning, and all marks of the end.
        self._before, self._after = special[:1], special[1:]
        self._room = most_pieces - len(special)

    def whole_words(self) -> list[str]:
        """Return the words that the tokeniser has a piece for, in its order: letters only, at least two."""
        pieces: dict[str, int] = self._tokeniser.get_vocab()
        return [word for word in sorted(pieces, key=pieces.__getitem__) if len(word) > 1 and word.isalpha()]

    def encode(self, segments: Sequence[Sequence[str]], threads: int = 1) -> list[bytes]:
        """Return the vectors of the words of each segment, one after the other.

        A vector is whole numbers of a byte, the largest of which is 127; all are 0 where the tokeniser leaves nothing of a word.
        """
        if threads == 1 or len(segments) < 2:
            return [self._encode_one(words) for words in segments]
        with ThreadPoolExecutor(threads) as pool:
            return list(pool.map(self._encode_one, segments))

    def _encode_one(self, words: Sequence[str]) -> bytes:
        return b"".join(quantise(vectors).tobytes() for vectors in self.vectors(words))

    def vectors(self, words: Sequence[str]) -> Iterable[NDArray[np.float32]]:
        """Yield the vectors of a segment's words, window by window: a long segment is read in pieces of what fits."""
        with reading(self._folder, ResourceError, "is an encoder whose parts do not fit together"):
            encoding = self._tokeniser.encode(list(words), is_pretokenized=True, add_special_tokens=False)
            owners = np.array(encoding.word_ids, np.int64)
            pieces = np.array(encoding.ids, np.int64)
            starts = np.searchsorted(owners, np.arange(len(words) + 1))
            for first, last in _windows(starts, self._room):
                begin, end = starts[first], min(starts[last], starts[first] + self._room)
                yield _means(self._states(pieces[begin:end]), np.minimum(starts[first : last + 1], end) - begin)

    def _states(self, pieces: NDArray[np.int64]) -> NDArray[np.float32]:
        """Return a state for each piece."""
        whole = np.concatenate([self._before, pieces, self._after]).astype(np.int64)
        if self._rank == 2:
            whole = whole[None]
        values = {"attention_mask": np.ones_like(whole), "token_type_ids": np.zeros_like(whole)}
        fed = {name: values.get(name, whole) for name in self._inputs}
        states: NDArray[np.float32] = self._session.run(None, fed)[0].reshape(whole.size, -1)
        return states[len(self._before) : len(self._before) + len(pieces)]


def _windows(starts: NDArray[np.int64], room: int) -> Iterable[tuple[int, int]]:
    """Yield runs of words whose pieces fit; a word too long for any run is one of its own."""
    first, words = 0, len(starts) - 1
    while first < words:
        last = int(np.searchsorted(starts, starts[first] + room, side="right")) - 1
        last = min(max(last, first + 1), words)
        yield first, last
        first = last


def _means(states: NDArray[np.float32], starts: NDArray[np.int64]) -> NDArray[np.float32]:
    """Return the mean of each word's states; 0 for a word without pieces."""
    counts = np.diff(starts)
    means = np.zeros((len(counts), states.shape[1]), np.float32)
    some = counts > 0
    if some.any():
        means[some] = np.add.reduceat(states, starts[:-1][some], axis=0) / counts[some, None]
    return means


def quantise(vectors: NDArray[np.float32]) -> NDArray[np.int8]:
    """Return vectors in whole numbers, each as long as its largest value allows: only directions count."""
    if not np.isfinite(vectors).all():
        raise ResourceError("the encoder computes values that are not numbers: its weights are damaged")
    largest = np.abs(vectors).max(axis=1, keepdims=True, initial=0)
    scale = np.divide(_LARGEST, largest, out=np.zeros_like(largest), where=largest > 0)
    whole: NDArray[np.int8] = np.rint(vectors * scale).astype(np.int8)
    return whole
