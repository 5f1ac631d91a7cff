"""Word groups and clauses, by rule from tags."""

from __future__ import annotations

import numpy as np
import pytest

from bolide import _core
from bolide.hindi.language import indic_language
from bolide.hindi.tagger import make_model

RULES = indic_language("hi").tags
TAGS = tuple(RULES.classes)


def _parse(tags: list[str]) -> tuple:
    """Apply the rules to given tags; the words are the tags, and INF is an infinitive."""
    weights = {f"0word={tag.lower()}": {place: 8.0} for place, tag in enumerate(TAGS)}
    weights["0word=inf"] = {TAGS.index("VM"): 8.0}
    scorer = _core.Scorer(
        tokeniser=_core.Tokeniser(normaliser=None, lowercase=True),
        matchers=[_core.Matcher.exact],
        aligner=_core.StagedAligner(beam=1),
        unit=_core.Unit.words,
        equality=_core.Equality.text,
        formula=_core.FeatureFormula(_core.FEATURES, [1.0] * 2 * len(_core.FEATURES)),
        roots=_core.Roots("inf\troot\n", endings=[], shortest=1, infinitives=[("inf", "root")]),
        grammar=make_model(TAGS, weights, np.zeros((len(TAGS), len(TAGS))), {}).grammar(RULES),
    )
    return scorer.read((tuple(tags),), True)[0]


@pytest.mark.parametrize(
    ("tags", "groups"),
    [
        ("NN PSP NN PSP VM", [[0, 1], [2, 3], [4]]),
        ("NN PSP NST RP VM VAUX VAUX", [[0, 1, 2, 3], [4, 5, 6]]),
        ("PRP NEG VM VAUX", [[0], [1, 2, 3]]),
        ("VM NEG VAUX", [[0, 1, 2]]),
        ("NN CC NN SYM", [[0], [2]]),
        ("PSP NN", [[1]]),
        ("NN SYM PSP", [[0]]),
        ("", []),
    ],
)
def test_groups(tags, groups):
    """A group is a content word with its leaders and followers; conjunctions and punctuation end it and are in none."""
    assert [list(group) for group in _parse(tags.split())[4]] == groups


@pytest.mark.parametrize(
    ("tags", "clauses"),
    [
        ("NN NN VM VM VAUX", [[0, 1, 2], [3, 4]]),
        ("NN VM PSP NN VM SYM", [[0, 1, 2, 3, 4]]),
        ("NN VM SYM NN VM", [[0, 1], [3, 4]]),
        ("NN INF VM VAUX", [[0, 1, 2, 3]]),
        ("NN INF", [[0, 1]]),
        ("NN VM NEG VM", [[0, 1], [2, 3]]),
        ("NN VM VAUX NN", [[0, 1, 2], [3]]),
        ("NN", [[0]]),
        ("SYM", []),
        ("", []),
    ],
)
def test_clauses(tags, clauses):
    """A clause ends after each verb group, unless the verb is a noun there."""
    assert [list(clause) for clause in _parse(tags.split())[5]] == clauses
