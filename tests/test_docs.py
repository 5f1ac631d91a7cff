"""The documentation tells the truth: what is generated is up to date, what is named exists."""

from __future__ import annotations

import argparse
import ast
import importlib.util
import re
import sys

import pytest
from surroundings import ROOT

from bolide.cli import build_parser

PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/*.md"), *ROOT.glob("lab/**/*.md")])
REFERENCE = ROOT / "docs" / "cli.md"


@pytest.fixture
def make_reference(monkeypatch):
    """Return the module that generates."""
    spec = importlib.util.spec_from_file_location("make_reference", ROOT / "tools" / "make_reference.py")
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setenv("COLUMNS", "110")
    spec.loader.exec_module(module)
    return module


@pytest.mark.skipif(sys.version_info[:2] != (3, 11), reason="other versions of Python lay out help texts otherwise")
def test_command_line_reference(make_reference):
    """docs/cli.md is what `make docs` writes."""
    assert REFERENCE.read_text(encoding="utf-8") == make_reference.command_line_reference()


def test_columns_of_statistics(make_reference):
    """docs/formats.md lists the columns of statistics as the core describes them."""
    page = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    assert page == make_reference.formats_page()
    assert all(f"`{name}`" in page for name in ("hypothesis_content_1", "chunks", "matched_pos"))


def test_command_line_reference_is_complete(make_reference):
    """Whatever the version of Python, docs/cli.md has the options and the help of every command."""
    page = " ".join(REFERENCE.read_text(encoding="utf-8").split())
    parsers = make_reference._subparsers(build_parser())
    for name, parser in dict(parsers).items():
        parsers |= {f"{name} {key}": inner for key, inner in make_reference._subparsers(parser).items()}
    for name, parser in parsers.items():
        assert f"## bolide {name} " in page
        for action in parser._actions:
            assert all(option in page for option in action.option_strings)
            if action.help == argparse.SUPPRESS:
                continue
            text = (action.help or "") % (vars(action) | {"prog": parser.prog})
            assert " ".join(text.split()) in page, (name, action.dest)


def test_table_of_languages(make_reference):
    """The table of languages is the catalogue's."""
    assert (ROOT / "docs" / "languages.md").read_text(encoding="utf-8") == make_reference.languages_page()


@pytest.mark.skipif(importlib.util.find_spec("nanobind") is None, reason="nanobind is not installed")
def test_stub(make_reference):
    """The stub of the core declares what nanobind finds in it."""
    ours = ast.parse((ROOT / "src" / "bolide" / "_core.pyi").read_text(encoding="utf-8"))
    assert ast.dump(ours) == ast.dump(ast.parse(make_reference.core_stub()))


def test_readme_is_short():
    """The README has at most 150 lines, and its first is the title."""
    lines = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    assert lines[0] == "# bolide"
    assert len(lines) <= 150


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_commands_named_in_the_documentation_exist(page, make_reference):
    """Every `bolide` command in a page is one that there is, and so is its action, where it has actions."""
    subparsers = make_reference._subparsers
    actions = {name: set(subparsers(parser)) for name, parser in subparsers(build_parser()).items()}
    text = page.read_text(encoding="utf-8")
    fenced = "\n".join(re.findall(r"^```.*?\n(.*?)^```$", text, re.DOTALL | re.MULTILINE))
    named = re.findall(r"`bolide ([^`]+)`", text) + re.findall(r"^(?:\$ )?bolide (.+)$", fenced, re.MULTILINE)
    for command, *rest in filter(None, map(str.split, named)):
        if re.fullmatch("[a-z]+", command):
            assert command in actions
            assert not actions[command] or not rest or rest[0] in actions[command] | {"-h", "--help", "[-h]"}, rest


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page):
    """Every relative link of a page leads to a file of the repository, and to a heading of it where it names one."""
    for target, heading in re.findall(r"\]\(([^)#:]*)(?:#([^)]*))?\)", page.read_text(encoding="utf-8")):
        file = page.parent / target if target else page
        assert file.exists(), target
        if heading:
            titles = re.findall(r"^#+ (.*)$", file.read_text(encoding="utf-8"), re.MULTILINE)
            assert heading in {re.sub(r"[^\w -]", "", title).lower().replace(" ", "-") for title in titles}, heading
