"""Run the tests that open pages in Chromium; find or install what they need, or say plainly that they were not run.

python tools/browser_tests.py [ARGUMENTS OF PYTEST]

Chromium is looked for on the PATH (or named by BOLIDE_CHROMIUM); on Debian, root installs it. Playwright drives it and comes from
PyPI. Where one of them is missing, nothing is tested, this is said on standard error, and the exit code is 0.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
DRIVER = "playwright>=1.45"


def find_chromium() -> str | None:
    """Return the browser's program; None if there is none."""
    return os.environ.get("BOLIDE_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


def install_chromium() -> str | None:
    """Install Debian's package, where that is possible, and return the program."""
    if not shutil.which("apt-get") or os.geteuid() != 0:
        return None
    install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium"]
    update = ["apt-get", "update", "-qq"]
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for command in (install, update, install):
        print("browser tests:", " ".join(command), file=sys.stderr)
        done = subprocess.run(command, check=False, env=environment, stdout=subprocess.DEVNULL)
        if command is install and done.returncode == 0:
            break
    return find_chromium()


def has_driver() -> bool:
    """Whether Playwright is there, or can be installed into this environment."""
    if importlib.util.find_spec("playwright"):
        return True
    done = subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", DRIVER], check=False)
    importlib.invalidate_caches()
    return done.returncode == 0


def main() -> int:
    """Run the tests; return their exit code, or 0 where they cannot run."""
    chromium = find_chromium() or install_chromium()
    if chromium is None:
        reason = (
            "there is no Chromium on the PATH, and it cannot be installed here (on Debian: apt-get install chromium)"
        )
    elif not has_driver():
        reason = f"pip cannot install {DRIVER}"
    else:
        arguments = ["-m", "browser", "tests/browser", *sys.argv[1:]]
        environment = os.environ | {"BOLIDE_CHROMIUM": chromium}
        return subprocess.run([sys.executable, "-m", "pytest", *arguments], check=False, env=environment).returncode
    print(f"browser tests: NOT RUN: {reason}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
