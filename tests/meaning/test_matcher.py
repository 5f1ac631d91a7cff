"""The matchers `meaning` and `nearest`: the same scores however they are computed, signatures, errors, evidence."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from small_encoder import make_encoder

import bolide.meaning.encoder
import bolide.metric.meteor
from bolide import Meteor
from bolide.errors import ConfigurationError, MissingResourceError
from bolide.meaning.encoder import open_encoder

MATCHERS = ("exact", "meaning")
HYPOTHESES = ["the cat sat on the mat .", "a dog", "home , house", "sits x", ""]
REFERENCES = ["a cat sitting on a mat .", "the cat sat", "a house", "sit", "the"]


def _meteor(encoder, **options):
    settings = {
        "preset": "bolide",
        "task": "tuned",
        "parameters": (0.7, 0.8, 0.3, 0.7),
        "matchers": MATCHERS,
        "weights": (1, 1),
        "threshold": 0.5,
    }
    return Meteor("en", encoder=encoder, **settings | options)


def _similarities(encoder, hypothesis, reference, **options):
    """Return the cosines of all words in whole 1/1024."""
    found = [
        np.frombuffer(vectors, np.int8) for vectors in open_encoder(encoder, **options).encode([hypothesis, reference])
    ]
    here, there = (
        vectors.reshape(len(words), -1).astype(float)
        for vectors, words in zip(found, (hypothesis, reference), strict=True)
    )
    cosines = here @ there.T / np.linalg.norm(here, axis=1)[:, None] / np.linalg.norm(there, axis=1)
    return np.clip(np.floor(cosines * 1024 + 0.5), 0, 1024)


def test_matches_carry_the_similarity_of_vectors(encoder):
    """Every match has the similarity of its words' vectors, those of equal words too."""
    alignment = _meteor(encoder, threshold=0.01).align(["the", "cat", "sat"], ["the", "dog", "sits"])
    expected = _similarities(encoder, ("the", "cat", "sat"), ("the", "dog", "sits"))
    assert [match.matcher for match in alignment.matches] == ["exact", "meaning", "meaning"]
    for match in alignment.matches:
        assert match.similarity * 1024 == expected[match.hypothesis_start, match.reference_start]
    statistics = alignment.statistics.row(0)
    assert statistics["hypothesis_length"] == 3 * 1024
    pairs = sum(match.similarity * 1024 for match in alignment.matches if match.matcher == "meaning")
    assert statistics["hypothesis_content_2"] + statistics["hypothesis_function_2"] == pairs


def test_nearest_counts_every_word(encoder):
    """`nearest` counts each word's best similarity, and makes no matches."""
    meteor = _meteor(
        encoder, matchers=("exact", "nearest"), weights=(0, 1), threshold=None, parameters=(0.5, 1, 0, 0.5)
    )
    words, others = ("the", "cat", "on", "mat"), ("a", "dog", "sat")
    found = _similarities(encoder, words, others)
    alignment = meteor.align(words, others)
    assert not alignment.matches
    precision, recall = found.max(1).sum() / 4 / 1024, found.max(0).sum() / 3 / 1024
    assert alignment.precision == pytest.approx(precision, abs=1e-12)
    assert alignment.recall == pytest.approx(recall, abs=1e-12)


def test_words_count_without_matches(encoder):
    """A segment of which no word matches scores by its nearest words, with the penalty of a single match."""
    meteor = _meteor(encoder, matchers=("exact", "nearest"), weights=(0, 1), threshold=None, lcs=0)
    alignment = meteor.align(["cat"], ["house"])
    assert not alignment.matches
    assert alignment.fragmentation == 1
    assert alignment.score == pytest.approx(alignment.precision * 0.7)
    assert alignment.precision == alignment.recall > 0


def test_threshold(encoder):
    """Words match from the threshold on: above the best similarity, none does."""
    best = _similarities(encoder, ("cat",), ("house",))[0, 0] / 1024
    assert best > 0
    assert len(_meteor(encoder, threshold=best).align(["cat"], ["house"]).matches) == 1
    assert not _meteor(encoder, threshold=best + 0.001).align(["cat"], ["house"]).matches


def test_same_result_on_any_number_of_threads_and_in_blocks(encoder, monkeypatch):
    """Threads, blocks, order, repetition and what was scored before change nothing."""
    expected = _meteor(encoder).statistics(HYPOTHESES, REFERENCES, threads=1).statistics.to_bytes()
    assert _meteor(encoder).statistics(HYPOTHESES, REFERENCES, threads=3).statistics.to_bytes() == expected
    monkeypatch.setattr(bolide.metric.meteor, "BLOCK", 2)
    monkeypatch.setattr(bolide.meaning.encoder, "_MOST_BYTES", 100)
    meteor = _meteor(encoder)
    meteor.score(REFERENCES, REFERENCES)
    assert meteor.statistics(HYPOTHESES, REFERENCES).statistics.to_bytes() == expected
    several = [[reference, "the"] for reference in REFERENCES]
    rows = meteor.statistics(HYPOTHESES, several).statistics
    assert len(rows) == 2 * len(HYPOTHESES)


def test_segments_are_encoded_once(encoder, monkeypatch):
    """A reference that comes back with another system is not encoded again."""
    meteor = _meteor(encoder)
    counted = []
    encode = type(meteor._opened.data.encoder._encoder).encode
    monkeypatch.setattr(
        type(meteor._opened.data.encoder._encoder),
        "encode",
        lambda self, lists, threads, **more: counted.append(len(lists)) or encode(self, lists, threads, **more),
    )
    meteor.score(["a x", "a x", "the cat sat"], ["the x cat"] * 3)
    meteor.score(["on", "on", "on"], ["the x cat"] * 3)
    assert sum(counted) == 4


def test_signature_reads_back(encoder):
    """The signature names encoder, layer, precision and threshold; with the encoder given again, it is the same metric."""
    meteor = _meteor(encoder, layer=2, precision="int8", threshold=0.25)
    line = str(meteor.signature)
    digest = open_encoder(encoder, 2, "int8").identity.split("-")[0]
    assert f"|encoder:{digest}|layer:2|precision:int8|threshold:0.25" in line
    assert Meteor.from_signature(line, encoder=encoder).signature == meteor.signature
    other = make_encoder(encoder.parent / "other", seed=3)
    with pytest.raises(ConfigurationError, match=f"encoder is .*, {digest} in the signature"):
        Meteor.from_signature(line, encoder=other)
    assert (
        pickle.loads(pickle.dumps(meteor)).score(HYPOTHESES, REFERENCES).score
        == meteor.score(HYPOTHESES, REFERENCES).score
    )


def test_evidence_names_the_encoder(encoder):
    """A match by meaning says how alike its words are, and to which encoder."""
    meteor = _meteor(encoder, threshold=0.01)
    alignment = meteor.align(["cat"], ["dog"])
    evidence = meteor.evidence(alignment.matches[0])
    identity = open_encoder(encoder).identity
    assert str(evidence) == f"meaning {alignment.matches[0].similarity:.3f} by encoder {identity}"
    assert "≈ meaning\ncat ~ dog ." in str(alignment)
    assert "cat ~ dog" in alignment.svg()


def test_what_is_refused(encoder, tmp_path):
    """Options that make no sense, or an encoder that is not there, are errors that say so."""
    with pytest.raises(ConfigurationError, match=r"need an encoder, such as encoder='meaning-en'"):
        _meteor(None)
    for threshold in (0, 1.5, (0.1, 0.2), "x"):
        with pytest.raises(ConfigurationError, match="the threshold must be a number above 0 and up to 1"):
            _meteor(encoder, threshold=threshold)
    with pytest.raises(ConfigurationError, match="has no effect without the matcher 'meaning'"):
        Meteor("en", matchers=("exact",), weights=(1,), encoder=encoder)
    with pytest.raises(ConfigurationError, match="must be a name, a folder or an ONNX file, not 3"):
        _meteor(3)
    with pytest.raises(MissingResourceError, match="is not an encoder"):
        _meteor(tmp_path / "nothing")
    with pytest.raises(MissingResourceError, match="run: bolide resources install meaning-en"):
        _meteor("meaning-en")


def test_metrics_that_split_text_in_other_ways_share_an_encoder(encoder):
    """The encoder's cached results for one way of splitting text are not used for another."""
    ways = [_meteor(encoder, text=text) for text in ("lower", "norm")]
    together = [meteor.segment("the cat, on a mat.", "a cat.").score for meteor in ways]
    assert together[0] != together[1]
