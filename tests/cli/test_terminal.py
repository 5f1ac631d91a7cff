"""Output suits its destination: bold on a terminal, plain in a pipe, whole in a file."""

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
