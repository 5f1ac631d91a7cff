"""The tables that are frozen into the package when it is built; an editable install has none, and reads the files."""

from __future__ import annotations

import importlib.util

from surroundings import ROOT

from bolide import packaged
from bolide.packaged import read_toml


def test_frozen_tables_are_the_files():
    """Every TOML file of the source is in the package, as it reads now."""
    spec = importlib.util.spec_from_file_location("freeze_tables", ROOT / "tools" / "freeze_tables.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    frozen: dict[str, object] = {}
    exec(module.freeze(ROOT / "src" / "bolide"), frozen)
    assert {"data/languages.toml", "metric/presets.toml", "data/catalogue.toml"} <= frozen["TABLES"].keys()
    for name, table in frozen["TABLES"].items():
        assert read_toml(name) == table, f"{name} has changed since bolide was installed: install it again"


def test_without_frozen_tables_files_are_read(monkeypatch):
    """In an editable install an edit of a file counts at once."""
    monkeypatch.setattr(packaged, "TABLES", {})
    monkeypatch.setattr(packaged, "read_text", lambda name: f"edited = '{name}'")
    assert read_toml("data/languages.toml") == {"edited": "data/languages.toml"}
