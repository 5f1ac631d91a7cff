"""The core's part of building: links, phrase pairs, phrase tables, phrases of a text; against the textbook."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textbook_build import grow_diag_final_and, phrase_pairs

from bolide import _core

PLACES = st.tuples(st.integers(0, 6), st.integers(0, 6))
LINKS = st.sets(PLACES, max_size=14)
SCORES = ("1 1", "1 1 nan", "0 1 1", "1 1 1.5", "1e300 1 1", "-1 1 1")


def texts(column) -> list[str]:
    """Return a column of the core as strings."""
    offsets, data = column
    return [bytes(data[start:end]).decode() for start, end in itertools.pairwise(offsets)]


def pharaoh(links) -> bytes:
    return " ".join(f"{f}-{e}" for f, e in sorted(links)).encode() + b"\n"


def read_pharaoh(text: bytes) -> set[tuple[int, int]]:
    return {tuple(map(int, link.split("-"))) for link in text.decode().split()}


@given(links=LINKS, longest=st.integers(1, 7))
def test_phrase_pairs_are_the_textbooks(links, longest):
    """All consistent pairs of phrases are found, each as often as it occurs, with nothing else."""
    words = [f"w{number}" for number in range(7)]
    line = (" ".join(words) + "\n").encode()
    counter = _core.PhraseCounter(longest=longest, threads=1)
    source, target, count, *_ = counter.count(line, line, pharaoh(links))
    found = set(zip(texts(source), texts(target), strict=True))
    expected = {
        (" ".join(words[f1:f2]), " ".join(words[e1:e2])) for f1, f2, e1, e2 in phrase_pairs(links, 7, 7, longest)
    }
    assert found == expected
    assert len(source[0]) - 1 == len(expected)
    assert set(count) <= {1}


@given(forward=LINKS, reverse=LINKS)
def test_symmetric_links_are_the_textbooks(forward, reverse):
    """Intersection and union are those of sets; grow-diag-final-and grows between them, and links every word that it can."""
    both = {
        name: read_pharaoh(_core.symmetrise(pharaoh(forward), pharaoh(reverse), getattr(_core.Symmetry, name)))
        for name in ("intersection", "union", "grow_diag_final_and")
    }
    assert both["intersection"] == forward & reverse
    assert both["union"] == forward | reverse
    assert both["intersection"] <= both["grow_diag_final_and"] <= both["union"]
    assert both["grow_diag_final_and"] == grow_diag_final_and(forward, reverse)


def test_counts_and_weights():
    """Counts add up over segments, and a lexical weight is the product over words of the mean over their links."""
    source, target = b"la casa\nla casa\n", b"the house\nthe home\n"
    links = b"0-0 1-1\n0-0 1-1\n"
    counter = _core.PhraseCounter(longest=2, threads=2)
    counter.learn(source, target, links)
    f, e, count, source_weight, target_weight = counter.count(source, target, links)
    rows = dict(
        zip(zip(texts(f), texts(e), strict=True), zip(count, source_weight, target_weight, strict=True), strict=True)
    )
    assert rows["la", "the"] == (2, 1.0, 1.0)
    assert rows["la casa", "the house"] == (1, 1.0, 0.5)
    assert rows["casa", "home"] == (1, 1.0, 0.5)


@pytest.mark.parametrize(
    ("links", "reason"),
    [
        (b"0-0\n0-2\n", "the link 0-2 points outside of segments of 1 and 2 words"),
        (b"0-0\n0:1\n", 'a link such as 0-1 was expected, not "0:1"'),
        (b"0-0\n0-\n", 'a link such as 0-1 was expected, not "0-"'),
        (b"0-0\n-1-0\n", 'a link such as 0-1 was expected, not "-1-0"'),
    ],
)
def test_broken_links_are_named(links, reason):
    """What is no link, or leads nowhere, is refused with its line."""
    with pytest.raises(_core.CoreBitextError) as caught:
        _core.PhraseCounter(longest=7, threads=1).count(b"a\nb\n", b"x\ny z\n", links)
    assert caught.value.args == (1, reason)


@given(cut=st.integers(0, 120))
def test_a_phrase_table_may_be_cut_anywhere(cut):
    """However its text comes, the rows are the same: trimmed, lower-cased, blanks made single."""
    text = "A  b ||| C \u00c9 ||| 0.5 x 0.25 9 ||| 0-0 ||| 1 1\r\nun ||| a ||| 1 0.1 1e-05\nno row\nf ||| e ||| 1 1".encode()
    reader = _core.PhraseTableReader(lowercase=True, minimum=0)
    reader.feed(text[:cut])
    reader.feed(text[cut:])
    reader.finish()
    source, target, first, third = reader.take()
    assert (texts(source), texts(target)) == (["a b", "un"], ["c \u00e9", "a"])
    assert (list(first), list(third)) == ([0.5, 1.0], [0.25, 1e-05])
    assert (reader.lines, reader.bad_lines, reader.longest_phrase) == (4, 2, 2)
    assert reader.first_bad_line == (3, 'three fields with ||| between them were expected, not "no row"')


@pytest.mark.parametrize("line", ["a ||| b", " ||| b ||| 1 1 1", *(f"a ||| b ||| {scores}" for scores in SCORES)])
def test_bad_rows(line):
    """Each kind of bad line has its reason."""
    reader = _core.PhraseTableReader(lowercase=False, minimum=0)
    reader.feed(line.encode() + b"\n")
    reasons = [
        f'three fields with ||| between them were expected, not "{line}"',
        "a phrase is empty",
        f'three scores or more were expected, the first and third above 0 and at most 1, not "{line[12:]}"',
    ]
    assert reader.first_bad_line == (1, reasons[0 if line == "a ||| b" else 1 if line.startswith(" ") else 2])
