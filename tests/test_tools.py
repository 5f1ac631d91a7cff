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
