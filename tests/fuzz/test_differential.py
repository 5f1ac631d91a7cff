"""The jar and bolide on made-up cases."""

from __future__ import annotations

import pytest
from differential.cases import Programs
from differential.kinds import KINDS, make_case


@pytest.mark.java
@pytest.mark.english
@pytest.mark.parametrize("kind", KINDS)
def test_the_jar_and_bolide_do_the_same(kind, java_meteor, resource_folder):
    """Cases of each kind, most of them of text in any language, have no difference."""
    programs = Programs([*java_meteor._command[:-2], "-cp", java_meteor._command[-1]], resource_folder)
    for number in range(1, 6 if kind == "text" else 2):
        assert programs.difference(make_case(kind, 1, number)) is None
