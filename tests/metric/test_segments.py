"""Wrong input is refused with its place: which list, which segment, which token."""

from __future__ import annotations

import numpy as np
import pytest

from bolide import InputError, InputWarning, Meteor
from bolide.metric.segments import check_pairs

COUNTS = "there are {} hypotheses and {} items of references: give one item for each hypothesis, a reference or a list of references"
STREAMED = "there are 2 hypotheses and {} of 2 references, as for sacreBLEU: bolide needs a list of references for each segment; use list(zip(*references))"
SINGLE = "{} must be a list with one item per segment, not a single {}; for one pair of texts, use segment(hypothesis, reference)"
NO_LIST = "{} must be a list with one item per segment, not {}"
NO_STRING = "{} must be a string (strings and lists of tokens do not mix), not {}"
NO_TEXT = "{} must be a string or a list of tokens (the two do not mix), not {}"
NO_TOKEN = "token 1 of {} must be a string that is not empty, not {}"
# Hypotheses, references, and the whole message.
WRONG = {
    "fewer references": (["a", "b"], ["a"], COUNTS.format(2, 1)),
    "fewer hypotheses": (["a"], ["a", "b", "c"], COUNTS.format(1, 3)),
    "a stream": (["a", "b"], [["a", "b"]], STREAMED.format("a list")),
    "three streams of tokens": ([["a"], ["b"]], [[["a"], ["b"]]] * 3, STREAMED.format("3 lists")),
    "tokens that are no stream": ([["a"], ["b"]], [["a", "b"]], COUNTS.format(2, 1)),
    "nothing": ([], [], "there are no segments to score"),
    "string of hypotheses": ("a b", ["a"], SINGLE.format("hypotheses", "str")),
    "string of references": (["a"], "a", SINGLE.format("references", "str")),
    "bytes of hypotheses": (b"a b", ["a"], SINGLE.format("hypotheses", "bytes")),
    "no hypotheses": (None, ["a"], NO_LIST.format("hypotheses", "None")),
    "a number": (["a"], 5, NO_LIST.format("references", "int ('5')")),
    "None among hypotheses": (["a", None], ["a", "b"], NO_STRING.format("hypothesis 1", "None")),
    "bytes among hypotheses": (["a", b"b"], ["a", "b"], NO_STRING.format("hypothesis 1", "bytes (\"b'b'\")")),
    "tokens among strings": (["a", ["b"]], ["a", "b"], NO_STRING.format("hypothesis 1", "list (\"['b']\")")),
    "string among tokens": ([["b"], "a"], [["a"], ["b"]], NO_TEXT.format("hypothesis 1", "str ('a')")),
    "None among references": (["a", "b"], ["a", None], NO_STRING.format("reference of segment 1", "None")),
    "bytes among several references": (
        ["a", "b"],
        ["a", ["b", b"x"]],
        NO_STRING.format("reference 1 of segment 1", "bytes (\"b'x'\")"),
    ),
    "no reference": (["a", "b"], ["a", []], "segment 1 has no reference"),
    "string reference of tokens": ([["a"]], ["a"], NO_TEXT.format("reference of segment 0", "str ('a')")),
    "None among references of tokens": ([["a"]], [[["a"], None]], NO_TEXT.format("reference 1 of segment 0", "None")),
    "empty token": ([["a"], ["b", ""]], [["a"], ["b"]], NO_TOKEN.format("hypothesis 1", "an empty string")),
    "None as a token": ([["a"]], [[["a"], ["b", None]]], NO_TOKEN.format("reference 1 of segment 0", "None")),
    "number as a token": ([["a", 3]], [["a"]], NO_TOKEN.format("hypothesis 0", "int ('3')")),
}


@pytest.mark.parametrize(("hypotheses", "references", "message"), WRONG.values(), ids=WRONG)
def test_wrong_input_is_named(hypotheses, references, message):
    """The message says what is wrong, where, and what belongs there."""
    with pytest.raises(InputError) as caught:
        Meteor("pt").score(hypotheses, references)
    assert str(caught.value) == message
    assert isinstance(caught.value, ValueError)


HYPOTHESES = ["o gato dormia na casa verde", "a menina corria pelo campo", "hoje choveu muito em Lisboa"]
STREAMS = [
    ["o gato dormia na casa", "a menina corria no campo", "hoje choveu muito"],
    ["um gato dormia na casa verde", "uma menina corria pelo campo", "choveu hoje em Lisboa"],
    ["o gato dormiu na casa", "a menina correu pelo campo", "em Lisboa choveu"],
]


@pytest.mark.parametrize("many", [2, 3])
@pytest.mark.parametrize("take", [str, str.split], ids=["strings", "tokens"])
def test_streams_that_fit_both_ways(many, take):
    """As many lists as hypotheses, each with a reference for every segment: a warning; the other way round, none."""
    hypotheses = [take(line) for line in HYPOTHESES[:many]]
    streams = [[take(line) for line in stream[:many]] for stream in STREAMS[:many]]
    with pytest.warns(
        InputWarning, match=r"much better as sacreBLEU's streams.*use list\(zip\(\*references\)\)$"
    ) as caught:
        Meteor("pt").score(hypotheses, streams)
    assert caught[0].filename == __file__
    Meteor("pt").score(hypotheses, list(zip(*streams, strict=True)))


def test_a_square_that_matches_neither_way():
    """References that match badly either way, or equally well, cause no doubt."""
    meteor = Meteor("pt")
    meteor.score(HYPOTHESES[:2], [["nada disto", "outra coisa"], ["sem palavras", "em comum"]])
    meteor.score(["o gato"] * 2, [["o gato"] * 2] * 2)
    meteor.score(["", ""], [["", "um gato"], ["um gato", ""]])


@pytest.mark.parametrize("first", [None, b"a", 7])
def test_wrong_first_hypothesis_is_named(first):
    """The first hypothesis may be either, so both are named."""
    with pytest.raises(InputError, match=r"^hypothesis 0 must be a string or a list of tokens "):
        Meteor("pt").score([first], ["a"])


@pytest.mark.parametrize("make", [set, dict.fromkeys], ids=["set", "dict"])
def test_what_has_no_order_is_no_corpus(make):
    """Sets and mappings are refused: which segment belongs to which would be chance."""
    with pytest.raises(InputError, match=r"^hypotheses must be a list with one item per segment, not "):
        Meteor("pt").score(make(["um", "dois"]), ["um", "dois"])


class Text(str):
    """A string of somebody else's kind."""

    __slots__ = ()


class Tokens(list):
    """A list of somebody else's kind."""


@pytest.mark.parametrize(
    ("given", "references", "ends"),
    [
        (["x", "y"], ("x", "y"), [1, 2]),
        (("x", "y"), ("x", "y"), [1, 2]),
        ([["x"], ["y"]], ("x", "y"), [1, 2]),
        ([("x",), ["y"]], ("x", "y"), [1, 2]),
        ([["x", "z"], ["y"]], ("x", "z", "y"), [2, 3]),
        (["x", ["y", "z"]], ("x", "y", "z"), [1, 3]),
        ([Text("x"), "y"], ("x", "y"), [1, 2]),
        ([Tokens(["x"]), ["y", Text("z")]], ("x", "y", "z"), [1, 3]),
    ],
)
def test_references_are_found_in_whatever_holds_them(given, references, ends):
    """Lists and tuples, of one's own kinds too, are the same references, whether the core takes them at once or not."""
    pairs = check_pairs(["a", "b"], given)
    assert pairs.references == references
    assert [*pairs.ends] == ends


@pytest.mark.parametrize("kind", [list, tuple, Tokens])
@pytest.mark.parametrize("token", ["x", Text("x")])
def test_tokens_are_found_in_whatever_holds_them(kind, token):
    """The same for lists of tokens, alone or in lists of references."""
    for references in ([kind([token]), kind([])], [[kind([token])], [kind([])]]):
        pairs = check_pairs([kind([token, "y"]), kind([])], references)
        assert pairs.hypotheses == (("x", "y"), ())
        assert pairs.references == (("x",), ())
        assert [*pairs.ends] == [1, 2]
    with pytest.raises(InputError, match=r"token 1 of hypothesis 0 must be a string that is not empty, not an empty"):
        check_pairs([kind([token, ""])], [kind([token])])


@pytest.mark.parametrize("make", [list, tuple, iter, np.array])
def test_corpora_may_be_any_series_of_strings(make):
    """Lists, tuples, iterators and arrays of strings are all corpora, and so are parts of one."""
    meteor = Meteor("pt")
    whole, *parts = (meteor.score(make(texts), make(texts)) for texts in (["um", "dois"], ["um"], ["dois"]))
    assert whole.score == 1
    assert parts[0].statistics + parts[1].statistics == whole.statistics
    table = whole.segments.statistics
    assert np.array_equal((table + table).rows, 2 * table.rows)
