"""Reading files of the user's: one boundary for what opening, unpacking and parsing them raises, one check of what they hold."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from bolide.errors import BolideError, InputError, ResourceError

if TYPE_CHECKING:
    File = str | os.PathLike[str]


@contextmanager
def reading(
    place: File | Callable[[], str], error: type[BolideError] = InputError, fault: str = "", mend: str = ""
) -> Iterator[None]:
    """Turn whatever reading a file raises into an error that names it. Errors of bolide's own pass.

    `place` is the file, or a function that tells how far reading has come. What the file system says stands as it is, as in "cannot
    read FILE: Permission denied". Anything else is a `fault` of the file, as in "is not JSON", with what `mend`s it.
    """
    try:
        yield
    except BolideError:
        raise
    except Exception as cause:  # Parsers and their libraries raise what they like.
        where = os.fspath(place() if callable(place) else place)
        if isinstance(cause, OSError) and cause.errno:
            raise error(f"cannot read {cause.filename or where}: {os.strerror(cause.errno)}") from cause
        if isinstance(cause, MemoryError):
            raise error(f"cannot read {where}: there is too little memory for it") from cause
        raise error((f"{where} {fault}" if fault else f"cannot read {where}") + f": {_reason(cause)}{mend}") from cause


def _reason(cause: Exception) -> str:
    """Return what an exception says, in a line."""
    if isinstance(cause, RecursionError):
        return "it is nested too deeply"
    told = str(cause.args[0]) if isinstance(cause, KeyError) and cause.args else str(cause)
    told = told.partition("\n")[0].removesuffix(":") or type(cause).__name__
    return f"{told!r} is missing" if isinstance(cause, KeyError) and " " not in told else told


def exists(path: File) -> bool:
    """Whether a file is there; `ResourceError` where nobody may look, which `os.path.exists` takes for no."""
    with reading(path, ResourceError):
        try:
            os.stat(path)
        except (FileNotFoundError, NotADirectoryError):
            return False
    return True


def load_json(
    path: File, shape: object, error: type[BolideError] = ResourceError, fault: str = "", mend: str = ""
) -> Any:
    """Return what a JSON file of a shape holds; `error` names one that is not."""
    import json

    with reading(path, error, fault or "is damaged", mend):
        with open(path, "rb") as file:
            value = json.loads(file.read())
        check_shape(value, shape)
    return value


def check_shape(value: object, shape: object, name: str = "it") -> None:
    """Refuse a value out of JSON or TOML that is not of a shape; `ValueError` says what is wrong.

    A shape is a type, a range of whole numbers, a value to be equal to, a tuple of shapes one of which has to fit, a list with the
    shape of all items, or a dict: `{str: SHAPE}` for any keys, else a shape for each key. Keys that end in `?` may be missing, and
    others may be there.

    >>> check_shape({"size": 3, "more": []}, {"size": range(1, 9), "words?": [str]})
    >>> check_shape({"size": 3, "words": [1]}, {"size": range(1, 9), "words?": [str]})
    Traceback (most recent call last):
    ValueError: each of 'words' must be text, not 1
    """
    if not _fits(value, shape):
        raise ValueError(f"{name} must be {_told(shape)}, not {value!r:.60}")
    if isinstance(shape, tuple):
        shape = next(part for part in shape if _fits(value, part))
    if isinstance(shape, list) and isinstance(value, list):
        for item in value:
            check_shape(item, shape[0], f"each of {name}")
    if isinstance(shape, dict) and isinstance(value, dict):
        for key, part in (dict.fromkeys(value, shape[str]) if str in shape else shape).items():
            known = key.removesuffix("?")
            if known in value:
                check_shape(value[known], part, repr(known))
            elif known == key:
                raise ValueError(f"{key!r} is missing")


def _fits(value: object, shape: object) -> bool:
    """Whether a value is of a shape; of a list or dict, whether it is one at all."""
    if isinstance(shape, tuple):
        return any(_fits(value, part) for part in shape)
    if isinstance(shape, (list, dict)):
        return isinstance(value, type(shape))
    if isinstance(shape, range):
        return type(value) is int and value in shape
    if shape is float:  # finite, and whole ones too
        return isinstance(value, (int, float)) and type(value) is not bool and abs(value) <= sys.float_info.max
    return type(value) is shape if isinstance(shape, type) else value == shape


_NAMES: dict[object, str] = {str: "text", int: "a whole number", float: "a number", bool: "true or false"}
_NAMES |= {list: "a list", dict: "a table"}


def _told(shape: object) -> str:
    if isinstance(shape, tuple):
        return " or ".join(map(_told, shape))
    if isinstance(shape, range):
        return f"a whole number from {shape[0]} to {shape[-1]}"
    kind = type(shape) if isinstance(shape, (list, dict)) else shape
    return _NAMES.get(kind, repr(shape))
