"""A wordnet that the user has, installed: folded once, then read at every start."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from bolide import _core
from bolide.data.home import resource_path
from bolide.data.workspace import locked_workspace
from bolide.errors import DamagedResourceError, MissingResourceError
from bolide.files.boundary import exists, reading
from bolide.hindi.language import IndicLanguage
from bolide.hindi.thesaurus import folded_lines, open_packaged, open_thesaurus, read_synonym_file

__all__ = ["find_thesaurus", "install_wordnet", "installed_wordnet", "wordnet_path"]

HEADER = "# bolide wordnet 1 sha256 "


def wordnet_path(code: str) -> Path:
    """Return where the wordnet of a language is, or would be."""
    return resource_path(f"wordnet-{code}").with_suffix(".txt")


def install_wordnet(code: str, file: Path) -> tuple[Path, int]:
    """Install the wordnet of a file; return where it is now and how many groups of synonyms it has."""
    lines = sorted({*folded_lines(read_synonym_file(file))})
    body = "".join(f"{line}\n" for line in lines)
    target = wordnet_path(code)
    with locked_workspace() as workspace:
        unfinished = workspace / target.name
        unfinished.write_text(f"{HEADER}{hashlib.sha256(body.encode()).hexdigest()}\n{body}", encoding="utf-8")
        os.replace(unfinished, target)
    return target, len(lines)


def find_thesaurus(language: IndicLanguage, synonyms: str | os.PathLike[str] | None = None) -> _core.SynonymGroups:
    """Return synonyms: those that ship, those of a file, or the installed wordnet, by the name `wordnet`."""
    if synonyms is None:
        return open_packaged(language.thesaurus)
    return installed_wordnet(language.code) if str(synonyms) == "wordnet" else open_thesaurus(Path(synonyms))


def installed_wordnet(code: str) -> _core.SynonymGroups:
    """Return the installed wordnet of a language; `MissingResourceError` names the command that installs it."""
    command = f"bolide resources install {code} --wordnet FILE"
    file = wordnet_path(code)
    if not exists(file):
        raise MissingResourceError(f"no wordnet is installed for {code}; with one of yours, run: {command}")
    with reading(file, DamagedResourceError, "is damaged", f"; run: {command}"):
        head, _, body = file.read_text(encoding="utf-8").partition("\n")
    if head != HEADER + hashlib.sha256(body.encode()).hexdigest():
        raise DamagedResourceError(f"{file}: its checksum does not match; run: {command}")
    return _core.SynonymGroups(body)
