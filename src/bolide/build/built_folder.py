"""The result of a build, in a folder or as a package: files for Meteor, data for merging, and a description. Written completely or not at all."""

import base64
import gzip
import hashlib
import json
import os
import re
import shutil
import zipfile
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import Any, TypeAlias

from bolide import _core
from bolide.build.parallel_text import packed, write_counts
from bolide.build.phrase_table import read_rows
from bolide.build.request import PivotOptions
from bolide.data.download import sha256_of
from bolide.data.folders import DESCRIPTION, GROUP, MANIFEST, PACKAGE_FORMAT, PREFIX, open_folder
from bolide.data.languages import any_language
from bolide.errors import ConfigurationError, InputError, ResourceError
from bolide.files.boundary import exists, load_json, reading
from bolide.files.whole_file import unfinished_file
from bolide.records import record

# The content of `resource.json`.
Description: TypeAlias = dict[str, Any]
FORMAT = 1
FILES = "meteor-files"
FUNCTION_WORDS = f"{FILES}/function.words"
PARAPHRASES = f"{FILES}/paraphrase.gz"
WORDS = "words.tsv.gz"
PAIRS = "pairs"
_BATCH = 8192
_SHAPE = {
    "format": FORMAT,
    "language": str,
    "lines": range(1 << 63),
    "options": {"text?": str} | {f"{name}?": type(value) for name, value in asdict(PivotOptions()).items()},
    "sha256": {FUNCTION_WORDS: str, PARAPHRASES: str, WORDS: str},
}


def write_resource(
    folder: Path,
    fresh: Path,
    *,
    final: Path,
    pairs: Path,
    words: Counter[str],
    function_words: Iterable[str],
    description: Description,
) -> Description:
    """Write a built resource into a folder, replacing an existing one only when it is complete in the folder `fresh`; return its description."""
    shutil.rmtree(fresh, ignore_errors=True)
    (fresh / FILES).mkdir(parents=True)
    listed = list(function_words)
    (fresh / FUNCTION_WORDS).write_text("".join(f"{word}\n" for word in listed), encoding="utf-8", newline="\n")
    entries = _write_paraphrases(final, fresh / PARAPHRASES)
    write_counts(words, fresh / WORDS)
    shutil.copytree(pairs, fresh / PAIRS, ignore=shutil.ignore_patterns("step.json", "_*", ".*"))
    description = {
        "format": FORMAT,
        "bolide": _core.VERSION,
        **description,
        "paraphrases": entries,
        "function_words": len(listed),
        "sha256": {name: sha256_of(fresh / name) for name in (FUNCTION_WORDS, PARAPHRASES, WORDS)},
    }
    (fresh / DESCRIPTION).write_text(json.dumps(description, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    # The description is removed first and written last, so that its presence means that all files are there.
    (folder / DESCRIPTION).unlink(missing_ok=True)
    folder.mkdir(exist_ok=True)
    for name in (FILES, PAIRS):
        shutil.rmtree(folder / name, ignore_errors=True)
    for name in (FILES, PAIRS, WORDS, DESCRIPTION):
        os.replace(fresh / name, folder / name)
    return description


def _write_paraphrases(final: Path, path: Path) -> int:
    """Write the three lines of each entry: probability, phrase, paraphrase."""
    entries = 0
    with packed(path) as out:
        rows = read_rows(final, ["phrase", "paraphrase", "probability"])
        while batch := list(islice(rows, _BATCH)):
            out.write("".join(f"{chance!r}\n{phrase}\n{other}\n" for phrase, other, chance in batch).encode())
            entries += len(batch)
    return entries


def read_description(folder: Path) -> Description:
    """Return the description of a built resource; `InputError` if the folder has none."""
    path = folder / DESCRIPTION
    if not exists(path):
        raise InputError(f"{folder} is not a built resource: there is no {path}; make one with: bolide build")
    fault = f"is not a description of format {FORMAT}"
    found: Description = load_json(path, _SHAPE, InputError, fault, "; build the resource again")
    return found


_DATE = (1980, 1, 1, 0, 0, 0)  # the earliest date in a zip file: the same data give the same bytes


@record
class PackageRequest:
    """The folder, name, version, licence and author of a package."""

    folder: Path
    licence: str
    attribution: str
    version: str = "1.0"
    name: str | None = None
    language: str | None = None

    def __post_init__(self) -> None:
        if not re.fullmatch(r"\d+(\.\d+)*((a|b|rc)\d+)?(\.post\d+)?", self.version):
            raise ConfigurationError(f"{self.version!r} is not a version, such as 1.0")
        if self.name is not None and not re.fullmatch(rf"{PREFIX}[a-z0-9]+(-[a-z0-9]+)*", self.name):
            raise ConfigurationError(
                f"the name of a package of language data must begin with {PREFIX} and be in lower case, not {self.name!r}"
            )
        if not self.licence.strip() or not self.attribution.strip() or "\n" in self.licence + self.attribution:
            raise ConfigurationError("a package needs the licence of its data and its author, in one line each")


def build_package(request: PackageRequest, out: Path) -> Path:
    """Write the wheel of a folder of built data into the folder `out`; return its path."""
    built = open_folder(request.folder)
    code = request.language or built.language
    if code in (None, "other"):
        raise ConfigurationError(f"the language of {request.folder} is unknown: give it with --language CODE")
    code = any_language(str(code)).code
    name = request.name or PREFIX + code
    table = Path(built.paraphrases)
    with reading(request.folder, ResourceError):
        files = {"function.words": table.with_name("function.words").read_bytes(), "paraphrase.gz": table.read_bytes()}
        description = request.folder / DESCRIPTION
        if description.is_file():
            files[DESCRIPTION] = description.read_bytes()
    with reading(table, ResourceError, "is not a table of paraphrases"):  # before anybody installs it
        _core.ParaphraseCompiler().feed(gzip.decompress(files["paraphrase.gz"]))
    module = name.replace("-", "_")
    said = {name: getattr(request, name) for name in ("version", "licence", "attribution")}
    digests = {file: {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()} for file, data in files.items()}
    manifest = {
        "format": PACKAGE_FORMAT,
        "name": name,
        "language": code,
        "bolide": _core.VERSION,
        "files": digests,
    } | said
    files[MANIFEST] = (json.dumps(manifest, ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode()
    files["__init__.py"] = f'"""{any_language(code).name} for bolide: {MANIFEST} says what is here."""\n'.encode()
    members = {f"{module}/{file}": data for file, data in files.items()}
    members |= _information(request, name, code, module)
    wheel = out / f"{module}-{request.version}-py3-none-any.whl"
    _write(wheel, members, f"{module}-{request.version}.dist-info/RECORD")
    return wheel


def _information(request: PackageRequest, name: str, code: str, module: str) -> dict[str, bytes]:
    """Return the metadata files of a package for pip."""
    info = f"{module}-{request.version}.dist-info"
    language = any_language(code).name
    metadata = (
        f"Metadata-Version: 2.1\nName: {name}\nVersion: {request.version}\nSummary: {language} for bolide, the METEOR metrics\n"
        f"License: {request.licence}\nKeywords: bolide,METEOR,{code}\nRequires-Python: >=3.11\n\n"
        f"Paraphrases and function words of {language}. After `pip install {name}`, `bolide score --resources {name}` uses them.\n\n"
        f"{request.attribution}\n"
    )
    return {
        f"{info}/METADATA": metadata.encode(),
        f"{info}/WHEEL": f"Wheel-Version: 1.0\nGenerator: bolide {_core.VERSION}\nRoot-Is-Purelib: true\nTag: py3-none-any\n".encode(),
        f"{info}/entry_points.txt": f"[{GROUP}]\n{code} = {module}\n".encode(),
    }


def _write(path: Path, members: dict[str, bytes], listed: str) -> None:
    """Write a wheel: the members, and their hashes."""
    lines = []
    for name, data in members.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        lines.append(f"{name},sha256={digest},{len(data)}\n")
    members = members | {listed: "".join([*lines, f"{listed},,\n"]).encode()}
    path.parent.mkdir(parents=True, exist_ok=True)
    with unfinished_file(path) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            entry = zipfile.ZipInfo(name, _DATE)
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_STORED if name.endswith(".gz") else zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
