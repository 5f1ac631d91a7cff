"""Where the tests run: the repository, and what to do without a network."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

__all__ = ["IS_CI", "ROOT", "skip_or_fail"]

ROOT = Path(__file__).resolve().parent.parent
IS_CI = os.environ.get("CI") == "true"


def skip_or_fail(reason: str) -> None:
    """Skip a test for want of a network; in CI, where nothing may be left out, fail."""
    if IS_CI:
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)
