"""What standard output can show."""

from __future__ import annotations

import os
import sys

__all__ = ["wants_colour"]


def wants_colour() -> bool:
    """Whether to print in colour: on a terminal that knows colours, unless the user has set `NO_COLOR`."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
