"""The progress line: on terminals only, and gone at the end."""

import io
import sys

import pytest

from bolide.files import Progress


class Terminal(io.StringIO):
    """Says that it is a terminal."""

    def isatty(self) -> bool:
        return True


WIPE = "\r\033[K"


def test_terminal(monkeypatch):
    """A terminal shows the label, a bar and the share at once, and nothing is left of it."""
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with Progress("scoring", 200) as progress:
        assert terminal.getvalue() == f"{WIPE}scoring [{'.' * 20}]   0 %"
        progress._shown = float("-inf")
        progress.advance(50)
        assert terminal.getvalue().endswith(f"{WIPE}scoring [{'#' * 5}{'.' * 15}]  25 %")
    assert terminal.getvalue().endswith(WIPE)


@pytest.mark.parametrize("stream", [io.StringIO(), None], ids=["file", "nothing"])
def test_elsewhere(monkeypatch, stream):
    """A file, or no standard error at all, is shown nothing."""
    monkeypatch.setattr(sys, "stderr", stream)
    with Progress("scoring", 10) as progress:
        progress.advance(5)
    assert stream is None or stream.getvalue() == ""
