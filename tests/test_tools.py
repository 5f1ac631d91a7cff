"""Scripts of the repository that others rely on."""

from __future__ import annotations

import subprocess
import sys

from surroundings import ROOT


def test_browser_tests_say_that_they_did_not_run(tmp_path):
    """Without a browser, and without a way to install one, nothing is tested, and that is said; it is no failure."""
    result = subprocess.run(
        [sys.executable, str(ROOT / "tools" / "browser_tests.py")],
        check=False,
        capture_output=True,
        env={"PATH": str(tmp_path)},
        encoding="utf-8",
    )
    assert (result.returncode, result.stdout) == (0, "")
    assert result.stderr.startswith("browser tests: NOT RUN: there is no Chromium on the PATH")
