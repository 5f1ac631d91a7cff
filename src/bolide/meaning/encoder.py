"""Encoders turn words into vectors: opened from the user's folder or an installed one, with a graph that is built once and cached.

A segment has the same bits in every batch.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from functools import lru_cache
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, cast

import numpy as np

from bolide.data.catalogue import find_resource
from bolide.data.download import sha256_of
from bolide.data.home import ENCODED, compiled_folder, locked_workspace
from bolide.data.opening import ensure
from bolide.errors import ConfigurationError, MissingResourceError, ResourceError
from bolide.files import Progress
from bolide.files.boundary import exists, reading
from bolide.meaning.weights import Config, Tensors, read_config, read_head
from bolide.records import record

if TYPE_CHECKING:
    from numpy.typing import NDArray

# The largest value of a vector in whole numbers; -128 is never used.
_LARGEST = 127
_INPUTS = frozenset(["pieces", "input_ids", "attention_mask", "token_type_ids"])
_AT_ONCE = 512  # Pieces of segments to read at once.
_UNIT = 256  # Of the weight of a word.
# Pieces, and the beginning and end of those of each word.
_Window: TypeAlias = "tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]"


class Encoder:
    """An open encoder: a session of onnxruntime, a tokeniser, and the number of pieces to read at once.

    If it `reads_text`, words include the blank before them, if any, since its pieces depend on blanks.
    """

    def __init__(
        self, session: Any, tokeniser: Any, most_pieces: int, *, identity: str, folder: str, head: str | None
    ) -> None:
        self.identity, self.head = identity, head
        self._folder = folder
        self._session = session
        self._inputs = [entry.name for entry in session.get_inputs()]
        dimensions = len(session.get_outputs()[0].shape)
        if not _INPUTS.issuperset(self._inputs) or dimensions not in (2, 3):
            raise ResourceError(
                f"the graph in {folder} is not an encoder: its inputs are {' '.join(self._inputs)}, and its first output has "
                f"{dimensions} dimensions; expected input_ids, attention_mask and token_type_ids, and three dimensions"
            )
        notes = session.get_modelmeta().custom_metadata_map
        self.reads_text = "text" in notes
        self._reads_many = "many" in notes  # Its products are of whole numbers, which no neighbour changes.
        self._tokeniser = tokeniser
        special = tokeniser.encode([], is_pretokenized=True, add_special_tokens=True).ids
        # The pieces around the words: a mark of the beginning, and all marks of the end.
        self._before, self._after = special[:1], special[1:]
        self._room = most_pieces - len(special)

    def encode(self, segments: Sequence[Sequence[str]], threads: int = 1, *, weighs: bool = False) -> list[bytes]:
        """Return the vectors of the words of each segment, in order.

        A vector has one-byte whole numbers with a maximum of 127; all are 0 if the tokeniser drops the word. If it `weighs`, two bytes
        with the weight of the word follow, the lower one first.
        """
        vectors = self.vectors(segments, threads)
        return [_bytes(*each, weighs=weighs) for each in zip(vectors, segments, strict=True)]

    def vectors(self, segments: Sequence[Sequence[str]], threads: int = 1) -> list[NDArray[np.float32]]:
        """Return the vectors of the words of each segment as they are; a long segment is read in windows."""
        with reading(self._folder, ResourceError, "is an encoder with parts that do not fit"):
            windows = [(number, *window) for number, words in enumerate(segments) for window in self._windows(words)]
            runs = list(self._runs([len(pieces) for _, pieces, *_ in windows]))
            parts: list[list[NDArray[np.float32]]] = [[] for _ in segments]
            with ThreadPoolExecutor(threads) if threads > 1 and len(runs) > 1 else nullcontext() as pool:
                read = (pool.map if pool else map)(lambda run: self._read([windows[k][1:] for k in run]), runs)
                found = dict(zip(chain.from_iterable(runs), chain.from_iterable(read), strict=True))
            for place, (number, *_) in enumerate(windows):
                parts[number].append(found[place])
            return [np.concatenate(each) if each else np.zeros((0, 1), np.float32) for each in parts]

    def _runs(self, lengths: Sequence[int]) -> Iterator[list[int]]:
        """Yield groups of windows to read at once: several of one length, or each alone."""
        by_length: dict[int, list[int]] = {}
        for place, length in enumerate(lengths):
            by_length.setdefault(length, []).append(place)
        for length, places in by_length.items():
            most = max(1, _AT_ONCE // (length + 2)) if self._reads_many else 1
            yield from (places[start : start + most] for start in range(0, len(places), most))

    def _windows(self, words: Sequence[str]) -> Iterator[_Window]:
        """Yield the pieces of words that fit into a window, and the places of each word's pieces; a word that is too long has its own window."""
        pieces, begins, ends = find_pieces(self._tokeniser, words, reads_text=self.reads_text)
        word = 0
        while word < len(words):
            begin = begins[word]
            after = max(int(np.searchsorted(ends, begin + self._room, "right")), word + 1)
            end = min(ends[after - 1], begin + self._room)
            yield pieces[begin:end], begins[word:after] - begin, np.minimum(ends[word:after], end) - begin
            word = after

    def _read(self, windows: Sequence[_Window]) -> list[NDArray[np.float32]]:
        """Return the vectors of the words of some windows of one length: the mean of their pieces' states, or their sum; 0 without pieces."""
        marks = [np.tile(np.array(each, np.int64), (len(windows), 1)) for each in (self._before, self._after)]
        pieces, begins, ends = zip(*windows, strict=True)
        whole = np.hstack([marks[0], np.stack(pieces), marks[1]])
        values = {"attention_mask": np.ones_like(whole), "token_type_ids": np.zeros_like(whole)}
        fed = {name: values.get(name, whole) for name in self._inputs}
        states: NDArray[np.float32] = self._session.run(None, fed)[0].reshape(whole.size, -1)
        words = [len(each) for each in begins]
        starts = np.repeat(len(self._before) + whole.shape[1] * np.arange(len(windows)), words)
        places = np.stack([np.concatenate(begins), np.concatenate(ends)], 1) + starts[:, None]
        counts = np.maximum(places[:, 1] - places[:, 0], 0)
        vectors = np.zeros((len(counts), states.shape[1]), np.float32)
        if (some := counts > 0).any():
            more = np.concatenate([states, np.zeros_like(states[:1])])
            sums = np.add.reduceat(more, places[some].ravel(), axis=0)[::2]
            vectors[some] = sums if self.reads_text else sums / counts[some, None]
        return np.split(vectors, np.cumsum(words)[:-1])


def find_pieces(tokeniser: Any, words: Sequence[str], *, reads_text: bool = True) -> _Window:
    """Return the pieces of a segment, and the beginning and end of those of each word.

    A piece of a text may belong to several words; a blank belongs to the word after it.
    """
    if reads_text:
        encoding = tokeniser.encode("".join(words), add_special_tokens=False)
        stops = np.cumsum([len(word) for word in words])
        starts = stops - [len(word.lstrip(" ")) for word in words]
        begin, end = np.array(encoding.offsets, np.int64).reshape(-1, 2).T
        first = np.maximum.accumulate(np.minimum(np.searchsorted(stops, begin, "right"), len(words) - 1))
        last = np.maximum.accumulate(np.maximum(first, np.searchsorted(starts, end) - 1))
    else:
        encoding = tokeniser.encode(list(words), is_pretokenized=True, add_special_tokens=False)
        first = last = np.array(encoding.word_ids, np.int64)
    numbers = np.arange(len(words))
    pieces = np.array(encoding.ids, np.int64)
    return pieces, np.searchsorted(last, numbers), np.searchsorted(first, numbers, "right")


def with_blanks(words: Sequence[str], text: str | None) -> list[str]:
    """Return the words of a text, each with a blank before it unless the text joins it to the word before."""
    found: list[str] = []
    place = 0
    for word in words:
        start = -1 if text is None else text.find(word, place)
        found.append(word if found and start == place else f" {word}")
        place = place if start < 0 else start + len(word)
    return found


def _bytes(vectors: NDArray[np.float32], words: Sequence[str], *, weighs: bool) -> bytes:
    whole = quantise(vectors)
    if not weighs:
        return whole.tobytes()
    sizes = np.array([len(word.lstrip(" ")) for word in words], np.float64)
    weights = _UNIT * sizes**0.05 * (np.linalg.norm(vectors, axis=1).astype(np.float64) + 0.5) ** 1.06
    steps = np.minimum(np.rint(weights), 65535).astype("<u2").view(np.int8).reshape(-1, 2)
    return np.hstack([whole, steps]).tobytes()


def nearest_words(here: bytes, words: int, there: bytes, others: int) -> Iterable[tuple[int, float]]:
    """Return for each word of a segment the place of the nearest word of another one, and their similarity; both with weights."""
    if not words or not others:
        return ()
    sides = []
    for data, count in ((here, words), (there, others)):
        vectors = np.frombuffer(data, np.int8).reshape(count, -1)[:, :-2].astype(np.float64)
        sides.append(vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1))
    similarities = sides[0] @ sides[1].T
    return zip(similarities.argmax(axis=1).tolist(), np.maximum(similarities.max(axis=1), 0).tolist(), strict=True)


def quantise(vectors: NDArray[np.float32]) -> NDArray[np.int8]:
    """Return vectors in whole numbers, each scaled by its largest value: only directions matter."""
    if not np.isfinite(vectors).all():
        raise ResourceError("the encoder computes values that are not numbers: its weights are damaged")
    largest = np.abs(vectors).max(axis=1, keepdims=True, initial=0)
    scale = np.divide(_LARGEST, largest, out=np.zeros_like(largest), where=largest > 0)
    whole: NDArray[np.int8] = np.rint(vectors * scale).astype(np.int8)
    return whole


WEIGHTS, TOKENISER, CONFIG = "model.safetensors", "tokenizer.json", "config.json"
CONVOLUTIONS, PIECES = "weights.npz", "sp.model"
HEAD = "head.safetensors"
PRECISIONS = ("fp32", "int8")
_DIGITS = 12


@record
class Source:
    """The files of an encoder: weights to build a graph from, or a graph; its tokeniser, and perhaps a head."""

    weights: Path
    tokeniser: Path
    head: Path | None
    digest: str


def shipped_head(name: str) -> Path:
    """Return the head of an encoder of the catalogue; it is part of bolide."""
    return Path(__file__).parent / "heads" / f"{name}.safetensors"


def find_source(place: str | os.PathLike[str], head: Path | None = None) -> Source:
    """Return the files of an encoder, with the head in its folder unless one is given; `MissingResourceError` names a missing one."""
    path = Path(place)
    head = head or path / HEAD
    if exists(path / CONVOLUTIONS):
        needed = [path / CONVOLUTIONS, path / PIECES, head]
    elif path.suffix == ".onnx":
        needed = [path, path.parent / TOKENISER]
    else:
        needed = [path / WEIGHTS, path / TOKENISER, path / CONFIG]
    missing = [file.name for file in needed if not exists(file)]
    if missing:
        raise MissingResourceError(
            f"{path} is not an encoder: there is no {' and no '.join(missing)}. An encoder is a folder with {WEIGHTS}, "
            f"{CONFIG} and {TOKENISER}, or an ONNX file with {TOKENISER} beside it"
        )
    has_head = exists(head)
    needed += [head] if has_head and head not in needed else []
    stamps = tuple((os.fspath(file), file.stat().st_size, file.stat().st_mtime_ns) for file in needed)
    return Source(weights=needed[0], tokeniser=needed[1], head=head if has_head else None, digest=_digest(stamps))


@lru_cache(maxsize=8)
def _digest(stamps: tuple[tuple[str, int, int], ...]) -> str:
    """Return the hash of the files; it is computed again if one of them has changed."""
    digest = hashlib.sha256()
    for path, size, _ in stamps:
        digest.update(f"{size}:".encode())
        with Path(path).open("rb") as file:
            while piece := file.read(1 << 20):
                digest.update(piece)
    return digest.hexdigest()


def open_encoder(
    place: str | os.PathLike[str], layer: int | None = None, precision: str = "fp32", head: Path | None = None
) -> Encoder:
    """Open an encoder up to a layer, counted from 1 (None: the layer of its head, else the last one); its graph is built on first use."""
    if precision not in PRECISIONS:
        raise ConfigurationError(f"unknown precision {precision!r}: choose one of {' '.join(PRECISIONS)}")
    for module in ("onnx", "onnxruntime", "safetensors", "tokenizers"):
        if find_spec(module) is None:
            raise MissingResourceError(
                f"the matcher meaning needs {module}, which is not installed; run: pip install 'bolide[meaning]'"
            )
    with reading(place, ResourceError, "is not a usable encoder"):
        source = find_source(place, head)
        folder, kind = source.weights.parent, source.weights.name
        if kind != WEIGHTS and layer is not None:
            raise ConfigurationError(f"{source.weights} is a graph, which has a fixed layer: leave out layer")
        has_config = kind != CONVOLUTIONS and (folder / CONFIG).is_file()  # The user's graph need not have it.
        config = read_config(folder / CONFIG) if has_config else None
        graph, tokeniser, name = source.weights, source.tokeniser, "onnx"
        if kind == CONVOLUTIONS:
            graph, tokeniser, name = *_converted(source, precision), precision
        elif kind == WEIGHTS and config:
            graph, name = _built(source, config, layer, precision)
        return Encoder(
            _session(graph),
            _tokeniser(tokeniser),
            config.most_pieces if config else 512,
            identity=f"{source.digest[:_DIGITS]}-{name}",
            folder=os.fspath(folder),
            head=sha256_of(source.head)[:_DIGITS] if source.head else None,
        )


def _built(source: Source, config: Config, layer: int | None, precision: str) -> tuple[Path, str]:
    """Return the graph of an encoder up to a layer, and its name in signatures."""
    head = read_head(source.head, config) if source.head else None
    if head and layer not in (None, len(head.mix)):
        raise ConfigurationError(f"the head {source.head} reads up to layer {len(head.mix)}: leave out layer")
    layer = layer or (len(head.mix) if head else config.layers)
    if not isinstance(layer, int) or not 1 <= layer <= config.layers:
        raise ConfigurationError(
            f"the encoder {source.weights.parent} has the layers 1 to {config.layers}, not {layer!r}"
        )
    name = f"layer{layer}-{precision}"

    def build(path: Path) -> None:
        from bolide.meaning.graph import build_graph

        build_graph(config, Tensors(source.weights), layer, path, head, is_whole=precision == "int8")

    return _kept(source, f"{name}.onnx", build, f"layers 1 to {layer}"), name


def _converted(source: Source, precision: str) -> tuple[Path, Path]:
    """Return the graph and the tokeniser of the multilingual encoder."""

    def build(path: Path) -> None:
        from bolide.meaning.convolutions import build_graph

        build_graph(source.weights, cast("Path", source.head), path, is_whole=precision == "int8")

    def build_tokeniser(path: Path) -> None:
        from bolide.meaning.convolutions import build_tokeniser

        build_tokeniser(source.tokeniser, path)

    graph = _kept(source, f"{precision}.onnx", build, "the graph")
    return graph, _kept(source, "tokenizer.json", build_tokeniser, "the tokeniser")


def _kept(source: Source, name: str, build: Callable[[Path], None], told: str) -> Path:
    """Return the path of a cached file made from an encoder's files; it is built if it is missing."""
    path = Path(compiled_folder(), f"{ENCODED}{source.digest[:32]}-{name}")
    if not path.exists():
        with locked_workspace() as workspace, Progress(f"building {told} of {source.weights.parent.name} (once)"):
            if not path.exists():  # no other process was faster
                build(workspace / path.name)
                os.replace(workspace / path.name, path)
    return path


def _session(graph: Path) -> Any:
    """Return a session on one thread: segments run in parallel, so that no result depends on the number of threads."""
    import onnxruntime as runtime

    options = runtime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.enable_mem_pattern = False  # Planning memory for every length costs more than it saves.
    options.log_severity_level = 4  # Errors are raised.
    with reading(graph, ResourceError, "is not a graph that onnxruntime can open"):
        return runtime.InferenceSession(os.fspath(graph), options, providers=["CPUExecutionProvider"])


def _tokeniser(path: Path) -> Any:
    from tokenizers import Tokenizer

    with reading(path, ResourceError, "is not a tokeniser"):
        tokeniser = Tokenizer.from_file(os.fspath(path))
    tokeniser.no_truncation()
    tokeniser.no_padding()
    return tokeniser


# Bytes of cached vectors, for references that recur with every system: some 40,000 segments with a head of 128 dimensions.
_MOST_BYTES = 1 << 27
_MANY = 512  # So many new segments are read before progress is shown again.


class SegmentVectors:
    """An encoder that caches the vectors of segments. Safe to share between threads."""

    def __init__(self, encoder: Encoder, *, weighs: bool = False) -> None:
        self.identity, self.head = encoder.identity, encoder.head
        self._encoder, self._weighs = encoder, weighs
        self._seen: dict[tuple[str, ...], bytes] = {}
        self._bytes = 0

    def of(self, segments: Sequence[Any], tokeniser: Any, *, tokenised: bool, threads: int) -> tuple[bytes, ...]:
        """Return the vectors of the words of each segment; `tokeniser` splits strings."""
        seen = self._seen
        lists = [tuple(segment if tokenised else tokeniser.tokenise(segment)) for segment in segments]
        if self._encoder.reads_text:
            texts = [None if tokenised else segment for segment in segments]
            lists = [tuple(with_blanks(words, text)) for words, text in zip(lists, texts, strict=True)]
        new = [words for words in dict.fromkeys(lists) if words not in seen]
        found = dict(zip(new, self._encode(new, threads), strict=True))
        result = tuple(found[words] if words in found else seen[words] for words in lists)
        self._keep(found)
        return result

    def _keep(self, found: dict[tuple[str, ...], bytes]) -> None:
        """Cache vectors; if there are too many, start over."""
        size = sum(map(len, found.values()))
        if self._bytes + size > _MOST_BYTES:
            self._seen, self._bytes = {}, 0
        if size <= _MOST_BYTES:
            self._seen |= found
            self._bytes += size

    def _encode(self, token_lists: Sequence[Sequence[str]], threads: int) -> Iterator[bytes]:
        with Progress("encoding", len(token_lists), is_shown=None if len(token_lists) >= 64 else False) as progress:
            for start in range(0, len(token_lists), _MANY):
                block = token_lists[start : start + _MANY]
                yield from self._encoder.encode(block, threads, weighs=self._weighs)
                progress.advance(len(block))


def open_vectors(
    place: Any, layer: int | None, precision: str, offline: bool | None, *, weighs: bool = False
) -> SegmentVectors:
    """Open an encoder of the catalogue, or that of a file or folder; within a process it is opened once."""
    if not isinstance(place, (str, os.PathLike)):
        raise ConfigurationError(f"the encoder must be a name, a folder or an ONNX file, not {place!r}")
    path = Path(place).resolve()
    is_ours = path.parent == Path(compiled_folder()).resolve()  # The heads of installed encoders are part of bolide.
    entry = find_resource("encoder", path.name if is_ours else str(place))
    folder = ensure(entry, offline) if entry else os.fspath(place)
    return _open(folder, layer, precision, weighs, shipped_head(entry.id) if entry else None)


@lru_cache(maxsize=4)
def _open(folder: str, layer: int | None, precision: str, weighs: bool, head: Path | None) -> SegmentVectors:
    return SegmentVectors(open_encoder(folder, layer, precision, head), weighs=weighs)
