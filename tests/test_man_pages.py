"""The man pages say what the help says, and programs that read man pages find nothing wrong with them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest
from surroundings import ROOT

from bolide.cli import COMMANDS
from bolide.cli.examples import EXAMPLES


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
    assert EXAMPLES["score"][0][1].replace("-", r"\-") in page


@pytest.mark.skipif(shutil.which("mandoc") is None, reason="there is no mandoc")
def test_mandoc_finds_nothing_wrong(folder):
    """No page has an error, or what mandoc warns of."""
    pages = sorted(map(str, folder.iterdir()))
    found = subprocess.run(["mandoc", "-T", "lint", "-W", "warning", *pages], check=False, capture_output=True)
    assert found.stdout.decode() == ""


@pytest.mark.skipif(shutil.which("groff") is None, reason="there is no groff")
def test_groff_finds_nothing_wrong(folder):
    """Nor what groff, which man is made of, warns of."""
    for path in sorted(folder.iterdir()):
        command = ["groff", "-man", "-ww", "-Tutf8", "-rLL=78n", "-k", str(path)]
        assert subprocess.run(command, check=True, capture_output=True).stderr.decode() == "", path.name
