"""The shipped files: all licences, a bill of materials, a wheel of modest size, wheels for every Python."""

from __future__ import annotations

import importlib.util
import json
import re
import tomllib
from fnmatch import fnmatch
from pathlib import Path

import pytest
from surroundings import ROOT

from bolide import _core
from bolide.data import read_toml

PACKAGE = Path(importlib.util.find_spec("bolide").origin).parent
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LICENCES = (ROOT / "docs" / "licences.md").read_text(encoding="utf-8")


def _rows(heading: str) -> list[list[str]]:
    """Return the rows of the table under a heading."""
    part = LICENCES.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in part.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def _names(requirements: list[str]) -> set[str]:
    return {re.match(r"[\w.-]+", text)[0] for text in requirements} - {"bolide"}


def _extras(*, of_users: bool) -> dict[str, list[str]]:
    ours = ("browser", "dev", "test")
    extras = PYPROJECT["project"]["optional-dependencies"]
    return {name: texts for name, texts in extras.items() if (name not in ours) == of_users}


def test_every_dependency_has_a_licence():
    """Each requirement is in its table, and no other is."""
    needed = _names(PYPROJECT["project"]["dependencies"])
    assert {row[0] for row in _rows("Installed with it")} == needed
    extras = {text for texts in _extras(of_users=True).values() for text in texts}
    assert {row[0] for row in _rows("Extras")} == _names(extras)
    built = _names(PYPROJECT["build-system"]["requires"])
    tested = {text for texts in _extras(of_users=False).values() for text in texts}
    assert {row[0] for row in _rows("For building and testing")} == (built | _names(tested)) - needed
    assert all(row[-1] for heading in ("In the wheel", "Installed with it", "Extras") for row in _rows(heading))


def _files() -> list[Path]:
    return [path for path in PACKAGE.rglob("*") if path.is_file() and "__pycache__" not in path.parts]


def test_every_file_has_a_licence():
    """Each file of the package is named by the page, and everything that the page names is there."""
    patterns = {text for row in _rows("In the wheel") for text in re.findall("`([^`]+)`", row[0])}
    names = ["bolide/" + path.relative_to(PACKAGE).as_posix() for path in _files()]
    names += [
        f"bolide/{path.name}" for path in Path(_core.__file__).parent.glob("*bolide.*")
    ]  # Beside an editable install.
    unnamed = [name for name in names if not any(fnmatch(name, pattern.replace("**/", "*")) for pattern in patterns)]
    assert not unnamed
    assert all(any(fnmatch(name, pattern.replace("**/", "*")) for name in names) for pattern in patterns)


@pytest.fixture(scope="module")
def make_sbom():
    """Return the tool as a module."""
    spec = importlib.util.spec_from_file_location("make_sbom", ROOT / "tools" / "make_sbom.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_bill_of_materials(make_sbom, tmp_path):
    """It names what is needed, what is offered and what is included, each with a licence, and refers to nothing that is missing."""
    target = tmp_path / "sbom.json"
    make_sbom.main(target)
    document = json.loads(target.read_text(encoding="utf-8"))
    components = {component["name"]: component for component in document["components"]}
    assert components["numpy"]["scope"] == "required"
    assert all(component["licenses"] and component["version"] for component in components.values())
    included = [component["name"] for component in document["metadata"]["component"]["components"]]
    assert {"nanobind", "robin-map"} < set(included)
    assert all((PACKAGE.parent / name).is_file() for name in included if "/" in name)
    references = {component["bom-ref"] for component in components.values()}
    assert set(document["dependencies"][0]["dependsOn"]) <= references


def test_frozen_tables_are_the_files():
    """Every TOML file of the source is in the package, as it reads now."""
    spec = importlib.util.spec_from_file_location("freeze_tables", ROOT / "tools" / "freeze_tables.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    frozen: dict[str, object] = {}
    exec(module.freeze(ROOT / "src" / "bolide"), frozen)
    assert {"data/languages.toml", "metric/presets.toml", "data/catalogue.toml"} <= frozen["TABLES"].keys()
    for name, table in frozen["TABLES"].items():
        assert read_toml(name) == table, f"{name} has changed since bolide was installed: install it again"


def test_one_version():
    """The citation file, the newest section of the changelog and the stub have the version of the project."""
    version = PYPROJECT["project"]["version"]
    assert f"\nversion: {version}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    newest = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert newest[1] == version
    assert f"VERSION: str = '{version}'" in (ROOT / "src/bolide/_core.pyi").read_text(encoding="utf-8")
