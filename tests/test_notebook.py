"""The example notebook runs from its first cell to its last, and shows what it promises."""

from __future__ import annotations

import ast
import json
import re

import pytest
from surroundings import ROOT

NOTEBOOK = ROOT / "examples" / "bolide.ipynb"


@pytest.mark.english
def test_the_notebook_runs(monkeypatch):
    """Each code cell runs after the others, in one namespace; its last expression is what a notebook would show."""
    monkeypatch.chdir(NOTEBOOK.parent)
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    names: dict[str, object] = {}
    shown = [_run("".join(cell["source"]), names) for cell in cells if cell["cell_type"] == "code"]
    assert shown[1] == 0.5083
    assert "<svg" in shown[3]._repr_html_()
    assert re.fullmatch(r"A is better than B: \+\.177, p < \.001", shown[4])
    assert 0 < shown[5] < 1


def test_the_notebook_holds_no_outputs():
    """Outputs are not kept: they would grow old."""
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    assert all(not cell.get("outputs") and cell.get("execution_count") is None for cell in cells)


def _run(source: str, names: dict[str, object]) -> object:
    """Run a cell, and return the value of its last expression."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), names)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names) if last else None
