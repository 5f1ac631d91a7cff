"""What is printed goes where it should: to a terminal in bold, to a pipe plainly, to a file whole."""

import sys

import pytest

from bolide.cli import command_parser
from bolide.show import width


@pytest.mark.parametrize("command", ["score", "compare"])
def test_digits(bolide, files, command):
    """--digits is how many digits people see; programs have all."""
    words = (command, "--ref", files[2], files[0], files[1], "-l", "pt")
    head, row, *_ = (line.split("\t") for line in bolide(*words, "--digits", "2", "--format", "tsv").out.splitlines())
    score = float(row[head.index("score")])
    assert repr(score) == row[head.index("score")]
    for digits in (2, 6):
        assert f" {score:.{digits}f} " in bolide(*words, "--digits", str(digits)).out
    refused = bolide(*words, "--digits", "0")
    assert (refused.code, "'0' is not a number of digits from 1 to 17" in refused.err) == (2, True)


@pytest.mark.parametrize("command", ["score", "compare"])
def test_the_best_is_bold_on_a_terminal(bolide, files, monkeypatch, command):
    """The best score is bold on a terminal, and nowhere else."""
    words = (command, "--ref", files[2], files[0], files[1], "-l", "pt")
    plain = bolide(*words).out
    assert "\033" not in plain
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    with monkeypatch.context() as patch:
        patch.setattr(type(sys.stdout), "isatty", lambda _: True, raising=False)
        bold = bolide(*words).out
        patch.setenv("NO_COLOR", "1")
        assert bolide(*words).out == plain
    assert bold.count("\033[1m0.6863\033[22m") == 1
    assert bold.replace("\033[1m", "").replace("\033[22m", "") == plain
    assert not command_parser.wants_colour()


def test_comparisons_fit_a_terminal(bolide, write):
    """No line but the signature is wider than 80 columns, whatever the systems are called."""
    text = "o gato dormia\na casa branca\n"
    names = [f"newstest2016.a-university-and-a-company.{number}.cs-en" for number in (1, 2, 3)]
    systems = [argument for name in names for argument in ("--system", f"{name}={write(name, text)}")]
    for more in ((), ("--all-pairs",)):
        result = bolide("compare", "--ref", write("r", text), *systems, "-l", "pt", *more)
        assert result.code == 0
        lines = [line for line in result.out.splitlines() if not line.startswith("signature")]
        told = [line for line in lines if "newstest" not in line]
        assert max(map(width, told)) <= 80
        assert all(line.startswith("newstest") or "newstest" in line for line in lines if line not in told)


@pytest.mark.parametrize(
    ("name", "begin"), [("t.tex", r"\begin{tabular}"), ("t.MD", "| system"), ("t.json", "{"), ("t.txt", "system\n")]
)
def test_the_end_of_a_name_is_a_format(bolide, files, tmp_path, name, begin):
    """Whoever writes to table.tex wants LaTeX; `--format` still decides."""
    target = tmp_path / name
    arguments = ("compare", "--ref", files[2], *files[:2], "-l", "pt", "--samples", "10", "-o", str(target))
    assert bolide(*arguments).code == 0
    assert target.read_text(encoding="utf-8").startswith(begin)
    assert bolide(*arguments, "--format", "tsv").code == 0
    assert target.read_text(encoding="utf-8").startswith("system\truns\t")
    assert bolide("score", files[0], files[2], "-l", "pt", "-o", str(lines := tmp_path / "scores.jsonl")).code == 0
    assert lines.read_text(encoding="utf-8").startswith("{")
