"""The registry of measures: one entry is all there is to a measure, and a name that is none is an error."""

from __future__ import annotations

import numpy as np
import pytest
from judged import ranking_tsv, score_tsv
from surroundings import ROOT

from bolide import _core
from bolide.analysis.agreement import MEASURES, OBJECTIVES, Measure, correlate, find_measure, measures_for
from bolide.analysis.evaluation import evaluate
from bolide.analysis.judged_sets import read_judgements
from bolide.errors import ConfigurationError


def test_the_core_refuses_what_is_no_measure():
    """A name is no measure to the core, and a measure of rankings none of two lists of numbers."""
    row = np.arange(3.0)[None]
    with pytest.raises(TypeError):
        _core.correlations(row, row, row, "no-such-measure")
    with pytest.raises(ValueError, match="a measure of rankings cannot be taken of two lists of numbers"):
        _core.correlations(row, row, row, _core.Measure.tau)


def test_an_unknown_measure(write):
    """A measure that is not there is refused with those that are, also by an evaluation."""
    with pytest.raises(ConfigurationError, match="unknown measure 'no-such': choose one of pearson spearman kendall "):
        find_measure("no-such")
    with pytest.raises(ConfigurationError, match="unknown measure 'no-such'"):
        evaluate(read_judgements(write("s.en-pt.tsv", score_tsv(4, 3))), [], measures=["no-such"])


@pytest.mark.parametrize("name", measures_for("scores") + measures_for("systems"))
def test_agreement_goes_from_full_to_none_to_opposite(name):
    """The same order is 1, the opposite one -1, a constant undefined; the weights are 1 where none are given."""
    human = np.array([1.0, 2.0, 4.0, 8.0])
    found = correlate(name, [human, -human, np.full(4, 0.1)], human)
    assert found == pytest.approx([1, -1, np.nan], nan_ok=True)


@pytest.mark.parametrize("name", measures_for("rankings"))
def test_rankings_that_are_all_right(name):
    """All right is 1; all wrong is less; nothing at all is undefined."""
    right, equal, wrong = np.array([[5, 0, 0], [0, 0, 0], [0, 5, 0]])
    values = find_measure(name).function(right, equal, wrong)
    assert values[0] == 1
    assert values[1] <= values[0]
    assert np.isnan(values[2])


def test_kendall_counts_ties():
    """Tau-b of a small table, by hand; undefined where one side has only ties."""
    assert correlate("kendall", [1.0, 2.0, 2.0, 3.0], [1.0, 2.0, 3.0, 3.0])[0] == pytest.approx(4 / 5)
    assert np.isnan(correlate("kendall", [1.0, 1.0, 1.0], [0.0, 1.0, 2.0])[0])


def test_every_objective_is_a_measure_that_the_core_can_sweep():
    """What can be maximised is what the core knows, each by one name, and larger is better."""
    assert {measure.core for measure in OBJECTIVES.values()} == set(_core.Measure)
    assert all(measure.higher_is_better for measure in OBJECTIVES.values())


def test_the_page_on_judgements_has_all_measures():
    """Every measure is in the documentation."""
    page = (ROOT / "docs" / "tuning.md").read_text(encoding="utf-8")
    assert [name for name in MEASURES if f"`{name}`" not in page] == []
    assert [name for name in OBJECTIVES if f"`{name}`" not in page] == []


def test_a_new_measure_is_one_entry(bolide, write, monkeypatch):
    """Who adds a measure to the registry has it in `bolide evaluate`, with an interval and a test of differences."""
    agreed = Measure(
        name="agreed",
        needs="rankings",
        function=lambda right, equal, _: right + equal,
        help="how many are not wrong",
        higher_is_better=False,
    )
    monkeypatch.setitem(MEASURES, "agreed", agreed)
    path = write("r.en-pt.tsv", ranking_tsv(12, 3))
    presets = ("--preset", "meteor-1.5:li", "--preset", "meteor-1.5:tune")
    out = bolide("evaluate", path, *presets, "--measure", "agreed", "--samples", "20", "--format", "markdown").out
    assert out.startswith("| agreed | n | meteor-1.5:li | meteor-1.5:tune |")
    values = [float(cell.strip("*\\ ")) for cell in out.split("\n")[2].split("|")[3:5]]
    bold = [cell.strip().startswith("**") for cell in out.split("\n")[2].split("|")[3:5]]
    assert bold == [value == min(values) for value in values]


def test_metrics_are_brought_to_one_scale():
    """Before scores of two metrics are exchanged, they have the same mean and deviation, or are ranks; equal ones share theirs."""
    assert find_measure("spearman").scaled(np.array([7.0, 1.0, 7.0, 2.0, 7.0])).tolist() == [4.0, 1.0, 4.0, 2.0, 4.0]
    scaled = find_measure("pearson").scaled(np.array([0.0, 4.0, 8.0, 12.0]))
    assert (scaled.mean(), scaled.std()) == (0.0, pytest.approx(1.0))
    assert find_measure("pearson").scaled(np.array([3.0, 3.0])).tolist() == [0.0, 0.0]
