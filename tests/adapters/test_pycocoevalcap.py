"""The class for captions, without pycocoevalcap."""

import pickle

import pytest

import bolide
from bolide.adapters.java.jar_output import JAVA_COLUMNS
from bolide.adapters.pycocoevalcap import Meteor

REFERENCES = {7: ["o gato dormia bem", "o gato preto"], "x": ["os gatos dormem"], 3: ["a casa velha"]}
CAPTIONS = {"x": ["os gatos dormem"], 3: ["velha casa a"], 7: ["o gato dormia"]}


@pytest.fixture(scope="module")
def scorer():
    return Meteor(bolide.Meteor("pt"))


def test_scores_come_in_the_order_of_the_references(scorer):
    """The scores are those of the interface, in the order of `gts`, for any order of `res`, and from a pickled copy."""
    expected = bolide.Meteor("pt").score([CAPTIONS[key][0] for key in REFERENCES], list(REFERENCES.values()))
    total, scores = scorer.compute_score(REFERENCES, CAPTIONS)
    assert (total, scores) == (expected.score, expected.segments.score.tolist())
    assert scores[1] == 1.0
    assert isinstance(total, float)
    assert all(type(score) is float for score in scores)
    assert scorer.method() == "METEOR"
    assert pickle.loads(pickle.dumps(scorer)).compute_score(REFERENCES, CAPTIONS) == (total, scores)


@pytest.mark.parametrize("mark", ["\n", "\r\n", "\r", "  \n\n ", "\t", " "])
def test_line_breaks_are_blanks(scorer, mark):
    """Text that breaks the stock class scores as if its lines were one."""
    caption = f"o gato{mark}dormia{mark}"
    reference = f"{mark}o gato{mark}dormia bem"
    assert scorer.compute_score({1: [reference]}, {1: [caption]}) == scorer.compute_score(
        {1: ["o gato dormia bem"]}, {1: ["o gato dormia"]}
    )


def test_bars_go_as_in_the_stock_class(scorer):
    """Bars vanish from a caption, and part a reference in two."""
    barred = scorer.compute_score({1: ["a casa ||| o gato"]}, {1: ["o ||| gato"]})
    assert barred == scorer.compute_score({1: ["a casa", "o gato"]}, {1: ["o gato"]})
    assert barred[0] == 1.0


def test_what_derived_programs_touch(scorer):
    """`_stat` gives the jar's 23 numbers, `_score` the score; the lock can be held round both."""
    with scorer.lock:
        numbers = scorer._stat("o gato dormia", ["o gato dormia"]).split()
        score = scorer._score("o gato dormia", ["a casa", "o gato dormia"])
    scorer.close()
    assert len(numbers) == len(JAVA_COLUMNS) == 23
    assert (numbers[0], numbers[1], numbers[20]) == ("3.0", "3.0", "1.0")
    assert score == 1.0


@pytest.mark.parametrize(
    ("references", "captions", "message"),
    [
        ({1: ["a"]}, {2: ["a"]}, "must have the same images: only in gts: 1; only in res: 2"),
        ({1: ["a"]}, {1: ["a", "b"]}, "image 1 must have a list of one caption"),
        ({1: ["a"]}, {1: "a"}, "image 1 must have a list of one caption"),
        ({1: "a"}, {1: ["a"]}, "references must be a list of strings"),
    ],
)
def test_wrong_captions_are_refused(scorer, references, captions, message):
    """Images on one side only, and captions in another form than COCO's, are errors: never another score."""
    with pytest.raises(bolide.InputError, match=message):
        scorer.compute_score(references, captions)
