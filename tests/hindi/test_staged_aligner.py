"""The staged aligner against one that tries everything."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from bolide import _core
from bolide.metric.alignment import PackedAlignments

STAGES = ("exact", "stem", "synonym")
# Word types: 0 and 1 share a root, so do 2 and 3; synonyms are 1-2, 3-4, 4-5, and not 3-5.
ROOTS = [0, 0, 1, 1, 2, 3]
GROUPS = [(), (0,), (0,), (1,), (1, 2), (2,)]


WORDS = "abcdef"


def _align(hypothesis: list[int], reference: list[int], beam: int = 64) -> list[tuple[int, int, int]]:
    roots = "".join(f"{word}\troot{root}\n" for word, root in zip(WORDS, ROOTS, strict=True))
    groups = "".join(
        "\t".join(word for word, of in zip(WORDS, GROUPS, strict=True) if i in of) + "\n" for i in range(3)
    )
    scorer = _core.Scorer(
        tokeniser=_core.Tokeniser(normaliser=None, lowercase=False),
        matchers=[getattr(_core.Matcher, name) for name in STAGES],
        aligner=_core.StagedAligner(beam=beam),
        unit=_core.Unit.words,
        equality=_core.Equality.text,
        formula=_core.FeatureFormula(_core.FEATURES, [1.0] * 2 * len(_core.FEATURES)),
        roots=_core.Roots(roots, endings=[], shortest=1, infinitives=[]),
        synonyms=_core.SynonymTable.from_groups(groups, bytes(32)),
    )
    sides = (" ".join(WORDS[word] for word in side) for side in (hypothesis, reference))
    packed = PackedAlignments(*scorer.align((next(sides),), False, (next(sides),), False))
    return [(i, j, stage) for i, _, j, _, stage, _ in packed.rows()]


def _match(a: int, b: int, stage: int) -> bool:
    return a == b or (stage > 0 and ROOTS[a] == ROOTS[b]) or (stage > 1 and bool({*GROUPS[a]} & {*GROUPS[b]}))


def _crossings(pairs: list[tuple[int, int]], others: list[tuple[int, int]]) -> int:
    return sum((i < k) != (j < m) for (i, j), (k, m) in itertools.product(pairs, others))


def _best(pairs: list[tuple[int, int]], fixed: list[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """Return every one-to-one choice that is best by matches, then crossings, then crossings with earlier, then distance."""
    choices: list[list[tuple[int, int]]] = [[]]
    for i in sorted({i for i, _ in pairs}):
        free = [j for k, j in pairs if k == i]
        choices += [[*choice, (i, j)] for choice in choices for j in free if j not in {m for _, m in choice}]

    def key(choice: list[tuple[int, int]]) -> tuple[int, ...]:
        own = sum(_crossings([pair], choice[:place]) for place, pair in enumerate(choice))
        return -len(choice), own, _crossings(choice, fixed), sum(abs(i - j) for i, j in choice)

    lowest = min(map(key, choices))
    return [choice for choice in choices if key(choice) == lowest]


def _possible(hypothesis: list[int], reference: list[int]) -> list[list[tuple[int, int, int]]]:
    """Return every alignment that the stages may end with."""
    found: list[list[tuple[int, int, int]]] = [[]]
    for stage in range(len(STAGES)):
        grown = []
        for alignment in found:
            here, there = {i for i, _, _ in alignment}, {j for _, j, _ in alignment}
            pairs = [
                (i, j)
                for i, a in enumerate(hypothesis)
                for j, b in enumerate(reference)
                if i not in here and j not in there and _match(a, b, stage)
            ]
            fixed = [(i, j) for i, j, _ in alignment]
            grown += [[*alignment, *((i, j, stage) for i, j in choice)] for choice in _best(pairs, fixed)]
        found = grown
    return found


SEGMENT = st.lists(st.integers(0, 5), max_size=6)


@given(SEGMENT, SEGMENT)
def test_no_choice_is_better(hypothesis, reference):
    """The aligner's choice is among the best of all choices, stage by stage."""
    found = sorted(_align(hypothesis, reference))
    assert found in [sorted(alignment) for alignment in _possible(hypothesis, reference)]
