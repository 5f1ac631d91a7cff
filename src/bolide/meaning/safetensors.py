"""Reading weights: the safetensors format, checked before it is believed.

Eight bytes with the length of a JSON text, that text (for each tensor its type, its shape, and where its bytes are), and the bytes.
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
from bolide.files.boundary import check_shape, reading

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Tensors", "read_tensors", "write_tensors"]

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
