"""`bolide tune`: what it prints and writes, and that what it writes can be used."""

import json
import re

import numpy as np
import pytest
from judged import ranking_tsv, score_tsv

from bolide import Meteor
from bolide.errors import ConfigurationError
from bolide.metric.known_presets import find_preset

GRID = ("--grid", "rough synonym=0 paraphrase=0", "--preset", "meteor-1.5:li")


@pytest.fixture
def rankings(write) -> str:
    """Return a file of rankings."""
    return write("r.en-pt.tsv", ranking_tsv(20, 3))


def test_scores_where_lower_is_better(bolide, write):
    """Errors, such as H-TER, are tuned to like their negatives; a missing option for that gets a note."""
    head, *rows = score_tsv(20, 3).splitlines()
    good = [row.rpartition("\t") for row in rows]
    turned = "\n".join([head, *(f"{rest}\t{-float(human):.4f}" for rest, _, human in good)])
    errors, scores = write("e.en-pt.tsv", turned + "\n"), write("s.en-pt.tsv", score_tsv(20, 3))
    tune = ("--objective", "weighted-pearson", *GRID, "--format", "json")
    right, lower = bolide("tune", scores, *tune), bolide("tune", errors, "--lower-is-better", *tune)
    assert json.loads(right.out)["best"] == json.loads(lower.out)["best"]
    assert lower.err == ""
    assert bolide("tune", errors, *tune).err == (
        "bolide tune: e.en-pt: meteor-1.5:li disagrees with the scores. If lower is better, as with H-TER, give --lower-is-better\n"
    )


def test_a_preset_file(bolide, rankings, tmp_path, files):
    """Tuned parameters score with --preset FILE and Meteor(preset=FILE); tuning again gives the same bytes."""
    path = str(tmp_path / "mine.toml")
    arguments = ("tune", rankings, "--objective", "tau", *GRID, "-o", path, "--name", "mine")
    document = json.loads(bolide(*arguments, "--format", "json").out)
    first = (tmp_path / "mine.toml").read_bytes()
    assert bolide(*arguments).code == 0
    assert (tmp_path / "mine.toml").read_bytes() == first
    best = document["best"][0]
    meteor = Meteor("pt", preset=path)
    assert meteor.parameters.values == tuple(best[name] for name in ("alpha", "beta", "gamma", "delta"))
    assert meteor.parameters.weights == (1.0, best["stem"])
    assert (meteor.signature.preset, meteor.signature.task) == ("mine", "tuned")
    outcome = bolide("score", files[0], files[2], "-l", "pt", "--preset", path)
    assert outcome.code == 0
    assert "preset:mine|task:tuned" in outcome.out
    again = bolide(
        "evaluate", rankings, "--preset", path, "--measure", "tau-wmt12", "--samples", "0", "--format", "json"
    )
    assert json.loads(again.out)["agreements"][0]["value"] == pytest.approx(best["value"])
    with pytest.raises(ConfigurationError, match="preset mine has no parameters for task 'tuned' in English"):
        Meteor("en", preset=path)


def test_coarse_to_fine_from_a_grid(bolide, rankings, tmp_path):
    """It needs no grid; a grid gives its start and its limits; the preset file records both."""
    path = tmp_path / "p.toml"
    outcome = bolide(
        "tune", rankings, "--objective", "tau", "--coarse-to-fine", "--finest", ".1", "--preset", "meteor-1.5:li",
        "--grid", "rough alpha=.5:.9:.4 stem=1", "-o", str(path), "--format", "json",
    )  # fmt: skip
    alone = ("--coarse-to-fine", "--finest", ".1", "--preset", "meteor-1.5:li")
    assert "points" in bolide("tune", rankings, "--objective", "tau", *alone).out
    best = json.loads(outcome.out)["best"]
    assert {item["stem"] for item in best} == {1.0}
    assert all(0.5 <= item["alpha"] <= 0.9 for item in best)
    assert 'grid = "alpha=0.5,0.9 ' in path.read_text(encoding="utf-8")
    assert ', then finer down to 0.1"' in path.read_text(encoding="utf-8")


def test_each_language_keeps_its_matchers(bolide, rankings, write, tmp_path):
    """A preset tuned on several languages has for each the matchers that it was tuned with."""
    czech, path = write("r.en-cs.tsv", ranking_tsv(20, 3, seed=2)), str(tmp_path / "pool.toml")
    pooled = ("--objective", "tau", *GRID, "--matchers", "cz=exact", "--matchers", "pt=exact,stem")
    value = json.loads(bolide("tune", rankings, czech, *pooled, "-o", path, "--format", "json").out)["best"][0]["value"]
    found = bolide(
        "evaluate", rankings, czech, "--preset", path, "--measure", "tau-wmt12", "--samples", "0", "--format", "json"
    )
    taus = [(item["value"], item["count"]) for item in json.loads(found.out)["agreements"][:2]]
    assert sum(tau * count for tau, count in taus) / sum(count for _, count in taus) == pytest.approx(value)
    assert find_preset(path).rows[1].options["matchers"] == ("exact",)


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (("--folds", "1"), "--folds takes a whole number of at least 2, or 'sets'"),
        (("--folds", "sets"), "leaving out one set at a time needs at least two sets"),
        (("--name", "a|b"), "'a|b' cannot name a preset"),
        (("--grid", "alpha=9"), "'alpha' must be a number from 0 to 1, not 9.0"),
        (("--objective", "rank-consistency"), "an objective is one of"),
        (("-o", "/nowhere/x.toml"), "cannot write /nowhere/x.toml: there is no folder /nowhere"),
        (("--coarse-to-fine", "--finest", "0"), "'0' is not a number from 0.0001 to 1"),
        (("--coarse-to-fine", "--finest", "nan"), "'nan' is not a number from 0.0001 to 1"),
        (("--lower-is-better",), "r.en-pt holds rankings, which have no lower scores: leave out --lower-is-better"),
        (("-o", "x.tex"), "-o x.toml, while the tables are printed: --format latex > x.tex"),
        (("--preset", "nowhere.toml"), "cannot read nowhere.toml: No such file"),
    ],
)
def test_wrong_usage(bolide, rankings, arguments, fault):
    """Impossible requests are refused in one line."""
    outcome = bolide("tune", rankings, "--objective", "tau", *GRID[:2], "--preset", "meteor-1.5:li", *arguments)
    assert outcome.code == 2
    assert fault in outcome.err
    assert outcome.out == ""


def test_parameters_for_any_language(bolide, write, tmp_path):
    """Weights of matches by spelling and the share of chrF are swept; the preset file has everything the metric needs."""
    scores, saved = write("s.en-zu.tsv", score_tsv(20, 3)), tmp_path / "zu.toml"
    grid = "preset alpha=.5,.9 gamma=.2:.6:.2 spelling=.4,.7,1 chrf=.25,.5"
    options = ("--preset", "universal+:mixed", "--grid", grid, "--format", "json")
    tuned = bolide("tune", scores, *options, "-o", str(saved))
    assert tuned.code == 0
    outcome = json.loads(tuned.out)
    assert outcome["points"] == 2 * 3 * 3 * 2
    meteor = Meteor("zu", preset=str(saved))
    (best, *_) = outcome["best"]
    found = meteor.parameters
    assert (found.alpha, found.gamma, found.chrf) == (best["alpha"], best["gamma"], best["chrf"])
    assert dict(zip(meteor.pipeline.matchers.names, found.weights, strict=True))["spelling"] == best["spelling"]
    assert (meteor.pipeline.unit, meteor.pipeline.text.mode) == ("length", "any")
    evaluated = bolide("evaluate", scores, "--preset", str(saved), "--format", "json")
    agreed = [item for item in json.loads(evaluated.out)["agreements"] if item["measure"] == "pearson"]
    assert agreed[0]["value"] == pytest.approx(best["value"], abs=1e-12)


def test_a_verdict_on_what_was_found(bolide, write):
    """A gain on the judgements that were tuned on is called that; one on judgements left out says whether to believe it; equal scores tell nothing."""
    same = write("same.en-pt.tsv", "seg_id\treference\thypothesis\thuman\n1\to gato\to gato\t1\n2\ta\tb\t1\n")
    refused = bolide("tune", same, "--objective", "pearson", *GRID)
    assert (refused.code, "all human scores of same.en-pt are the same" in refused.err) == (2, True)
    path = write("s.en-pt.tsv", score_tsv(20, 3))
    arguments = ("tune", path, "--objective", "pearson", *GRID)
    assert "on the same judgements; for the gain on unseen ones, cross-validate: --folds 5" in bolide(*arguments).out
    folded = bolide(*arguments, "--folds", "4").out
    assert re.search(r"on judgements left out: 0\.\d{4} (above|below) the start, better in \d of 4 parts: ", folded)
    assert "tested: on the part left out" in folded


def test_samples(bolide, write):
    """With --bootstrap, text has mean and limits of each parameter over the samples, which the other formats list."""
    path = write("s.en-pt.tsv", score_tsv(20, 3))
    arguments = ("tune", path, "--objective", "pearson", *GRID, "--bootstrap", "30", "--seed", "2")
    document = json.loads(bolide(*arguments, "--format", "json").out)
    samples = document["samples"]
    head, *rows = (line.split() for line in bolide(*arguments).out.split("\n\n")[-2].splitlines())
    assert head == ["30", "samples", "mean", "5", "%", "95", "%", "at", "the", "optimum"]
    assert [row[0] for row in rows] == ["alpha", "beta", "gamma", "delta", "stem", "shortfall"]
    for name, mean, low, high, *same in rows:
        values = [sample[name] for sample in samples]
        digits = 6 if name == "shortfall" else 3
        assert mean == f"{np.mean(values):.{digits}f}"
        assert (float(low), float(high)) == pytest.approx(tuple(np.quantile(values, (0.05, 0.95))), abs=1e-6)
        optimum = document["best"][0].get(name)
        assert same == ([f"{np.mean([value == optimum for value in values]):.0%}"] if name != "shortfall" else [])
    head, *rows = (line.split("\t") for line in bolide(*arguments, "--format", "tsv").out.splitlines())
    assert [float(row[10]) for row in rows if row[0] == "sample"] == [sample["shortfall"] for sample in samples]
    assert min(sample["shortfall"] for sample in samples) >= 0
    assert (document["seed"], len({sample["shortfall"] for sample in samples}) > 10) == (2, True)


def test_samples_of_a_large_grid(bolide, rankings):
    """Samples are searched over a part of more than two million points, and the text says so."""
    grid = ("--grid", "alpha=0:1:.02 beta=.05:2:.05 gamma=0:1:.02 delta=0:1:.05 stem=.5", "--preset", "meteor-1.5:li")
    said = bolide("tune", rankings, "--objective", "tau", *grid, "--bootstrap", "2").out
    assert "\npoints      2,184,840\n" in said
    assert "\nsamples are searched at 1,113,840 of the points\n" in said


def test_a_preset_file_carries_copy_words(bolide, write, tmp_path):
    """What was tuned with copy words scores as it was tuned; options that the file cannot hold are named."""
    text = score_tsv(20, 3).replace("rio", "r10").replace("xyz", "x9")
    judged, words, made = write("s.en-pt.tsv", text), write("words", "o\na\n"), str(tmp_path / "made.toml")
    options = ("--preset", "meteor-1.5:li", "--copy-from", "numbers", "--copy-x", "3", "--function-words", words)
    tuned = bolide("tune", judged, "--objective", "pearson", *options, "--grid", "preset x=1:9:2", "-o", made)
    assert tuned.err == f"bolide tune: wrote {made}: use it with --preset {made}, and the same --function-words\n"
    best = next(line.split() for line in tuned.out.splitlines() if line.startswith("1. "))
    shown = ("evaluate", judged, "--preset", made, "--function-words", words, "--measure", "pearson", "--samples", "0")
    measured = json.loads(bolide(*shown, "--format", "json").out)
    assert f"{measured['agreements'][0]['value']:.6f}" == best[-1]
    assert f"|copy_words:numbers|copy_x:{float(best[-2])}" in str(measured)
