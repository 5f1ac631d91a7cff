"""The cost of importing, and the allowed imports between parts of the package."""

from __future__ import annotations

import ast
import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(importlib.util.find_spec("bolide").origin).parent

# For each part, the parts that it may import, next to itself. A part is a module or a folder right under bolide.
BASE = {"_core", "errors", "records"}
ARROWS = {
    "_tables": set(),
    "errors": set(),
    "records": set(),
    "files": {"errors", "records"},
    "show": {"data", "errors", "records"},
    "data": BASE | {"_tables", "files"},
    "text": BASE | {"data"},
    "hindi": BASE | {"data", "files", "show", "text"},
    "copy_words": BASE | {"data", "files", "show", "text"},
    "meaning": BASE | {"data", "files"},
    "metric": BASE | {"data", "files", "hindi", "meaning", "copy_words", "show", "text"},
    "analysis": BASE | {"data", "files", "hindi", "metric", "copy_words", "show"},
    "frames": {"errors", "files", "metric", "records"},
    "build": BASE | {"data", "files", "show", "text"},
    "reports": BASE | {"analysis", "data", "files", "metric", "show"},
}
# These stand above the metric and may use all of it; nothing below may use them.
ABOVE = {"adapters", "cli", "serve", "__main__", "__init__"}

# What a run of `bolide score` on plain files never needs. Each of these cost milliseconds (docs/design/0015-start-up.md).
SLOW = {
    "asyncio",
    "concurrent.futures",
    "ctypes",
    "dataclasses",
    "duckdb",
    "email",
    "gzip",
    "hashlib",
    "html",
    "http",
    "importlib.metadata",
    "importlib.resources",
    "inspect",
    "json",
    "logging",
    "multiprocessing",
    "numpy",
    "pathlib",
    "random",
    "shutil",
    "socket",
    "ssl",
    "subprocess",
    "tarfile",
    "tempfile",
    "threading",
    "tomllib",
    "unittest",
    "urllib",
    "zipfile",
}
if importlib.util.find_spec("bolide._tables") is None:  # an editable install, which parses TOML
    SLOW -= {"tomllib"}


def _part(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def _imports(path: Path) -> set[str]:
    """Return the parts that a file imports, wherever in it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return {name.split(".")[1] for name in found if name.startswith("bolide.")}


@pytest.mark.parametrize("path", sorted(PACKAGE.glob("**/*.py")), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_arrows_point_one_way(path):
    """A part imports only the parts below it."""
    part = _part(path)
    if part in ABOVE:
        assert part in ("cli", "__main__") or "cli" not in _imports(path)
    else:
        assert _imports(path) - {part} <= ARROWS[part]


def test_every_part_has_its_place():
    """No part of the package is left out of the order, and the order has no cycle."""
    parts = {_part(path) for path in PACKAGE.glob("**/*.py")} | {"_tables"}
    assert parts == ARROWS.keys() | ABOVE
    placed: set[str] = {"_core"}
    while ready := {part for part, below in ARROWS.items() if part not in placed and below <= placed}:
        placed |= ready
    assert placed == ARROWS.keys() | {"_core"}


def _modules_after(statement: str) -> set[str]:
    """Return the modules that a fresh interpreter loads for a statement, apart from those that find an editable install."""
    find = "for finder in sys.meta_path: finder.find_spec('bolide', None)"
    script = f"import sys\n{find}\nbefore = set(sys.modules)\n{statement}\nprint(*sorted(set(sys.modules) - before))"
    command = [sys.executable, "-I", "-c", script]
    return set(subprocess.run(command, capture_output=True, check=True, text=True).stdout.splitlines()[-1].split())


def test_importing_loads_nothing():
    """Of the package, `import bolide` loads itself alone; its names come when they are used."""
    assert {name for name in _modules_after("import bolide") if name.startswith("bolide")} == {"bolide"}
    assert "bolide.metric.meteor" in _modules_after("from bolide import Meteor")


SCORING = "from bolide import Meteor; result = Meteor('pt').score(['um'], ['um']); result.score; result.segments.row(0)"
COMMAND = "from bolide.cli import main; main(['score', r'{file}', r'{file}', '-l', 'pt', '--format', '{form}'{more}])"


def test_scoring_loads_nothing_slow():
    """Scoring does not load what it does not need either, until an array is requested."""
    assert not _modules_after(SCORING) & SLOW
    assert "numpy" in _modules_after(SCORING + "; result.segments.score")


@pytest.mark.parametrize(
    ("form", "more"),
    [("text", ""), ("text", ", '--segments'"), ("tsv", ", '--segments'"), ("json", ""), ("jsonl", ", '--segments'")],
)
def test_the_command_loads_nothing_slow(tmp_path, form, more):
    """`bolide score` on plain files goes from start to result without any of it, whether segments are printed or not."""
    file = tmp_path / "text"
    file.write_text("um gato\ndois\n", encoding="utf-8")
    loaded = _modules_after(COMMAND.format(file=file, form=form, more=more))
    assert "bolide.metric.meteor" in loaded
    assert not loaded & (SLOW - {"json"} if form.startswith("json") else SLOW)
    assert not any(
        name.startswith(
            (
                "bolide.adapters",
                "bolide.analysis",
                "bolide.build",
                "bolide.hindi",
                "bolide.show.pictures",
                "bolide.reports",
                "bolide.data.install",
                "pycrfsuite",
                "simplemma",
            )
        )
        for name in loaded
    )


def test_copy_knowledge_is_loaded_only_where_it_counts():
    """A metric without copy words loads nothing of them; one with a list loads no recogniser's library."""
    assert not any("copy_words" in name for name in _modules_after("import bolide; bolide.Meteor('pt')"))
    loaded = _modules_after("import bolide; bolide.Meteor('pt', copy_words=['um'], copy_x=8)")
    assert "bolide.copy_words.marking" in loaded
    assert not loaded & {"pycrfsuite", "spacy", "nltk"}


def test_libraries_are_loaded_by_what_uses_them():
    """Neither the help of `bolide build`, nor counting words, nor importing the scoring of frames loads an engine, an aligner or frames."""
    words = "import os; from bolide.cli import main; main(['build', 'function-words', os.devnull])"
    helps = "from bolide.cli import build_parser; build_parser(['build', 'build merge', 'resources'])"
    engines = {"duckdb", "eflomal", "ibis", "pandas", "polars", "pyarrow", "pyspark", "thot"}
    for statement in (words, helps, "import bolide.frames", "import bolide.frames.spark"):
        assert not _modules_after(statement) & engines, statement


def test_the_core_includes_no_python_header():
    """The C++ core knows nothing of Python."""
    root = Path(__file__).resolve().parent.parent / "core"
    sources = [path for path in root.glob("**/*") if path.suffix in (".hpp", ".cpp")]
    assert len(sources) > 20
    for path in sources:
        text = path.read_text(encoding="utf-8")
        assert "Python.h" not in text, path
        assert "nanobind" not in text, path
