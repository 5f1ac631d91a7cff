"""Heads: what was learned on top of an encoder, a mix of its layers and a projection to fewer dimensions.

A head is a file `head.safetensors` beside the weights. `mix` has a number for each layer that is read, the first one's first;
`projection` has a row for each value of a state and a column for each dimension of a word's vector.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from bolide.errors import ResourceError
from bolide.meaning.architectures import Config
from bolide.meaning.safetensors import read_tensors
from bolide.records import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Head", "read_head"]


@record
class Head:
    """What turns the states of layers into the vector of a piece."""

    mix: tuple[float, ...]
    projection: NDArray[np.float32]

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
    if not projection.size or not np.isfinite(mix).all() or not np.isfinite(projection).all():
        raise ResourceError(f"{path}: the mix or the projection holds values that are not numbers, or none at all")
    return Head(mix=tuple(map(float, mix)), projection=projection)
