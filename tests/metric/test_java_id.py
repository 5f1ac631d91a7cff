"""The jar's identifier: only where the jar computes the same score."""

from __future__ import annotations

import pytest

from bolide.metric.configuration import describe
from bolide.metric.signature import eval_id

JAR = "0.85_0.2_0.6_0.75-ex_st_sy_pa-1.0_0.6_0.8_0.6"


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, f"meteor-1.5-wo-en-norm-{JAR}"),
        ({"unit": "characters"}, f"meteor-1.5-ch-en-norm-{JAR}"),
        ({"unit": "length"}, None),
        ({"penalty": "paper"}, None),
        ({"copy_words": ["Prague"], "copy_x": 2}, None),
        ({"preset": "meteor-hindi", "language": "hi"}, None),
    ],
)
def test_only_what_the_jar_computes_has_its_identifier(options, expected):
    """Another unit, penalty or formula has none."""
    assert eval_id(describe(**options)) == expected
