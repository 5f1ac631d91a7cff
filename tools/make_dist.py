"""Build an sdist and from it a wheel, install that alone, score with it: `python tools/make_dist.py FOLDER`.

Each step has an environment of its own, so that nothing is taken from this one. Needs pip, a C++20 compiler and PyPI.
"""

import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MOST_BYTES = 5_000_000
# What a metric without installed data scores, to the last bit.
TRIAL = "from bolide import Meteor; print(Meteor('pt').score(['o gato dormia'], ['os gatos dormiam bem']).score)"


def main(folder: Path) -> None:
    """Make both files and say what they are."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("bolide-*"):
        old.unlink()
    _run(sys.executable, "-m", "build", "--sdist", "--outdir", folder, ROOT)
    (sdist,) = folder.glob("bolide-*.tar.gz")
    _run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, sdist)
    (wheel,) = folder.glob("bolide-*.whl")
    print(*(f"{path.name}: {path.stat().st_size:,} bytes" for path in (sdist, wheel)), sep="\n")
    if wheel.stat().st_size > MOST_BYTES:
        raise SystemExit(f"{wheel.name} is larger than {MOST_BYTES:,} bytes")
    print(f"scored in an environment of its own: {_try(wheel)}")


def _try(wheel: Path) -> str:
    """Install a wheel where nothing else is, and score."""
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = Path(folder, "Scripts", "python.exe") if sys.platform == "win32" else Path(folder, "bin", "python")
        _run(python, "-m", "pip", "install", "--quiet", wheel)
        found = subprocess.run([python, "-I", "-c", TRIAL], check=True, capture_output=True, text=True, cwd=folder)
    return found.stdout.strip()


def _run(*command: str | Path) -> None:
    subprocess.run([str(word) for word in command], check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
