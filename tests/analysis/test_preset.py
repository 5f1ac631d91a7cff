"""The preset `bolide`: the optimum of the judgements it was learned from, and better on those it was not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from surroundings import ROOT

from bolide.analysis.evaluation import evaluate
from bolide.analysis.judged_sets import MetricChoice, file_candidate, read_judgements
from bolide.analysis.sweep import Objective, prepare
from bolide.metric.known_presets import find_preset

pytestmark = [pytest.mark.shared, pytest.mark.english]

FOLDER = ROOT.parent / "shared" / "data" / "judgements"


def _sets(*patterns: str) -> list:
    found = [judged for part in patterns for path in sorted(FOLDER.glob(part)) for judged in read_judgements(str(path))]
    if not found:
        pytest.skip("the judgements are not beside the project")
    return found


def test_no_neighbour_is_better():
    """A step to either side, in any parameter, lowers the objective, whose value is the one on record."""
    sets = _sets("wmt12-rank.*-en.tsv.gz", "wmt15-da.*-en.tsv.gz", "wmt16-da.*-en.tsv.gz")
    material = prepare(sets, MetricChoice(preset="bolide", task="tuned"), Objective.of(["tau", "pearson"]))
    row = find_preset("bolide").rows[0]
    centre = material.pipeline.parameters
    assert (centre.values, centre.weights) == (row.options["parameters"], row.options["weights"])
    around = [centre]
    for place, name in enumerate(("alpha", "beta", "gamma", "delta")):
        step = 0.2 if name == "beta" else 0.05
        around += [
            replace(centre, **{name: round(row.options["parameters"][place] + sign * step, 10)}) for sign in (-1, 1)
        ]
    for place in (1, 2, 3):
        for sign in (-1, 1):
            weights = [weight + sign * 0.2 * (place == other) for other, weight in enumerate(row.options["weights"])]
            around.append(replace(centre, weights=tuple(round(weight, 10) for weight in weights)))
    values = material.values(around)
    assert int(np.argmax(values)) == 0
    assert f": {values[0]:.6f} (" in row.source


def test_better_on_unseen_scores():
    """On WMT17 it agrees better with people than the jar does, by more than chance."""
    jar = file_candidate("jar", str(FOLDER / "java-meteor15"))
    ours = MetricChoice(preset="bolide").candidate()
    found = evaluate(_sets("wmt17-da.*-en.tsv.gz"), [jar, ours], measures=["pearson"], samples=500)
    average = found.differences[-1]
    assert average.judgements == "average"
    assert average.difference > 0.02
    assert average.probability < 0.01
