"""Language data in a folder (in the layout of Meteor Universal, or made by `bolide build`), and in packages installed with pip.

Packages are called `bolide-data-…`, and anybody can make one with `bolide build package`. A package registers its module under the
entry point group `bolide.data`, by its language.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from bolide.data import sha256
from bolide.errors import DamagedResourceError, MissingResourceError
from bolide.files.boundary import check_shape, exists, load_json, reading
from bolide.records import record

if TYPE_CHECKING:
    from pathlib import Path

FUNCTION_WORDS, PARAPHRASES, DESCRIPTION = "function.words", "paraphrase.gz", "resource.json"
NESTED = "meteor-files"
LANGUAGE = "language.toml"  # the description of a language for METEOR-Hindi
_SHAPE = {"language?": str, "options?": {"text?": str}}


@record
class LanguageFolder:
    """Function words, a paraphrase table, and the description in the folder."""

    function_words: tuple[str, ...]
    paraphrases: Path
    language: str | None
    text: str | None


def open_folder(folder: str | os.PathLike[str]) -> LanguageFolder:
    """Read a folder of language data; `MissingResourceError` names a file that is not there."""
    from pathlib import Path

    path = Path(folder)
    files = path / NESTED if exists(path / NESTED) else path
    words = files / FUNCTION_WORDS
    for file in (words, files / PARAPHRASES):
        if not exists(file):
            raise MissingResourceError(
                f"there is no {file}: a folder of language data holds {FUNCTION_WORDS} and {PARAPHRASES}, "
                "as `bolide build` makes them from parallel text"
            )
    mend = "; make it again with: bolide build"
    with reading(words, DamagedResourceError, "is damaged", mend):
        lines = words.read_text(encoding="utf-8").splitlines()
    description = {}
    if exists(path / DESCRIPTION):
        description = load_json(path / DESCRIPTION, _SHAPE, DamagedResourceError, mend=mend)
    return LanguageFolder(
        function_words=tuple(word for line in lines if (word := line.strip())),
        paraphrases=files / PARAPHRASES,
        language=description.get("language"),
        text=description.get("options", {}).get("text"),
    )


PREFIX = "bolide-data-"
GROUP = "bolide.data"
MANIFEST = "manifest.json"
PACKAGE_FORMAT = 1
_SMALL = 1 << 20
_FILES_SHAPE = {"files": {str: {"bytes": int, "sha256": str}}}


@record
class DataPackage:
    """An installed package: its name and version, its language, and the folder of its files."""

    name: str
    version: str
    language: str
    folder: str

    @property
    def label(self) -> str:
        """Its name in signatures."""
        return f"{self.name}-{self.version}"

    @property
    def mend(self) -> str:
        """The command that repairs it."""
        return f"pip install --force-reinstall {self.name}"


def find_package(name: str, language: str | None = None) -> DataPackage | None:
    """Return the package of a name, with its data for a language if it has several; None if it is not installed."""
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        installed = distribution(name)
    except PackageNotFoundError:
        return None
    points = [point for point in installed.entry_points if point.group == GROUP]
    point = next((point for point in points if point.name == language), points[0] if points else None)
    if point is None:
        return None
    folder = str(installed.locate_file(point.value))
    return DataPackage(name=name, version=installed.version, language=point.name, folder=folder)


def check_package(package: DataPackage) -> None:
    """Check a package by its manifest; `DamagedResourceError` if it is broken or made for a newer bolide."""
    path, mend = os.path.join(package.folder, MANIFEST), f"; fix it with: {package.mend}"
    if not exists(path):
        raise MissingResourceError(f"the package {package.label} has no {MANIFEST}; run: {package.mend}")
    manifest: dict[str, Any] = load_json(path, {"format": int}, DamagedResourceError, mend=mend)
    if (made_for := manifest["format"]) > PACKAGE_FORMAT:
        raise DamagedResourceError(
            f"the package {package.label} is made for a newer bolide (format {made_for}, this one reads {PACKAGE_FORMAT}): "
            f"pip install --upgrade bolide, or leave it out with: pip uninstall {package.name}"
        )
    with reading(path, DamagedResourceError, "is damaged", mend):
        check_shape(manifest, _FILES_SHAPE)
    files = manifest["files"]
    for name in {**files, FUNCTION_WORDS: None, PARAPHRASES: None, DESCRIPTION: None}:
        if not _is_whole(os.path.join(package.folder, name), files.get(name)):
            raise DamagedResourceError(
                f"the package {package.label} is damaged: {name} has changed since it was made{mend}"
            )


def _is_whole(path: str, said: dict[str, Any] | None) -> bool:
    """Whether a file matches its entry in the manifest, or both are absent. Large files are not hashed: gzip has its own checksums."""
    if said is None or not exists(path):
        return said is None and not exists(path)
    with reading(path, DamagedResourceError), open(path, "rb") as opened:
        if os.path.getsize(path) != said["bytes"]:
            return False
        return said["bytes"] > _SMALL or bool(sha256(opened.read()) == said["sha256"])
