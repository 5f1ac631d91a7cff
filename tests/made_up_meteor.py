"""A Meteor 1.5 distribution of a few lines, in every form in which users have theirs."""

from __future__ import annotations

import gzip
import io
import tarfile
import zipfile
from pathlib import Path

__all__ = ["FORMS", "MEMBERS", "make_distribution"]

PARAPHRASES = b"0.5\nbig house\nlarge building\n0.25\ncat\nsmall animal\n"


def _pack(text: bytes) -> bytes:
    return gzip.compress(text, mtime=0)


def _jar(members: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return buffer.getvalue()


IN_JAR = {
    "synonym/english.synsets": b"car\n100 200\nauto\n200\ngo\n300\ntravel\n300\n",
    "synonym/english.exceptions": b"go\nwent gone\n",
    "stem/arabic-buckwalter-reduced.gz": _pack(b"ktAb 3 ktb\nktb 9 ktb\n"),
}
MEMBERS = {
    "meteor-1.5.jar": _jar(IN_JAR),
    "data/paraphrase-en.gz": _pack(PARAPHRASES),
    "data/paraphrase-de.gz": _pack("0.5\nHaus\nGebäude\n".lower().encode()),
    "data/paraphrase-cz.gz": _pack(b"0.5\ndum\nbudova\n"),
    "data/paraphrase-es.gz": _pack(b"0.5\ncasa\nedificio\n"),
    "data/paraphrase-fr.gz": _pack(b"0.5\nmaison\nlogis\n"),
    "data/paraphrase-ru.gz": _pack("0.5\nдом\nздание\n".encode()),
}
FORMS = ("folder", "jar", "tarball", "wheel")


def make_distribution(folder: Path, form: str = "folder", changes: dict[str, bytes | None] | None = None) -> Path:
    """Make a distribution in a form; `changes` replaces members, or leaves them out (None). Return where it is."""
    members = {name: data for name, data in (MEMBERS | (changes or {})).items() if data is not None}
    folder.mkdir(parents=True, exist_ok=True)
    if form == "tarball":
        return _tarball(folder / "meteor-1.5.tar.gz", members)
    if form == "wheel":
        path = folder / "pycocoevalcap-1.2-py3-none-any.whl"
        path.write_bytes(_jar({f"pycocoevalcap/meteor/{name}": data for name, data in members.items()}))
        return path
    for name, data in members.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(data)
    return folder / "meteor-1.5.jar" if form == "jar" else folder


def _tarball(path: Path, members: dict[str, bytes]) -> Path:
    with tarfile.open(path, "w:gz") as archive:
        for name, data in members.items():
            entry = tarfile.TarInfo(f"meteor-1.5/{name}")
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    return path
