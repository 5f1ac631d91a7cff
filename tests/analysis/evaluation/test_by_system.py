"""Means, correlations and scatter plots of metrics beside human scores, system by system."""

from __future__ import annotations

import json
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from judged import ranking_tsv, score_tsv

from bolide import Meteor
from bolide.analysis.evaluation.judgements import read_judgements

METRIC = ("--preset", "meteor-1.5:li")


@pytest.fixture
def scores(write) -> str:
    """Return a file of human scores of four systems."""
    return write("s.en-pt.tsv", score_tsv(20, 4))


def test_means_and_correlations(bolide, scores):
    """Each is what NumPy makes of the segments of a system; the first row is of all."""
    rows = json.loads(bolide("evaluate", scores, *METRIC, "--by-system", "--format", "json").out)
    assert [row["system"] for row in rows] == ["all", "sys0", "sys1", "sys2", "sys3"]
    (judged,) = read_judgements(scores)
    ours = (
        Meteor("pt").score(judged.hypotheses, [list(items) for items in judged.references]).segments.score[judged.first]
    )
    systems = np.array([judged.translations[place].system for place in judged.first])
    for row in rows:
        here = np.ones(len(systems), dtype=bool) if row["system"] == "all" else systems == row["system"]
        assert row["n"] == here.sum()
        assert row["people"] == pytest.approx(judged.human[here].mean())
        assert row["mean"] == pytest.approx(ours[here].mean())
        assert row["pearson"] == pytest.approx(np.corrcoef(ours[here], judged.human[here])[0, 1])


def test_systems_with_few_segments(bolide, write):
    """Two segments have a correlation, one has none."""
    rows = ["x\t1\to gato\to gato\t1", "x\t2\to gato\tum pato\t0", "y\t1\to gato\to pato\t0.5"]
    path = write("t.en-pt.tsv", "\n".join(["system\tseg_id\treference\thypothesis\thuman", *rows]) + "\n")
    found = json.loads(bolide("evaluate", path, *METRIC, "--by-system", "--format", "json", "-q").out)
    assert {row["system"]: row["pearson"] for row in found[1:]} == {"x": pytest.approx(1.0), "y": None}


def test_a_scatter_plot(bolide, scores, tmp_path):
    """There is a panel for each metric, and in it a dot for each judgement, inside of its frame."""
    path = tmp_path / "scatter.svg"
    outcome = bolide("evaluate", scores, *METRIC, "--preset", "meteor-1.5:tune", "--by-system", "--scatter", str(path))
    assert outcome.code == 0
    picture = ET.fromstring(path.read_text(encoding="utf-8"))
    named = [part.tag.rpartition("}")[2] for part in picture.iter()]
    assert named.count("circle") == 2 * 80
    assert "meteor-1.5:tune, r " in path.read_text(encoding="utf-8")
    for dot in picture.iter("{http://www.w3.org/2000/svg}circle"):
        assert 48 <= float(dot.attrib["cy"]) <= 48 + 240


def test_rankings_have_no_means(bolide, write):
    """They say which translation is better, not how good it is."""
    outcome = bolide("evaluate", write("r.en-pt.tsv", ranking_tsv(5, 3)), *METRIC, "--by-system")
    assert outcome.code == 2
    assert outcome.err.endswith("r.en-pt holds rankings: means and correlations by system are of scores\n")
