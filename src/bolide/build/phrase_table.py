"""Phrase tables in the format of Moses: read into Parquet, and written from it."""

from __future__ import annotations

import gzip
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bolide import _core
from bolide.build.tables import read_rows, text_column, write_rows
from bolide.errors import InputError
from bolide.formats.plain import LineFile
from bolide.progress import Progress

__all__ = ["read_phrase_table", "write_phrase_table"]

# Bytes of phrases that are written at a time.
_PORTION = 1 << 25
_COLUMNS = ("source", "target", "source_given_target", "target_given_source")


def read_phrase_table(
    folder: Path, path: str, *, lowercase: bool, minimum: float, skip_bad_lines: bool
) -> dict[str, Any]:
    """Write the rows of a phrase table into a folder; `InputError` names the first bad line, unless they are skipped."""
    reader = _core.PhraseTableReader(lowercase=lowercase, minimum=minimum)
    with LineFile(path) as file:
        rows = write_rows(folder, _portions(reader, file, skip_bad_lines))
    return {
        "rows": rows,
        "lines": reader.lines,
        "bad_lines": reader.bad_lines,
        "longest": reader.longest_phrase,
        "most_of_source": reader.most_of_source,
        "most_of_target": reader.most_of_target,
    }


def _portions(reader: _core.PhraseTableReader, file: LineFile, skip_bad_lines: bool) -> Iterator[dict[str, Any]]:
    with Progress(f"reading {file.name}") as progress:
        for block in file.blocks():
            before = reader.lines
            reader.feed(block)
            _refuse_bad_lines(reader, file.name, skip_bad_lines)
            progress.advance(reader.lines - before)
            if reader.waiting > _PORTION:
                yield _columns(reader)
        reader.finish()
        _refuse_bad_lines(reader, file.name, skip_bad_lines)
        yield _columns(reader)


def _refuse_bad_lines(reader: _core.PhraseTableReader, name: str, skip_bad_lines: bool) -> None:
    if reader.bad_lines and not skip_bad_lines:
        line, reason = reader.first_bad_line
        raise InputError(f"{name}, line {line}: {reason}; mend it, or pass over such lines with --skip-bad-lines")


def _columns(reader: _core.PhraseTableReader) -> dict[str, Any]:
    source, target, *numbers = reader.take()
    return dict(zip(_COLUMNS, (text_column(source), text_column(target), *numbers), strict=True))


def write_phrase_table(folder: Path, path: Path) -> None:
    """Write the rows of a folder as a phrase table of Moses, gzip, whole or not at all.

    A line: `f ||| e ||| p(f|e) lex(f|e) p(e|f) lex(e|f) ||| ||| count(e) count(f) count(f,e)`.
    """
    columns = [
        "source", "target", "source_given_target", "source_weight", "target_given_source", "target_weight",
        "target_count", "source_count", "count",
    ]  # fmt: skip
    unfinished = path.with_name(path.name + ".unfinished")
    try:
        with (
            unfinished.open("wb") as raw,
            gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0) as out,
            Progress(f"writing {path}") as progress,
        ):
            for source, target, *numbers in read_rows(folder, columns):
                scores, counts = " ".join(map(repr, numbers[:4])), " ".join(f"{count:.0f}" for count in numbers[4:])
                out.write(f"{source} ||| {target} ||| {scores} ||| ||| {counts}\n".encode())
                progress.advance(1)
        os.replace(unfinished, path)
    finally:
        unfinished.unlink(missing_ok=True)
