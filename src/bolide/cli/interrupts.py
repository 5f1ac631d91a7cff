"""Ctrl-C at moments that are fit for it: never in the middle of a line of output."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType, TracebackType

__all__ = ["Interrupts"]


class Interrupts:
    """While it is entered, Ctrl-C waits for the end of what is `held`; pressed a second time, it waits no more.

    Where Ctrl-C is not Python's own to handle (a job in the background ignores it), nothing is changed.
    """

    def __init__(self) -> None:
        """Begin with nothing held."""
        self._is_held = False
        self._is_pending = False
        self._is_ours = False

    def __enter__(self) -> Interrupts:
        """Take over Ctrl-C, in the main thread of a program; others never see it."""
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            try:
                signal.signal(signal.SIGINT, self._handle)
            except ValueError:
                return self
            self._is_ours = True
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Give it back."""
        if self._is_ours:
            signal.signal(signal.SIGINT, signal.default_int_handler)

    def _handle(self, _number: int, _frame: FrameType | None) -> None:
        if not self._is_held or self._is_pending:
            raise KeyboardInterrupt
        self._is_pending = True

    @contextmanager
    def held(self) -> Iterator[None]:
        """Let what is done inside come to its end."""
        self._is_held = True
        try:
            yield
        finally:
            self._is_held = False
        if self._is_pending:
            self._is_pending = False
            raise KeyboardInterrupt
