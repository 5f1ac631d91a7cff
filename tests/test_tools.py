"""Scripts of the repository that others rely on."""

from __future__ import annotations

import sys

import pytest
from surroundings import ROOT

from bolide.data.languages import find_language
from bolide.metric.known_presets import presets


@pytest.fixture
def fingerprint(monkeypatch):
    """The script that compares builds; nothing of it stays loaded."""
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    import fingerprint

    yield fingerprint
    del sys.modules["fingerprint"]


def test_builds_are_compared_by_all_presets(fingerprint):
    """A new preset has to be one of the metrics by which builds are compared."""
    chosen = [(code, choice) for code, choices in fingerprint.OTHERS.items() for choice in choices]
    named = {choice.get("preset", find_language(code).preset) for code, choice in chosen}
    assert {preset.name for preset in presets()} <= named


def test_builds_that_differ_are_an_error_with_metric_and_pair(fingerprint, capsys):
    """Builds that agree are told by how much was compared; of others, each metric is named with its first different pair."""
    one, other = (fingerprint.Fingerprint(name, ["a", "b", "c"], "d") for name in ("en {}", "en {'beam': 7}"))
    fingerprint.compare([one, other], [one, other])
    expected = "same bits: 3 pairs, 2 metrics, 6 rows of statistics with their scores: all are equal\n"
    assert capsys.readouterr().out == expected
    with pytest.raises(SystemExit, match=r"^en \{'beam': 7\} differs in 2 of 3 pairs, first in pair 2\n$"):
        fingerprint.compare([one, other], [one, other._replace(pairs=["a", "x", "y"])])
    with pytest.raises(SystemExit, match=r"^en \{\} differs for the corpus\n$"):
        fingerprint.compare([one, other], [one._replace(corpus="x"), other])


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
