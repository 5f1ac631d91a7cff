"""METEOR-Hindi has the same class, results and commands as the rest of the family; and Bhojpuri, by configuration alone."""

from __future__ import annotations

import json

import numpy as np
import pytest

import bolide as package
from bolide import ConfigurationError, Meteor
from bolide.metric.option_table import FEATURES as ALL_FEATURES
from bolide.metric.statistics import feature_table

# Those of the paper: that of paraphrases needs a table.
FEATURES = tuple(name for name in ALL_FEATURES if name != "paraphrase")

pytest.importorskip("simplemma")
HYPOTHESES = ["राम ने किताब पढ़ी ।", "वह घर नहीं गया", "", "लड़के खेल रहे हैं"]
REFERENCES = ["राम ने पुस्तक पढ़ी ।", "वह घर गया", "कुछ", "लड़का खेल रहा है"]


@pytest.fixture(scope="module")
def meteor() -> Meteor:
    return Meteor("hi")


def test_the_score_is_the_weighted_mean_of_the_features():
    """Equation 1, with weights that differ; precision and recall are separate means."""
    weights = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)
    meteor = Meteor("hi", features=FEATURES, weights=weights)
    result = meteor.score(HYPOTHESES, REFERENCES)
    table = feature_table(result.segments.statistics, FEATURES)
    np.testing.assert_allclose(result.segments.score, table @ weights / sum(weights), rtol=1e-12)
    np.testing.assert_allclose(result.segments.precision, table[:, ::2] @ weights[::2] / 36, rtol=1e-12)
    np.testing.assert_allclose(result.segments.recall, table[:, 1::2] @ weights[1::2] / 42, rtol=1e-12)
    assert result.segments.score[2] == 0.0
    assert (result.penalty, np.isnan(result.fragmentation)) == (0.0, True)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"features": ["exact", "length"]}, "unknown feature 'length'"),
        ({"features": ["synonym"], "matchers": ["exact", "stem"]}, "the features synonym need matchers"),
        ({"weights": [1, 1]}, "must be 8 numbers"),
        ({"features": ["exact", "paraphrase"]}, "the features paraphrase need matchers"),
        ({"aligner": "java"}, "unknown aligner 'java'"),
        ({"function_words": ["का"]}, "has no option function_words"),
        ({"task": "rank"}, "has no task 'rank'"),
    ],
)
def test_what_does_not_fit_is_refused(options, message):
    """Options of other members of the family are errors, not ignored."""
    with pytest.raises(ConfigurationError, match=message):
        Meteor("hi", **options)


def test_command_line(bolide, write):
    """`bolide score -l hi` prints tables, TSV and JSON as for other languages; `align` draws; `normalise` tokenises."""
    files = write("h.txt", "मैंने किताब को पकडा\r\n"), write("r.txt", "मैंने पुस्तक को पकडा\n")
    named = ("--system", f"A={files[0]}", "--ref", files[1])
    text = bolide("score", "-l", "hi", *named)
    assert (text.code, text.out.splitlines()[1].split()[1:]) == (0, ["0.8750", "0.8750", "0.8750", "0.8750", "0.0000"])
    document = json.loads(bolide("score", "-l", "hi", "--format", "json", "--segments", *files).out)
    assert document["systems"][0]["segments"][0]["score"] == 0.875
    assert document["signature"] == str(package.Meteor("hi").signature)
    assert document["eval_id"] is None
    assert "eval id" not in text.out
    drawn = bolide("align", "-l", "hi", *files).out
    assert [line.split() for line in drawn.splitlines()[-8:-4]] == [
        ["मैंने", "●", "·", "·", "·"],
        ["किताब", "·", "○", "·", "·"],
        ["को", "·", "·", "●", "·"],
        ["पकडा", "·", "·", "·", "●"],
    ]
    assert bolide("normalise", "-l", "hi", files[0]).out == "मैंने किताब को पकडा\n"
    chosen = bolide("score", "-l", "hi", "--features", "exact,lwg", "--weights", "1,1,0,0", *named)
    assert chosen.out.splitlines()[1].split()[1] == "0.7500"
    assert " 1.0 1.0 " in bolide("presets", "show", "meteor-hindi").out


def test_universal_preset_uses_the_indic_tokeniser(recwarn):
    """Meteor Universal for Hindi splits text as METEOR-Hindi does, and keeps words whole."""
    meteor = Meteor("hi", preset="universal")
    assert meteor.tokens("हिन्दी, ठीक है।") == ("हिन्दी", ",", "ठीक", "है", "।")
    assert meteor.segment("राम घर गया।", "राम घर गया ।").score == 1.0


PAIR = ("मैंने किताब को पकडा", "मैंने पुस्तक को पकडा घर")


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


def test_bhojpuri():
    """Spellings, roots and synonyms of Bhojpuri match; without a tagger, parts of speech are not among its features."""
    meteor = Meteor("bho")
    assert meteor.parameters.features == ("exact", "stem", "synonym")
    counts = meteor.segment("ऊ लइकी घरे गइलन आ किताब पढ़लस ।", "उ बिटिया घर गइल अउर पोथी पढ़ल ।").statistics
    assert [int(counts[f"matched_{name}"][0]) for name in ("exact", "stem", "synonym")] == [1, 4, 8]
    assert meteor.segment("कऽ", "क").score == 1.0


def test_groups_and_clauses_of_bhojpuri_by_word_lists():
    """Without a treebank, tags come from the word lists, and groups and clauses from them."""
    (parse,) = Meteor("bho", features=FEATURES).parse(("हम अपना घर में बइठल रहीं आ ऊ लइका बाजार से ना आवत रहे ।",))
    assert parse.words(parse.groups) == ("हम", "अपना", "घर में", "बइठल रहीं", "ऊ", "लइका", "बाजार से", "ना आवत रहे")
    assert parse.words(parse.clauses) == ("हम अपना घर में बइठल रहीं", "आ ऊ लइका बाजार से ना आवत रहे")
