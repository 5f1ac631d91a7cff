"""Minimum error rate training: exact line search, and planted weights found again."""

from __future__ import annotations

import numpy as np
import pytest
from judged import WORDS

from bolide import Meteor, _core
from bolide.analysis.error_rate_training import NBestLists, oracle_score, read_lists, train
from bolide.files.nbest import read_features, read_nbest
from bolide.metric.statistics import Statistics

PLANTED = np.array([1.0, -0.6, 0.3, 0.8])


def made_up_nbest(segments: int, size: int, seed: int) -> tuple[str, str]:
    """Return an n-best list, with candidates the better the higher the planted weights score them, and references."""
    generator = np.random.default_rng(seed)
    references, lines = [], []
    for segment in range(segments):
        reference = list(generator.choice(WORDS, 10))
        references.append(" ".join(reference))
        for _ in range(size):
            quality = generator.random()
            words = [word if generator.random() < quality else "xyz" for word in reference]
            kept = sum(a == b for a, b in zip(words, reference, strict=True)) / 10
            features = generator.normal(size=4)
            features += PLANTED / (PLANTED @ PLANTED) * (4 * kept - features @ PLANTED)
            values = [f"{value:.6f}" for value in features]
            names = f"LM0= {values[0]} TM0= {values[1]} {values[2]} WordPenalty0= {values[3]}"
            lines.append(f"{segment} ||| {' '.join(words)} ||| {names} ||| 0.0")
    return "\n".join(lines) + "\n", "\n".join(references) + "\n"


@pytest.fixture
def lists(write) -> NBestLists:
    """Return a list of 40 segments with 30 candidates each."""
    nbest, references = made_up_nbest(40, 30, 5)
    entries = read_nbest(write("nbest", nbest))
    return read_lists(entries, [[line] for line in references.splitlines()], Meteor("pt", task="tune"))


def test_planted_weights_are_found(lists):
    """Training on half of the segments finds the planted direction, and raises the score of the other half."""
    seen, unseen = lists.part(range(0, 40, 2)), lists.part(range(1, 40, 2))
    start = [0.25] * 4
    trained = train(seen, start, restarts=10, seed=1)
    cosine = np.dot(trained.weights, PLANTED) / np.linalg.norm(trained.weights) / np.linalg.norm(PLANTED)
    assert cosine > 0.95
    assert np.abs(trained.weights).sum() == pytest.approx(1)
    assert trained.score == pytest.approx(seen.score(trained.weights))
    assert trained.score > trained.start_score + 0.05
    assert unseen.score(trained.weights) > unseen.score(start) + 0.05
    assert oracle_score(seen) >= trained.score


def test_the_seed_decides(lists):
    """The same seed gives the same weights."""
    assert train(lists, [0.25] * 4, restarts=2, seed=4) == train(lists, [0.25] * 4, restarts=2, seed=4)


@pytest.mark.parametrize("seed", range(5))
def test_line_search_is_exact(seed):
    """No point of a line, looked at one by one, is better than what the search finds, and that is really there."""
    generator = np.random.default_rng(seed)
    features = generator.integers(-3, 4, (60, 3)).astype(np.float64)
    matched = generator.integers(0, 5, 60)
    counts = {"chunks": np.minimum(matched, 2)}
    for side in ("hypothesis", "reference"):
        counts[f"{side}_length"] = generator.integers(4, 9, 60)
        counts[f"{side}_content_1"] = counts[f"{side}_matches"] = matched
    candidates = _core.Candidates(features, Statistics.from_columns(counts).rows, list(range(6, 61, 6)))
    formula = _core.MeteorFormula({"alpha": 0.5, "beta": 1.0, "gamma": 0.5, "delta": 0.5}, (1.0,), None)
    weights, direction = generator.normal(size=3), generator.normal(size=3)
    distance, found = candidates.search_line(weights.tolist(), direction.tolist(), formula)
    points = [candidates.score((weights + t * direction).tolist(), formula) for t in np.linspace(-30, 30, 6001)]
    assert found >= max(points) - 1e-12
    assert candidates.score((weights + distance * direction).tolist(), formula) == pytest.approx(found)


def test_several_references_and_equal_candidates(write):
    """The best reference counts, and a candidate that occurs twice is kept once."""
    text = "0 ||| a b ||| F= 1\n0 ||| a b ||| F= 1 ||| 9\n0 ||| c ||| F= 2\n"
    lists = read_lists(read_nbest(write("n", text)), [["x", "a b"]], Meteor("other"))
    assert lists.ends.tolist() == [2]
    assert lists.score([-1.0]) == 1.0
    assert lists.score([1.0]) == 0.0


def test_unnamed_features():
    """Numbers without a name are one feature; old names end in a colon."""
    assert read_features("1 2", "here") == {"Feature": (1.0, 2.0)}
    assert read_features("lm: 1 d: -2 0", "here") == {"lm": (1.0,), "d": (-2.0, 0.0)}


def test_the_command(bolide, write, tmp_path):
    """The weights are the result, in Moses' format; they can be started from again; the scores are talk."""
    nbest, references = made_up_nbest(20, 10, 3)
    arguments = ("mert", write("n", nbest), write("r", references), "-l", "pt", "--restarts", "2")
    outcome = bolide(*arguments, "--held-out", "2")
    assert outcome.code == 0
    assert [line.split("=")[0] for line in outcome.out.splitlines()] == ["LM0", "TM0", "WordPenalty0"]
    for word in ("start ", "trained ", "held out trained ", "task:tune"):
        assert word in outcome.err
    path = str(tmp_path / "weights")
    assert bolide(*arguments, "-o", path).out == ""
    again = bolide(*arguments, "--start", path, "--format", "json")
    assert '"scores"' in again.out
    outcome = bolide(*arguments, "--start", write("w", "LM0= 1\n"))
    assert outcome.code == 2
    assert "has no weight for number 1 of the feature 'TM0'" in outcome.err
    for more, fault in (
        (("--held-out", "21"), "--held-out 21 leaves no segment out: there are 20"),
        (("-o", "/nowhere/w"), "cannot write /nowhere/w: there is no folder /nowhere"),
    ):
        outcome = bolide(*arguments, *more)
        assert (outcome.code, outcome.out) == (2, "")
        assert fault in outcome.err


def test_presets_without_the_balanced_task(bolide, write):
    """A preset without the task tune uses its own; so does METEOR-Hindi, which scores by a mean of features."""
    nbest, references = made_up_nbest(4, 3, 3)
    arguments = ("mert", write("n", nbest), write("r", references), "--restarts", "0")
    outcome = bolide(*arguments, "-l", "pt", "--preset", "universal")
    assert outcome.code == 0
    assert "preset:universal|task:universal" in outcome.err
    outcome = bolide(*arguments, "-l", "hi")
    assert outcome.code == 0
    assert "preset:meteor-hindi|task:published" in outcome.err
