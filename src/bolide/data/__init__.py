"""Language data: languages, tables, word lists; and, here, the data files that ship inside the package."""

import os
from typing import Any

try:
    from bolide._tables import TABLES
except ModuleNotFoundError:  # an editable install, where an edit of a file counts at once
    TABLES = {}


_FOLDER = os.path.dirname(os.path.dirname(__file__))


def read_text(name: str) -> str:
    """Return a data file of the package, by its path inside it."""
    with open(os.path.join(_FOLDER, name), encoding="utf-8") as file:
        return file.read()


def has_file(name: str) -> bool:
    """Whether the package has a data file, by its path inside it."""
    return os.path.isfile(os.path.join(_FOLDER, name))


def read_bytes(name: str) -> bytes:
    """Return a data file of the package as it is, by its path inside it."""
    with open(os.path.join(_FOLDER, name), "rb") as file:
        return file.read()


def read_toml(name: str) -> dict[str, Any]:
    """Return a TOML data file of the package, by its path inside it. It was parsed when the package was built."""
    if name not in TABLES:
        TABLES[name] = parse_toml(read_text(name))
    return TABLES[name]


def parse_toml(text: str) -> dict[str, Any]:
    """Return what a TOML text says; `ValueError` if it is none."""
    import tomllib

    return tomllib.loads(text)


def read_lines(name: str) -> tuple[str, ...]:
    """Return the lines of a data file of the package; only a line feed ends a line."""
    return tuple(read_text(name).removesuffix("\n").split("\n"))


def processor_cores() -> int:
    """Return how many processor cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
