"""The weights of an encoder: safetensors files, the architecture in config.json, and the head."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from bolide.errors import ResourceError
from bolide.files.boundary import load_json, reading
from bolide.records import record

if TYPE_CHECKING:
    from numpy.typing import NDArray

_KNOWN = ("F32", "F16", "BF16")


class Tensors:
    """The tensors of a safetensors file by name, memory-mapped and read as float32; `ResourceError` if it is not one."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = os.fspath(path)
        with suppress(ImportError):
            import ml_dtypes  # noqa: F401 - numpy learns BF16 by it; onnx brings it
        from safetensors import safe_open

        with reading(path, ResourceError, "is not a complete safetensors file"):
            Path(path).open("rb").close()  # Gives a clear error for an unreadable file.
            self._file = cast("Any", safe_open(self.path, "np"))
            self.names: tuple[str, ...] = tuple(self._file.keys())

    def read(self, name: str, *shape: int) -> NDArray[np.float32]:
        """Return a tensor of a shape (-1: any size; none: any shape); `ResourceError` if it does not exist."""
        if name not in self.names:
            raise ResourceError(f"{self.path} has no tensor {name!r}: config.json names another architecture")
        stored = self._file.get_slice(name)
        kind, found = stored.get_dtype(), stored.get_shape()
        if kind not in _KNOWN:
            raise ResourceError(f"{self.path}: the tensor {name!r} has the type {kind}; known are {' '.join(_KNOWN)}")
        wrong = len(found) != len(shape) or any(map(lambda want, have: want not in (-1, have), shape, found))
        if shape and wrong:
            raise ResourceError(f"{self.path}: the tensor {name!r} has the shape {found}, not {list(shape)}")
        values: NDArray[np.float32] = self._file.get_tensor(name).astype(np.float32)
        return values


@record
class Architecture:
    """The possible prefixes of all weight names, the names of the weights of a layer, and the first position.

    `first_position` is the row of the first word's position: RoBERTa and MPNet have rows for padding before it.
    """

    prefix: str
    first_position: int = 0
    read: tuple[str, str, str] = ("attention.self.query", "attention.self.key", "attention.self.value")
    attended: str = "attention.output.dense"
    attention_norm: str = "attention.output.LayerNorm"
    is_relative: bool = False  # positions are distances, and texts have no type embeddings


ARCHITECTURES = {
    "bert": Architecture(prefix="bert."),
    "roberta": Architecture(prefix="roberta.", first_position=2),
    "xlm-roberta": Architecture(prefix="roberta.", first_position=2),
    "mpnet": Architecture(
        prefix="mpnet.",
        first_position=2,
        read=("attention.attn.q", "attention.attn.k", "attention.attn.v"),
        attended="attention.attn.o",
        attention_norm="attention.LayerNorm",
        is_relative=True,
    ),
}
_SIZES = {
    "layers": "num_hidden_layers",
    "width": "hidden_size",
    "heads": "num_attention_heads",
    "inner_width": "intermediate_size",
    "positions": "max_position_embeddings",
}
_CONFIG_SHAPE = {
    "model_type": tuple(ARCHITECTURES),
    "hidden_act?": "gelu",
    "position_embedding_type?": "absolute",
    **dict.fromkeys(_SIZES.values(), range(1, 1 + (1 << 20))),
    "layer_norm_eps?": float,
    "relative_attention_num_buckets?": range(4, 1 + (1 << 20)),  # two directions, and half of each for near words
}


@record
class Config:
    """The sizes of an encoder from its config.json."""

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
        """The weight names of this architecture."""
        return ARCHITECTURES[self.kind]

    @property
    def most_pieces(self) -> int:
        """The number of word pieces that it reads at once."""
        return self.positions - self.architecture.first_position

    def prefix(self, tensors: Tensors) -> str:
        """Return the prefix of all weight names."""
        for prefix in ("", self.architecture.prefix):
            if f"{prefix}embeddings.word_embeddings.weight" in tensors.names:
                return prefix
        raise ResourceError(f"{tensors.path} has no word embeddings of the architecture {self.kind}")


def read_config(path: Path) -> Config:
    """Read the config.json of an encoder; `ResourceError` for an unknown architecture."""
    values = load_json(path, _CONFIG_SHAPE, fault="does not describe a known encoder")
    config = Config(
        kind=values["model_type"],
        **{name: values[key] for name, key in _SIZES.items()},
        epsilon=float(values.get("layer_norm_eps", 1e-12)),
        buckets=values.get("relative_attention_num_buckets", 32),
    )
    if config.width % config.heads or config.most_pieces < 8:
        raise ResourceError(
            f"{path}: {config.width} values in {config.heads} heads and {config.positions} positions do not fit"
        )
    return config


_LEFT, _RIGHT = ".left", ".right"


@record
class Head:
    """The map from the states of layers to the vector of a piece, and the changes of the encoder's weights."""

    mix: tuple[float, ...]
    projection: NDArray[np.float32]
    changes: Mapping[str, NDArray[np.float32]]


def read_head(path: Path, config: Config) -> Head:
    """Read a head for an encoder of these sizes; `ResourceError` if it does not fit."""
    tensors = Tensors(path)
    mix, projection = tensors.read("mix", -1), tensors.read("projection", config.width, -1)
    if not 1 <= mix.size <= config.layers or not mix[-1]:
        raise ResourceError(
            f"{path}: the mix has {mix.size} layers, the encoder {config.layers}; the last one read cannot be 0"
        )
    changes = read_changes(tensors)
    if not projection.size or not all(np.isfinite(values).all() for values in (mix, projection, *changes.values())):
        raise ResourceError(f"{path}: the head has values that are not numbers, or no values")
    return Head(mix=tuple(map(float, mix)), projection=projection, changes=changes)


def read_changes(tensors: Tensors) -> dict[str, NDArray[np.float32]]:
    """Return the changes that a head makes to weights, by name: products of two thin matrices."""
    changes = {}
    for name in sorted(name.removesuffix(_LEFT) for name in tensors.names if name.endswith(_LEFT)):
        left = tensors.read(name + _LEFT, -1, -1)
        changes[name] = multiplied(left, tensors.read(name + _RIGHT, left.shape[1], -1))
    return changes


def multiplied(left: NDArray[np.float32], right: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return a product whose sums are taken in order: those of BLAS depend on its number of threads and on the processor."""
    total = np.zeros((left.shape[0], right.shape[1]))
    for column, row in zip(left.T.astype(np.float64), right, strict=True):
        total += np.outer(column, row)
    return total.astype(np.float32)
