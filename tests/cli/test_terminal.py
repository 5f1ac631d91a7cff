"""Output suits its destination: bold on a terminal, plain in a pipe, whole in a file."""

import re
import sys

import pytest

from bolide.show import width


def test_comparisons_fit_a_terminal(bolide, write):
    """Only the signature is wider than 80 columns, for any names of systems."""
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
    for command, ends in (("score", ".tsv, .json, .jsonl, .md, .tex, .html, .htm"), ("align", ".json")):
        refused = bolide(command, files[0], files[2], "-l", "pt", "-o", str(other := tmp_path / "scores.csv"))
        assert (refused.code, refused.out, other.exists()) == (2, "", False)
        assert f"there is no format csv: name it {ends}, or choose --format text\n" in refused.err


@pytest.mark.parametrize("variable", [None, "NO_COLOR", "TERM"])
def test_what_a_terminal_shows(bolide, files, monkeypatch, variable):
    """The best score is bold, matches have colours and progress a bar, but not if the user or the terminal does not want colours."""
    score, align = ("score", "--ref", files[2], *files[:2], "-l", "pt"), ("align", *files[1:], "-l", "pt")
    plain = bolide(*score), bolide(*align)
    assert "\033" not in str(plain)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    if variable:
        monkeypatch.setenv(variable, "dumb")
    monkeypatch.setattr(type(sys.stdout), "isatty", lambda _: True, raising=False)
    shown, aligned = bolide(*score), bolide(*align)
    assert shown.err == f"\r\033[Kscoring [{'.' * 20}]   0 %\r\033[K"
    assert shown.out.count("\033[1m0.6863\033[22m") == (0 if variable else 1)
    assert shown.out.replace("\033[1m", "").replace("\033[22m", "") == plain[0].out
    assert (aligned.out == plain[1].out) == bool(variable)
    assert ("\033[32m" in aligned.out) == (not variable)


def test_progress_without_a_terminal(bolide, files):
    """`--progress` writes a line with the speed and the rest; without it there is none."""
    command = ("score", files[0], files[2], "-l", "pt")
    assert bolide(*command).err == ""
    assert re.fullmatch(r"scoring 100 %, 3 \([\d,]+/s, 0 s left\)\n", bolide(*command, "--progress").err)


@pytest.mark.parametrize("command", ["score --segments", "compare", "align", "normalise", "presets", "resources list"])
def test_a_file_holds_what_is_printed(bolide, files, tmp_path, command):
    """`-o` writes what would have been printed and prints nothing; after an error there is no file."""
    given = {"score": files, "compare": files, "align": files[1:], "normalise": files[:1]}.get(command.split()[0], ())
    words = (*command.split(), *given, *(("-l", "pt") if given else ()))
    printed, target = bolide(*words), tmp_path / "out"
    written = bolide(*words, "-o", str(target))
    assert (printed.code, written.code, written.out) == (0, 0, "")
    assert target.read_text(encoding="utf-8") == printed.out != ""
    if given:
        target.unlink()
        assert bolide(*command.split(), str(tmp_path / "missing"), *given[1:], "-l", "pt", "-o", str(target)).code == 2
        assert sorted(path.name for path in tmp_path.iterdir()) == ["a.txt", "b.txt", "r.txt"]


@pytest.mark.parametrize("command", ["score", "compare"])
def test_digits(bolide, files, command):
    """People see as many digits as they like; programs get all of them."""
    words = (command, "--ref", files[2], *files[:2], "-l", "pt", "--digits")
    head, row, *_ = (line.split("\t") for line in bolide(*words, "2", "--format", "tsv").out.splitlines())
    score = dict(zip(head, row, strict=True))["score"]
    assert repr(float(score)) == score
    for digits in (2, 6):
        assert f" {float(score):.{digits}f} " in bolide(*words, str(digits)).out


def test_what_there_is_to_ask_for(bolide):
    """`bolide help build merge` is `bolide build merge --help`, and `bolide` alone is `bolide --help`; presets are named."""
    assert bolide("help", "build", "merge") == bolide("build", "merge", "--help")
    assert bolide("help") == bolide("--help") == bolide()
    assert bolide("presets", "show").err.startswith("bolide presets: which one? meteor-1.5 ")


def test_data_of_a_language(bolide):
    """`resources list -l` shows each piece of data: its effect, size, licence and how to install it."""
    head, row = bolide("resources", "list", "-l", "sw", "--format", "tsv").out.splitlines()
    assert head.split("\t") == ["resource", "what", "what it does", "MB", "licence", "state"]
    assert row.split("\t")[4:] == ["CC-BY-SA-3.0", "not installed: bolide resources install sw"]
