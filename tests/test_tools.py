"""Scripts of the repository that others rely on."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from surroundings import ROOT

from bolide.data.languages import find_language
from bolide.family.presets import presets


def test_browser_tests_say_that_they_did_not_run(tmp_path):
    """Without a browser, and without a way to install one, nothing is tested, and that is said; it is no failure."""
    result = subprocess.run(
        [sys.executable, str(ROOT / "tools" / "browser_tests.py")],
        check=False,
        capture_output=True,
        env={"PATH": str(tmp_path)},
        encoding="utf-8",
    )
    assert (result.returncode, result.stdout) == (0, "")
    assert result.stderr.startswith("browser tests: NOT RUN: there is no Chromium on the PATH")


@pytest.mark.skipif(shutil.which("make") is None, reason="there is no make on the PATH")
@pytest.mark.parametrize(
    ("editable", "edited", "installs"),
    [
        (True, "src/bolide/metric/meteor.py", False),
        (True, "src/bolide/family/presets.toml", False),
        (True, "bindings/module.cpp", True),
        (True, "pyproject.toml", True),
        (False, "src/bolide/metric/meteor.py", True),
        (False, "src/bolide/family/presets.toml", True),
    ],
)
def test_an_editable_install_is_made_again_for_cpp_alone(tmp_path, editable, edited, installs):
    """After an edit of Python or TOML, `make test` runs the tests and nothing else; without `make develop` it installs first."""
    for name in ("pyvenv.cfg", "editable" if editable else "tested"):
        (tmp_path / name).touch()
    command = ["make", "--dry-run", "--what-if", edited, f"VENV={tmp_path.as_posix()}", "test"]
    planned = subprocess.run(command, check=True, capture_output=True, cwd=ROOT, encoding="utf-8").stdout
    assert "-m pytest" in planned
    assert (" install " in planned, "--editable" in planned) == (installs, installs and editable)


@pytest.fixture
def make_results(monkeypatch, tmp_path):
    """The script that writes the page of results, with a page of its own; nothing of it stays loaded."""
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    import make_results

    monkeypatch.setattr(make_results, "PAGE", tmp_path / "results.md")
    yield make_results
    for name in [name for name in sys.modules if name == "make_results" or name.split(".")[0] == "results"]:
        del sys.modules[name]


def test_a_part_of_the_results_is_made_without_the_others(make_results, monkeypatch, capsys):
    """With --only, that part is replaced, or put where it belongs; all others stay as they are."""
    for name, text in (("assessment", "## Z\n\nold\n"), ("preset", "## A\n"), ("assessment", "## Z\n\nnew\n")):
        function = make_results.english, name
        monkeypatch.setattr(*function, lambda data, text=text: text)
        monkeypatch.setattr(sys, "argv", ["make_results.py", "--only", name])
        assert make_results.main() == 0
    page = make_results.PAGE.read_text(encoding="utf-8")
    assert page.startswith(make_results.HEAD)
    assert page.endswith("\n\n<!-- part preset -->\n## A\n\n<!-- part assessment -->\n## Z\n\nnew\n")
    assert capsys.readouterr().err.splitlines()[-1] == "wrote the part assessment of results.md"


def test_a_page_of_its_own_is_made_beside_the_results(make_results, monkeypatch, capsys):
    """What there is to say about any language has a page, with its title and how it was made."""
    monkeypatch.setattr(make_results, "any_language", lambda data: "text\n")
    monkeypatch.setattr(sys, "argv", ["make_results.py", "--only", "any-language"])
    assert make_results.main() == 0
    title, _, made, _, text = (
        (make_results.PAGE.parent / "results-any-language.md").read_text(encoding="utf-8").splitlines()
    )
    assert title == "# Any language: `universal+` beside chrF"
    assert 'RESULTS="--only any-language"' in made
    assert text == "text"
    assert capsys.readouterr().err == "wrote results-any-language.md\n"


def test_samples_are_of_whole_segments(make_results):
    """The share of samples in which one metric is not better: 0 for one that is right, 1 for the same metric twice."""
    from results import any_language

    human = np.arange(40.0)
    judged = SimpleNamespace(
        name="x", is_ranking=False, first=np.arange(40), human=human, groups=np.arange(40) // 4, second=None
    )
    noise = np.random.default_rng(1).normal(size=40)
    scores = {any_language._OURS: human, "chrF": noise, "chrF++": human}
    assert any_language._chance(judged, scores, "chrF", 200) == 0
    assert any_language._chance(judged, scores, "chrF++", 200) == 1
    drawn = any_language._drawn(judged, 200)(noise)
    assert drawn.mean() == pytest.approx(np.corrcoef(noise, human)[0, 1], abs=0.1)


def test_results_say_what_is_missing(make_results, monkeypatch, tmp_path, capsys):
    """Without the judgements there is no page, and a message."""
    monkeypatch.setattr(sys, "argv", ["make_results.py", "--only", "preset", "--judgements", str(tmp_path)])
    assert make_results.main() == 2
    assert not make_results.PAGE.exists()
    assert "wmt13-rank" in capsys.readouterr().err


def test_published_points_are_read_and_shown_again(make_results):
    """A row of a paper's table is a point, and that point is the row."""
    from results.points import PUBLISHED, point_of, row_of

    from bolide.data.languages import JAVA_MATCHERS

    for text in PUBLISHED.values():
        there = [name for name, cell in zip(JAVA_MATCHERS, text.split()[4:], strict=True) if cell != "–"]
        assert row_of(point_of(text), there) == text.replace(" ", " | ")


def test_published_points_are_those_of_the_presets(make_results):
    """What the page calls the paper's parameters is what the presets score with."""
    from results.points import PUBLISHED, point_of

    from bolide import Meteor

    for language, code in (("Czech", "cs"), ("German", "de"), ("Spanish", "es"), ("French", "fr"), ("English", "en")):
        parameters = Meteor(code, matchers=("exact",)).parameters
        assert parameters.values == point_of(PUBLISHED[language]).values


def test_a_range_is_written_where_points_differ(make_results):
    """Cells hold one value where all points agree, else the smallest and the largest; matchers that are not there, none."""
    from results.points import PUBLISHED, point_of, range_of

    points = [point_of(PUBLISHED[name]) for name in ("Czech", "German", "French")]
    found = range_of(points, ("exact", "paraphrase"))
    assert found == "0.90–0.95 | 0.20–1.40 | 0.55–0.60 | 0.55–0.80 | 1.00 | – | – | 0.20–0.40"


def test_function_words_are_counted_in_references_once(make_results, tmp_path):
    """A reference counts once, however often translations of it are judged, and its tokens are those that are scored."""
    from results.resources import _from_references

    from bolide.analysis.evaluation.judgements import read_judgements

    rare = " ".join(f"palabra{number}" for number in range(1500))
    rows = [("el el, vino", "a"), ("el el, vino", "b"), ("el el, vino", "c"), (rare, "d")]
    text = "".join(f"{place}\ts\tx\t{reference}\t{human}\t1\n" for place, (reference, human) in enumerate(rows))
    path = tmp_path / "made.en-es.tsv"
    path.write_text("seg_id\tsystem\tsource\treference\thypothesis\thuman\n" + text, encoding="utf-8")
    found = _from_references(read_judgements(str(path)), "es", tmp_path / "es")
    assert Path(found.function_words).read_text(encoding="utf-8") == "el\n"
    assert (found.lines, found.function_word_count, found.paraphrases) == (2, 1, None)


def test_a_sample_of_rankings_keeps_what_they_are_about(make_results, write):
    """One segment in two: its rankings, their translations, and nothing else; agreement is that of these rankings alone."""
    from judged import ranking_tsv
    from results.meaning import sampled

    from bolide.analysis.evaluation.judgements import read_judgements

    (whole,) = read_judgements(write("r.en-pt.tsv", ranking_tsv(10, 3)))
    part = sampled(whole, 2)
    kept = whole.groups % 2 == 0
    assert 0 < len(part) == kept.sum() < len(whole)
    for side in ("first", "second"):
        texts = [
            [judged.translations[number].hypothesis for number in getattr(judged, side)] for judged in (whole, part)
        ]
        assert [text for text, is_kept in zip(texts[0], kept, strict=True) if is_kept] == texts[1]
    assert len(part.translations) < len(whole.translations)


@pytest.fixture
def fingerprint(monkeypatch):
    """The script that compares builds; nothing of it stays loaded."""
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    import fingerprint

    yield fingerprint
    del sys.modules["fingerprint"]


def test_builds_are_compared_by_all_presets(fingerprint):
    """A new preset has to be one of the metrics by which builds are compared."""
    chosen = [(code, choice) for code, choices in fingerprint.OTHERS.items() for choice in choices]
    named = {choice.get("preset", find_language(code).preset) for code, choice in chosen}
    assert {preset.name for preset in presets()} <= named


def test_builds_that_differ_are_an_error_with_metric_and_pair(fingerprint, capsys):
    """Builds that agree are told by how much was compared; of others, each metric is named with its first different pair."""
    one, other = (fingerprint.Fingerprint(name, ["a", "b", "c"], "d") for name in ("en {}", "en {'beam': 7}"))
    fingerprint.compare([one, other], [one, other])
    expected = "same bits: 3 pairs, 2 metrics, 6 rows of statistics with their scores: all are equal\n"
    assert capsys.readouterr().out == expected
    with pytest.raises(SystemExit, match=r"^en \{'beam': 7\} differs in 2 of 3 pairs, first in pair 2\n$"):
        fingerprint.compare([one, other], [one, other._replace(pairs=["a", "x", "y"])])
    with pytest.raises(SystemExit, match=r"^en \{\} differs for the corpus\n$"):
        fingerprint.compare([one, other], [one._replace(corpus="x"), other])
