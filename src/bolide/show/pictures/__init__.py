"""Pictures of one alignment: as text for a terminal, as SVG for everything else."""

from __future__ import annotations

from bolide.show.pictures.svg import render_svg
from bolide.show.pictures.text import render_text

__all__ = ["render_svg", "render_text"]
