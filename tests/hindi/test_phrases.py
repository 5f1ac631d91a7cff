"""Word groups and clauses, by rule from tags."""

from __future__ import annotations

import numpy as np
import pytest

from bolide import _core
from bolide.hindi.language import indic_language
from bolide.hindi.model import make_model

RULES = indic_language("hi").tags
TAGS = tuple(RULES.classes)


def _parse(tags: list[str]) -> tuple:
    """Return what the rules make of given tags; the words are the tags, and INF is an infinitive."""
    words = [tag.lower() for tag in tags]
    types = list(dict.fromkeys(words))
    weights = {f"0word={tag.lower()}": {place: 8.0} for place, tag in enumerate(TAGS)}
    weights["0word=inf"] = {TAGS.index("VM"): 8.0}
    model = make_model(TAGS, weights, np.zeros((len(TAGS), len(TAGS))), {})
    roles = [sum(_core.TAG_ROLES[role] for role, of in RULES.roles.items() if tag in of) for tag in TAGS]
    scorer = _core.FeatureScorer(
        stages=[_core.Matcher.exact], beam=1, tagger=model.tagger(RULES), classes=[0] * len(TAGS), roles=roles
    )
    batch = _core.FeatureBatch(
        types=types,
        word_class=np.arange(len(types), dtype=np.int32),
        root_class=np.arange(len(types), dtype=np.int32),
        synset_starts=np.zeros(len(types) + 1, dtype=np.int64),
        synsets=np.zeros(0, dtype=np.int32),
        infinitive=np.array([name == "inf" for name in types], dtype=np.uint8),
        words=np.array([types.index(word) for word in words], dtype=np.uint32),
        ends=np.array([len(words)], dtype=np.int64),
    )
    return scorer.parse(batch, 1)[0]


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
    assert [list(group) for group in _parse(tags.split())[1]] == groups


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
    """A clause is closed behind each verb group, unless the verb is a noun there."""
    assert [list(clause) for clause in _parse(tags.split())[2]] == clauses
