"""The tables that are frozen into the package when it is built."""

from __future__ import annotations

import importlib.util

from surroundings import ROOT

from bolide.packaged import read_toml


def test_frozen_tables_are_the_files():
    """Every TOML file of the source is in the package, as it reads now."""
    spec = importlib.util.spec_from_file_location("freeze_tables", ROOT / "tools" / "freeze_tables.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    frozen: dict[str, object] = {}
    exec(module.freeze(ROOT / "src" / "bolide"), frozen)
    assert {"languages.toml", "presets.toml", "resources/catalogue.toml"} <= frozen["TABLES"].keys()
    for name, table in frozen["TABLES"].items():
        assert read_toml(name) == table, f"{name} has changed since bolide was installed: install it again"
