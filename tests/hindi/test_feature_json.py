"""What METEOR-Hindi's score is a mean of can be read: matches, precision and recall of each feature."""

from __future__ import annotations

import json

import pytest

PAIR = ("मैंने किताब को पकडा", "मैंने पुस्तक को पकडा घर")
FEATURES = ("exact", "stem", "synonym", "lwg", "pos", "clause")


def test_twelve_numbers_by_align(bolide):
    """All six features have two each, whose mean the score is."""
    found = json.loads(
        bolide("align", "-l", "hi", "--features", ",".join(FEATURES), "--format", "json", "--text-pair", *PAIR).out
    )
    parts = found["features"]
    assert tuple(parts) == FEATURES
    assert parts["exact"] == {"matched": 3, "precision": 0.75, "recall": 0.6}
    assert parts["synonym"] == {"matched": 4, "precision": 1.0, "recall": 0.8}
    numbers = [part[side] for part in parts.values() for side in ("precision", "recall")]
    assert len(numbers) == 12
    assert found["score"] == pytest.approx(sum(numbers) / 12)


def test_features_of_segments_and_of_the_corpus_by_score(bolide, write):
    """The counts of the corpus are the sums of its segments' (table 4 of the paper); other metrics have no features."""
    files = [write(name, f"{text}\n{text}\n") for name, text in zip(("hyp", "ref"), PAIR, strict=True)]
    (system,) = json.loads(bolide("score", *files, "-l", "hi", "--segments", "--format", "json").out)["systems"]
    assert tuple(system["features"]) == ("exact", "stem", "synonym", "pos")
    for name, part in system["features"].items():
        assert part["matched"] == sum(segment["features"][name]["matched"] for segment in system["segments"])
    other = json.loads(bolide("score", *files, "-l", "pt", "--segments", "--format", "json").out)["systems"][0]
    assert "features" not in other
    assert "features" not in other["segments"][0]


def test_precision_without_weight_is_undefined(bolide, write):
    """Where all weights of precision are 0 it is a dash for people, null in JSON and nan in TSV, and the score that of recall."""
    files = [write(name, f"{text}\n") for name, text in zip(("hyp", "ref"), PAIR, strict=True)]
    options = ("-l", "hi", "--features", "exact", "--weights", "0,1")
    named = ("--system", f"A={files[0]}", "--ref", files[1])
    row = bolide("score", *named, *options).out.splitlines()[1].split()
    assert row[1:] == ["0.6000", "—", "0.6000", "0.6000", "0.0000"]
    (system,) = json.loads(bolide("score", *files, *options, "--format", "json").out)["systems"]
    assert (system["precision"], system["recall"], system["score"]) == (None, 0.6, 0.6)
    assert bolide("score", *files, *options, "--format", "tsv").out.splitlines()[1].split("\t")[2:4] == ["0.6", "nan"]
    assert "score 0.6000  P —  R 0.6000" in bolide("align", *files, *options).out
    other = bolide("score", *named, "-l", "hi", "--features", "exact", "--weights", "1,0").out.splitlines()[1].split()
    assert other[1:4] == ["0.7500", "0.7500", "—"]
