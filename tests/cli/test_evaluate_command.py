"""`bolide evaluate`: its tables in every format, and what it says of wrong input."""

import gzip
import json
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from judged import ranking_tsv, score_tsv

from bolide import Meteor
from bolide.analysis.judged_sets import read_judgements


@pytest.fixture
def judgements(write) -> list[str]:
    """Return a file of scores and one of rankings."""
    return [write("s.en-pt.tsv", score_tsv(12, 3)), write("r.en-pt.tsv", ranking_tsv(12, 3))]


OPTIONS = ("--preset", "meteor-1.5:li", "--preset", "meteor-1.5:tune", "--samples", "50")


@pytest.mark.parametrize(
    ("humans", "defined"), [(["1"], ()), (["0.1"] * 3, ()), (["1e308", "-1e308", "1.5e308"], ("spearman", "kendall"))]
)
def test_what_is_undefined(bolide, write, humans, defined):
    """A correlation that does not exist is said to be undefined, in every format, and is not tested."""
    hypotheses = ["um dois", "um gato dorme", "nada"]
    rows = "".join(f"um gato\t{hypothesis}\t{human}\n" for hypothesis, human in zip(hypotheses, humans, strict=False))
    command = ("evaluate", write("s.en-pt.tsv", f"ref\tmt\tscore\n{rows}"), *OPTIONS)
    why = "— means undefined: there is only one judgement, all scores are equal, or their squares are too large"
    text = bolide(*command, "--measure", "pearson")
    assert (text.code, text.err) == (0, "")
    assert [line.split()[-2:] for line in text.out.splitlines()[1:4]] == [[str(len(humans)), "—"]] * 3
    assert why in text.out
    measures = (f"--measure={name}" for name in ("pearson", "spearman", "kendall", "weighted-pearson"))
    found = json.loads(bolide(*command, *measures, "--format", "json").out)
    for item in (item for item in found["agreements"] if item["metric"] != "length"):
        assert (item["value"] is None) == (item["low"] is None) == (item["measure"] not in defined)
    assert {item["measure"] for item in found["differences"]} == set(defined)


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (("--scores", "x"), "--scores takes NAME=FILE, not 'x'"),
        (("--scores", "length=x"), "length is the name of a row that evaluate adds: choose another name for x"),
        (("--scores", "x=/nowhere"), "cannot read /nowhere: No such file or directory"),
        (("--preset", "nothing"), "unknown preset 'nothing'"),
        (("--also", "ROUGE"), "'ROUGE' is not one of bleu, bleu-unsmoothed, chrf, chrf++, ter or NAME=FILE"),
        (("--also", "bleu,ter"), "or NAME=FILE; to name several, repeat the option"),
        (("--preset", "meteor-1.5:rank"), "no parameters for task 'rank' in Portuguese"),
    ],
)
def test_wrong_usage(bolide, judgements, arguments, fault):
    """Impossible requests are refused in one line."""
    outcome = bolide("evaluate", *judgements, *arguments)
    assert outcome.code == 2
    assert fault in outcome.err
    assert outcome.out == ""


@pytest.mark.parametrize(
    ("place", "fault"),
    [
        (0, "tau-wmt12 is for rankings, but no set of judgements has any"),
        (1, "pearson is for scores, but no set of judgements has any"),
        (2, "system-pearson needs a set of judgements with at least 3 named systems"),
    ],
)
def test_a_measure_without_judgements(bolide, judgements, write, place, fault):
    """A measure that no set allows is an error, not an empty table."""
    nameless = write("n.en-pt.tsv", "seg_id\treference\thypothesis\thuman\n1\to gato\to gato\t1\n2\ta\tb\t2\n")
    outcome = bolide("evaluate", [*judgements, nameless][place], "--measure", fault.split(" ", maxsplit=1)[0])
    assert (outcome.code, outcome.out) == (2, "")
    assert fault in outcome.err


def test_the_first_metric_is_the_baseline(bolide, judgements, write):
    """Others are compared with the first metric of the command line, of any kind."""
    scores = "x=" + write("x.txt", "".join(f"{value % 7}\n" for value in range(36)))
    arguments = ("evaluate", judgements[0], "--measure", "pearson", "--format", "json")
    for order, baseline in (
        (("--scores", scores, "--preset", "meteor-1.5:li"), "x"),
        (("--preset", "meteor-1.5:li", "--scores", scores), "meteor-1.5:li"),
    ):
        found = json.loads(bolide(*arguments, *order).out)
        assert {gap["baseline"] for gap in found["differences"]} == {baseline}


def test_a_language_that_bolide_knows_nothing_about(bolide, write, tmp_path):
    """Missing data is named once; a folder of bolide build for this language fills it in."""
    paths = [write(f"{name}.en-el.tsv", ranking_tsv(5, 3)) for name in "ab"]
    arguments = ("--preset", "universal", "--measure", "tau-wmt12", "--samples", "0")
    outcome = bolide("evaluate", *paths, *arguments)
    assert outcome.code == 0
    assert (
        outcome.err.count("note: preset universal is used without paraphrases, since there are none for Greek: ") == 1
    )
    assert "Warning" not in outcome.err
    (tmp_path / "function.words").write_text("o\nna\n", encoding="utf-8")
    (tmp_path / "paraphrase.gz").write_bytes(gzip.compress(b"0.5\nxyz\ngato\n"))
    outcome = bolide("evaluate", *paths, *arguments, "--resources", f"el={tmp_path}")
    assert "note: " not in outcome.err
    assert "language:el|text:lower|matchers:exact+paraphrase" in outcome.out


def test_segments(bolide, judgements, tmp_path):
    """--segments writes each judgement with the scores of all metrics: a row for a score, two for a ranking."""
    target = tmp_path / "segments.tsv"
    assert bolide("evaluate", *judgements, *OPTIONS, "--segments", str(target)).code == 0
    head, *rows = (line.split("\t") for line in target.read_text(encoding="utf-8").splitlines())
    assert head == [
        "judgements",
        "row",
        "seg_id",
        "system",
        "human",
        "meteor-1.5:li",
        "meteor-1.5:tune",
        "hypothesis",
        "reference",
    ]
    scores, rankings = ([row for row in rows if row[0] == name] for name in ("s.en-pt", "r.en-pt"))
    judged, ranked = (read_judgements(path)[0] for path in judgements)
    assert [float(row[4]) for row in scores] == judged.human.tolist()
    assert [row[4] for row in rankings] == ["better", "worse"] * len(ranked)
    meteor = Meteor("pt", task="li")
    for row in (*scores, *rankings):
        assert float(row[5]) == meteor.score([row[7]], [row[8]]).score
    assert bolide("evaluate", judgements[0], *OPTIONS, "--lower-is-better", "--segments", str(target)).code == 0
    written = [line.split("\t")[4] for line in target.read_text(encoding="utf-8").splitlines()[1:]]
    assert [float(text) for text in written] == judged.human.tolist()  # As in the file, also where lower is better.


def test_what_length_alone_reaches(bolide, judgements):
    """A last column has the length of the references for human scores, untested; rankings have none; all pairs make clusters."""
    found = json.loads(bolide("evaluate", judgements[0], *OPTIONS, "--format", "json").out)
    assert [item["metric"] for item in found["agreements"][:3]] == ["meteor-1.5:li", "meteor-1.5:tune", "length"]
    assert {item["metric"] for item in found["differences"]} == {"meteor-1.5:tune"}
    assert "length" not in bolide("evaluate", judgements[1], *OPTIONS, "--measure", "tau-wmt13").out
    shown = bolide(
        "evaluate", judgements[0], *OPTIONS, "--also", "chrf", "--measure", "kendall-item", "--all-pairs"
    ).out
    assert "clusters on s.en-pt (p < .05): 1. " in shown


def test_other_metrics(bolide, judgements):
    """--also puts others beside what is evaluated, the default where nothing else is; --preset chrF names it alone."""
    for options, expected in (
        ("--also chrf", ["meteor-1.5", "chrF"]),
        ("--preset meteor-1.5:li --also BLEU --also chrF++ --also ter", ["meteor-1.5:li", "BLEU", "chrF++", "TER"]),
        ("--preset chrF", ["chrF"]),
    ):
        outcome = bolide("evaluate", judgements[0], *options.split(), "--measure", "pearson", "--format", "json")
        assert outcome.code == 0
        found = {item["metric"]: item["value"] for item in json.loads(outcome.out)["agreements"]}
        assert list(found) == [*expected, "length"]
        assert min(found[name] for name in expected) > 0.3


def test_tune_has_a_default_objective(bolide, judged, write, tmp_path):
    """Scores are tuned for pearson, with a note; evaluating the preset on the same file is not silent."""
    preset = str(tmp_path / "tuned.toml")
    grid = ("--grid", "rough alpha=.5,.9 beta=1 gamma=.5 delta=.5", "-o", preset)
    common = ("-l", "de", "--matchers", "exact")
    tuned = bolide("tune", judged, *common, "--preset", "universal", *grid)
    assert tuned.code == 0, tuned.err
    assert "note: the objective is pearson; choose another with --objective\n" in tuned.err
    found = bolide("evaluate", judged, *common, "--preset", preset, "--samples", "0")
    assert found.code == 0, found.err
    assert f"note: {preset} was tuned on comet: its agreement there says nothing about other judgements\n" in found.err
    other = write("other.csv", Path(judged).read_text(encoding="utf-8").replace(",80\n", ",70\n"))
    assert "was tuned on" not in bolide("evaluate", other, *common, "--preset", preset, "--samples", "0").err


GERMAN = [
    ("der hund schläft auf dem sofa und die katze sitzt am fenster", "der hund schlief, die katze saß am fenster", 80),
    ("wir haben gestern einen langen spaziergang gemacht", "gestern machten wir einen spaziergang", 60),
    ("das neue museum wird im nächsten jahr von der stadt eröffnet", "das museum wird eröffnet", 30),
    ("sie hat das buch, das auf dem tisch liegt, noch nicht gelesen", "sie hat das buch noch nicht gelesen", 90),
]


@pytest.fixture
def judged(write) -> str:
    """Return a file with the header of COMET, without ids, and without a language in its name."""
    rows = "".join(f'source {place},"{mt}","{ref}",{score}\n' for place, (ref, mt, score) in enumerate(GERMAN))
    return write("comet.csv", f"src,mt,ref,score\n{rows}")


def test_csv_with_the_header_of_comet(bolide, judged, write):
    """It says what TSV with ids says; the language is guessed, with a note, and its default needs no tables."""
    options = [
        "--preset",
        "universal",
        "--matchers",
        "exact",
        "--samples",
        "0",
        "--format",
        "json",
        "--measure",
        "pearson",
    ]
    found = bolide("evaluate", judged, *options)
    assert (
        "note: the language of comet is not given, and it looks like German; if it is another: -l CODE\n" in found.err
    )
    rows = "".join(f"{place}\t{ref}\t{mt}\t{score}\n" for place, (ref, mt, score) in enumerate(GERMAN))
    named = write("tsv.tsv", f"seg_id\treference\thypothesis\thuman\n{rows}")
    told = bolide("evaluate", named, "-l", "de", *options, "--quiet")
    values = [json.loads(done.out)["agreements"][0]["value"] for done in (found, told)]
    assert (values[0], "note:" in told.err) == (values[1], False)
    assert "default" in bolide("evaluate", judged, "--samples", "0").out


def test_columns_by_choice(bolide, judged, write):
    """Columns of any name have the roles that `--columns` gives them, before those of known names; wrong choices are explained."""
    text = Path(judged).read_text(encoding="utf-8").replace("src,mt,ref,score", "score,Output,Gold,Quality")
    path, options = (
        write("other.csv", text),
        ("-l", "de", "--preset", "universal", "--matchers", "exact", "--samples", "0", "--format", "tsv"),
    )
    chosen = ("--columns", "hypothesis=output,reference=gold", "--columns", "human=Quality")
    assert (found := bolide("evaluate", path, *options, *chosen).out)
    assert found == bolide("evaluate", judged, *options).out.replace("comet", "other")
    for wrong, told in (("human=none", "other.csv:1: there is no column 'none' for the human: the columns are 'score', 'Output', 'Gold', 'Quality'\n"),
                        ("people=Quality", "with the roles hypothesis, reference, system, id, pair, "),
                        ("human=Quality", "other.csv:1: found score, Output, Gold, Quality; needed reference/ref, hypothesis/"),
                        ("human=score", "or choose with --columns reference=COLUMN\n")):  # fmt: skip
        assert told in bolide("evaluate", path, "--columns", wrong).err


def test_a_column_of_language_pairs(bolide, write):
    """Each pair is a set, in its language; -l takes those into one. Semicolons separate too, with decimal commas, and the file's name decides nothing."""
    rows = [(pair, *row) for pair in ("en-de", "xx-fr") for row in GERMAN]
    text = "".join(f"{pair};{mt.replace(';', '')};{ref};{score}.5\n" for pair, ref, mt, score in rows)
    texts = {"one.csv": text, "other.csv": text.replace(".5\n", ",5\n")}
    paths = [write(name, f"\ufefflp;mt;ref;score\n{text}") for name, text in texts.items()]
    options = ("--preset", "universal", "--matchers", "exact", "--samples", "20", "--format", "json")
    found = [json.loads(bolide("evaluate", path, *options).out) for path in paths]
    assert [item["judgements"] for item in found[0]["agreements"][::2]] == ["one.en-de", "one.xx-fr", "average"]
    low, high = ([(item["value"], item["low"], item["high"]) for item in one["agreements"]] for one in found)
    assert low == high
    german = json.loads(bolide("evaluate", paths[0], *options, "-l", "de").out)
    assert {item["judgements"] for item in german["agreements"]} == {"one.en-de", "average"}


def test_a_scatter_plot(bolide, judgements, tmp_path):
    """--scatter draws a dot for each judgement and metric, with r; rankings are refused before anything is written."""
    target = tmp_path / "scores.svg"
    assert bolide("evaluate", judgements[0], *OPTIONS, "--scatter", str(target)).code == 0
    (judged,) = read_judgements(judgements[0])
    drawing = ET.parse(target).getroot()
    systems = {translation.system for translation in judged.translations}
    dots = list(drawing.iter("{http://www.w3.org/2000/svg}circle"))
    assert len(dots) == 2 * (len(judged) + len(systems))
    texts = [text.text for text in drawing.iter("{http://www.w3.org/2000/svg}text")]
    assert {"human score", "meteor-1.5:li", "meteor-1.5:tune", *systems} < set(texts)
    assert sum(text.startswith("r = ") for text in texts) == 2
    refused = bolide("evaluate", judgements[1], *OPTIONS, "--scatter", str(tmp_path / "no.svg"))
    assert (refused.code, (tmp_path / "no.svg").exists()) == (2, False)
    assert "r.en-pt holds rankings: a scatter plot needs scores" in refused.err


def test_averages_stand_apart_in_latex(bolide, write):
    """A line parts the average of several sets from them."""
    sets = [write(f"s{segments}.en-pt.tsv", score_tsv(segments, 3)) for segments in (8, 9)]
    found = bolide("evaluate", *sets, "--preset", "meteor-1.5:li", "--samples", "0", "--format", "latex")
    assert re.search(r"\ns9\.en-pt & 27 .*\n\\hline\naverage & 51 ", found.out)
