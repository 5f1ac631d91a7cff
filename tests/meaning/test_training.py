"""Learning heads: what the tools write is what encoders read. Only where torch is installed."""

from __future__ import annotations

import gzip

import numpy as np
import pytest
from small_encoder import make_encoder
from surroundings import ROOT

from bolide import Meteor
from bolide.meaning.encoder import open_encoder

WORDS = ("the", "cat", "dog", "sat", "sitting", "on", "mat", "a", "house", "home", "x")


@pytest.fixture
def judgements(tmp_path):
    """Return a folder of made-up human scores of two language pairs."""
    folder = tmp_path / "judgements"
    folder.mkdir()
    chance = np.random.default_rng(2)
    for pair in ("cs", "de"):
        lines = ["seg_id\tsystem\tsource\treference\thypothesis\thuman"]
        for number in range(70):
            reference, hypothesis = (" ".join(chance.choice(WORDS, int(chance.integers(2, 8)))) for _ in range(2))
            lines.append(f"{number}\ts\t-\t{reference}\t{hypothesis}\t{chance.normal():.3f}")
        with gzip.open(folder / f"wmt16-da.{pair}-en.tsv.gz", "wt", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
    return folder


@pytest.mark.english
@pytest.mark.parametrize("kind", ["bert", "mpnet"])
def test_upper_layers_are_learned(tmp_path, judgements, monkeypatch, kind):
    """The graph with the head that was written gives the vectors that training saw; training again gives the same bytes."""
    pytest.importorskip("torch")
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    from meaning.judged import read_pairs
    from meaning.layers import Lower
    from meaning.learning import Settings, agreement, learn
    from train_layers import write_head

    folder = make_encoder(tmp_path / "encoder", kind)
    pairs, lower = read_pairs(sorted(judgements.iterdir())), Lower(folder, 1, 3)
    settings = Settings(rank=2, dimensions=8, epochs=3, rate=0.01)
    models = [learn(pairs, lower, settings) for _ in range(2)]
    for number, model in enumerate(models):
        write_head(model, tmp_path / f"head{number}", ["wmt16"])
    assert (tmp_path / "head0").read_bytes() == (tmp_path / "head1").read_bytes()
    assert set(agreement(models[0], pairs)) == {"wmt16-da.cs-en", "wmt16-da.de-en"}
    (tmp_path / "head0").rename(folder / "head.safetensors")
    words = ("the", "cat", "sitting", "on", "x")
    lower.read([words])
    (expected,) = models[0].words([lower.states[words]], len(words)).detach().numpy()
    found = open_encoder(folder).vectors(words)
    np.testing.assert_allclose(found / np.linalg.norm(found, axis=1, keepdims=True), expected, rtol=0, atol=5e-3)


def test_learning_improves_agreement(tmp_path, judgements, monkeypatch):
    """Layers that learn from some pairs agree better with them than the ones they started from."""
    pytest.importorskip("torch")
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    monkeypatch.setattr("meaning.judged.Meteor", lambda *_, **__: Meteor("en", preset="bolide", matchers=("exact",)))
    from meaning.judged import read_pairs
    from meaning.layers import Lower
    from meaning.learning import Settings, agreement, learn

    pairs, lower = read_pairs(sorted(judgements.iterdir())), Lower(make_encoder(tmp_path / "encoder"), 1, 3)
    before, after = (
        np.mean(
            list(
                agreement(learn(pairs, lower, Settings(rank=4, dimensions=8, epochs=epochs, rate=0.01)), pairs).values()
            )
        )
        for epochs in (0, 20)
    )
    assert after > before + 0.1


def test_rankings_are_learned(tmp_path, monkeypatch):
    """Layers that learn from rankings too put better translations before worse ones more often than the ones they started from."""
    pytest.importorskip("torch")
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    monkeypatch.setattr("meaning.judged.Meteor", lambda *_, **__: Meteor("en", preset="bolide", matchers=("exact",)))
    from meaning.judged import read_rankings
    from meaning.layers import Lower
    from meaning.learning import Settings, learn, rank_agreement

    lines = ["seg_id\tsource\treference\tsysA\thypA\tsysB\thypB\tpreferred"]
    chance = np.random.default_rng(2)
    for number in range(30):
        texts = [" ".join(chance.choice(WORDS, int(chance.integers(3, 8)))) for _ in range(3)]
        lines.append(f"{number}\t-\t{texts[0]}\tone\t{texts[1]}\ttwo\t{texts[2]}\t{chance.choice(['A', 'B'])}")
    file = tmp_path / "wmt12-rank.cs-en.tsv.gz"
    with gzip.open(file, "wt", encoding="utf-8") as stream:
        stream.write("\n".join(lines) + "\n")
    rankings = read_rankings([file])
    assert {len(ranking.pairs) for ranking in rankings} == {2}
    lower = Lower(make_encoder(tmp_path / "encoder"), 1, 3)
    pairs = [pair for ranking in rankings for pair in ranking.pairs]
    found = [
        rank_agreement(
            learn(pairs, lower, Settings(rank=4, dimensions=8, epochs=epochs, rate=0.01, share=1), rankings), rankings
        )
        for epochs in (0, 20)
    ]
    before, after = (each["wmt12-rank.cs-en"] for each in found)
    assert after > before + 0.3
