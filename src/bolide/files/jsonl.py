"""JSON Lines: an object on each line, with a hypothesis, one or more references, and perhaps a system and a segment id."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from bolide.errors import InputError
from bolide.files.columns import Columns, Row, make_row
from bolide.files.plain import LineFile

__all__ = ["read_jsonl"]


def read_jsonl(path: str, columns: Columns) -> Iterator[Row]:
    """Yield the rows of a file; each object is understood by its own keys."""
    keys: list[str] = []
    found = columns
    with LineFile(path) as file:
        for number, line in file.numbered():
            place = f"{file.name}:{number}"
            record = _parse(line, place)
            if not keys or list(record) != keys:
                keys = list(record)
                found = columns.among(keys, place)
            yield make_row(record, found, place)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object; `KeyError` names a key that it has twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise KeyError(Counter(key for key, _ in pairs).most_common(1)[0][0])
    return found


_DECODER = json.JSONDecoder(object_pairs_hook=_object)


def _parse(line: str, place: str) -> dict[str, Any]:
    try:
        record = _DECODER.decode(line)
    except KeyError as error:
        raise InputError(f"{place}: the key {error} stands twice in one object: leave one of them out") from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"{place}: the line is not JSON ({error}): every line has to be one whole object") from error
    if not isinstance(record, dict):
        raise InputError(f"{place}: the line is a JSON {type(record).__name__}: every line has to be one whole object")
    return record
