"""The jar's 23 columns as a view of ours."""

from __future__ import annotations

import pytest

from bolide import Meteor
from bolide.adapters.java.jar_output import JAVA_COLUMNS, from_java, java_rows

CHUNKS = JAVA_COLUMNS.index("chunks")
HYPOTHESES = ["um dois três", "um", "gatos", "três dois", ""]
REFERENCES = ["um dois três", "um", "um gato dormia", "dois três", "nada"]


@pytest.mark.parametrize("unit", ["words", "characters"])
def test_there_and_back(unit):
    """The jar's statistics are ours, except the chunk of a segment matched whole in one; reading them gives ours again."""
    statistics = Meteor("pt", unit=unit).statistics(HYPOTHESES, REFERENCES).statistics
    rows = java_rows(statistics)
    assert rows[:, CHUNKS].tolist() == [1, 1, 1, 2, 0]
    assert statistics["chunks"].tolist() == [0, 0, 1, 2, 0]
    assert from_java(rows) == statistics
    with pytest.raises(ValueError, match=r"23 columns; these have the shape \(1, 3\)"):
        from_java([[1, 2, 3]])
    assert java_rows(statistics.total(), summed=True)[0, CHUNKS] == 3
