"""Encoders: opened from a folder of the user's or an installed one, the graph built once and kept; words to vectors.

A segment has the same bits whatever stands beside it.
"""

from __future__ import annotations

import hashlib
import logging
import os
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from bolide.data.home import compiled_folder, locked_workspace
from bolide.errors import ConfigurationError, MissingResourceError, ResourceError
from bolide.files import Progress
from bolide.files.boundary import exists, reading
from bolide.meaning.encoders import HEAD, ensure_encoder, find_encoder
from bolide.meaning.weights import Config, Tensors, read_config, read_head
from bolide.records import record

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


PRECISIONS = ("fp32", "int8")
WEIGHTS, TOKENISER, CONFIG = "model.safetensors", "tokenizer.json", "config.json"
_INSTALL = "pip install 'bolide[meaning]'"
_DIGITS = 12


@record
class Source:
    """The files of an encoder: weights to build a graph from, or a graph; the tokeniser that goes with it, and perhaps a head."""

    weights: Path
    tokeniser: Path
    head: Path | None
    digest: str

    @property
    def is_graph(self) -> bool:
        """Whether it is an ONNX graph as it stands."""
        return self.weights.suffix == ".onnx"


def find_source(place: str | os.PathLike[str], *, with_head: bool = True) -> Source:
    """Return the files of an encoder; `MissingResourceError` says which is not there."""
    path = Path(place)
    weights = path if path.suffix == ".onnx" else path / WEIGHTS
    needed = [weights, weights.parent / TOKENISER] + ([] if path.suffix == ".onnx" else [path / CONFIG])
    missing = [file.name for file in needed if not exists(file)]
    if missing:
        raise MissingResourceError(
            f"{path} is not an encoder: there is no {' and no '.join(missing)}. An encoder is a folder with {WEIGHTS}, "
            f"{CONFIG} and {TOKENISER}, or an ONNX file with {TOKENISER} beside it"
        )
    head = path / HEAD if with_head and exists(path / HEAD) else None
    needed += [head] if head else []
    stamps = tuple((os.fspath(file), file.stat().st_size, file.stat().st_mtime_ns) for file in needed)
    return Source(weights=weights, tokeniser=needed[1], head=head, digest=_digest(stamps))


@lru_cache(maxsize=8)
def _digest(stamps: tuple[tuple[str, int, int], ...]) -> str:
    """Return what identifies the files; it is computed again where one of them has changed."""
    digest = hashlib.sha256()
    for path, size, _ in stamps:
        digest.update(f"{size}:".encode())
        with Path(path).open("rb") as file:
            while piece := file.read(1 << 20):
                digest.update(piece)
    return digest.hexdigest()


def open_encoder(
    place: str | os.PathLike[str], layer: int | None = None, precision: str = "fp32", *, with_head: bool = True
) -> Encoder:
    """Open an encoder up to a layer, counted from 1 (none: what its head reads, else its last one); its graph is built on first use."""
    if precision not in PRECISIONS:
        raise ConfigurationError(f"unknown precision {precision!r}: choose one of {' '.join(PRECISIONS)}")
    runtime, tokenizers = _libraries()
    with reading(place, ResourceError, "is not an encoder that can be used"):
        source = find_source(place, with_head=with_head)
        beside = source.weights.parent / CONFIG
        config = read_config(beside) if beside.is_file() else None
        if source.is_graph or config is None:
            if layer is not None:
                raise ConfigurationError(f"{source.weights} is a graph as it stands: leave out layer")
            graph, name = source.weights, "onnx"
        else:
            graph, name = _built(source, config, layer, precision)
        session, tokeniser = _session(runtime, graph), _tokeniser(tokenizers, source.tokeniser)
        most = config.most_pieces if config else 512  # A graph of the user's need not say how many pieces it reads.
        return Encoder(session, tokeniser, most, f"{source.digest[:_DIGITS]}-{name}", os.fspath(source.weights.parent))


def _libraries() -> tuple[Any, Any]:
    """Return onnxruntime and tokenizers, where weights can be read, too; `MissingResourceError` names what installs them."""
    try:
        import onnxruntime
        import safetensors  # noqa: F401
        import tokenizers
    except ImportError as error:
        raise MissingResourceError(
            f"the matcher meaning needs {error.name}, which is not installed; run: {_INSTALL}"
        ) from error
    return onnxruntime, tokenizers


def _built(source: Source, config: Config, layer: int | None, precision: str) -> tuple[Path, str]:
    """Return the graph of an encoder up to a layer, and what it is called in signatures."""
    head = read_head(source.head, config) if source.head else None
    if head and layer not in (None, len(head.mix)):
        raise ConfigurationError(f"the head {source.head} reads up to layer {len(head.mix)}: leave out layer")
    layer = layer or (len(head.mix) if head else config.layers)
    if not isinstance(layer, int) or not 1 <= layer <= config.layers:
        raise ConfigurationError(
            f"the encoder {source.weights.parent} has the layers 1 to {config.layers}, not {layer!r}"
        )
    name = f"layer{layer}-{precision}"
    path = Path(compiled_folder(), f"encoder-{source.digest[:32]}-{name}.onnx")
    if path.exists():
        return path, name
    try:
        from bolide.meaning.graph import build_graph
    except ImportError as error:
        raise MissingResourceError(
            f"building an encoder's graph needs {error.name}, which is not installed; run: {_INSTALL}"
        ) from error
    tensors, told = Tensors(source.weights), f"building layers 1 to {layer} of {source.weights.parent.name} (once)"
    with locked_workspace() as workspace, Progress(told):
        if not path.exists():  # no other process was faster
            made = workspace / path.name
            build_graph(config, tensors, layer, made, head)
            os.replace(_quantise(made) if precision == "int8" else made, path)
    return path, name


def _session(runtime: Any, graph: Path) -> Any:
    """Return a session on one thread: segments run beside each other, so that no result depends on how many threads there are."""
    options = runtime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.enable_mem_pattern = False  # Every length has a pattern of its own: to plan each costs more than it saves.
    options.log_severity_level = 4  # What goes wrong is raised.
    with reading(graph, ResourceError, "is not a graph that onnxruntime can open"):
        return runtime.InferenceSession(os.fspath(graph), options, providers=["CPUExecutionProvider"])


def _tokeniser(tokenizers: Any, path: Path) -> Any:
    with reading(path, ResourceError, "is not a tokeniser"):
        tokeniser = tokenizers.Tokenizer.from_file(os.fspath(path))
    tokeniser.no_truncation()
    tokeniser.no_padding()
    return tokeniser


def _quantise(graph: Path) -> Path:
    """Write the graph with products in whole numbers of eight bits, a scale for each column of the weights."""
    from onnxruntime.quantization import QuantType, quantize_dynamic

    target = graph.with_suffix(".int8")
    level = logging.getLogger().level
    logging.getLogger().setLevel(logging.ERROR)  # It recommends a step for pictures.
    # Seven bits: with eight, sums of two products overflow on processors without VNNI.
    quantize_dynamic(
        graph,
        target,
        op_types_to_quantize=["MatMul"],
        per_channel=True,
        reduce_range=True,
        weight_type=QuantType.QInt8,
        extra_options={"MatMulConstBOnly": True},
    )
    logging.getLogger().setLevel(level)
    return target


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
