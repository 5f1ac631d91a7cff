"""Scripts of the repository that others rely on."""

from __future__ import annotations

import importlib
import sys

import pytest
from surroundings import ROOT

from bolide.data.languages import find_language
from bolide.metric.known_presets import presets


@pytest.fixture
def script(monkeypatch):
    """Return a function that loads a script, which may import those beside it; nothing of it stays loaded."""
    before = set(sys.modules)

    def load(folder: str, name: str):
        if not (ROOT / folder).is_dir():
            pytest.skip(f"{folder} is not part of this distribution")
        monkeypatch.syspath_prepend(str(ROOT / folder))
        return importlib.import_module(name)

    yield load
    for name in set(sys.modules) - before:
        if str(getattr(sys.modules[name], "__file__", "")).startswith((str(ROOT / "bench"), str(ROOT / "tools"))):
            del sys.modules[name]


def test_builds_are_compared_by_all_presets(script):
    """A new preset must be one of the metrics by which builds are compared."""
    chosen = [(code, choice) for code, choices in script("tools", "fingerprint").OTHERS.items() for choice in choices]
    named = {choice.get("preset", find_language(code).preset) for code, choice in chosen}
    assert {preset.name for preset in presets()} <= named


def test_builds_that_differ_are_an_error_with_metric_and_pair(script, capsys):
    """Builds that agree are told by how much was compared; of others, each metric is named with its first different pair."""
    fingerprint = script("tools", "fingerprint")
    one, other = (fingerprint.Fingerprint(name, ["a", "b", "c"], "d") for name in ("en {}", "en {'beam': 7}"))
    fingerprint.compare([one, other], [one, other])
    assert "6 rows of statistics with their scores: all are equal\n" in capsys.readouterr().out
    with pytest.raises(SystemExit, match=r"^en \{'beam': 7\} differs in 2 of 3 pairs, first in pair 2\n$"):
        fingerprint.compare([one, other], [one, other._replace(pairs=["a", "x", "y"])])
    with pytest.raises(SystemExit, match=r"^en \{\} differs for the corpus\n$"):
        fingerprint.compare([one, other], [one._replace(corpus="x"), other])
