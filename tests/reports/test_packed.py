"""Reports are made of packed alignments: they say what the alignments say one by one."""

import random
from collections import Counter
from itertools import compress

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from packed_alignments import add_alignments

from bolide import Meteor
from bolide.analysis.comparison import Settings, SystemRuns, compare
from bolide.metric.statistics import Statistics
from bolide.records import replace
from bolide.reports import Heading, ReportBuilder
from bolide.reports.aligned_words import pack_matches

WORDS = ("gato", "gatos", "casa", "casas", "o", "a", "de", "Roma")
MATCHERS = ("exact", "stem")


def pack_one(rows: list[tuple[int, ...]]) -> str:
    """Pack the matches of one segment, one after the other."""
    packed, ends = "", None
    for i, length, j, reference_length, place, similarity in rows:
        if (i, j) != ends:
            packed += f"{' ' if packed else ''}{j}:{i}"
        ends = i + length, j + reference_length
        letter = "abcdefgh"[place]
        packed += letter if length == reference_length == 1 else f"{letter.upper()}{reference_length}-{length}"
        packed += "" if similarity == 1024 else f"~{round(100 * similarity / 1024)}"
    return packed


@st.composite
def matches(draw):
    """Make up the matches of a segment: some of them next to one another."""
    rows, ends = [], (0, 0)
    for _ in range(draw(st.integers(0, 6))):
        i = ends[0] if draw(st.booleans()) else draw(st.integers(0, 300))
        j = ends[1] + draw(st.sampled_from([0, 0, 1, 200]))
        lengths = draw(st.sampled_from([(1, 1), (1, 1), (2, 1), (1, 3), (2, 2)]))
        rows.append((i, lengths[0], j, lengths[1], draw(st.integers(0, 6)), draw(st.sampled_from([1024, 1024, 700]))))
        ends = i + lengths[0], j + lengths[1]
    return rows


@given(st.lists(matches(), max_size=5))
def test_matches_of_many_segments_are_packed_as_those_of_one(segments):
    """Chunks end with their segment, and every match keeps its letter, lengths and similarity."""
    table = np.array([row for rows in segments for row in rows], dtype=np.int32).reshape(-1, 6)
    ends = np.cumsum([len(rows) for rows in segments], dtype=np.int32)
    assert pack_matches(table, ends) == [pack_one(rows) for rows in segments]


def made_up(seed: int, *, steady: bool) -> dict[str, list]:
    """Align made-up segments, some of them empty; function words are the same everywhere, or chosen by chance, as copy words are."""
    chance = random.Random(seed)
    meteor = Meteor("pt", matchers=MATCHERS)

    def flags(words):
        return tuple(word in ("o", "a", "de") if steady else chance.random() < 0.5 for word in words)

    found = {}
    references = [" ".join(chance.choices(WORDS, k=chance.randrange(6))) for _ in range(40)]
    for name in "AB":
        hypotheses = [" ".join(chance.choices(WORDS, k=chance.randrange(6))) for _ in references]
        found[name] = [
            replace(
                item,
                hypothesis_function=flags(item.hypothesis),
                reference_function=flags(item.reference),
                hypothesis_copy=() if steady else flags(item.hypothesis),
                reference_copy=() if steady else flags(item.reference),
            )
            for item in meteor.align_all(hypotheses, references)
        ]
    return found


def report_of(found):
    """Return the report of made-up alignments."""
    meteor = Meteor("pt", matchers=MATCHERS)
    builder = ReportBuilder(Heading(title="made up", matchers=MATCHERS), list(found), evidence=meteor.evidence)
    add_alignments(builder, found, MATCHERS)
    runs = [
        SystemRuns(name=name, runs=(Statistics(np.concatenate([item.statistics.rows for item in items])),))
        for name, items in found.items()
    ]
    return builder.build(compare(runs, meteor.parameters, Settings(samples=5))).document


@pytest.mark.parametrize("steady", [True, False])
def test_words_are_counted_as_one_by_one(steady):
    """Counts by matcher, lists of words, evidence and layers are those of the single alignments."""
    found = made_up(1, steady=steady)
    report = report_of(found)
    lists = {words["name"]: dict(words["entries"]) for words in report["words"]}
    for place, (system, items) in enumerate(zip(report["systems"], found.values(), strict=True)):
        counts, missed, copies, stems = Counter(), Counter(), Counter(), Counter()
        for item in items:
            ours, theirs = item.covered
            counts.update(("hypothesis", *kind) for kind in zip(ours, item.hypothesis_function, strict=True))
            counts.update(("reference", *kind) for kind in zip(theirs, item.reference_function, strict=True))
            missed.update(word for word, matcher in zip(item.reference, theirs, strict=True) if matcher is None)
            added = compress(zip(item.hypothesis, ours, strict=True), item.hypothesis_copy)
            copies.update(word for word, matcher in added if matcher is None)
            stems.update(f"{match.hypothesis} = {match.reference}" for match in item.matches if match.matcher == "stem")
        for row in system["counts"]:
            for side in ("hypothesis", "reference"):
                assert row[f"{side}_content"] == counts[side, row["matcher"], False]
                assert row[f"{side}_function"] == counts[side, row["matcher"], True]
        for name, expected in (("missed", missed), ("added-copy", copies), ("stem", stems)):
            assert {word: n[place] for word, n in lists.get(name, {}).items() if n[place]} == dict(expected)
    assert {
        " = ".join(report["vocabulary"][int(word)] for word in key.split("|")) for key in report["evidence"]["stem"]
    } == set(lists["stem"])


def test_words_that_are_function_words_here_and_there_have_a_layer():
    """Where a list of words cannot say it, places do: for every hypothesis and reference, as the alignments have them."""
    found = made_up(2, steady=False)
    layers = report_of(found)["layers"]
    for name in ("function", "copy"):
        for hypotheses, items in zip(layers[name]["hypotheses"], found.values(), strict=True):
            assert hypotheses == [[*compress(range(9), getattr(item, f"hypothesis_{name}"))] for item in items]
        assert [group[-1] for group in layers[name]["references"]] == [
            [*compress(range(9), getattr(item, f"reference_{name}"))] for item in found["B"]
        ]
    report = report_of(made_up(2, steady=True))
    assert {report["vocabulary"][word] for word in report["flags"]["function"]} == {"o", "a", "de"}
    assert not report["layers"]
