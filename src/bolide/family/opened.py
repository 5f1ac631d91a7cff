"""What choices give when they are opened."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from bolide.records import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from bolide.meaning.vectors import SegmentVectors
    from bolide.plusplus.marking import Marker
    from bolide.text import Split

__all__ = ["Opened"]


@record
class Opened:
    """What a part gives when it is opened: arguments of the core's scorer, what identifies its data, and what runs in Python."""

    core: Mapping[str, Any] = {}
    signed: Mapping[str, Any] = {}
    split: Split | None = None
    clean: Callable[[Sequence[str]], Sequence[str]] | None = None
    marker: Marker | None = None
    vectors: SegmentVectors | None = None
