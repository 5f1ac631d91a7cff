"""Run the tests that open pages in Chromium; find or install what they need, or say plainly that they were not run.

python tools/browser_tests.py [ARGUMENTS OF PYTEST]

Chromium is on the PATH or named by BOLIDE_CHROMIUM; on Debian, root installs it. Without it or Playwright, the exit code is 0.
"""

import importlib.util
import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
DRIVER = "playwright>=1.45"


def find_chromium() -> str | None:
    """Return the browser's program, installed from Debian's package where root can do that; None if there is none."""
    found = os.environ.get("BOLIDE_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if found or not shutil.which("apt-get") or os.geteuid() != 0:
        return found
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for command in ("update -qq", "install -y -qq --no-install-recommends chromium"):
        print("browser tests: apt-get", command, file=sys.stderr)
        subprocess.run(["apt-get", *command.split()], check=False, env=environment, stdout=subprocess.DEVNULL)
    return next(filter(None, map(shutil.which, NAMES)), None)


def has_driver() -> bool:
    """Whether Playwright is there, or can be installed into this environment."""
    install = [sys.executable, "-m", "pip", "install", "--quiet", DRIVER]
    return bool(importlib.util.find_spec("playwright")) or subprocess.run(install, check=False).returncode == 0


def main() -> int:
    """Run the tests; return their exit code, or 0 where they cannot run."""
    chromium = find_chromium()
    if chromium is None:
        reason = "there is no Chromium on the PATH, and it cannot be installed here (Debian: apt-get install chromium)"
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
