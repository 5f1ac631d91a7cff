"""The weights of an encoder: safetensors files, checked before they are believed; the architecture that config.json names; the head on top of it.

A safetensors file has eight bytes with the length of a JSON text, that text (for each tensor its type, its shape, and where its bytes
are), and the bytes.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from bolide.errors import ResourceError
from bolide.files.boundary import check_shape, load_json, reading
from bolide.records import record

if TYPE_CHECKING:
    from numpy.typing import NDArray

_TYPES: dict[str, Any] = {"F32": np.dtype("<f4"), "F16": np.dtype("<f2"), "BF16": np.dtype("<u2")}
_LONGEST_HEADER = 1 << 26
_ENTRY = {"dtype": str, "shape": [range(1 << 62)], "data_offsets": [range(1 << 62)]}


class Tensors:
    """The tensors of a file by name, mapped into memory and given as float32."""

    def __init__(self, path: str, entries: Mapping[str, Any], data: NDArray[np.uint8]) -> None:
        self.path = path
        self._entries = entries
        self._data = data

    def __contains__(self, name: str) -> bool:
        return name in self._entries

    def names(self) -> tuple[str, ...]:
        """Return the names of all tensors."""
        return tuple(self._entries)

    def read(self, name: str, *shape: int) -> NDArray[np.float32]:
        """Return a tensor of a shape (-1: any size); `ResourceError` where there is no such tensor."""
        if name not in self._entries:
            raise ResourceError(f"{self.path} has no tensor {name!r}: config.json names another architecture")
        kind, found, (start, end) = (self._entries[name][part] for part in _ENTRY)
        if kind not in _TYPES:
            raise ResourceError(f"{self.path}: the tensor {name!r} holds {kind}; known are {' '.join(_TYPES)}")
        if len(found) != len(shape) or any(want not in (-1, have) for want, have in zip(shape, found, strict=True)):
            raise ResourceError(f"{self.path}: the tensor {name!r} has the shape {found}, not {list(shape)}")
        stored = self._data[start:end].view(_TYPES[kind]).reshape(found)
        if kind == "BF16":  # the upper half of a float32
            stored = (stored.astype(np.uint32) << np.uint32(16)).view(np.float32)
        values: NDArray[np.float32] = stored.astype(np.float32)
        return values


def read_tensors(path: str | os.PathLike[str]) -> Tensors:
    """Open a file of weights; `ResourceError` says what is wrong with it."""
    path = os.fspath(path)
    with reading(path, ResourceError, "is not a whole safetensors file"):
        data = np.memmap(path, np.uint8, "r")
        length = int.from_bytes(data[:8].tobytes(), "little")
        if data.size < 8 or length > min(_LONGEST_HEADER, data.size - 8):
            raise ValueError(f"its header is {length} bytes, the file {data.size}")
        entries = json.loads(data[8 : 8 + length].tobytes())
        check_shape(entries, {})
        entries.pop("__metadata__", None)
        check_shape(entries, {str: _ENTRY})
        rest = data[8 + length :]
        for name, entry in entries.items():
            _check_entry(name, entry, rest.size)
    return Tensors(path, entries, rest)


def _check_entry(name: str, entry: Any, size: int) -> None:
    """Refuse a tensor whose type, shape and place do not fit together, or not into the file."""
    kind, shape, (start, end) = entry["dtype"], entry["shape"], entry["data_offsets"]
    if end > size:
        raise ValueError(f"the tensor {name!r} ends {end - size} bytes after the file does")
    if kind in _TYPES and math.prod(shape) * _TYPES[kind].itemsize != end - start:
        raise ValueError(f"the tensor {name!r} has {end - start} bytes, which its shape {shape} does not fill")


def write_tensors(path: str | os.PathLike[str], tensors: Mapping[str, NDArray[Any]], notes: Mapping[str, str]) -> None:
    """Write tensors of float32 or float16 with notes about them."""
    names = {"f4": "F32", "f2": "F16"}
    entries: dict[str, Any] = {"__metadata__": dict(notes)}
    at = 0
    for name, values in tensors.items():
        kind = names[values.dtype.str[1:]]
        entries[name] = {"dtype": kind, "shape": list(values.shape), "data_offsets": [at, at + values.nbytes]}
        at += values.nbytes
    header = json.dumps(entries).encode()
    header += b" " * (-len(header) % 8)
    with Path(path).open("wb") as file:
        file.write(len(header).to_bytes(8, "little") + header)
        for values in tensors.values():
            file.write(np.ascontiguousarray(values).astype(values.dtype.newbyteorder("<")).tobytes())


@record
class Architecture:
    """Names of the weights of a layer, and where positions begin.

    `first_position` is the row of the first word's position: RoBERTa and MPNet keep rows for padding before it.
    """

    prefixes: tuple[str, ...]
    query: str
    key: str
    value: str
    attended: str
    attention_norm: str
    first_position: int = 0
    has_types: bool = True
    has_relative_positions: bool = False


_BERT: dict[str, Any] = {
    "query": "attention.self.query",
    "key": "attention.self.key",
    "value": "attention.self.value",
    "attended": "attention.output.dense",
    "attention_norm": "attention.output.LayerNorm",
}
ARCHITECTURES = {
    "bert": Architecture(prefixes=("", "bert."), **_BERT),
    "roberta": Architecture(prefixes=("", "roberta."), first_position=2, **_BERT),
    "xlm-roberta": Architecture(prefixes=("", "roberta."), first_position=2, **_BERT),
    "mpnet": Architecture(
        prefixes=("", "mpnet."),
        query="attention.attn.q",
        key="attention.attn.k",
        value="attention.attn.v",
        attended="attention.attn.o",
        attention_norm="attention.LayerNorm",
        first_position=2,
        has_types=False,
        has_relative_positions=True,
    ),
}
_SIZE = range(1, 1 + (1 << 20))
_CONFIG_SHAPE = {
    "model_type": tuple(ARCHITECTURES),
    "hidden_act?": "gelu",
    "position_embedding_type?": "absolute",
    "num_hidden_layers": _SIZE,
    "hidden_size": _SIZE,
    "num_attention_heads": _SIZE,
    "intermediate_size": _SIZE,
    "max_position_embeddings": _SIZE,
    "layer_norm_eps?": float,
    "relative_attention_num_buckets?": range(4, 1 + (1 << 20)),  # two directions, and half of each for near words
}


@record
class Config:
    """The sizes of an encoder, as its config.json has them."""

    kind: str
    layers: int
    width: int
    heads: int
    inner_width: int
    positions: int
    epsilon: float
    buckets: int = 32

    @property
    def architecture(self) -> Architecture:
        """What its weights are called."""
        return ARCHITECTURES[self.kind]

    @property
    def most_pieces(self) -> int:
        """How many pieces of words it reads at once."""
        return self.positions - self.architecture.first_position

    def prefix(self, tensors: Tensors) -> str:
        """Return what stands before the names of all weights."""
        for prefix in self.architecture.prefixes:
            if f"{prefix}embeddings.word_embeddings.weight" in tensors:
                return prefix
        raise ResourceError(f"{tensors.path} has no word embeddings of the architecture {self.kind}")


def read_config(path: Path) -> Config:
    """Read the config.json of an encoder; `ResourceError` for an architecture that is not known here."""
    values = load_json(path, _CONFIG_SHAPE, fault="does not describe an encoder that is known here")
    config = Config(
        kind=values["model_type"],
        layers=values["num_hidden_layers"],
        width=values["hidden_size"],
        heads=values["num_attention_heads"],
        inner_width=values["intermediate_size"],
        positions=values["max_position_embeddings"],
        epsilon=float(values.get("layer_norm_eps", 1e-12)),
        buckets=values.get("relative_attention_num_buckets", 32),
    )
    if config.width % config.heads or config.most_pieces < 8:
        raise ResourceError(
            f"{path}: {config.width} values in {config.heads} heads, {config.positions} positions do not go together"
        )
    return config


_LEFT, _RIGHT = ".left", ".right"


@record
class Head:
    """What turns the states of layers into the vector of a piece, and what is added to the encoder's weights before."""

    mix: tuple[float, ...]
    projection: NDArray[np.float32]
    changes: Mapping[str, NDArray[np.float32]]

    @property
    def width(self) -> int:
        """How many dimensions the vectors have."""
        return int(self.projection.shape[1])


def read_head(path: Path, config: Config) -> Head:
    """Read a head that goes with an encoder of some sizes; `ResourceError` if it does not."""
    tensors = read_tensors(path)
    mix, projection = tensors.read("mix", -1), tensors.read("projection", config.width, -1)
    if not 1 <= mix.size <= config.layers or not mix[-1]:
        raise ResourceError(
            f"{path}: the mix has {mix.size} layers, the encoder {config.layers}; the last one read cannot be 0"
        )
    changes = {name: _change(tensors, name) for name in _changed(tensors)}
    if not projection.size or not all(np.isfinite(values).all() for values in (mix, projection, *changes.values())):
        raise ResourceError(f"{path}: the head holds values that are not numbers, or none at all")
    return Head(mix=tuple(map(float, mix)), projection=projection, changes=changes)


def _changed(tensors: Tensors) -> list[str]:
    """Return the names of the weights that a head changes."""
    return sorted(name.removesuffix(_LEFT) for name in tensors.names() if name.endswith(_LEFT))


def _change(tensors: Tensors, name: str) -> NDArray[np.float32]:
    """Return what is added to a weight."""
    left = tensors.read(name + _LEFT, -1, -1)
    change: NDArray[np.float32] = left @ tensors.read(name + _RIGHT, left.shape[1], -1)
    return change
