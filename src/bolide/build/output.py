"""What a build leaves: files that Meteor reads, what merging needs, and a description. Written whole or not at all."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import shutil
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import Any

from bolide._core import VERSION
from bolide.build.options import PivotOptions
from bolide.build.stored_rows import read_rows
from bolide.build.words import write_counts
from bolide.errors import InputError
from bolide.files.boundary import exists, load_json

__all__ = ["FORMAT", "read_description", "write_resource"]

FORMAT = 1
FILES = "meteor-files"
FUNCTION_WORDS = f"{FILES}/function.words"
PARAPHRASES = f"{FILES}/paraphrase.gz"
WORDS = "words.tsv.gz"
PAIRS = "pairs"
DESCRIPTION = "resource.json"
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
    *,
    final: Path,
    pairs: Path,
    words: Counter[str],
    function_words: Iterable[str],
    description: dict[str, Any],
) -> dict[str, Any]:
    """Write a built resource into a folder, in place of one that may be there; return its description."""
    fresh = folder / "work" / "fresh"
    shutil.rmtree(fresh, ignore_errors=True)
    (fresh / FILES).mkdir(parents=True)
    listed = list(function_words)
    (fresh / FUNCTION_WORDS).write_text("".join(f"{word}\n" for word in listed), encoding="utf-8", newline="\n")
    entries = _write_paraphrases(final, fresh / PARAPHRASES)
    write_counts(words, fresh / WORDS)
    shutil.copytree(pairs, fresh / PAIRS, ignore=shutil.ignore_patterns("step.json", "_*", ".*"))
    description = {
        "format": FORMAT,
        "bolide": VERSION,
        **description,
        "paraphrases": entries,
        "function_words": len(listed),
        "sha256": {name: _digest(fresh / name) for name in (FUNCTION_WORDS, PARAPHRASES, WORDS)},
    }
    (fresh / DESCRIPTION).write_text(json.dumps(description, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    _replace(folder, fresh)
    return description


def _replace(folder: Path, fresh: Path) -> None:
    """Put what is fresh in its place; the description goes first and comes last, so that its presence means that all is there."""
    (folder / DESCRIPTION).unlink(missing_ok=True)
    for name in (FILES, PAIRS):
        shutil.rmtree(folder / name, ignore_errors=True)
    for name in (FILES, PAIRS, WORDS, DESCRIPTION):
        os.replace(fresh / name, folder / name)
    fresh.rmdir()
    if not any(fresh.parent.iterdir()):  # That of the whole build has its steps in it.
        fresh.parent.rmdir()


def _write_paraphrases(final: Path, path: Path) -> int:
    """Write the three lines of each entry: probability, phrase, paraphrase."""
    entries = 0
    with path.open("wb") as raw, gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0) as out:
        rows = read_rows(final, ["phrase", "paraphrase", "probability"])
        while batch := list(islice(rows, _BATCH)):
            out.write("".join(f"{chance!r}\n{phrase}\n{other}\n" for phrase, other, chance in batch).encode())
            entries += len(batch)
    return entries


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def read_description(folder: Path) -> dict[str, Any]:
    """Return the description of a built resource; `InputError` if the folder holds none."""
    path = folder / DESCRIPTION
    if not exists(path):
        raise InputError(f"{folder} holds no built resource: there is no {path}; make one with: bolide build")
    fault = f"is not a description of format {FORMAT}"
    found: dict[str, Any] = load_json(path, _SHAPE, InputError, fault, "; build the resource again")
    return found
