"""Which format a file is in, by how its name ends."""

from __future__ import annotations

from collections.abc import Iterable

from bolide.errors import InputError

__all__ = ["FORMATS", "TABLES", "detect"]

FORMATS = {
    "plain": "a segment on each line, hypotheses and references in files of their own",
    "tsv": "tab-separated, first line names the columns, no quoting",
    "tsv-quoted": "the same with cells in double quotes where needed",
    "csv": "comma-separated, cells in double quotes where needed",
    "jsonl": "a JSON object on each line",
    "parquet": "columns in Parquet (needs bolide[parquet])",
    "coco": "COCO captions: annotations and results",
    "wmt-xml": "WMT test sets from 2021 on",
    "sgml": "NIST reference and test sets",
}

# Those that hold a hypothesis and its references side by side.
TABLES = ("tsv", "tsv-quoted", "csv", "jsonl", "parquet")

_ENDINGS = {
    ".tsv": "tsv",
    ".csv": "csv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".parquet": "parquet",
    ".json": "coco",
    ".xml": "wmt-xml",
    ".sgm": "sgml",
    ".sgml": "sgml",
}


def detect(paths: Iterable[str]) -> str:
    """Return the format that all files agree on; standard input is whatever the others are. Without a known ending: plain.

    >>> detect(["results.json.gz", "-"])
    'coco'
    """
    found = {path: _format(path) for path in paths if path != "-"}
    formats = set(found.values())
    if len(formats) > 1:
        listing = ", ".join(f"{path} looks like {form}" for path, form in found.items())
        raise InputError(f"the files look like different formats: {listing}: choose one with --input")
    return formats.pop() if formats else "plain"


def _format(path: str) -> str:
    name = path.lower().removesuffix(".gz")
    return next((form for ending, form in _ENDINGS.items() if name.endswith(ending)), "plain")
