"""The scripts of the laboratory still fit the package."""

from __future__ import annotations

import ast
import importlib

import pytest
from surroundings import ROOT

from bolide import Meteor

LAB = ROOT / "lab"
SCRIPTS = sorted(LAB.glob("**/*.py"))
pytestmark = pytest.mark.skipif(not SCRIPTS, reason="the laboratory is not part of this distribution")


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: str(path.relative_to(LAB)))
def test_what_a_script_imports_is_there(script):
    """Every name that it takes from bolide exists."""
    for node in ast.walk(ast.parse(script.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "bolide":
            module = importlib.import_module(node.module)
            for name in node.names:
                assert hasattr(module, name.name) or importlib.import_module(f"{node.module}.{name.name}"), name.name


def test_published_points_are_those_of_the_presets(monkeypatch):
    """The paper's parameters on the pages are those of the presets."""
    monkeypatch.syspath_prepend(str(LAB))
    from results.points import PUBLISHED, point_of

    for language, code in (("Czech", "cs"), ("German", "de"), ("Spanish", "es"), ("French", "fr"), ("English", "en")):
        parameters = Meteor(code, matchers=("exact",)).parameters
        assert parameters.values == point_of(PUBLISHED[language]).values
