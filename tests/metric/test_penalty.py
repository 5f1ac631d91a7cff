"""The papers penalise a segment that is matched whole in one chunk, the jar does not; which of the two holds, is said."""

from __future__ import annotations

import numpy as np

from bolide import Meteor, _core
from bolide.adapters.java.jar_output import from_java, java_rows
from bolide.records import replace

FREE = {"matchers": ("exact",), "weights": (1.0,), "parameters": (0.5, 1.0, 0.5, 0.5)}
SEGMENT = "o gato dormia bem"


def test_the_jars_statistics_keep_both():
    """Its lines count the chunk of a whole segment, its sums do not; both come out as they went in."""
    table = Meteor("pt", **FREE).statistics([SEGMENT, "gato o"], [SEGMENT, "o gato"]).statistics
    assert java_rows(table)[:, -3].tolist() == [1, 2]
    assert java_rows(table.total(), summed=True)[0, -3] == 2
    assert np.array_equal(from_java(java_rows(table)).rows, table.rows)


def test_the_signature_says_it_only_where_it_is_the_papers():
    """The lines of all other metrics stay what they were; both read back."""
    jar, paper = (Meteor("pt", penalty=penalty) for penalty in ("java", "paper"))
    assert str(jar.signature) == str(Meteor("pt").signature)
    assert str(paper.signature) == f"{jar.signature}|penalty:paper"
    for meteor in (jar, paper):
        assert Meteor.from_signature(str(meteor.signature)).pipeline == meteor.pipeline
    assert jar.eval_id is not None
    assert paper.eval_id is None


def test_signatures_from_before_mean_what_they_meant():
    """A line of a preset that had the jar's penalty once gives the metric of then."""
    line = str(Meteor("pt", preset="meteor-1.5-paper").signature)
    assert line.endswith("|penalty:paper")
    before = Meteor.from_signature(line.removesuffix("|penalty:paper"))
    assert before.parameters.penalty == "java"
    assert before.segment(SEGMENT, SEGMENT).score == 1.0


def test_a_sweep_scores_by_the_penalty_that_it_is_given():
    """The quick way counts as the plain one, and differs from the jar's where whole segments are judged."""
    meteor = Meteor("pt", **FREE)
    hypotheses = [SEGMENT, "o gato dormia", "gato o dormia bem", "o gato"]
    table = meteor.statistics(hypotheses, [SEGMENT, SEGMENT, SEGMENT, "o gato"])
    empty, ones = np.empty(0), np.ones(3, dtype=np.int64)
    group = (_core.Measure.tau, 1.0, np.array([0, 3, 1]), np.array([1, 1, 2]), ones, empty, empty)
    axes = ([0.1, 0.9], [0.2, 1.0], [0.0, 0.25, 0.5, 0.75, 1.0], [0.5], [(1.0, 0.0, 0.0, 0.0)])
    found = {}
    for penalty in ("java", "paper"):
        start = replace(meteor.parameters, penalty=penalty).formula
        quick, found[penalty] = (
            _core.sweep(table.statistics.rows, table.ends, [group], start, *axes, [], [[]], method, 1)
            for method in (_core.Method.quick, _core.Method.plain)
        )
        assert np.array_equal(quick, found[penalty])
    assert (found["java"] != found["paper"]).any()
