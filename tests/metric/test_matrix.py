"""Many scores per text: the same as one by one, and candidates chosen by them."""

from __future__ import annotations

import numpy as np
import pytest

from bolide import InputError, Meteor, SegmentError
from bolide.metric import segments

TEXTS = ["o gato dormia", "um gato dorme", "", "o gato dormia", "os gatos dormiam bem"]
OTHERS = ["o gato", "gatos dormiam", "o gato"]


@pytest.fixture(scope="module")
def meteor() -> Meteor:
    return Meteor("pt")


def _one_by_one(meteor, hypotheses, references):
    return [[meteor.segment(hypothesis, reference).score for reference in references] for hypothesis in hypotheses]


@pytest.mark.parametrize("threads", [1, 3])
def test_matrix_is_what_single_scores_are(meteor, threads):
    """Every cell is the score of that pair, bit for bit, equal texts or not."""
    assert meteor.matrix(TEXTS, OTHERS, threads=threads).tolist() == _one_by_one(meteor, TEXTS, OTHERS)
    assert meteor.matrix(TEXTS).tolist() == _one_by_one(meteor, TEXTS, TEXTS)
    assert meteor.matrix(TEXTS, OTHERS[:2]).tolist() == _one_by_one(meteor, TEXTS, OTHERS[:2])


def test_matrix_of_tokens(meteor):
    """Lists of tokens are texts as well, and the matrix cannot be written to."""
    tokens = [text.split() for text in TEXTS]
    matrix = meteor.matrix(tokens, [text.split() for text in OTHERS])
    assert np.array_equal(matrix, meteor.matrix(TEXTS, OTHERS))
    with pytest.raises(ValueError, match="read-only"):
        matrix[0, 0] = 0


@pytest.mark.parametrize(("hypotheses", "references"), [([], ["a"]), (["a"], []), ([], None)])
def test_an_empty_matrix(meteor, hypotheses, references):
    """There must be something to score."""
    with pytest.raises(InputError, match="at least one hypothesis and one reference"):
        meteor.matrix(hypotheses, references)


def test_utilities_are_means_of_the_matrix(meteor):
    """The utility of a candidate is the mean of its row, with equal candidates counted as often as they occur."""
    groups = [TEXTS, OTHERS, ["sozinho"]]
    for group, values in zip(groups, meteor.utilities(groups), strict=True):
        assert values == pytest.approx(meteor.matrix(group).mean(axis=1).tolist(), rel=1e-12)


def test_wrong_candidates(meteor):
    """Anything but text is refused."""
    with pytest.raises(InputError, match=r"^group 1: candidate 1 must be a string"):
        meteor.utilities([["a"], ["a", None]])
    with pytest.raises(InputError, match=r"^reference 0 must be a string"):
        meteor.matrix(["a"], [3])
    with pytest.raises(InputError, match=r"not strings; for one group, use utilities\(\[candidates\]\)$"):
        meteor.utilities(TEXTS)
    with pytest.raises(InputError, match="must be lists, not a single str"):
        meteor.matrix(TEXTS, OTHERS[0])
    with pytest.raises(
        InputError, match=r"^group 1: candidate 0 must be a string \(strings and lists of tokens do not"
    ):
        meteor.utilities([["a"], [["a", "b"]]])
    for nothing in ([], [[], []]):
        with pytest.raises(InputError, match="there are no segments to score"):
            meteor.utilities(nothing)


@pytest.mark.parametrize(("pairs", "texts"), [(1, 1000), (1000, 1), (20, 4)])
def test_utilities_in_blocks(meteor, monkeypatch, pairs, texts):
    """However few pairs are scored at a time, the numbers are the same; an empty group has no utilities."""
    groups = [[], TEXTS, OTHERS, [], ["sozinho"], TEXTS[1:], []]
    matrix, whole = meteor.matrix(TEXTS, OTHERS), meteor.utilities(groups)
    monkeypatch.setattr(segments, "PAIRS", pairs)
    monkeypatch.setattr(segments, "TEXTS", texts)
    assert np.array_equal(meteor.matrix(TEXTS, OTHERS), matrix)
    assert meteor.utilities(groups) == whole
    assert [len(values) for values in whole] == [len(group) for group in groups]


def test_refused_texts_are_named(meteor):
    """A text that cannot be scored is named by its number, or that of its group, wherever equal texts were left out."""
    long = "a " * 6000
    with pytest.raises(SegmentError, match=r"^segment 2: more than"):
        meteor.matrix(["o gato", "o gato", long], [long])
    with pytest.raises(SegmentError, match=r"^segment 1: more than"):
        meteor.utilities([["o gato", "o gato", "gatos"], ["o gato", long, long + "b"]])
