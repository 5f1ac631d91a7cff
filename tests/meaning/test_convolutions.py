"""The multilingual encoder: pieces of the text itself, vectors as its architecture says, words that weigh by their vectors."""

from __future__ import annotations

import hashlib

import numpy as np
import pytest
from small_encoder import PIECES, convolve_by_hand, make_convolutions

from bolide import Meteor
from bolide.errors import ConfigurationError, MissingResourceError, ResourceError
from bolide.meaning.encoder import SegmentVectors, open_encoder, with_blanks

SEGMENTS = [(" the", " cat", ","), (" 猫", "が", "好", "き"), (), (" the",) * 150, (" dog", " on", " the", " xyz")]


@pytest.fixture
def folder(tmp_path):
    """Return the folder of a small encoder."""
    return make_convolutions(tmp_path / "encoder")


def _numbers(*pieces):
    return [PIECES.index(piece) for piece in ("<s>", *pieces, "</s>")]


def test_vectors_are_those_of_the_architecture(folder):
    """A word is the sum of its pieces; a piece of several words belongs to each of them, a blank to the word after it."""
    states = convolve_by_hand(folder, _numbers("\u2581", "猫", "が好", "き"))
    found = open_encoder(folder).vectors([[" 猫", "が", "好", "き"]])[0]
    np.testing.assert_allclose(found, [states[1] + states[2], states[3], states[3], states[4]], rtol=1e-3, atol=1e-4)


def test_characters_that_have_no_piece_are_one_unknown_piece(folder):
    """As SentencePiece has it."""
    states = convolve_by_hand(folder, _numbers("\u2581the", "\u2581", "<unk>"))
    found = open_encoder(folder).vectors([[" the", " xyz"]])[0]
    np.testing.assert_allclose(found, [states[1], states[2] + states[3]], rtol=1e-3, atol=1e-4)


def test_whole_numbers_are_near_and_no_neighbour_changes_a_bit(folder):
    """With int8 the directions are nearly the same; the bytes depend neither on batches nor on threads."""
    plain, whole = (open_encoder(folder, precision=precision) for precision in ("fp32", "int8"))
    for words in filter(None, SEGMENTS):
        ours, theirs = whole.vectors([words])[0], plain.vectors([words])[0]
        lengths = np.linalg.norm(ours, axis=1) * np.linalg.norm(theirs, axis=1)
        assert ((ours * theirs).sum(1) / lengths).min() > 0.99
    together = whole.encode(SEGMENTS, threads=3)
    assert together == [whole.encode([words])[0] for words in SEGMENTS]
    assert together == whole.encode(SEGMENTS[::-1])[::-1]
    assert {plain.identity.split("-")[1], whole.identity.split("-")[1]} == {"fp32", "int8"}


def test_weights_of_words(folder):
    """A word weighs by the length of its vector, and a little by its own: 256 times, in two bytes after the vector."""
    encoder, words = open_encoder(folder), [" the", " cat", ","]
    vectors = encoder.vectors([words])[0]
    rows = np.frombuffer(encoder.encode([words], weighs=True)[0], np.uint8).reshape(3, -1)
    expected = np.array([3, 3, 1]) ** 0.05 * (np.linalg.norm(vectors, axis=1) + 0.5) ** 1.06
    np.testing.assert_allclose(rows[:, -2] + 256 * rows[:, -1].astype(int), 256 * expected, atol=0.51)
    assert rows[:, :-2].tobytes() == encoder.encode([words])[0]


def test_words_keep_the_blanks_of_their_text(folder):
    """If a text joins words, no blank comes between them; tokens are always separate."""
    assert with_blanks(["the", "cat", ",", "on"], "the  cat, on") == [" the", " cat", ",", " on"]
    assert with_blanks(["the", ","], None) == [" the", " ,"]
    assert with_blanks(["a", "b", "c"], "aXbc") == [" a", " b", "c"]

    class Tokeniser:
        tokenise = staticmethod(lambda text: ["the", "cat", ","])

    encoder = open_encoder(folder)
    found = SegmentVectors(encoder).of(("the cat,",), Tokeniser, tokenised=False, threads=1)
    assert found == tuple(encoder.encode([(" the", " cat", ",")]))
    assert found != SegmentVectors(encoder).of((("the", "cat", ","),), None, tokenised=True, threads=1)


def test_broken_folders(folder):
    """Missing or damaged files are named."""
    weights = (folder / "weights.npz").read_bytes()
    (folder / "weights.npz").write_bytes(weights[:500])
    with pytest.raises(ResourceError, match=r"weights.npz does not hold the weights of the encoder"):
        open_encoder(folder)
    (folder / "weights.npz").write_bytes(weights)
    (folder / "sp.model").write_bytes(b"\x0a\x7f")
    with pytest.raises(ResourceError, match=r"sp.model is not a SentencePiece model"):
        open_encoder(folder)
    (folder / "head.safetensors").unlink()
    with pytest.raises(MissingResourceError, match=r"there is no head.safetensors"):
        open_encoder(folder)


def test_the_part_of_meaning(folder):
    """Each word counts its weight times how alike the nearest word opposite is; a score has its share, and statistics add up."""
    texts = [("the dog, on cat", "the cat on"), ("cat", "the dog"), ("the cat", "the cat"), ("", "cat")]
    meteor = Meteor("de", preset="universal-meaning", encoder=folder)
    encoder = open_encoder(folder, precision="int8")
    score = meteor.score(*map(list, zip(*texts, strict=True)))
    for number, (hypothesis, reference) in enumerate(texts):
        named = score.segments.statistics.row(number)
        sides = []
        for text in (hypothesis, reference):
            words = with_blanks(text.replace(",", " ,").split(), text)
            rows = np.frombuffer(encoder.encode([words], weighs=True)[0], np.uint8).reshape(len(words), 8)
            sides.append((rows[:, :6].view(np.int8).astype(float), rows[:, 6:].astype(int) @ [1, 256]))
        (here, weights), (there, others) = sides
        assert (named["hypothesis_weight"], named["reference_weight"]) == (weights.sum(), others.sum())
        if not len(here) or not len(there):
            assert (named["hypothesis_alike"], named["reference_alike"]) == (0, 0)
            continue
        cosines = here @ there.T / np.outer(np.linalg.norm(here, axis=1), np.linalg.norm(there, axis=1))
        alike = np.maximum(np.floor(1024 * cosines + 0.5), 0)
        assert named["hypothesis_alike"] == weights @ alike.max(1)
        assert named["reference_alike"] == others @ alike.max(0)
    letters = Meteor("de", preset="universal-meaning", semantics=0.0, chrf=1 / 3, lcs=1 / 3)
    expected = 0.4 * letters.score(*map(list, zip(*texts, strict=True))).segments.score
    np.testing.assert_allclose(score.segments.score, expected + 0.6 * score.segments.semantics)
    assert (score.segments.score[2], score.segments.score[3]) == (1, 0)
    assert letters.segment("the cat", "the cat").semantics is None
    with pytest.raises(ConfigurationError, match=r"in Swahili: choose universal\+, which is for any language"):
        Meteor("sw", preset="universal-meaning")


def test_a_picture_tells_which_words_are_nearest(folder):
    """Words that are not equal, with their similarity; evidence names the encoder and its head."""
    meteor = Meteor("de", preset="universal-meaning", encoder=folder)
    alignment = meteor.align("the dog", "the cat")
    assert [match.hypothesis for match in alignment.nearest] == ["the", "dog"]
    near = alignment.nearest[1]
    assert near.reference == alignment.reference[near.reference_start]
    assert f"dog ≈ {near.reference} {f'{near.similarity:.2f}'.lstrip('0')}" in str(alignment)
    assert "≈" not in str(meteor.align("the dog", "the dog"))
    assert meteor.align("", "the dog").nearest == ()
    head = hashlib.sha256((folder / "head.safetensors").read_bytes()).hexdigest()[:12]
    identity = open_encoder(folder, precision="int8").identity
    said = f"semantics {near.similarity:.3f} by encoder {identity} with head {head}"
    assert str(meteor.evidence(near)) == said
