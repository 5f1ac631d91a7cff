"""Write a software bill of materials (CycloneDX 1.6, JSON): `python tools/make_sbom.py FILE`.

It lists what is compiled or copied into a wheel, and what is installed in this environment because bolide or one of its extras
asks for it, with versions and licences as the packages themselves name them.
"""

import json
import re
import sys
import tomllib
from contextlib import suppress
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
# What ships inside a wheel without being a package of its own (docs/licences.md says more).
INCLUDED = (
    ("library", "nanobind", "BSD-3-Clause", "https://github.com/wjakob/nanobind"),
    ("library", "robin-map", "MIT", "https://github.com/Tessil/robin-map"),
    ("machine-learning-model", "bolide/hindi/models/hi.tagger", "CC-BY-SA-3.0", "https://github.com/UniversalDependencies/UD_Hindi-PUD"),
    ("machine-learning-model", "bolide/copy_words/english.entities", "CC-BY-4.0", "https://creativecommons.org/licenses/by/4.0/"),
    ("data", "bolide/copy_words/learned/english.txt", "CC-BY-SA-4.0", "http://ixa2.si.ehu.eus/stswiki"),
)  # fmt: skip
_NAME = re.compile(r"[A-Za-z0-9._-]+")


def main(target: Path) -> None:
    """Write the file."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    target.write_text(json.dumps(make_sbom(project), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"wrote {target}")


def make_sbom(project: dict[str, Any]) -> dict[str, Any]:
    """Return the document for a `[project]` table of pyproject.toml."""
    needed = find_installed(list(project["dependencies"]))
    extras = project.get("optional-dependencies", {})
    offered = find_installed(
        [text for name, texts in extras.items() if name not in ("test", "dev", "browser") for text in texts]
    )
    own = f"pkg:pypi/{project['name']}@{project['version']}"
    included = [_included(kind, name, licence, origin) for kind, name, licence, origin in INCLUDED]
    packages = {name: _package(found, name in needed) for name, found in sorted((offered | needed).items())}
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "library",
                "bom-ref": own,
                "name": project["name"],
                "version": project["version"],
                "description": project["description"],
                "purl": own,
                "licenses": [{"license": {"id": project["license"]}}],
                "components": included,
            }
        },
        "components": list(packages.values()),
        "dependencies": [{"ref": own, "dependsOn": [packages[name]["bom-ref"] for name in sorted(needed)]}],
    }


def find_installed(requirements: list[str]) -> dict[str, Distribution]:
    """Return the installed packages named in requirements, with all their dependencies, by name."""
    found: dict[str, Distribution] = {}
    left = [_name(text) for text in requirements]
    while left:
        name = left.pop()
        if name in found or name == "bolide":
            continue
        with suppress(PackageNotFoundError):  # Meant for another platform or Python, or an extra that is not installed.
            found[name] = distribution(name)
            left += [_name(text) for text in found[name].requires or () if "extra ==" not in text]
    return found


def _name(requirement: str) -> str:
    match = _NAME.match(requirement)
    return re.sub(r"[-_.]+", "-", match[0]).lower() if match else requirement


def _package(found: Distribution, is_needed: bool) -> dict[str, Any]:
    name = _name(found.metadata["Name"])
    purl = f"pkg:pypi/{name}@{found.version}"
    return {
        "type": "library",
        "bom-ref": purl,
        "name": name,
        "version": found.version,
        "purl": purl,
        "scope": "required" if is_needed else "optional",
        "licenses": licences(found),
    }


def licences(found: Distribution) -> list[dict[str, Any]]:
    """Return the licences of a package as it names them itself: an SPDX expression, classifiers, or a line of text."""
    if expression := found.metadata.get("License-Expression"):
        return [{"expression": expression}]
    classifiers = found.metadata.get_all("Classifier", [])
    named = [text.rsplit(" :: ", 1)[-1] for text in classifiers if text.startswith("License :: ")]
    return [{"license": {"name": name}} for name in named or (found.metadata["License"] or "unknown").splitlines()[:1]]


def _included(kind: str, name: str, licence: str, origin: str) -> dict[str, Any]:
    found = {"type": kind, "bom-ref": f"included:{name}", "name": name}
    with suppress(PackageNotFoundError):
        found["version"] = distribution(name).version
    licences = [{"license": {"id": licence}}]
    return found | {"licenses": licences, "externalReferences": [{"type": "website", "url": origin}]}


if __name__ == "__main__":
    main(Path(sys.argv[1]))
