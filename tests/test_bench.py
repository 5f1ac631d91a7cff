"""The benchmark's own parts: the texts it makes, what it leaves out, what it draws, and what it says was reached."""

from __future__ import annotations

import gzip
import sys
from xml.etree import ElementTree as ET

import pytest
from surroundings import ROOT

PAIRS = (("a b c d", "A B C D"), ("e f g h", "E F G H"), ("i j", "I J"))
SVG = "{http://www.w3.org/2000/svg}"


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


@pytest.fixture
def corpus(tmp_path):
    """Return a corpus of three segments."""
    import corpora

    return corpora._write(tmp_path / "all", PAIRS)


def _lines(path):
    return path.read_text(encoding="utf-8").splitlines()


def test_sizes_repeat_and_cut(corpus):
    """A corpus of any size has the same segments over and over, on both sides alike."""
    made = corpus.of_size(5)
    assert made.segments == 5
    assert _lines(made.hypotheses) == [hypothesis for hypothesis, _ in (*PAIRS, *PAIRS[:2])]
    assert _lines(made.references) == [reference for _, reference in (*PAIRS, *PAIRS[:2])]


def test_lengths_join_and_cut(corpus):
    """Segments of a length have that many words on both sides."""
    made = corpus.of_length(3)
    assert _lines(made.hypotheses) == ["a b c", "e f g"]
    assert _lines(made.references) == ["A B C", "E F G"]


def test_references_differ(corpus):
    """Of several references the first is the true one, and the others are all different."""
    made = corpus.with_references(3)
    assert made.per_segment == 3
    assert _lines(made.references)[:6] == ["A B C D", "I B I D", "I B C J", "E F G H", "A F C H", "A F G D"]
    assert len(_lines(made.references)) == 3 * made.segments


def test_new_words_are_new(corpus):
    """New words stand in no other segment, keep the length, and are half the same on both sides."""
    made = corpus.with_new_words(2)
    hypotheses, references = ([line.split() for line in _lines(path)] for path in (made.hypotheses, made.references))
    assert [len(words) for words in hypotheses] == [4, 4, 2]
    new = [set(words[-2:]) for words in hypotheses]
    assert len(set.union(*new)) == 6
    assert all(len(own & set(other[-2:])) == 1 for own, other in zip(new, references, strict=True))
    assert _lines(corpus.with_new_words(0).hypotheses) == _lines(corpus.hypotheses)


class Made:
    """A tool that takes a second for each segment beyond the first."""

    name = "made"

    def score(self, corpus):
        from measure import Cost

        return 0.0, Cost(wall=10.0 + corpus.segments, cpu=2.0 * corpus.segments, memory=5)


def test_patience_ends_growth(corpus):
    """A tool that took too long beyond its start is asked for nothing larger, in no round; costs are of a segment beyond the start."""
    import growth

    question = growth.Question(name="x", title="X", label="x", sizes=(2, 5, 9, 20), make=corpus.of_size)
    measured = growth.measure(question, corpus.head(1), [Made()], rounds=2, patience=6)["made"]
    assert {size: len(costs) for size, costs in measured.items()} == {2: 2, 5: 2, 9: 2}
    assert [costs[0].cpu for costs in measured.values()] == pytest.approx([2 / 2, 8 / 5, 16 / 9])
    assert "| 20 | - |" in growth.table(question, {"made": measured})


def test_drawing_is_logarithmic():
    """Equal ratios are equal distances on both axes; each point is marked; names are escaped."""
    import plot

    lines = {"a <b>": [(1, 10.0), (10, 100.0), (100, 1000.0)], "empty": []}
    tree = ET.fromstring(plot.render("title", "x", "y", lines))
    marks = [(float(mark.get("cx")), float(mark.get("cy"))) for mark in tree.iter(f"{SVG}circle")]
    assert len(marks) == 3
    for axis in (0, 1):
        assert marks[1][axis] - marks[0][axis] == pytest.approx(marks[2][axis] - marks[1][axis], abs=0.2)
    assert marks[0][0] < marks[2][0]
    assert marks[0][1] > marks[2][1]
    texts = [text.text for text in tree.iter(f"{SVG}text")]
    assert "a <b>" in texts
    assert "empty" not in texts


def test_drawing_has_a_place_for_zero():
    """Zero, which has no logarithm, lies left of one."""
    import plot

    tree = ET.fromstring(plot.render("title", "x", "y", {"a": [(0, 3.0), (1, 3.0), (2, 4.0)]}))
    places = [float(mark.get("cx")) for mark in tree.iter(f"{SVG}circle")]
    assert places == sorted(places)
    assert places[0] < places[1]


@pytest.mark.parametrize(("jar", "reached"), [(60.0, "yes"), (59.0, "no")])
def test_goals(tmp_path, jar, reached):
    """A goal is reached from its ratio on; goals of tools that were not run are not told of."""
    import goals
    from measure import Cost
    from tools import Bolide, Jar

    ours, theirs = Bolide(1), Jar(tmp_path)
    costs = {ours.name: Cost(wall=1, cpu=1, memory=1), theirs.name: Cost(wall=jar, cpu=1, memory=1)}
    table = goals.goals([ours, theirs], {goals.COLD: costs})
    assert f"| cold start, all threads, beside the jar | 60x | {jar:.1f}x | {reached} |" in table
    assert "steady" not in table
    assert goals.goals([ours], {goals.COLD: costs}) == ""


def test_what_goals_need(monkeypatch):
    """`--goals` measures the tools and the tables that goals are about, and no others."""
    import goals
    import run

    monkeypatch.setattr(sys, "argv", ["run.py", "--goals"])
    options = run._options()
    assert {goal.where for goal in goals.GOALS} == set(options.sections)
    assert {goal.peer.__name__.lower() for goal in goals.GOALS} | {"bolide"} == set(options.only)


@pytest.fixture
def judged(tmp_path):
    """Return judgements of both forms: scores of hypotheses, and rankings of two."""
    tables = {
        "scores": ["reference\thypothesis", "the cat\ta cat", 'the "dog\tdogs', "the cat\ta cat"],
        "rankings": ["hypA\treference\thypB", "cats\tthe cat\tsome cat"],
    }
    for name, lines in tables.items():
        with gzip.open(tmp_path / name, "wt", encoding="utf-8") as file:
            file.writelines(f"{line}\n" for line in lines)
    return [tmp_path / name for name in tables]


def test_judged_hypotheses(judged):
    """Hypotheses are gathered by their reference, each once, from scores and from rankings."""
    import workloads

    assert workloads.read(judged) == {"the cat": ["a cat", "cats", "some cat"], 'the "dog': ["dogs"]}


@pytest.mark.english
def test_workloads(judged, monkeypatch, capsys):
    """Every workload has a row, beside the first; groups are left out where a reference has too few hypotheses."""
    import workloads

    monkeypatch.setattr(workloads, "CANDIDATES", 3)
    monkeypatch.setattr(sys, "argv", ["workloads.py", *map(str, judged), "--rounds", "1"])
    workloads.main()
    rows = [line.split(" | ")[0] for line in capsys.readouterr().out.splitlines()[2:]]
    assert len(rows) == 7
    assert rows[-2] == "| `Meteor.utilities`, 3 candidates"
    monkeypatch.setattr(workloads, "CANDIDATES", 4)
    assert len(workloads.workloads(workloads.read(judged))) == 5
