"""One renderer for all tables: every format keeps rows and columns for any names, and shows missing values alike."""

import csv
import io
import json
import math
import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st
from judged import ranking_tsv, score_tsv

from bolide.show import width
from bolide.show.tables import FORMATS, Document, Table, render, to_json, to_tsv

NASTY = "a|b <i>&amp; 50% C:\\new_x ~^ $1 {#} `code` *bold* [l](u) --\n\tnext"
NAMES = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12)


def _document(name: str) -> Document:
    rows = [(name, 1234, 0.5), ("plain", None, math.nan), (name, -3, math.inf)]
    return Document(tables=[Table(head=("system", "n", "score"), rows=rows)], signature="v:1|a_b:c")


class _Cells(HTMLParser):
    """Collects the texts of the cells of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.cells: list[str] = []
        self.tags: list[str] = []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        if tag in ("td", "th"):
            self.cells.append("")

    def handle_data(self, data):
        if self.cells:
            self.cells[-1] += data


def _blanks(name: str) -> str:
    return re.sub(r"[\t\n\r\v\f\x1c-\x1f\x85\u2028\u2029]", " ", name)


@given(NAMES)
def test_tsv_and_text_keep_their_rows(name):
    """A tab or a line break in a name breaks neither a row nor a column."""
    rows = render(_document(name), "tsv").split("\n")
    assert [len(row.split("\t")) for row in rows[:-1]] == [3] * 4
    assert rows[1].split("\t")[0] == _blanks(name)
    assert len(render(_document(name), "text").split("\n\n")[0].split("\n")) == 4


@given(NAMES)
def test_markdown_keeps_its_columns(name):
    """A row of Markdown has as many bars as columns, not counting those that are escaped, and no tag comes from a name."""
    head, rule, *rows = render(_document(name), "markdown").split("\n\n")[0].split("\n")
    assert rule == "|---|--:|--:|"
    for row in (head, *rows):
        assert len(re.findall(r"(?<!\\)(?:\\\\)*\|", row)) == 4
        assert not re.search(r"<|&(?!lt;|gt;|amp;)", row)


@given(NAMES)
def test_latex_keeps_its_columns(name):
    """A row of LaTeX has an & between columns and nowhere else, and braces are in pairs."""
    lines = render(_document(name), "latex").split("\n")
    rows = [line for line in lines if line.endswith(r" \\")]
    assert len(rows) == 4
    for row in rows:
        assert len(re.findall(r"(?<!\\)&", row)) == 2
        assert not re.search(r"(?<!\\)[%#]", row)
        assert len(re.findall(r"(?<!\\)\{", row)) == len(re.findall(r"(?<!\\)\}", row))


@given(NAMES)
def test_html_shows_names_as_text(name):
    """A page has the cells that the table has, and no element comes from a name."""
    page = _Cells()
    page.feed(render(_document(name), "html"))
    page.close()
    assert len(page.cells) == 12
    assert set(page.tags) <= {"table", "tr", "th", "td", "p", "code"}


def test_a_name_that_means_something_everywhere():
    """Special characters of a format are escaped there, in one way for all tables."""
    document = _document(NASTY)
    markdown = render(document, "markdown")
    name = r"a\|b &lt;i&gt;&amp;amp; 50% C:\\new\_x \~^ \$1 {#} \`code\` \*bold\* [l]\(u) --  next"
    assert f"| {name} | 1,234 | 0.5000 |" in markdown
    assert markdown.endswith("\n\n`v:1|a_b:c`\n")
    latex = render(document, "latex")
    assert r"a\textbar{}b \textless{}i\textgreater{}\&amp; 50\% C:\textbackslash{}new\_x" in latex
    rest = r"\textasciitilde{}\textasciicircum{} \$1 \{\#\} `code` *bold* [l](u) -{}-  next"
    assert rf"{rest} & 1,234 & 0.5000 \\" in latex
    assert latex.endswith("\n% v:1|a_b:c\n")
    assert json.loads(render(document, "json"))[0]["system"] == NASTY


def test_programs_read_back_what_was_computed():
    """JSON never raises: what is not finite is null, at any depth. TSV has numbers in full, and nothing for None."""
    rows = json.loads(render(_document("x"), "json"), parse_constant=pytest.fail)
    assert [row["score"] for row in rows] == [0.5, None, None]
    nested = {"a": [{"b": (math.nan, 1 / 3)}], "c": -math.inf}
    assert json.loads(to_json(nested)) == {"a": [{"b": [None, 1 / 3]}], "c": None}
    table = list(csv.DictReader(io.StringIO(render(_document("x"), "tsv")), delimiter="\t"))
    assert [(row["n"], row["score"]) for row in table] == [("1234", "0.5"), ("", "nan"), ("-3", "inf")]
    assert to_tsv(("a\tb", 1 / 3, None)) == "a b\t0.3333333333333333\t\n"


def test_text_lines_up_in_every_script():
    """Wide, combining and right-to-left letters take the room that a terminal gives them."""
    names = ["新聞", "e\u0301te\u0301", "हिन्दी", "עברית", "plain"]
    rows = [(name, place / 7) for place, name in enumerate(names)]
    shown = render(Document(tables=[Table(head=("system", "score"), rows=rows)]), "text").rstrip("\n").split("\n")
    assert len({width(line) for line in shown}) == 1


@pytest.fixture
def commands(write, files):
    """Return commands that print tables."""
    scores, rankings = write("s.en-pt.tsv", score_tsv(8, 3)), write("r.en-pt.tsv", ranking_tsv(8, 3))
    pairs = write("pairs.tsv", "text1\ttext2\n" + "rio azul\trio verde\n" * 30)
    return [
        ("compare", "--ref", files[2], "--system", f"A={files[0]}", "--system", f"B={files[1]}", "-l", "pt", "--samples", "5"),
        ("evaluate", scores, "--preset", "meteor-1.5:li", "--samples", "5"),
        ("tune", rankings, "--objective", "tau", "--grid", "rough synonym=0 paraphrase=0", "--preset", "meteor-1.5:li"),
        ("presets",),
        ("presets", "show", "meteor++"),
        ("resources", "list"),
        ("score", files[0], files[2], "-l", "pt", "--segments"),
        ("copy-words", pairs, "-l", "pt"),
    ]  # fmt: skip


def test_every_command_has_every_format(bolide, commands):
    """Wherever a table is printed, it can be printed in all formats."""
    for command in commands:
        for form in FORMATS:
            outcome = bolide(*command, "--format", form)
            assert (outcome.code, outcome.out.endswith("\n"), outcome.out.endswith("\n\n")) == (0, True, False), command
