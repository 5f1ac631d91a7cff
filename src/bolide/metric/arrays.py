"""NumPy, for those who ask for arrays: the numbers of the core are bytes until then, so that a short run never loads it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    Integers = NDArray[np.int64]
    Floats = NDArray[np.float64]

__all__ = ["as_integers", "floats", "from_columns", "integers", "to_bytes"]


def from_columns(columns: Sequence[ArrayLike], kind: type[float]) -> bytes:
    """Return arrays of numbers, all of one length, as a table with a column for each; a single number fills its column."""
    import numpy as np

    number = np.int64 if kind is int else np.float64
    arrays = np.broadcast_arrays(*(np.asarray(column, dtype=number) for column in columns))
    return np.stack(arrays, axis=-1).tobytes()


def integers(table: bytes, columns: int) -> Integers:
    """Return a table of whole numbers as an array, read-only, without a copy."""
    import numpy as np

    return np.frombuffer(table, dtype=np.int64).reshape(-1, columns)


def floats(table: bytes, columns: int) -> Floats:
    """Return a table of numbers as an array, read-only, without a copy."""
    import numpy as np

    return np.frombuffer(table, dtype=np.float64).reshape(-1, columns)


def as_integers(values: Sequence[int]) -> Integers:
    """Return a list of whole numbers as an array."""
    import numpy as np

    return np.array(values, dtype=np.int64)


def to_bytes(values: ArrayLike, columns: int, what: str) -> bytes:
    """Return an array of whole numbers as a table; `ValueError` if it has another number of columns."""
    import numpy as np

    array: NDArray[Any] = np.asarray(values, dtype=np.int64)
    if array.ndim != 2 or array.shape[1] != columns:
        raise ValueError(f"{what} have {columns} columns; these have the shape {array.shape}")
    return array.tobytes()
