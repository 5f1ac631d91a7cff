"""How a program ends before its time."""

from __future__ import annotations

__all__ = ["Stop"]


class Stop(Exception):  # noqa: N818 - it may also end a program well
    """Ends the program with an exit code, and what standard error says: one line where the jar prints a stack trace."""

    def __init__(self, code: int, *lines: str) -> None:
        super().__init__(code, *lines)
        self.code = code
        self.lines = lines
