"""The documentation is true: generated pages are up to date, named things exist, examples in docstrings run."""

from __future__ import annotations

import ast
import doctest
import importlib
import importlib.util
import os
import pkgutil
import re
import shutil
import subprocess
import sys

import pytest
from surroundings import ROOT

import bolide
from bolide.cli import COMMANDS, build_parser
from bolide.cli.command_parser import examples
from bolide.metric.known_presets import presets
from bolide.metric.option_table import FIELDS

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


@pytest.mark.parametrize("name", ["api", "formats", "languages"])
def test_generated_tables(name, make_reference):
    """Options, columns of statistics and languages are listed as the package and the core describe them."""
    page = (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")
    assert page == getattr(make_reference, f"{name}_page")()


def test_every_public_name_is_in_the_reference():
    """The table of docs/api.md lists the names of `bolide.__all__`, each once, and every name has a place below it."""
    page = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    table, rest = re.split(r"^## ", page, maxsplit=1, flags=re.MULTILINE)
    assert sorted(re.findall(r"`(\w+)`", table.partition("|---|---|\n")[2])) == bolide.__all__
    assert [name for name in bolide.__all__ if not re.search(rf"\b{name}\b", rest)] == ["__version__"]


@pytest.mark.skipif(importlib.util.find_spec("nanobind") is None, reason="nanobind is not installed")
def test_stub(make_reference):
    """The stub of the core declares what nanobind finds in it."""
    ours = ast.parse((ROOT / "src" / "bolide" / "_core.pyi").read_text(encoding="utf-8"))
    assert ast.dump(ours) == ast.dump(ast.parse(make_reference.core_stub()))


def test_readme_is_short():
    """The README has at most 120 lines."""
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 120


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


def test_the_commands_of_the_sections_are_there():
    """Every subcommand, option, preset and task of the table exists."""
    parity = (ROOT / "docs" / "parity.md").read_text(encoding="utf-8")
    text = parity.split("## The papers, section by section")[1].split("\n## ")[0]
    pages = REFERENCE.read_text(encoding="utf-8") + "".join(f"--{field.name.replace('_', '-')}\n" for field in FIELDS)
    assert set(re.findall(r"`bolide ([a-z-]+)", text)) <= set(build_parser()._subparsers._group_actions[0].choices)
    for option in set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", text)):
        assert option in pages, option
    names = {preset.name for preset in presets()} | {row.task for preset in presets() for row in preset.rows}
    assert set(re.findall(r"--preset ([\w.+-]+)", text)) <= names
    assert set(re.findall(r"--task (\w+)", text)) <= names


MODULES = [
    module.name for module in pkgutil.walk_packages(bolide.__path__, "bolide.") if not module.name.endswith("__main__")
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings(name):
    """Every example gives the output shown under it."""
    try:
        module = importlib.import_module(name)
    except ImportError as error:
        if not name.startswith("bolide.adapters."):
            raise
        pytest.skip(str(error))
    assert doctest.testmod(module).failed == 0


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return a folder with all pages."""
    folder = tmp_path_factory.mktemp("man")
    command = [sys.executable, str(ROOT / "tools" / "make_man.py"), str(folder)]
    subprocess.run(command, check=True, capture_output=True, env=os.environ | {"SOURCE_DATE_EPOCH": "0"})
    return folder


def test_every_command_has_a_page(folder):
    """There is a page for each command, with its options and examples, and one that names them all."""
    names = {f"bolide-{name.replace(' ', '-')}.1" for name in COMMANDS}
    assert {path.name for path in folder.iterdir()} == {"bolide.1", *names}
    page = (folder / "bolide-score.1").read_text(encoding="utf-8")
    assert page.startswith('.TH BOLIDE\\-SCORE 1 1970-01-01 "bolide ')
    assert r"\fB\-\-refs\-per\-segment\fR N" in page
    assert examples("score")[0][1].replace("-", r"\-") in page


@pytest.mark.parametrize(
    "command", ["mandoc -T lint -W warning", "groff -man -ww -Tutf8 -rLL=78n -k -z"], ids=lambda text: text.split()[0]
)
def test_readers_of_man_pages_find_nothing_wrong(command, folder):
    """No page has an error, nor anything that mandoc or groff warns of."""
    if shutil.which(command.split()[0]) is None:
        pytest.skip(f"there is no {command.split()[0]}")
    pages = sorted(map(str, folder.iterdir()))
    found = subprocess.run([*command.split(), *pages], check=False, capture_output=True)
    assert (found.stdout + found.stderr).decode() == ""
