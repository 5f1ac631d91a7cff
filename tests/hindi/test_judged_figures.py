"""How METEOR-Hindi agrees with people on IndicMT-Eval (English to Hindi), where that is beside the project."""

from __future__ import annotations

import gzip

import pytest
from surroundings import ROOT

from bolide import Meteor
from bolide.analysis.agreement import correlate

pytest.importorskip("simplemma")
pytestmark = pytest.mark.shared
SHARED = ROOT.parent / "shared" / "data"


@pytest.mark.parametrize(("name", "tau"), [("indicmt-da.en-hi", 0.18), ("indicmt-eval-v2.en-hi.mqm", 0.215)])
@pytest.mark.parametrize("synonyms", [None, SHARED / "hindi" / "hindi-wordnet-index.tsv.gz"], ids=["ours", "wordnet"])
def test_agreement(name, tau, synonyms):
    """With the default features Kendall's tau reaches what a prototype reached."""
    file = SHARED / "judgements" / f"{name}.tsv.gz"
    if not file.exists():
        pytest.skip("the reference data is not beside the project")
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        rows = [line.rstrip("\n").split("\t") for line in lines][1:]
    scores = Meteor("hi", synonyms=synonyms).score([row[4] for row in rows], [row[3] for row in rows]).segments.score
    assert correlate("kendall", scores, [float(row[5]) for row in rows])[0] >= tau
