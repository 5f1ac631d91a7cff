"""Language data as packages: made, installed by pip into a new environment, used, refused."""

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bolide.build.built_folder import PackageRequest, build_package

TABLE = b"0.5\ngari\nmotokaa\n0.5\nchakula cha asubuhi\nkifunguakinywa\n"
SCORE = """\
import sys, warnings
from bolide import Meteor
metric = Meteor("sw", text="unicode", resources=sys.argv[1])
print([(m.hypothesis, m.reference, m.matcher) for m in metric.align("motokaa moja", "gari moja").matches])
print(metric.signature.data, "data:" in str(metric.signature))
assert Meteor.from_signature(str(metric.signature)).signature == metric.signature
"""


def make_built(folder: Path, table: bytes = TABLE) -> Path:
    """Write what a build of Swahili would leave."""
    folder.mkdir(parents=True)
    (folder / "function.words").write_text("ya\nwa\n", encoding="utf-8")
    (folder / "paraphrase.gz").write_bytes(gzip.compress(table, mtime=0))
    (folder / "resource.json").write_text(json.dumps({"format": 1, "language": "sw"}), encoding="utf-8")
    return folder


def make_wheel(folder: Path, **options: str) -> Path:
    """Make a package of it."""
    built = folder / "built" if (folder / "built").exists() else make_built(folder / "built")
    asked = {"licence": "CC-BY-4.0", "attribution": "Made up for a test."} | options
    return build_package(PackageRequest(folder=built, **asked), folder / "wheels")


@pytest.fixture
def environment(tmp_path, resource_folder):
    """Return a function that makes a new environment, installs wheels with pip and runs a script."""
    folder = tmp_path / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    asked = [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    site = Path(subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip())
    (site / "parent.pth").write_text("".join(f"import site; site.addsitedir({place!r})\n" for place in sys.path if "site-packages" in place), encoding="utf-8")  # fmt: skip

    class Environment:
        packages = site

        @staticmethod
        def install(*wheels: Path) -> None:
            command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", str(python), "install"]
            subprocess.run([*command, "--no-index", "--no-deps", "--quiet", *map(str, wheels)], check=True)

        @staticmethod
        def run(script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
            surroundings = {**os.environ, "BOLIDE_HOME": str(resource_folder), "PYTHONPATH": ""}
            command = [python, "-W", "ignore", "-c", script, *arguments]
            return subprocess.run(
                command, capture_output=True, text=True, encoding="utf-8", env=surroundings, check=False
            )

    return Environment


def test_a_package_is_used_by_its_name(environment, tmp_path):
    """After pip, the paraphrases of a package count where it is named, and so does the signature; Python's own registry knows it, too."""
    environment.install(make_wheel(tmp_path, version="1.2"), make_wheel(tmp_path, name="bolide-data-sw-acme"))
    done = environment.run(SCORE, "bolide-data-sw")
    assert done.stdout.splitlines() == [
        "[('motokaa', 'gari', 'paraphrase'), ('moja', 'moja', 'exact')]",
        "bolide-data-sw-1.2 True",
    ], done.stderr
    registry = "from importlib.metadata import entry_points; print([(e.name, e.value) for e in entry_points(group='bolide.data')])"
    assert "('sw', 'bolide_data_sw')" in environment.run(registry).stdout
    assert "bolide-data-sw-acme-1.0 True" in environment.run(SCORE, "bolide-data-sw-acme").stdout
    unnamed = "from bolide import Meteor; print(Meteor('sw').signature.data)"
    assert environment.run(unnamed).stdout == "None\n"


@pytest.mark.parametrize(
    ("file", "change", "message"),
    [
        (
            "function.words",
            lambda data: data[:-1],
            "function.words has changed since it was made; fix it with: pip install",
        ),
        ("paraphrase.gz", lambda data: data[:40], "paraphrase.gz has changed since it was made"),
        ("manifest.json", lambda _: b"{", "manifest.json is damaged: Expecting property name"),
        ("manifest.json", lambda _: b'{"format": 1, "files": {}}', "function.words has changed since it was made"),
        (
            "manifest.json",
            lambda data: data.replace(b'"format": 1', b'"format": 2'),
            "made for a newer bolide (format 2",
        ),
    ],
)
def test_what_is_damaged_or_newer_is_refused(file, change, message, environment, tmp_path):
    """A damaged package and one for a newer bolide are errors that say what to do; nothing is scored without it in silence."""
    environment.install(make_wheel(tmp_path))
    path = environment.packages / "bolide_data_sw" / file
    path.write_bytes(change(path.read_bytes()))
    done = environment.run(SCORE, "bolide-data-sw")
    assert done.returncode == 1
    assert message in done.stderr
