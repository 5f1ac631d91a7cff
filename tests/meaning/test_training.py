"""Learning heads: what the scripts of the laboratory write is what encoders read. Only where torch is installed."""

from __future__ import annotations

import gzip

import numpy as np
import pytest
from small_encoder import make_convolutions, make_encoder
from surroundings import ROOT

from bolide import Meteor
from bolide.meaning.encoder import open_encoder

WORDS = ("the", "cat", "dog", "sat", "sitting", "on", "mat", "a", "house", "home", "x")


@pytest.fixture
def laboratory(monkeypatch):
    """Let scripts of the laboratory be imported."""
    pytest.importorskip("torch")
    monkeypatch.syspath_prepend(str(ROOT / "lab"))


@pytest.fixture
def judgements(tmp_path):
    """Return made-up human scores of two language pairs, and rankings of one."""
    chance = np.random.default_rng(2)

    def text():
        return " ".join(chance.choice(WORDS, int(chance.integers(2, 8))))

    def write(name, *lines):
        with gzip.open(tmp_path / name, "wt", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
        return tmp_path / name

    scores = [
        write(
            f"wmt16-da.{pair}-en.tsv.gz",
            "seg_id\tsystem\tsource\treference\thypothesis\thuman",
            *(f"{number}\ts\t-\t{text()}\t{text()}\t{chance.normal():.3f}" for number in range(70)),
        )
        for pair in ("cs", "de")
    ]
    rows = (f"{n}\t-\t{text()}\tone\t{text()}\ttwo\t{text()}\t{chance.choice(['A', 'B'])}" for n in range(30))
    ranked = write("wmt12-rank.cs-en.tsv.gz", "seg_id\tsource\treference\tsysA\thypA\tsysB\thypB\tpreferred", *rows)
    return scores, [ranked]


def test_upper_layers_are_learned(tmp_path, judgements, laboratory):
    """The graph with the head that was written has the vectors that training saw, the same bytes each time; agreement rises."""
    from meaning.judged import read_pairs, read_rankings
    from meaning.layers import Lower
    from meaning.learning import Settings, agreement, learn, rank_agreement
    from train_layers import write_head

    folder, meteor = make_encoder(tmp_path / "encoder"), Meteor("en", preset="bolide", matchers=("exact",))
    pairs, rankings, lower = (
        read_pairs(judgements[0], meteor),
        read_rankings(judgements[1], meteor),
        Lower(folder, 1, 3),
    )
    models = [
        learn(pairs, lower, Settings(rank=4, dimensions=8, epochs=epochs, rate=0.01, share=1), rankings)
        for epochs in (0, 20, 20)
    ]
    for number, model in enumerate(models):
        write_head(model, tmp_path / f"head{number}", ["wmt16"])
    assert (tmp_path / "head1").read_bytes() == (tmp_path / "head2").read_bytes()
    for measure, judged in ((agreement, pairs), (rank_agreement, rankings)):
        before, after = (np.mean(list(measure(model, judged).values())) for model in models[:2])
        assert after > before + 0.1
    (tmp_path / "head1").rename(folder / "head.safetensors")
    words = ("the", "cat", "sitting", "on", "x")
    lower.read([words])
    (expected,) = models[1].words([lower.states[words]], len(words)).detach().numpy()
    found = open_encoder(folder).vectors([words])[0]
    np.testing.assert_allclose(found / np.linalg.norm(found, axis=1, keepdims=True), expected, rtol=0, atol=5e-3)


def test_convolutions_are_learned(tmp_path, judgements, laboratory):
    """The same for the multilingual encoder; its part of the score is the one used in training."""
    from meaning.judged import read_pairs, read_rankings
    from meaning.learning import Settings
    from train_multilingual import learn, write_head

    folder = make_convolutions(tmp_path / "encoder")
    letters = Meteor("en", preset="universal-meaning", semantics=0, chrf=1 / 3, lcs=1 / 3)
    pairs, rankings = read_pairs(judgements[0], letters), read_rankings(judgements[1], letters)
    settings = Settings(rank=2, dimensions=6, epochs=2, share=1)
    for name in ("head", "again"):
        model = learn(folder, pairs, rankings, settings)
        write_head(model, tmp_path / name, ["wmt16"])
    assert (tmp_path / "head").read_bytes() == (tmp_path / "again").read_bytes()
    (tmp_path / "head").replace(folder / "head.safetensors")
    meteor = Meteor("en", preset="universal-meaning", encoder=folder, precision="fp32")
    texts = ["".join(side).strip() for pair in pairs[:20] for side in (pair.hypothesis, pair.reference)]
    found = meteor.score(texts[::2], texts[1::2]).segments.semantics
    np.testing.assert_allclose(found, model.scores(pairs[:20]).detach().numpy(), rtol=0, atol=0.02)
