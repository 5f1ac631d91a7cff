"""Files of the user: one place that turns exceptions into errors that name the file, and one check of their content."""

from __future__ import annotations

import os
import sys
from collections import Counter
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
    """Turn any exception of reading a file into an error that names it. Errors of bolide pass unchanged.

    `place` is the file, or a function that returns the current position. Messages of the file system are kept, as in "cannot read FILE:
    Permission denied". Anything else is a `fault` of the file, as in "is not JSON", followed by how to `mend` it.
    """
    try:
        yield
    except BolideError:
        raise
    except Exception as cause:  # Parsers and their libraries may raise anything.
        where = os.fspath(place() if callable(place) else place)
        if isinstance(cause, OSError) and cause.errno:
            raise error(f"cannot read {cause.filename or where}: {os.strerror(cause.errno)}") from cause
        if isinstance(cause, MemoryError):
            raise error(f"cannot read {where}: not enough memory") from cause
        raise error((f"{where} {fault}" if fault else f"cannot read {where}") + f": {_reason(cause)}{mend}") from cause


@contextmanager
def writing(path: File | None) -> Iterator[None]:
    """Turn an exception of writing into an `InputError` that names the file, if it has a name; a broken pipe passes unchanged."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        if path is None:
            raise
        raise InputError(f"cannot write {os.fspath(path)}: {error.strerror or error}") from error


def _reason(cause: Exception) -> str:
    """Return the message of an exception in one line."""
    if isinstance(cause, RecursionError):
        return "it is nested too deeply"
    told = str(cause.args[0]) if isinstance(cause, KeyError) and cause.args else str(cause)
    told = told.partition("\n")[0].removesuffix(":") or type(cause).__name__
    return f"{told!r} is missing" if isinstance(cause, KeyError) and " " not in told else told


def exists(path: File) -> bool:
    """Whether a file exists; `ResourceError` without permission to look, for which `os.path.exists` returns False."""
    with reading(path, ResourceError):
        try:
            os.stat(path)
        except (FileNotFoundError, NotADirectoryError):
            return False
    return True


def load_json(
    path: File, shape: object, error: type[BolideError] = ResourceError, fault: str = "", mend: str = ""
) -> Any:
    """Read a JSON file and check its shape; `error` names the file if it does not fit."""
    import json

    with reading(path, error, fault or "is damaged", mend):
        with open(path, "rb") as file:
            value = json.loads(file.read())
        check_shape(value, shape)
    return value


def unique_keys(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Return an object of JSON, as `object_pairs_hook`; `KeyError` names a repeated key."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise KeyError(Counter(name for name, _ in pairs).most_common(1)[0][0])
    return found


def check_shape(value: object, shape: object, name: str = "it") -> None:
    """Refuse a value from JSON or TOML that does not fit a shape; `ValueError` says what is wrong.

    A shape is a type, a range of whole numbers, an equal value, a tuple of shapes one of which must fit, a list with the shape of all
    items, or a dict: `{str: SHAPE}` for any keys, else a shape for each key. Keys that end in `?` may be missing; further keys are
    allowed.

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
    """Whether a value fits a shape; for a list or dict, only whether it is one."""
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
_NAMES |= {list: "a list", dict: "a table (in JSON, an object)"}


def _told(shape: object) -> str:
    if isinstance(shape, tuple):
        return " or ".join(map(_told, shape))
    if isinstance(shape, range):
        return f"a whole number from {shape[0]} to {shape[-1]}"
    kind = type(shape) if isinstance(shape, (list, dict)) else shape
    return _NAMES.get(kind, repr(shape))
