"""The aligner eflomal (GPL-3.0, so it is not part of any extra: pip install eflomal). It samples, and two runs may differ in some links."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

from bolide.errors import ConfigurationError
from bolide.files.progress import Progress

__all__ = ["align"]


def align(name: str, source: Path, target: Path, forward: Path, reverse: Path) -> None:
    """Write the links of both directions."""
    try:
        eflomal: Any = import_module("eflomal")
    except ImportError as error:
        raise ConfigurationError(f"the aligner {name!r} is not installed: pip install eflomal ({error})") from error
    with (
        source.open(encoding="utf-8") as one,
        target.open(encoding="utf-8") as other,
        Progress("aligning with eflomal"),
    ):
        eflomal.Aligner().align(one, other, links_filename_fwd=str(forward), links_filename_rev=str(reverse))
