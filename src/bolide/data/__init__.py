"""Language data: languages, tables, word lists; and, in this file, access to the data files inside the package."""

import os
from typing import Any

try:
    from bolide._tables import TABLES
except ModuleNotFoundError:  # an editable install, where edits take effect at once
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
    """Return the bytes of a data file of the package, by its path inside it."""
    with open(os.path.join(_FOLDER, name), "rb") as file:
        return file.read()


def read_toml(name: str) -> dict[str, Any]:
    """Return a TOML data file of the package, by its path inside it. It was parsed when the package was built."""
    if name not in TABLES:
        TABLES[name] = parse_toml(read_text(name))
    return TABLES[name]


def parse_toml(text: str) -> dict[str, Any]:
    """Parse TOML text; `ValueError` if it is not TOML."""
    import tomllib

    return tomllib.loads(text)


def read_lines(name: str) -> tuple[str, ...]:
    """Return the lines of a data file of the package; only a line feed ends a line."""
    return tuple(read_text(name).removesuffix("\n").split("\n"))


def processor_cores() -> int:
    """Return the number of processor cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
