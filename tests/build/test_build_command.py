"""`bolide build` from end to end: alignments, phrase tables and aligners in; a resource that bolide and the jar score with."""

import gzip
import json
import re
from pathlib import Path

import pytest
from built_language import read_table

pytest.importorskip("ibis")
pytest.importorskip("duckdb")
pytest.importorskip("pyarrow")

from bolide.build import EngineOptions, steps

TABLE = "meteor-files/paraphrase.gz"
PAIRS = [
    ("la casa grande", "the big house", "0-0 1-2 2-1"),
    ("la casa grande", "the large house", "0-0 1-2 2-1"),
    ("un perro grande", "a big dog", "0-0 1-2 2-1"),
    ("un perro grande", "a large dog", "0-0 1-2 2-1"),
    ("el coche rojo", "the red car", "0-0 1-2 2-1"),
    ("el coche rojo", "the red automobile", "0-0 1-2 2-1"),
    ("la casa , sí", "the house , yes", "0-0 1-1 2-2 3-3"),
    ("LA CASA", "the home", "0-0 1-1"),
]


@pytest.fixture
def corpus(write):
    """Return the names of the source, the target and the alignments of a small corpus."""
    sides = [("".join(f"{pair[i]}\n" for pair in PAIRS)) for i in range(3)]
    return write("corpus.f", sides[0]), write("corpus.e", gzip.compress(sides[1].encode())), write("links", sides[2])


@pytest.fixture
def links(corpus) -> tuple[str, str]:
    """Return the arguments that name the alignments."""
    return "--alignments", corpus[2]


@pytest.fixture
def build(bolide, corpus, tmp_path):
    """Return a function that builds from both texts, with further arguments."""

    def run(*more: str, out: str = "out"):
        return bolide("build", str(tmp_path / out), "--source", corpus[0], "--target", corpus[1], *more)

    return run


@pytest.fixture
def built(build, links, tmp_path):
    """Build from alignments, and return the folder."""
    result = build(*links, "--common", "0.2")
    assert result.code == 0
    assert result.err.startswith("to use it: bolide score ")
    return tmp_path / "out"


def test_what_is_built(built):
    """Paraphrases that share a translation, with the product of both probabilities; common words as function words."""
    table = read_table(built)
    assert table["big", "large"] == 0.5
    assert table["car", "automobile"] == 0.5
    assert table["the red car", "the red automobile"] == 0.5
    assert table["house", "home"] == pytest.approx(0.25)
    assert not any("," in one + other for one, other in table)
    words = (built / "meteor-files" / "function.words").read_text(encoding="utf-8")
    assert words == "the\n"
    assert not (built / "work").exists()


def test_both_sides_and_a_target_text(bolide, corpus, write, tmp_path):
    """Paraphrases of both languages come from one table; the target's are limited to the phrases of a text."""
    source, target, _ = corpus
    links = write("swapped", "".join(re.sub(r"(\d)-(\d)", r"\2-\1", pair[2]) + "\n" for pair in PAIRS))
    arguments = ["--source", target, "--target", source, "--alignments", links, "--common", "0.2", "--sides", "both"]
    out = tmp_path / "out"
    assert bolide("build", str(out), *arguments, "--target-text", write("text", "casa grande\n")).code == 0
    assert {one for one, _ in read_table(out)} <= {"casa", "grande", "casa grande"}
    assert read_table(out / "source")["big", "large"] == 0.5
    assert not (out / "source" / "work").exists()
    assert json.loads((out / "source" / "resource.json").read_text())["options"]["side"] == "source"


@pytest.mark.parametrize("symmetry", ["grow-diag-final-and", "intersection", "union"])
def test_two_directions(build, links, built, tmp_path, symmetry):
    """Alignments of two directions are made symmetric."""
    assert build(*links, links[1], "--common", "0.2", "--symmetry", symmetry, out="two").code == 0
    assert read_table(tmp_path / "two") == read_table(built)


def test_an_aligner(build, tmp_path):
    """Text alone is enough: the default aligner finds the links, the same in every run."""
    pytest.importorskip("thot")
    for name in ("one", "two"):
        result = build("--aligner", "thot", out=name)
        assert result.code == 0, result.err
    assert (tmp_path / "one" / TABLE).read_bytes() == (tmp_path / "two" / TABLE).read_bytes()


def test_an_aligner_of_the_users_own(build, links, tmp_path, monkeypatch):
    """Any function that writes links serves as an aligner."""
    (tmp_path / "own_aligner.py").write_text(
        "import shutil\n"
        "def align(name, source, target, forward, reverse):\n"
        f"    for path in (forward, reverse): shutil.copy({links[1]!r}, path)\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    assert build("--common", "0.2", "--aligner", "own_aligner:align").code == 0
    assert read_table(tmp_path / "out")["big", "large"] == 0.5


def test_resuming_repeats_nothing(build, links, monkeypatch):
    """A second run with the same input makes no step again; a changed option makes only those that depend on it."""
    made = []
    make = steps.Workspace._make
    monkeypatch.setattr(
        steps.Workspace, "_make", lambda self, folder, *rest: (made.append(folder.name), make(self, folder, *rest))[1]
    )
    assert build(*links, "--keep-work").code == 0
    assert made == ["corpus", "links", "phrases", "counted", "table", "pairs-target", "final-target"]
    made.clear()
    assert build(*links, "--keep-work").code == 0
    assert made == []
    assert build(*links, "--keep-work", "--min-final", "0.4").code == 0
    assert made == ["pairs-target", "final-target"]
    made.clear()
    Path(links[1]).write_text("0-0\n" * len(PAIRS))
    assert build(*links, "--keep-work").code == 0
    assert made[0] == "links"


def test_an_earlier_result_stays(build, links, built, monkeypatch):
    """An earlier build stays until a new one is complete."""
    before = {path: path.read_bytes() for path in built.glob("**/*") if path.is_file()}

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("bolide.build.built_folder.write_counts", full)
    result = build(*links, "--common", "0.2", "--min-final", "0.3")
    assert result.code == 2
    assert "No space left on device; make room there" in result.err
    assert {path: path.read_bytes() for path in before} == before


def test_one_build_at_a_time(build, links, tmp_path):
    """Two builds into one folder do not meet."""
    with steps.open_workspace(tmp_path / "out", EngineOptions()):
        result = build(*links)
    assert result.code == 2
    assert "another process is building in" in result.err


def test_texts_and_alignments_that_do_not_fit(build, corpus, links, write):
    """Texts and alignments of unequal length are refused with their lengths; links that lead outside of their line, with it."""
    short = write("short", "0-0\n")
    wrong = write("wrong", "0-0\n" * 7 + "0-9\n")
    for arguments, message in (
        (
            (*links, "--target", short),
            f"{corpus[0]} has 8 lines and {short} 1: parallel text must have the translation of each",
        ),
        (("--alignments", wrong), "wrong, line 8: the link 0-9 is out of range for segments of 2 and 2 words"),
        (("--alignments", short), f"{short} has 1 lines, but the corpus 8"),
    ):
        result = build(*arguments)
        assert result.code == 2
        assert message in result.err


def test_broken_lines_of_a_phrase_table(build, write, tmp_path):
    """A broken line is named by its number; on demand, such lines are passed over and counted."""
    table = write("table", "casa ||| house ||| 1 1 .5\nbroken\ncasa ||| home ||| 1 1 .5\n")
    result = build("--phrase-table", table)
    assert result.code == 2
    assert f'{table}, line 2: expected three fields separated by |||, found "broken"; fix it' in result.err
    result = build("--phrase-table", table, "--skip-bad-lines", "--common", "0.5")
    assert result.code == 0
    assert re.search(r"^bad lines skipped +1$", result.out, re.MULTILINE)
    assert read_table(tmp_path / "out") == {("house", "home"): 0.5, ("home", "house"): 0.5}


def test_numbers_that_are_no_probabilities(build, write):
    """A table that would make the join explode is refused before it."""
    table = write("table", "".join(f"hot ||| e{i} ||| 1 1 1\n" for i in range(300)))
    result = build("--phrase-table", table, "--min-instance", "0.1")
    assert result.code == 2
    assert "gives one phrase 300 translations of probability 0.1 or more, but at most 10 are possible" in result.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["--aligner", "thot", "--alignments", "a"],
            "a build takes its phrases from one of: a phrase table, alignments",
        ),
        (["--aligner", "no.module:align"], "the aligner 'no.module:align' cannot be loaded"),
        (["--aligner", "math:pi"], "the aligner 'math:pi' is not a function"),
        (["--aligner", "thot-fast"], "unknown aligner 'thot-fast': choose thot, or name your own function"),
        (["--alignments", "absent"], "cannot read absent: No such file"),
        (["--alignments", "LINKS", "--memory", "much"], "'much' is not a size of memory: write it like 600MB or 2GB"),
    ],
)
def test_wrong_usage(build, links, tmp_path, arguments, message):
    """Impossible builds are refused at once, and leave nothing."""
    result = build(*(links[1] if argument == "LINKS" else argument for argument in arguments))
    assert result.code == 2
    assert message in result.err
    assert not (tmp_path / "out" / "resource.json").exists()


@pytest.mark.parametrize("name", ["thesis.tex", "work/thesis.tex", "resource.json"])
def test_a_folder_of_somebody_else(build, links, tmp_path, name):
    """A folder that holds something else is left alone."""
    file = tmp_path / "mine" / name
    file.parent.mkdir(parents=True)
    file.write_text("{}")
    result = build(*links, out="mine")
    assert result.code == 2
    assert "already exists and is not a bolide build: choose another folder" in result.err
    assert [path for path in (tmp_path / "mine").rglob("*") if path.is_file()] == [file]
