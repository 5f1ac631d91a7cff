"""Language data: languages, tables, word lists; and, in this file, access to the data files inside the package."""

import os
import sys
from importlib import import_module
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


def sha256(data: bytes) -> str:
    """Return the SHA-256 of bytes in hexadecimal, by CPython's own module: hashlib loads a cryptographic library first."""
    try:
        found = import_module("_sha2" if sys.version_info >= (3, 12) else "_sha256")
    except ImportError:  # some builds leave it out
        found = import_module("hashlib")
    return str(found.sha256(data).hexdigest())


def processor_cores() -> int:
    """Return the number of processor cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
