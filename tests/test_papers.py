"""The papers have a page each, and a table of their sections whose commands are there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bolide.cli import build_parser
from bolide.metric.known_presets import presets

DOCS = Path(__file__).resolve().parent.parent / "docs"
PAGES = {"meteor-next": 4, "meteor-1.3": 8, "meteor-universal": 3, "meteor-plusplus": 5, "meteor-hindi": 8}
pytestmark = pytest.mark.skipif(not DOCS.is_dir(), reason="the documentation is not here")


def sections() -> str:
    """Return the table of the papers' sections."""
    return (
        (DOCS / "parity.md").read_text(encoding="utf-8").split("## The papers, section by section")[1].split("\n## ")[0]
    )


@pytest.mark.parametrize("page", PAGES)
def test_every_paper_has_a_page(page):
    """It says how it was made, what was published, and what is ours; the results and the table of sections lead to it."""
    text = (DOCS.parent / "lab" / "pages" / "papers" / f"{page}.md").read_text(encoding="utf-8")
    assert f'Made by `make results RESULTS="--only {page}"`' in text
    assert re.search("[Pp]ublished", text)
    assert re.search("Ours|here", text)
    assert f"papers/{page}.md)" in (DOCS / "results.md").read_text(encoding="utf-8")
    assert f"papers/{page}.md)" in sections()
    assert all(str(number) in text for number in range(1, PAGES[page] + 1)) or page == "meteor-hindi"


def test_the_commands_of_the_sections_are_there():
    """Every subcommand, option, preset and task of the table exists."""
    text = sections()
    pages = (DOCS / "cli.md").read_text(encoding="utf-8")
    commands = {part for found in re.findall(r"`bolide ([a-z-]+)", text) for part in [found]}
    assert commands <= set(build_parser()._subparsers._group_actions[0].choices)
    for option in set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", text)):
        assert option in pages, option
    names = {preset.name for preset in presets()} | {row.task for preset in presets() for row in preset.rows}
    assert set(re.findall(r"--preset ([\w.+-]+)", text)) <= names
    assert set(re.findall(r"--task (\w+)", text)) <= names
