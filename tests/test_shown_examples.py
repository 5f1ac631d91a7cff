"""The documentation's examples run, and print what is shown: Python sessions, scripts and console sessions."""

from __future__ import annotations

import ast
import contextlib
import doctest
import io
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from surroundings import ROOT

pytestmark = pytest.mark.english

PAGES = [ROOT / "README.md", *sorted(ROOT.glob("docs/*.md"))]
# What sets up an environment, or runs for long, is not run again from within the tests.
LEFT_OUT = re.compile(r"(make|pip|git|java|python|source|export|cd) ")


def _with(pattern: str) -> list:
    """Return the pages in which a pattern occurs, as parameters."""
    found = [page for page in PAGES if re.search(pattern, page.read_text(encoding="utf-8"), re.MULTILINE)]
    return [pytest.param(page, id=str(page.relative_to(ROOT))) for page in found]


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    """Go to a folder that has the examples of the repository, and can be written to."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("page", _with(r"^>>> "))
def test_python_sessions(page, folder):
    """The sessions of a page, one after the other in one interpreter, give what they show."""
    test = doctest.DocTestParser().get_doctest(page.read_text(encoding="utf-8"), {}, page.name, str(page), 0)
    out = io.StringIO()
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    assert runner.run(test, out=out.write).failed == 0, out.getvalue()


@pytest.mark.parametrize("page", _with(r"^```text$"))
def test_python_scripts(page, folder):
    """A script that is followed by its output prints just that."""
    pattern = r"^```python\n((?!>>> ).*?)^```\n\n```text\n(.*?)^```$"
    for script, shown in re.findall(pattern, page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(compile(script, page.name, "exec"), {})
        assert out.getvalue() == shown


@pytest.mark.skipif(shutil.which("bash") is None, reason="console sessions are shown for bash")
@pytest.mark.parametrize("page", _with(r"^```console$"))
def test_console_sessions(page, folder):
    """Every command of a page prints the output under it, on standard output and error together."""
    blocks = re.findall(r"^```console\n(.*?)^```$", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    for block in blocks:
        nothing, *sessions = re.split(r"^\$ ", block, flags=re.MULTILINE)
        assert nothing == ""
        for session in sessions:
            command, _, shown = session.partition("\n")
            if not LEFT_OUT.match(command):
                assert _printed(command).rstrip("\n") == shown.rstrip("\n"), command


def _printed(command: str) -> str:
    """Run a command in bash, with `bolide` as that of this interpreter."""
    script = f'bolide() {{ "{sys.executable}" -m bolide "$@"; }}\n{command}'
    result = subprocess.run(
        ["bash", "-c", script], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, timeout=120
    )
    return result.stdout.decode()


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
    assert "A is better than B: +.1775, p &lt; .001" in shown[4]._repr_html_()
    assert 0 < shown[5] < 1


def _run(source: str, names: dict[str, object]) -> object:
    """Run a cell, and return the value of its last expression."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), names)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names) if last else None
