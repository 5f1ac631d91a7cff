"""The count of instructions: what a profile says, and when the check fails."""

from __future__ import annotations

import sys

import pytest
from surroundings import ROOT

PROFILE = """\
fl=(1) /home/me/bolide/core/text/utf8.cpp
fn=(1) decode
10 5
+2 3
cfi=(2) /usr/include/c++/bit
cfn=(2) rotate
calls=4 7
12 900
fi=(2)
20 8
fe=(1)
* 1
fl=(3) ./string/memcpy.S
fn=(3) memcpy
7 100
"""


@pytest.fixture
def instructions(monkeypatch):
    """Return the module, which lies beside those that it imports."""
    if not (ROOT / "bench").is_dir():
        pytest.skip("the benchmark is not part of this distribution")
    monkeypatch.syspath_prepend(str(ROOT / "bench"))
    import instructions

    yield instructions
    del sys.modules["instructions"]


def test_a_profile_is_read_by_folder(instructions):
    """Own costs count where their file lies; what a call costs is counted where it is called to."""
    assert instructions.read_profile(PROFILE) == {"text": 9, "libraries": 108}


@pytest.mark.parametrize(("counted", "code"), [(1050, 0), (1051, 1), (500, 0)])
def test_more_than_five_per_cent_fail(instructions, capsys, counted, code):
    """The check fails by the whole or by a part that matters, and says which."""
    assert instructions._compare({"all": 1000, "tiny": 1}, {"all": counted, "tiny": 2}) == code
    assert ("too much" in capsys.readouterr().out) == bool(code)
