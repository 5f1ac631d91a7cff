"""The data files that ship inside the package."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


def read_text(name: str) -> str:
    """Return a data file of the package, by its path inside it."""
    return (Path(__file__).parent / name).read_text(encoding="utf-8")


def has_file(name: str) -> bool:
    """Whether the package has a data file, by its path inside it."""
    return (Path(__file__).parent / name).is_file()


def read_bytes(name: str) -> bytes:
    """Return a data file of the package as it is, by its path inside it."""
    return (Path(__file__).parent / name).read_bytes()


@cache
def read_toml(name: str) -> dict[str, Any]:
    """Return a TOML data file of the package, parsed once."""
    return parse_toml(read_text(name))


def parse_toml(text: str) -> dict[str, Any]:
    """Return what a TOML text says; `ValueError` if it is none."""
    return tomllib.loads(text)


def read_lines(name: str) -> tuple[str, ...]:
    """Return the lines of a data file of the package; only a line feed ends a line."""
    return tuple(read_text(name).removesuffix("\n").split("\n"))
