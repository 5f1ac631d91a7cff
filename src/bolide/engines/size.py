"""Sizes of memory as people write them."""

from __future__ import annotations

import re

from bolide.errors import ConfigurationError

__all__ = ["parse_size"]


def parse_size(text: str) -> int:
    """Return a size such as 600MB or 1.5GiB in bytes.

    >>> parse_size("600MB"), parse_size("1GiB")
    (600000000, 1073741824)
    """
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([KMGT]i?)?B?", text.strip(), re.IGNORECASE)
    if not found or not float(found[1]):
        raise ConfigurationError(f"{text!r} is not a size of memory: write it like 600MB or 2GB")
    unit = (found[2] or "").upper()
    base = 1024 if unit.endswith("I") else 1000
    return int(float(found[1]) * base ** " KMGT".index(unit[:1] or " "))
