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


def test_a_profile_is_read_by_folder(script):
    """Own costs count where their file lies; what a call costs is counted where it is called to."""
    assert script("bench", "instructions").read_profile(PROFILE) == {"text": 9, "libraries": 108}


def test_tables_of_the_benchmark_have_a_row_a_tool(tmp_path, monkeypatch, script):
    """Ratios are to the first row; scores that differ are an error."""
    run, corpora = (script("bench", name) for name in ("run", "corpora"))
    corpus = corpora._write(tmp_path / "all", [("a b c d", "A B C D"), ("e f g h", "E F G H")])
    for tool, wall in ((run.Bolide, 1.0), (run.Jar, 60.0)):
        monkeypatch.setattr(tool, "score", lambda self, _, wall=wall: (0.5, run.Cost(wall=wall, cpu=1, memory=1)))
    tools = [run.bolide(1), run.Jar(name="jar", argument="x")]
    table = run.whole_run("Whole", corpus, tools, {"nltk": "left out"}, 1)
    assert "| jar | 60.0 | 60.0-60.0 | 1.00 | 1.00 | 60.0 | 1.00 | 1.00 |" in table
    assert "| nltk: left out | -" in table
    monkeypatch.setattr(run.Jar, "score", lambda *_: (0.25, run.Cost(wall=1, cpu=1, memory=1)))
    with pytest.raises(run.DifferenceError):
        run.whole_run("Whole", corpus, tools, {}, 1)
