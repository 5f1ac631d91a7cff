"""Heads: what was learned on top of an encoder, a mix of its layers, a projection to fewer dimensions, and changes of its weights.

A head is a file `head.safetensors` beside the weights. `mix` has a number for each layer that is read, the first one's first;
`projection` has a row for each value of a state and a column for each dimension of a word's vector. A change of a weight is the
product of two thin matrices, `NAME.left` and `NAME.right`, that is added to it (Hu et al. 2021, LoRA): a hundredth of its size.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from bolide.errors import ResourceError
from bolide.meaning.architectures import Config
from bolide.meaning.safetensors import Tensors, read_tensors
from bolide.records import record

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Head", "read_head"]

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
