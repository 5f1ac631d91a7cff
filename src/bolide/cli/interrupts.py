"""Ctrl-C, and being told to end, at moments that are fit for it: never in the middle of a line of output."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType, TracebackType
from typing import Any

__all__ = ["Interrupts", "Terminated"]


class Terminated(KeyboardInterrupt):
    """SIGTERM has come, by which batch systems and `timeout` end a program."""


# What each signal raises, and how it is handled where nobody has said otherwise.
_SIGNALS: dict[
    signal.Signals, tuple[type[KeyboardInterrupt], Callable[[int, FrameType | None], Any] | signal.Handlers]
] = {
    signal.SIGINT: (KeyboardInterrupt, signal.default_int_handler),
    signal.SIGTERM: (Terminated, signal.SIG_DFL),
}


class Interrupts:
    """While it is entered, Ctrl-C and SIGTERM wait for the end of what is `held`; a second time they wait no more.

    Where they are not Python's own to handle (a job in the background ignores Ctrl-C), nothing is changed.
    """

    def __init__(self) -> None:
        """Begin with nothing held."""
        self._is_held = False
        self._pending: type[KeyboardInterrupt] | None = None
        self._ours: list[signal.Signals] = []

    def __enter__(self) -> Interrupts:
        """Take over the signals, in the main thread of a program; others never see them."""
        for number, (_, usual) in _SIGNALS.items():
            if signal.getsignal(number) == usual:
                try:
                    signal.signal(number, self._handle)
                except ValueError:
                    return self
                self._ours.append(number)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Give them back."""
        for number in self._ours:
            signal.signal(number, _SIGNALS[number][1])

    def _handle(self, number: int, _frame: FrameType | None) -> None:
        raised = _SIGNALS[signal.Signals(number)][0]
        if not self._is_held or self._pending:
            raise raised
        self._pending = raised

    @contextmanager
    def held(self) -> Iterator[None]:
        """Let what is done inside come to its end."""
        self._is_held = True
        try:
            yield
        finally:
            self._is_held = False
        if self._pending:
            raised, self._pending = self._pending, None
            raise raised
