"""The numbers in docs/migration.md."""

from pathlib import Path
from statistics import mean

import pytest

from bolide import Meteor

pytestmark = [pytest.mark.clients, pytest.mark.english]

GUIDE = (Path(__file__).parents[2] / "docs" / "migration.md").read_text(encoding="utf-8")
SMALL = ["exact", "stem", "synonym"]


def row(first, second):
    """Return the cells of a row of the guide's tables."""
    return f"| {first:.4f} | {second:.4f} |".replace("| 0.", "| .")


@pytest.fixture(scope="module")
def systems(captions):
    """Return hypotheses and references of both systems of the examples."""
    texts = [captions[150:198], captions[198:246]]
    return [([hypothesis for hypothesis, _ in text], [references[0] for _, references in text]) for text in texts]


def test_rows_of_meteor(systems):
    """The rows that bolide computes are right."""
    corpora = [Meteor().score(*system) for system in systems]
    assert f"adapters but `nltk` {row(*(corpus.score for corpus in corpora))}" in GUIDE
    assert f"jar's segment scores {row(*(corpus.segments.score.mean() for corpus in corpora))}" in GUIDE
    for start, options in (
        (
            "synonyms of words, not of stems",
            {"matchers": SMALL, "parameters": (0.9, 3, 0.5, 0.5), "weights": (1, 1, 1)},
        ),
        ("function words, instead of .9 3 .5", {"matchers": SMALL}),
        ("paraphrases, weight .6", {}),
    ):
        means = [Meteor(**options).score(*system).segments.score.mean() for system in systems]
        assert f"{start} {row(*means)}" in GUIDE


@pytest.mark.download
def test_rows_of_nltk(client, systems, nltk_data):
    """The rows that NLTK computes are right."""
    for start, tokens in (
        ("tokens by `split()`", str.split),
        ("tokens by its word tokeniser, mean of the segments", str),
        ("punctuation is separate from words", Meteor().tokens),
    ):
        asked = [
            [[tokens(reference)], tokens(hypothesis), {}]
            for system in systems
            for hypothesis, reference in zip(*system, strict=True)
        ]
        scores = client("nltk", NLTK_DATA=nltk_data).ask("nltk_scores.py", asked)["stock"]
        assert f"{start} {row(mean(scores[:48]), mean(scores[48:]))}" in GUIDE


@pytest.mark.download
def test_the_segment_that_is_worked_out(client, systems, nltk_data):
    """Its scores are those in the guide, and Meteor's with NLTK's parameters is NLTK's."""
    hypothesis, reference = (side[43] for side in systems[0])
    assert f'>>> hypothesis = "{hypothesis}"\n>>> reference = "{reference}"\n' in GUIDE
    asked = [[[reference.split()], hypothesis.split(), {}], [[reference], hypothesis, {}]]
    split, tokenised = client("nltk", NLTK_DATA=nltk_data).ask("nltk_scores.py", asked)["stock"]
    assert f"returns NLTK's {split:.4f} and".replace("0.", ".") in GUIDE
    assert f"\n{tokenised:.4f}\n" in GUIDE
    assert f"\n{Meteor().segment(hypothesis, reference).score:.4f}\n" in GUIDE
    alike = Meteor(parameters=(0.9, 3, 0.5, 0.5), weights=(1, 1, 1, 1)).segment(hypothesis, reference)
    assert alike.score == pytest.approx(tokenised, abs=1e-12)
