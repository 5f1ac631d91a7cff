"""The data of a page that a report is."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

__all__ = ["data_of"]


def data_of(path: Path | str) -> dict:
    """Return the data in a page."""
    page = Path(path).read_text(encoding="utf-8")
    return json.loads(re.search(r'id="data">(.*?)</script>', page, re.DOTALL)[1], parse_constant=pytest.fail)
