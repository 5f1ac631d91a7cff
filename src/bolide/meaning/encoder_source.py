"""Opening encoders: a folder of the user's or an installed one, its graph built once and kept, known by what it holds."""

from __future__ import annotations

import hashlib
import logging
import os
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bolide.data.home import compiled_folder, locked_workspace
from bolide.errors import ConfigurationError, MissingResourceError, ResourceError
from bolide.files.boundary import exists, reading
from bolide.files.progress import Progress
from bolide.meaning.encoders import HEAD
from bolide.meaning.weights import Config, read_head, read_tensors
from bolide.records import record

if TYPE_CHECKING:
    from bolide.meaning.encoder import Encoder

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
        if source.is_graph:
            if layer is not None:
                raise ConfigurationError(f"{source.weights} is a graph as it stands: leave out layer")
            graph, most, name = source.weights, _most_pieces(source.weights), "onnx"
        else:
            graph, most, layer = _built(source, layer, precision)
            name = f"layer{layer}-{precision}"
        session, tokeniser = _session(runtime, graph), _tokeniser(tokenizers, source.tokeniser)
        return _make(session, tokeniser, most, f"{source.digest[:_DIGITS]}-{name}", source)


def _make(session: Any, tokeniser: Any, most: int, identity: str, source: Source) -> Encoder:
    from bolide.meaning.encoder import Encoder

    inputs = {entry.name: len(entry.shape) for entry in session.get_inputs()}
    known = {"pieces", "input_ids", "attention_mask", "token_type_ids"}
    if not inputs.keys() <= known or len(session.get_outputs()[0].shape) not in (2, 3):
        raise ResourceError(
            f"{source.weights} does not read as an encoder: it takes {' '.join(inputs)}, and its first output has "
            f"{len(session.get_outputs()[0].shape)} dimensions; input_ids, attention_mask and token_type_ids and three are known"
        )
    return Encoder(session, tokeniser, most, identity, os.fspath(source.weights.parent))


def _libraries() -> tuple[Any, Any]:
    """Return onnxruntime and tokenizers; `MissingResourceError` names what installs them."""
    try:
        import onnxruntime
        import tokenizers
    except ImportError as error:
        raise MissingResourceError(
            f"the matcher meaning needs {error.name}, which is not installed; run: {_INSTALL}"
        ) from error
    return onnxruntime, tokenizers


def _built(source: Source, layer: int | None, precision: str) -> tuple[Path, int, int]:
    """Return the graph of an encoder up to a layer, how many pieces it reads, and the layer."""
    from bolide.meaning.weights import read_config, read_head

    config = read_config(source.weights.parent / CONFIG)
    head = read_head(source.head, config) if source.head else None
    if head and layer not in (None, len(head.mix)):
        raise ConfigurationError(f"the head {source.head} reads up to layer {len(head.mix)}: leave out layer")
    layer = layer or (len(head.mix) if head else config.layers)
    if not isinstance(layer, int) or not 1 <= layer <= config.layers:
        raise ConfigurationError(
            f"the encoder {source.weights.parent} has the layers 1 to {config.layers}, not {layer!r}"
        )
    path = Path(compiled_folder(), f"encoder-{source.digest[:32]}-layer{layer}-{precision}.onnx")
    if not path.exists():
        from bolide.meaning.encoder_source import build

        build(source, config, layer, precision, path)
    return path, config.most_pieces, layer


def _most_pieces(graph: Path) -> int:
    """Return how many pieces a graph of the user's reads at once: as the config.json beside it says, else 512."""
    from bolide.meaning.weights import read_config

    beside = graph.parent / CONFIG
    return read_config(beside).most_pieces if beside.is_file() else 512


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


def build(source: Source, config: Config, layer: int, precision: str, path: Path) -> None:
    """Write the graph of an encoder up to a layer to `path`."""
    try:
        from bolide.meaning.graph import build_graph
    except ImportError as error:
        raise MissingResourceError(
            f"building an encoder's graph needs {error.name}, which is not installed; run: pip install 'bolide[meaning]'"
        ) from error
    tensors = read_tensors(source.weights)
    head = read_head(source.head, config) if source.head else None
    with (
        locked_workspace() as workspace,
        Progress(f"building layers 1 to {layer} of {source.weights.parent.name} (once)"),
    ):
        if path.exists():  # another process was faster
            return
        made = workspace / path.name
        build_graph(config, tensors, layer, made, head)
        if precision == "int8":
            made = _quantise(made)
        os.replace(made, path)


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
