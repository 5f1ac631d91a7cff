"""The definition of agreement with the Java program, for stored and live outputs."""

from __future__ import annotations

import numpy as np
from java_output import JavaAlignment, VerboseOutput

from bolide import Alignment, CorpusScore, Meteor, Statistics
from bolide.adapters.java.jar_output import from_java, java_rows

__all__ = ["assert_alignments_agree", "assert_scores_agree", "assert_statistics_agree"]

SUMMARY = {
    "Precision": "precision",
    "Recall": "recall",
    "f1": "f1",
    "fMean": "f_mean",
    "Fragmentation penalty": "penalty",
    "Final score": "score",
}


def assert_statistics_agree(statistics: Statistics, expected: np.ndarray) -> None:
    """Every statistic of every segment must be equal, with chunks as the Java program prints them."""
    rows = java_rows(statistics)
    assert rows.shape == expected.shape
    different = np.flatnonzero((rows != expected).any(axis=1))
    assert not different.size, f"segment {different[0]}: {rows[different[0]]} is not {expected[different[0]]}"
    assert from_java(expected) == statistics


def assert_scores_agree(result: CorpusScore, meteor: Meteor, expected: VerboseOutput) -> None:
    """Precision, recall, penalty and score must be equal to the last bit, and undefined where they are there."""
    assert meteor.eval_id == expected.eval_id
    fields = ("precision", "recall", "penalty", "score")[-len(expected.segments[0]) :]
    segments = np.stack([getattr(result.segments, field) for field in fields], axis=1)
    np.testing.assert_array_equal(segments, expected.segments)
    summary = {name: getattr(result, field) for name, field in SUMMARY.items()}
    summary["Chunks"] = result.statistics["chunks"][0]
    np.testing.assert_array_equal([summary[name] for name in expected.summary], list(expected.summary.values()))


def assert_alignments_agree(alignments: list[Alignment], expected: list[JavaAlignment], meteor: Meteor) -> None:
    """The tokens on both sides and every match must be equal."""
    places = {name: place for place, name in enumerate(meteor.pipeline.matchers.names)}
    for index, (ours, theirs) in enumerate(zip(alignments, expected, strict=True)):
        assert (" ".join(ours.hypothesis), " ".join(ours.reference)) == (theirs.hypothesis, theirs.reference), index
        matches = [
            (m.hypothesis_start, m.hypothesis_length, m.reference_start, m.reference_length, places[m.matcher])
            for m in ours.matches
        ]
        assert matches == theirs.matches, f"segment {index}"
