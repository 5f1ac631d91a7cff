"""What opening a part returns: arguments for the core, identities for the signature; and which table is to blame if one is damaged."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from bolide.records import record

if TYPE_CHECKING:
    from bolide.copy_words.marking import Marker
    from bolide.meaning.encoder_source import SegmentVectors
    from bolide.text import Split


@record
class Opened:
    """What a part gives when it is opened: arguments of the core's scorer, what identifies its data, and what runs in Python."""

    core: Mapping[str, Any] = {}
    signed: Mapping[str, Any] = {}
    split: Split | None = None
    clean: Callable[[Sequence[str]], Sequence[str]] | None = None
    marker: Marker | None = None
    vectors: SegmentVectors | None = None
