"""The benchmark's own parts: the texts it makes, and the process that scores again and again."""

from __future__ import annotations

import sys

import pytest
from surroundings import ROOT

PAIRS = (("a b c d", "A B C D"), ("e f g h", "E F G H"), ("i j", "I J"))


@pytest.fixture(autouse=True)
def bench(monkeypatch):
    """Make the modules importable, which lie beside each other."""
    if not (ROOT / "bench").is_dir():
        pytest.skip("the benchmark is not part of this distribution")
    before = set(sys.modules)
    monkeypatch.syspath_prepend(str(ROOT / "bench"))
    yield
    for name in set(sys.modules) - before:
        if str(getattr(sys.modules[name], "__file__", "")).startswith(str(ROOT / "bench")):
            del sys.modules[name]


def test_sections_have_a_row_a_tool(tmp_path, monkeypatch):
    """Ratios are to the first row; scores that differ are an error."""
    import corpora
    import run
    from measure import Cost
    from peers import Jar, bolide

    corpus = corpora._write(tmp_path / "all", PAIRS)
    for tool, wall in ((type(bolide(1)), 1.0), (Jar, 60.0)):
        monkeypatch.setattr(tool, "score", lambda self, _, wall=wall: (0.5, Cost(wall=wall, cpu=1, memory=1)))
    tools = [bolide(1), Jar(name="jar", argument="x")]
    table = run.whole_run("Whole", corpus, tools, {"nltk": "left out"}, 1)
    assert "| jar | 60.0 | 60.0-60.0 | 1.00 | 1.00 | 60.0 | 1.00 | 1.00 |" in table
    assert "| nltk: left out | -" in table
    monkeypatch.setattr(Jar, "score", lambda *_: (0.25, Cost(wall=1, cpu=1, memory=1)))
    with pytest.raises(run.DifferenceError):
        run.whole_run("Whole", corpus, tools, {}, 1)
