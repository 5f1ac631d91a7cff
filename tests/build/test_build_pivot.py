"""The pivot: against the textbook, the outputs of Meteor's extractor, and the extractor itself."""

import gzip
import random
from fractions import Fraction
from pathlib import Path

import pytest

pytest.importorskip("ibis")
pytest.importorskip("duckdb")
pytest.importorskip("pyarrow")

import pyarrow as pa
from pyarrow import parquet
from textbook_build import paraphrases

from bolide.build.databases import open_engine
from bolide.build.phrase_table import read_rows
from bolide.build.pivot import filter_pairs, most_translations, pivot, usable_rows
from bolide.build.request import EngineOptions, PivotOptions

NOTHING = {"source": [], "target": []}


@pytest.fixture
def run(tmp_path):
    """Return a function that pivots rows (f, e, p(f|e), p(e|f)) with DuckDB and returns {(e1, e2): probability}."""

    def run_rows(rows, options=None, *, common=None, wanted=None, native="target", memory="1GB"):
        options = options or PivotOptions(punctuation="ascii")
        place = tmp_path / f"run-{len(list(tmp_path.iterdir()))}"
        (place / "rows").mkdir(parents=True)
        names = ("source", "target", "source_given_target", "target_given_source")
        table = pa.table(dict(zip(names, map(list, zip(*rows, strict=True)), strict=True)))
        parquet.write_table(table, place / "rows" / "a.parquet")
        (place / "wanted").mkdir()
        if wanted is not None:
            parquet.write_table(pa.table({"phrase": sorted(wanted)}), place / "wanted" / "a.parquet")
        with open_engine(EngineOptions(memory=memory, threads=2), place / "scratch") as engine:
            usable = usable_rows(engine.read(place / "rows"), options, common or NOTHING)
            phrases = None if wanted is None else engine.read(place / "wanted")
            pairs = pivot(usable, options, native=native, phrases=phrases)
            engine.write(filter_pairs(pairs, options), place / "final")
            run_rows.most = engine.value(most_translations(usable, options, native=native))
        found = list(read_rows(place / "final", ["phrase", "paraphrase", "probability"]))
        assert found == sorted(found)
        return {(one, other): probability for one, other, probability in found}

    return run_rows


def random_rows(seed: int, count: int):
    """Return rows over few words, so that phrases share pivots, contain each other, and hold common words and punctuation."""
    generator = random.Random(seed)
    words = ["the", "of", "big", "large", "house", "home", "don't", "cat", ",", "é"]
    phrases = [" ".join(generator.choices(words, k=generator.randint(1, 3))) for _ in range(40)]
    pairs = {(generator.choice(phrases[:12]), generator.choice(phrases)) for _ in range(count)}
    chances = [0.0005, 0.001, 0.02, 0.1, 0.25, 1 / 3, 0.5, 1.0]
    return [(f, e, generator.choice(chances), generator.choice(chances)) for f, e in sorted(pairs)]


def test_a_sum_of_just_the_threshold_is_kept(run):
    """Three instances of 1/300 are .01, though the computer's sum of them is a bit below."""
    rows = [row for i in range(3) for row in ((f"f{i}", "a", 1 / 3, 0.9), (f"f{i}", "b", 0.9, 0.01))]
    assert float(3 * Fraction(1 / 3 * 0.01)) < 0.01
    assert ("a", "b") in run(rows)
    assert ("a", "b") not in run(rows, PivotOptions(min_final=0.010001))


@pytest.mark.parametrize("seed", range(4))
def test_textbook(run, seed):
    """Every pair and every sum is the textbook's, rounded once."""
    rows = random_rows(seed, 300)
    common = {"source": ["the", "of"], "target": ["the", "é"]}
    wanted = {e for _, e, _, _ in rows if len(e) % 2} if seed % 2 else None
    found = run(rows, common=common, wanted=wanted)
    assert found == paraphrases(rows, common_f=common["source"], common_e=common["target"], wanted=wanted)
    assert len(found) > 20


def test_sub_phrases(run):
    """One phrase inside the other is dropped in both directions, in the paper's one, or not at all."""
    rows = [("f", "a b", 0.5, 0.5), ("f", "a", 0.5, 0.5), ("f", "ab", 0.5, 0.5)]
    apart = {("a", "ab"), ("ab", "a"), ("a b", "ab"), ("ab", "a b")}
    assert run(rows).keys() == apart
    assert run(rows, PivotOptions(sub_phrases="paper")).keys() == apart | {("a", "a b")}
    assert run(rows, PivotOptions(sub_phrases="keep")).keys() == apart | {("a", "a b"), ("a b", "a")}


@pytest.mark.parametrize(
    ("choice", "kept"),
    [
        ("unicode", {"plain", "naïve", "हाल"}),
        ("ascii", {"plain", "naïve", "हाल", "«quoted»", "है ।", "5 €"}),
        ("none", {"plain", "naïve", "हाल", "«quoted»", "है ।", "5 €", "don't", "a \\ b", "]x["}),
        ("€", {"plain", "naïve", "हाल", "«quoted»", "है ।", "don't", "a \\ b", "]x["}),
    ],
)
def test_punctuation(run, choice, kept):
    """Which phrases count as having punctuation is a choice."""
    phrases = ["plain", "naïve", "हाल", "«quoted»", "है ।", "5 €", "don't", "a \\ b", "]x["]
    found = run([("f", phrase, 0.9, 0.2) for phrase in phrases], PivotOptions(punctuation=choice))
    assert {one for one, _ in found} == kept


def test_only_common_words_with_odd_characters(run):
    """Common words are taken as they are, with any characters; a phrase needs one other word."""
    rows = [("f", phrase, 0.5, 0.5) for phrase in ("a.b", "axb", "a.b c", "(", "a.b ( a.b")]
    found = run(
        rows, PivotOptions(punctuation="none", sub_phrases="keep"), common={"source": [], "target": ["a.b", "("]}
    )
    assert {one for one, _ in found} == {"axb", "a.b c"}


def test_sums_do_not_depend_on_the_order_of_rows(run):
    """Thousands of instances in any order give the same sum to the last bit."""
    rows = [(f"f{i}", e, (i % 97 + 1) / 1000, p) for i in range(3000) for e, p in (("a", 0.7), ("b", 1 / (i % 13 + 1)))]
    shuffled = rows[:]
    random.Random(5).shuffle(shuffled)
    assert run(rows, PivotOptions(min_instance=1e-6)) == run(shuffled, PivotOptions(min_instance=1e-6))


@pytest.mark.shared
@pytest.mark.parametrize(
    ("name", "punctuation"), [("out1", "ascii"), ("out2", "ascii"), ("out3", "ascii"), ("out4", ",")]
)
def test_parex_golden(run, shared_golden, name, punctuation):
    """The output of Meteor's extractor for a small table: every pair, every probability."""
    folder = shared_golden / "parex"
    lines = [line.split(" ||| ") for line in (folder / "pt.txt").read_text(encoding="utf-8").splitlines()]
    scored = [(f, e, scores.split()) for f, e, scores, *_ in (line for line in lines if len(line) > 2)]
    rows = [(f, e, float(scores[0]), float(scores[2])) for f, e, scores in scored]
    text = [line.split() for line in (folder / "tgt.e").read_text(encoding="utf-8").splitlines()]
    wanted = {" ".join(line[i:j]) for line in text for i in range(len(line)) for j in range(i + 1, len(line) + 1)}
    common = {
        side: (folder / name / f"parex.{end}").read_text(encoding="utf-8").split()
        for side, end in (("source", "f"), ("target", "e"))
    }
    with gzip.open(folder / name / "paraphrase.gz", "rt", encoding="utf-8") as file:
        expected = [line.rstrip("\n").split(" ||| ") for line in file]
    found = run(rows, PivotOptions(punctuation=punctuation), common=common, wanted=wanted)
    assert found == {(one, other): float(score) for one, other, score in expected}


@pytest.mark.java
def test_parex(run, java_meteor, tmp_path):
    """Meteor's extractor itself, run on a random table, finds the same pairs with the same probabilities."""
    rows = random_rows(77, 400)
    corpus = ["the of cat"] * 3 + ["big large house home é"]
    (tmp_path / "corpus").write_text("\n".join(corpus) + "\n", encoding="utf-8")
    with gzip.open(tmp_path / "table.gz", "wt", encoding="utf-8") as file:
        file.writelines(f"{f} ||| {e} ||| {there!r} 1 {back!r} 1\n" for f, e, there, back in rows)
    (tmp_path / "text").write_text("".join(f"{e}\n" for _, e, _, _ in rows), encoding="utf-8")
    inputs = [str(tmp_path / name) for name in ("corpus", "corpus", "table.gz", "text", "out")]
    java_meteor.run_class("Parex", *inputs, "0.001", "0.2")
    common = Path(tmp_path / "out" / "parex.e").read_text(encoding="utf-8").split()
    assert sorted(common) == ["cat", "of", "the"]
    with gzip.open(tmp_path / "out" / "paraphrase.gz", "rt", encoding="utf-8") as file:
        expected = {tuple(line.split(" ||| ")[:2]): float(line.split(" ||| ")[2]) for line in file}
    found = run(rows, common={"source": common, "target": common})
    assert found.keys() == expected.keys()
    assert found == pytest.approx(expected, rel=0, abs=1e-12)
    assert len(found) > 20
