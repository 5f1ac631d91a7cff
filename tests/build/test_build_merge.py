"""Merging, function words, checks, looking things up, and scores of the jar: what is done with built resources."""

import gzip
import json
from pathlib import Path

import pytest
from built_language import make_bitext, make_segments, read_table

from bolide import Meteor

pytest.importorskip("ibis")
pytest.importorskip("duckdb")
pytest.importorskip("pyarrow")


@pytest.fixture
def resources(bolide, write, tmp_path):
    """Build two resources of 1 and 3 lines from phrase tables, and return their folders."""
    folders = []
    tables = ["f ||| big ||| 1 1 .8\nf ||| large ||| 1 1 .2\n", "f ||| big ||| 1 1 .4\nf ||| great ||| 1 1 .6\n"]
    for number, table in enumerate(tables):
        text = write(f"text{number}", "the big the large the great the f the\n" * (1 + 2 * number))
        folder = tmp_path / f"built{number}"
        arguments = [
            "--source",
            text,
            "--target",
            text,
            "--phrase-table",
            write(f"table{number}", table),
            "--common",
            "0.5",
        ]
        assert bolide("build", str(folder), *arguments).code == 0
        folders.append(str(folder))
    return folders


def test_merging_weighs_by_lines(bolide, resources, tmp_path):
    """The merged probability is the mean, weighted by the lines of the corpora; a pair that one lacks counts there as 0."""
    result = bolide("build", "merge", str(tmp_path / "merged"), *resources)
    assert (result.code, result.err) == (0, "")
    table = read_table(tmp_path / "merged")
    assert table == pytest.approx(
        {
            ("big", "large"): 0.2 * 0.25,
            ("large", "big"): 0.8 * 0.25,
            ("big", "great"): 0.6 * 0.75,
            ("great", "big"): 0.4 * 0.75,
        },
        rel=1e-15,
    )
    words = (tmp_path / "merged" / "meteor-files" / "function.words").read_text()
    assert words == "the\n"
    assert json.loads((tmp_path / "merged" / "resource.json").read_text())["lines"] == 4


def test_merging_applies_the_threshold_afterwards(bolide, resources, tmp_path):
    """Entries that fall below the threshold through merging are dropped; given weights replace the lines."""
    merged = str(tmp_path / "merged")
    assert bolide("build", "merge", merged, *resources, "--weights", "1", "40").code == 0
    assert ("big", "large") not in read_table(merged)
    assert read_table(merged)["large", "big"] == pytest.approx(0.8 / 41)


@pytest.mark.parametrize("option", [("--min-final", "0.3"), ("--text", "raw")])
def test_merging_what_was_built_otherwise(bolide, resources, write, tmp_path, option):
    """Parts filtered by different rules are refused, with both rules."""
    other, name = str(tmp_path / "other"), option[0].removeprefix("--").replace("-", "_")
    text, table = write("text", "big large\n"), write("table", "f ||| big ||| 1 1 .8\nf ||| large ||| 1 1 .2\n")
    arguments = ["--source", text, "--target", text, "--phrase-table", table, "--common", "0.5"]
    assert bolide("build", other, *arguments, *option).code == 0
    before = json.loads(Path(resources[0], "resource.json").read_text())["options"][name]
    refused = bolide("build", "merge", str(tmp_path / "merged"), *resources, other)
    assert (refused.code, refused.out) == (2, "")
    said = f"{resources[0]} was built with {option[0]} {before} and {other} with {option[1]}: build one of them again"
    assert said in refused.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--weights", "1"], "2 resources need as many weights, not 1"),
        (["--weights", "0", "0"], "weights must be numbers of at least 0, and one of them above 0"),
        (["absent"], "absent is not a built resource"),
    ],
)
def test_merging_what_does_not_fit(bolide, resources, tmp_path, arguments, message):
    """Weights and folders that do not fit are refused."""
    result = bolide("build", "merge", str(tmp_path / "merged"), *resources, *arguments)
    assert result.code == 2
    assert message in result.err


def test_function_words(bolide, write):
    """Words strictly above the threshold are listed by falling frequency; on demand with counts and shares."""
    text = write("text", "The cat and the dog\nand THE bird\n")
    assert bolide("build", "function-words", text, "--threshold", "0.2").out == "the\nand\n"
    assert bolide("build", "function-words", text, text, "--threshold", "0.3", "--counts").out == "the\t6\t0.375\n"
    assert bolide("build", "function-words", write("text", "a b b\nc\n"), "--threshold", "0.25").out == "b\n", (
        "as in the jar"
    )
    assert bolide("build", "function-words", text, "--threshold", "2").code == 2


def test_check(bolide, resources):
    """A good resource passes all checks, in text and in JSON."""
    result = bolide("resources", "check", resources[0])
    assert result.code == 0
    assert all(line.endswith(": ok") for line in result.out.splitlines())
    findings = json.loads(bolide("resources", "check", resources[0], "--format", "json").out)[resources[0]]
    assert [finding["code"] for finding in findings[:3]] == ["B101", "B102", "B103"]


@pytest.mark.parametrize(
    ("table", "words", "codes"),
    [
        (".5\na\nb\n.5\na\nb\n", "the\n", {"B103"}),
        ("1.5\na\nb\n", "the\n", {"B104", "B205"}),
        ("0\na\nb\n", "the\n", {"B104"}),
        ("x\na\nb\n", "the\n", {"B101"}),
        (".5\na\n", "the\n", {"B101"}),
        (".5\na\na\n", "the\n", {"B105"}),
        (".5\nb\na\n.5\na\nb\n", "the\n", {"B201"}),
        (".5\na\na b\n", "the\n", {"B202"}),
        (".5\nA\nb\n", "the\n", {"B203"}),
        (".5\nA\nb\n.5\nc\n", "the\n", {"B101", "B203"}),
        (".7\na\nb\n.7\na\nc\n", "the\n", {"B205"}),
        (".5\na\nb\n", "the\nthe\n", {"B106"}),
        (".5\na\nb\n", "of the\n", {"B106"}),
    ],
)
def test_check_finds(bolide, tmp_path, table, words, codes):
    """Each defect fails the check with its number; errors make the exit code 1, what is worth knowing does not."""
    (tmp_path / "paraphrase.gz").write_bytes(gzip.compress(table.encode()))
    (tmp_path / "function.words").write_text(words)
    result = bolide("resources", "check", str(tmp_path), "--format", "json")
    failed = {finding["code"] for finding in json.loads(result.out)[str(tmp_path)] if finding["failures"]}
    assert failed == codes
    assert result.code == any(code.startswith("B1") for code in codes)


def test_check_finds_changed_files(bolide, resources):
    """A file that was changed after the build is noticed, and one that is gone."""
    with Path(resources[0], "meteor-files", "function.words").open("a", encoding="utf-8") as file:
        file.write("more\n")
    result = bolide("resources", "check", resources[0])
    assert result.code == 1
    assert (
        "B102 files are the ones that resource.json describes: 1 time, first: meteor-files/function.words has changed"
        in result.out
    )


def test_inspect(bolide, resources):
    """The paraphrases of a phrase are shown by falling probability; a phrase without any ends with 1."""
    assert bolide("resources", "inspect", "large", "--resources", resources[0]).out.splitlines()[1].split() == [
        "big",
        "0.800000",
    ]
    found = bolide("resources", "inspect", "big", "--resources", resources[1], "--format", "json")
    assert json.loads(found.out)[0]["paraphrase"] == "great"
    assert bolide("resources", "inspect", "nothing", "--resources", resources[0]).code == 1
    assert bolide("resources", "inspect", "big", "--language", "pt").code == 2


def _lines(lines: list[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


@pytest.mark.java
def test_the_jar_gives_the_same_segment_scores(bolide, java_meteor, write, tmp_path):
    """Four hundred segments, nearly all with paraphrases of the built table, score alike to the last bit."""
    source, target, links = (write(name, _lines(text)) for name, text in zip("fea", make_bitext(2000), strict=True))
    out = tmp_path / "out"
    result = bolide(
        "build", str(out), "--source", source, "--target", target, "--alignments", links, "--common", "0.05"
    )
    assert (result.code, result.err) == (0, f"to use it: bolide score --resources {out} SYSTEM REFERENCE\n")
    hypotheses, references = make_segments(400)
    files = [write("hypotheses", _lines(hypotheses)), write("references", _lines(references))]
    printed = java_meteor.run(*files, "-new", str(out / "meteor-files"))
    java = [float(line.split()[-1]) for line in printed if line.startswith("Segment ")]
    metric = Meteor(preset="universal", resources=out)
    scored = metric.score(hypotheses, references)
    assert scored.segments.score.tolist() == java
    assert float(printed[-1].split()[-1]) == scored.score
    assert printed[2].split() == ["Eval", "ID:", metric.eval_id]
    paraphrased = sum(
        any(match.matcher == "paraphrase" for match in alignment.matches)
        for alignment in metric.align_all(hypotheses, references)
    )
    assert paraphrased > 300
    assert len(set(java)) > 200
