"""Everything that works with a metric works with vectors of words, with the numbers of `Meteor.score`."""

from __future__ import annotations

import json
import pickle
import re
import sys

import numpy as np
import pytest

import bolide.meaning.encoder as bolide_vectors
from bolide import Meteor
from bolide.meaning.encoder import open_encoder

WORDS = ("the", "cat", "dog", "sat", "sits", "on", "mat", "a", "house", "home", "x")
NUMBERS = {"parameters": (0.7, 0.8, 0.3, 0.7), "matchers": ("exact", "meaning", "nearest"), "weights": (1, 0.8, 0.2)}
OPTIONS = ("-l", "en", "--preset", "bolide", "--matchers", "exact,meaning,nearest", "--weights", "1,.8,.2")
OPTIONS += ("--parameters", ".7,.8,.3,.7", "--threshold", ".3")


@pytest.fixture
def meteor(encoder):
    """Return a metric with two matchers that ask the encoder."""
    return Meteor("en", preset="bolide", encoder=encoder, threshold=0.3, **NUMBERS)


@pytest.fixture
def texts(write):
    """Return references and two systems, as lists and as files."""
    chance = np.random.default_rng(5)
    lists = [[" ".join(chance.choice(WORDS, int(chance.integers(2, 9)))) for _ in range(12)] for _ in range(3)]
    return lists, [write(f"text{number}", "\n".join(lines) + "\n") for number, lines in enumerate(lists)]


@pytest.fixture
def judged(texts, write):
    """Return a file of human scores, and the scores."""
    (references, *systems), _ = texts
    human, rows = [], ["seg_id\tsystem\tsource\treference\thypothesis\thuman"]
    for name, lines in enumerate(systems):
        for number, (hypothesis, reference) in enumerate(zip(lines, references, strict=True)):
            human.append((number * 7 + name * 3) % 11 / 10)
            rows.append(f"{number}\tsys{name}\t-\t{reference}\t{hypothesis}\t{human[-1]}")
    return write("judged.xx-en.tsv", "\n".join(rows) + "\n"), human


def test_compare_and_report(bolide, meteor, encoder, texts, tmp_path):
    """Comparisons have the scores of the metric; reports show matches by meaning with their similarity and the encoder."""
    (references, first, second), (reference, *systems) = texts
    common = ("--ref", reference, "--system", f"A={systems[0]}", "--system", f"B={systems[1]}", "--samples", "50")
    common += ("--encoder", str(encoder), *OPTIONS)
    found = json.loads(bolide("compare", *common, "--format", "json").out)
    assert found["signature"] == str(meteor.signature)
    expected = [meteor.score(lines, references).score for lines in (first, second)]
    assert [row["score"] for row in found["systems"]] == expected
    page = tmp_path / "report.html"
    assert bolide("report", *common, "-o", str(page)).code == 0
    text = page.read_text(encoding="utf-8")
    data = json.loads(re.search(r'id="data">(.*?)</script>', text, re.DOTALL)[1])
    assert data["heading"]["signature"] == str(meteor.signature)
    assert "meaning" in json.dumps(data)


@pytest.mark.english
def test_soft_is_the_default_task(encoder):
    """Precision and recall come from nearest words, except in task `graded`; both have the same matches."""
    plain, soft, graded = (
        Meteor("en", preset="bolide-meaning", encoder=encoder, **task)
        for task in ({}, {"task": "soft"}, {"task": "graded"})
    )
    pair = ("the cat sat on a home", "a dog sits on the mat")
    assert str(plain.signature) == str(soft.signature) != str(graded.signature)
    assert plain.align(*pair).matches == graded.align(*pair).matches
    assert plain.align(*pair).score == soft.align(*pair).score != graded.align(*pair).score


@pytest.mark.parametrize("task", ["graded", "soft"])
def test_evaluate_and_tune(bolide, judged, texts, tmp_path, encoder, *, task):
    """Agreement with people is that of the metric's scores; both tasks can be tuned, and what is written scores as was said."""
    (references, *systems), _ = texts
    matchers = ("exact", "meaning", "nearest") if task == "soft" else ("exact", "meaning")
    meteor = Meteor("en", preset="bolide-meaning", task=task, matchers=matchers, encoder=encoder)
    judgements, human = judged
    common = (
        judgements,
        "--encoder",
        str(encoder),
        "--matchers",
        ",".join(matchers),
        "--preset",
        f"bolide-meaning:{task}",
    )
    scores = np.concatenate([meteor.score(lines, references).segments.score for lines in systems])
    result = bolide("evaluate", *common, "--format", "json", "--samples", "20", "--measure", "pearson")
    value = json.loads(result.out)["agreements"][0]["value"]
    assert value == pytest.approx(np.corrcoef(scores, human)[0, 1], abs=1e-12)
    file = tmp_path / "tuned.toml"
    grid = "preset alpha=.5,.7 gamma=0,.2,.3 meaning=0,.5,1" + (" nearest=.5,1" if task == "soft" else "")
    wanted = ("--objective", "pearson", "--grid", grid, "--format", "json", "-o", str(file))
    tuned = bolide("tune", *common, *wanted)
    best = json.loads(tuned.out)["best"][0]["value"]
    assert best >= value - 1e-12
    written = Meteor("en", preset=str(file))
    assert dict(part.split(":", 1) for part in str(written.signature).split("|"))["weights"].startswith(
        "0.0," if task == "soft" else "1.0,"
    )
    scores = np.concatenate([written.score(lines, references).segments.score for lines in systems])
    assert np.corrcoef(scores, human)[0, 1] == pytest.approx(best, abs=1e-9)


def test_mbr(bolide, meteor, encoder, texts):
    """The candidate that agrees best with the others is chosen by the metric with vectors."""
    lists, files = texts
    result = bolide("mbr", *files, "--encoder", str(encoder), *OPTIONS, "--format", "tsv")
    utilities = meteor.utilities([list(candidates) for candidates in zip(*lists, strict=True)])
    rows = [line.split("\t") for line in result.out.splitlines()[1:]]
    assert [float(row[2]) for row in rows] == [max(values) for values in utilities]


def test_without_the_extra(bolide, encoder, texts, monkeypatch):
    """Where the libraries are missing, every command names what installs them; nothing is scored without them."""
    _, (reference, hypothesis, _) = texts
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    scored = bolide("score", hypothesis, reference, "--encoder", str(encoder), *OPTIONS)
    aligned = bolide("align", hypothesis, reference, "--encoder", str(encoder), *OPTIONS)
    for result in (scored, aligned):
        assert (result.code, result.out) == (2, "")
        assert "needs onnxruntime, which is not installed; run: pip install 'bolide[meaning]'" in result.err


def test_workers_open_an_encoder_once(meteor, texts, monkeypatch):
    """A metric that comes to another process by pickle opens its encoder once there, however often it comes."""
    (references, hypotheses, _), _ = texts
    expected = meteor.score(hypotheses, references).score
    sent = pickle.dumps(meteor)
    bolide_vectors._open.cache_clear()
    opened = []
    monkeypatch.setattr(
        bolide_vectors, "open_encoder", lambda *options: opened.append(options) or open_encoder(*options)
    )
    assert [pickle.loads(sent).score(hypotheses, references).score for _ in range(3)] == [expected] * 3
    assert len(opened) == 1
