"""Readers and writers of every format, whole files, locks; in this file, a progress line for long work.

It goes to standard error, if that is a terminal or on request.
"""

import sys
import time

BAR_CELLS = 20
LOG_SECONDS = 10.0  # between two lines that cannot be wiped


class Progress:
    """Shows the progress of work, at most ten times a second, and wipes the line at the end.

    If it `is_shown` although standard error is not a terminal, it writes a line now and then, and one at the end.
    """

    def __init__(self, label: str, total: int | None = None, *, is_shown: bool | None = None) -> None:
        """Start at 0 of `total` (None: only the label and a count are shown); `is_shown` forces or forbids the line."""
        self._label = label
        self._total = total
        self._done = 0
        self._began = self._shown = time.monotonic()
        self._wipes = sys.stderr is not None and sys.stderr.isatty()
        self._visible = sys.stderr is not None and (self._wipes if is_shown is None else is_shown)
        self._has_rate = is_shown is True

    def __enter__(self) -> "Progress":
        if self._visible and self._wipes:
            self._show()
        return self

    def __exit__(self, *_: object) -> None:
        if self._visible and not self._wipes:
            self._show()
        elif self._visible:
            print("\r\033[K", end="", file=sys.stderr, flush=True)

    def advance(self, amount: int) -> None:
        """Add to the finished amount."""
        self._done += amount
        if self._visible and time.monotonic() - self._shown >= (0.1 if self._wipes else LOG_SECONDS):
            self._show()

    def _show(self) -> None:
        self._shown = time.monotonic()
        done = f"{self._done:,}" if self._done else ""
        if self._total:
            share = min(1.0, self._done / self._total)
            bar = f"[{'#' * round(share * BAR_CELLS):.<{BAR_CELLS}}] " if self._wipes else ""
            done = f"{bar}{int(100 * share):3d} %"
        begin, end = ("\r\033[K", "") if self._wipes else ("", "\n")
        print(f"{begin}{self._label} {done}{self._rate()}", end=end, file=sys.stderr, flush=True)

    def _rate(self) -> str:
        """Return the speed and the remaining time, if requested."""
        took = self._shown - self._began
        if not self._has_rate or not took or not self._done:
            return ""
        count = f", {self._done:,}" if self._total else ""
        left = f", {took * (self._total - self._done) / self._done:,.0f} s left" if self._total else ""
        return f"{count} ({self._done / took:,.0f}/s{left})"
