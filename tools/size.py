"""Print how large the house is: `make size`.

Lines are those of tracked files in Python, C++, JavaScript, CSS, HTML and, for the whole repository, Markdown; golden files are not counted.
"""

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CODE = {".py", ".c", ".h", ".cpp", ".hpp", ".js", ".css", ".html"}
PRODUCT = ("core/", "bindings/", "src/")
COMMANDS = {
    "Meteor()": "from bolide import Meteor; Meteor('pt')",
    "bolide score": "from bolide.cli import main; main(['score', FILE, FILE, '-l', 'pt', '-q'])",
    "bolide tune": "from bolide.cli import main; main(['tune', JUDGED, '-l', 'pt', '--grid', 'alpha=0.1:0.9:0.4', '-q'])",
}
JUDGED = "seg_id\tsystem\tsource\treference\thypothesis\thuman\n" + "".join(
    f"{row}\ts\tx\tum dois {row}\tum {row}\t{row}\n" for row in range(6)
)


def main() -> None:
    """Print a line for each count."""
    files = _files()
    names = [name for name in files if name.startswith(PRODUCT) and not name.startswith("core/tests/")]
    product = {name: files[name] for name in names}
    modules = {name: text for name, text in product.items() if name.endswith(".py")}
    python = [text for name, text in files.items() if name.endswith(".py")]
    rows = {
        "core + bindings + package, lines": _lines(text for name, text in product.items() if Path(name).suffix in CODE),
        "whole repository, lines": _lines(files.values()),
        "Python modules in the package": len(modules),
        "base names used twice or more": len(_twice(modules)),
        "lines with Any in the package": _matches(r"\bAny\b", modules.values()),
        "noqa": _matches(r"# noqa", python),
        "instructions a segment, as kept": _instructions(),
    }
    rows |= {f"modules that run for {name}": _loaded(script) for name, script in COMMANDS.items()}
    for name, count in rows.items():
        print(f"{name:42} {count:>9,}")


def _files() -> dict[str, str]:
    """Return the text of all files that are counted."""
    listing = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True)
    names = [name for name in listing.stdout.splitlines() if Path(name).suffix in CODE | {".md"}]
    kept = [ROOT / name for name in names if not name.startswith("tests/golden/")]
    return {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in kept if path.exists()}


def _instructions() -> int:
    kept = json.loads((ROOT / "bench" / "instructions.json").read_text(encoding="utf-8"))
    return kept["instructions per segment"]["all"]


def _lines(texts: Iterable[str]) -> int:
    return sum(text.count("\n") for text in texts)


def _matches(pattern: str, texts: Iterable[str]) -> int:
    return sum(bool(re.search(pattern, line)) for text in texts for line in text.splitlines())


def _twice(modules: Iterable[str]) -> set[str]:
    stems = [Path(name).stem for name in modules if not name.endswith("__init__.py")]
    return {stem for stem in stems if stems.count(stem) > 1}


def _loaded(script: str) -> int:
    """Count the modules of the package that a fresh interpreter loads."""
    with tempfile.TemporaryDirectory() as folder:
        text, judged = Path(folder) / "text", Path(folder) / "judged.en-pt.tsv"
        text.write_text("um dois\n", encoding="utf-8")
        judged.write_text(JUDGED, encoding="utf-8")
        count = "print(sum(name.split('.')[0] == 'bolide' for name in sys.modules), file=sys.stderr)"
        command = f"import sys; FILE, JUDGED = {str(text)!r}, {str(judged)!r}\n{script}\n{count}"
        done = subprocess.run(
            [sys.executable, "-W", "ignore", "-c", command], capture_output=True, text=True, check=True
        )
    return int(done.stderr.splitlines()[-1])


if __name__ == "__main__":
    main()
