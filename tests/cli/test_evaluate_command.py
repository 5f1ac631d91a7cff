"""`bolide evaluate`: its tables in every format, and what it says of wrong input."""

from __future__ import annotations

import json

import pytest
from judged import ranking_tsv, score_tsv


@pytest.fixture
def judgements(write) -> list[str]:
    """Return a file of scores and one of rankings."""
    return [write("s.en-pt.tsv", score_tsv(12, 3)), write("r.en-pt.tsv", ranking_tsv(12, 3))]


OPTIONS = ("--preset", "meteor-1.5:li", "--preset", "meteor-1.5:tune", "--resamples", "50")


def test_text(bolide, judgements):
    """Text has a table for each measure, with an average only where there is more than one set."""
    outcome = bolide("evaluate", *judgements, *OPTIONS)
    assert outcome.code == 0
    for name in (
        "pearson",
        "spearman",
        "kendall",
        "weighted-pearson",
        "tau-wmt12",
        "rank-consistency",
        "system-kendall",
    ):
        assert f"\n{name} " in "\n" + outcome.out
    assert "average" not in outcome.out.split("system-pearson")[0]
    assert "meteor-1.5:li  bolide:" in outcome.err


def test_tsv_and_json_agree(bolide, judgements):
    """Both formats hold the same numbers."""
    table = bolide("evaluate", *judgements, *OPTIONS, "--format", "tsv").out
    document = json.loads(bolide("evaluate", *judgements, *OPTIONS, "--format", "json").out)
    header, *rows = (line.split("\t") for line in table.rstrip("\n").split("\n"))
    assert header[:5] == ["judgements", "measure", "metric", "n", "value"]
    agreements = {(row[0], row[1], row[2]): float(row[4]) for row in rows}
    assert agreements == {
        (item["judgements"], item["measure"], item["metric"]): item["value"] for item in document["agreements"]
    }
    assert document["seed"] == 1


@pytest.mark.parametrize(("form", "begin"), [("markdown", "| pearson | n | "), ("latex", "\\begin{tabular}{lrrr}")])
def test_tables_for_papers(bolide, judgements, form, begin):
    """Markdown and LaTeX begin as they should, and the best value is bold."""
    out = bolide("evaluate", *judgements, *OPTIONS, "--measure", "pearson", "--format", form).out
    assert out.startswith(begin)
    assert "**0." in out or "\\textbf{0." in out


def test_a_bad_row(bolide, write):
    """A bad row ends the command with its place; or is passed over, and counted."""
    path = write("s.en-pt.tsv", score_tsv(4, 3) + "9\ta\t-\tr\tx\tnan\n")
    outcome = bolide("evaluate", path, "--preset", "meteor-1.5:li")
    assert outcome.code == 2
    assert outcome.err == (
        f"bolide evaluate: {path}:14: the human score is 'nan', which is no finite number: "
        "mend the row, or pass over such rows with --skip-bad-rows\n"
    )
    outcome = bolide("evaluate", path, "--preset", "meteor-1.5:li", "--skip-bad-rows", "--resamples", "0")
    assert outcome.code == 0
    assert "passed over 1 bad row, such as " in outcome.err


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (("--scores", "x"), "--scores wants NAME=FILE, not 'x'"),
        (("--scores", "x=/nowhere"), "cannot read /nowhere: No such file or directory"),
        (("--preset", "nothing"), "unknown preset 'nothing'"),
        (("--preset", "meteor-1.5:rank"), "no parameters for task 'rank' in Portuguese"),
    ],
)
def test_wrong_usage(bolide, judgements, arguments, fault):
    """What cannot be is said in a line."""
    outcome = bolide("evaluate", *judgements, *arguments)
    assert outcome.code == 2
    assert fault in outcome.err
    assert outcome.out == ""


def test_an_unknown_language(bolide, write):
    """A set whose name says no language needs --language."""
    path = write("scores.tsv", score_tsv(4, 3))
    outcome = bolide("evaluate", path)
    assert outcome.code == 2
    assert "say --language CODE" in outcome.err
    assert bolide("evaluate", path, "-l", "pt", "--preset", "meteor-1.5:li", "--resamples", "0").code == 0


def test_short_score_files(bolide, judgements, write):
    """A file of scores that ends too early is an error."""
    outcome = bolide("evaluate", judgements[0], "--scores", "x=" + write("x.txt", "0.5\n"))
    assert outcome.code == 2
    assert "has 1 lines, but s.en-pt has a judgement in row 2" in outcome.err


def test_sacrebleu(bolide, judgements):
    """BLEU, chrF++ and TER stand beside the family, where sacreBLEU is installed."""
    pytest.importorskip("sacrebleu")
    outcome = bolide(
        "evaluate", judgements[0], *OPTIONS, "--sacrebleu", "BLEU", "--sacrebleu", "chrF++", "--sacrebleu", "TER",
        "--measure", "pearson", "--format", "json",
    )  # fmt: skip
    values = {item["metric"]: item["value"] for item in json.loads(outcome.out)["agreements"]}
    assert values.keys() == {"meteor-1.5:li", "meteor-1.5:tune", "BLEU", "chrF++", "TER"}
    assert all(value > 0.3 for value in values.values())
