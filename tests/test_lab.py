"""The scripts of the laboratory still fit the package."""

from __future__ import annotations

import ast
import importlib
import sys

import pytest
from surroundings import ROOT

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


@pytest.fixture
def make_results(monkeypatch, tmp_path):
    """The script that writes pages of results, with a page of its own; nothing of it stays loaded."""
    monkeypatch.syspath_prepend(str(LAB))
    import make_results

    monkeypatch.setattr(make_results, "PAGE", tmp_path / "english.md")
    yield make_results
    for name in [name for name in sys.modules if name == "make_results" or name.split(".")[0] == "results"]:
        del sys.modules[name]


def test_a_part_of_the_results_is_made_without_the_others(make_results, monkeypatch, capsys):
    """With --only, that part is replaced, or put where it belongs; all others stay as they are."""
    for name, text in (("assessment", "## Z\n\nold\n"), ("preset", "## A\n"), ("assessment", "## Z\n\nnew\n")):
        monkeypatch.setattr(make_results.english, name, lambda data, text=text: text)
        monkeypatch.setattr(sys, "argv", ["make_results.py", "--only", name])
        assert make_results.main() == 0
    page = make_results.PAGE.read_text(encoding="utf-8")
    assert page.startswith(make_results.HEAD)
    assert page.endswith("\n\n<!-- part preset -->\n## A\n\n<!-- part assessment -->\n## Z\n\nnew\n")
    assert capsys.readouterr().err.splitlines()[-1] == "wrote the part assessment of english.md"


def test_results_say_what_is_missing(make_results, monkeypatch, tmp_path, capsys):
    """Without the judgements there is no page, and a message."""
    monkeypatch.setattr(sys, "argv", ["make_results.py", "--only", "preset", "--judgements", str(tmp_path)])
    assert make_results.main() == 2
    assert not make_results.PAGE.exists()
    assert "wmt13-rank" in capsys.readouterr().err


def test_published_points_are_those_of_the_presets(make_results):
    """What the pages call the paper's parameters is what the presets score with."""
    from results.points import PUBLISHED, point_of

    from bolide import Meteor

    for language, code in (("Czech", "cs"), ("German", "de"), ("Spanish", "es"), ("French", "fr"), ("English", "en")):
        parameters = Meteor(code, matchers=("exact",)).parameters
        assert parameters.values == point_of(PUBLISHED[language]).values
