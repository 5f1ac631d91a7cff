"""The core's part of building: links, phrase pairs, phrase tables, phrases of a text; against the textbook."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textbook_build import grow_diag_final_and

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


def test_counts():
    """Counts add up over segments."""
    source, target = b"la casa\nla casa\n", b"the house\nthe home\n"
    links = b"0-0 1-1\n0-0 1-1\n"
    counter = _core.PhraseCounter(longest=2, threads=2)
    f, e, count = counter.count(source, target, links)
    rows = dict(zip(zip(texts(f), texts(e), strict=True), count, strict=True))
    assert (rows["la", "the"], rows["la casa", "the house"], rows["casa", "home"]) == (2, 1, 1)


@pytest.mark.parametrize("line", ["a ||| b", " ||| b ||| 1 1 1", *(f"a ||| b ||| {scores}" for scores in SCORES)])
def test_bad_rows(line):
    """Each kind of bad line has its reason."""
    reader = _core.PhraseTableReader(lowercase=False, minimum=0)
    reader.feed(line.encode() + b"\n")
    reasons = [
        f'expected three fields separated by |||, found "{line}"',
        "a phrase is empty",
        f'expected three or more scores, the first and third above 0 and at most 1, found "{line[12:]}"',
    ]
    assert reader.first_bad_line == (1, reasons[0 if line == "a ||| b" else 1 if line.startswith(" ") else 2])
