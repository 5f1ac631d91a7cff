"""A progress line for long work: on standard error, and only where that is a terminal."""

from __future__ import annotations

import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType


class Progress:
    """Shows how far work has come, at most ten times a second, and wipes the line at the end."""

    def __init__(self, label: str, total: int | None = None) -> None:
        """Start at 0 of `total` (unknown: only the label and a count are shown)."""
        self._label = label
        self._total = total
        self._done = 0
        self._shown = 0.0
        self._visible = sys.stderr is not None and sys.stderr.isatty()

    def __enter__(self) -> Progress:
        """Show the line."""
        self.advance(0)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Wipe the line."""
        if self._visible:
            print("\r\033[K", end="", file=sys.stderr, flush=True)

    def advance(self, amount: int) -> None:
        """Add to what is done."""
        self._done += amount
        now = time.monotonic()
        if not self._visible or (now - self._shown < 0.1 and amount):
            return
        self._shown = now
        share = f"{100 * self._done // self._total:3d} %" if self._total else f"{self._done:,}" if self._done else ""
        print(f"\r\033[K{self._label} {share}", end="", file=sys.stderr, flush=True)
