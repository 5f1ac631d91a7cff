"""Phrase tables in the format of Moses, or as Parquet: read into the columns of a step, and written from them."""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from bolide import _core
from bolide.build.parquet_table import COLUMNS, is_parquet, parquet_lines, write_parquet_table
from bolide.build.stored_rows import read_rows, text_column, write_rows
from bolide.errors import InputError
from bolide.files.plain import LineFile
from bolide.files.progress import Progress
from bolide.files.whole_file import unfinished_file

__all__ = ["read_phrase_table", "write_phrase_table"]

# Bytes of phrases that are written at a time.
_PORTION = 1 << 25


def read_phrase_table(
    folder: Path, path: str, *, lowercase: bool, minimum: float, skip_bad_lines: bool
) -> dict[str, Any]:
    """Write the rows of a phrase table into a folder; `InputError` names the first bad line, unless they are skipped."""
    reader = _core.PhraseTableReader(lowercase=lowercase, minimum=minimum)
    if is_parquet(path):
        rows = write_rows(folder, _portions(reader, parquet_lines(path), f"{path}, row", skip_bad_lines))
    else:
        with LineFile(path) as file:
            rows = write_rows(folder, _portions(reader, file.blocks(), f"{file.name}, line", skip_bad_lines))
    if not reader.lines:
        raise InputError(f"{path} is empty: a phrase table has a phrase pair on each line")
    return {
        "rows": rows,
        "lines": reader.lines,
        "bad_lines": reader.bad_lines,
        "longest": reader.longest_phrase,
        "most_of_source": reader.most_of_source,
        "most_of_target": reader.most_of_target,
    }


def _portions(
    reader: _core.PhraseTableReader, blocks: Iterable[bytes], place: str, skip_bad_lines: bool
) -> Iterator[dict[str, Any]]:
    with Progress(f"reading {place.rpartition(',')[0]}") as progress:
        for block in blocks:
            before = reader.lines
            reader.feed(block)
            _refuse_bad_lines(reader, place, skip_bad_lines)
            progress.advance(reader.lines - before)
            if reader.waiting > _PORTION:
                yield _columns(reader)
        reader.finish()
        _refuse_bad_lines(reader, place, skip_bad_lines)
        yield _columns(reader)


def _refuse_bad_lines(reader: _core.PhraseTableReader, place: str, skip_bad_lines: bool) -> None:
    if reader.bad_lines and not skip_bad_lines:
        line, reason = reader.first_bad_line
        raise InputError(f"{place} {line}: {reason}; fix it, or skip such lines with --skip-bad-lines")


def _columns(reader: _core.PhraseTableReader) -> dict[str, Any]:
    source, target, *numbers = reader.take()
    return dict(zip(COLUMNS, (text_column(source), text_column(target), *numbers), strict=True))


def write_phrase_table(folder: Path, path: Path) -> None:
    """Write the rows of a folder as a phrase table, whole or not at all: as Parquet by its ending, else in Moses' format, gzip."""
    with unfinished_file(path) as unfinished, Progress(f"writing {path}") as progress:
        if is_parquet(path):
            write_parquet_table(folder, unfinished)
        else:
            _write_lines(folder, unfinished, progress)


def _write_lines(folder: Path, path: Path, progress: Progress) -> None:
    """Write lines `f ||| e ||| p(f|e) lex(f|e) p(e|f) lex(e|f) ||| ||| count(e) count(f) count(f,e)`."""
    columns = [
        "source", "target", "source_given_target", "source_weight", "target_given_source", "target_weight",
        "target_count", "source_count", "count",
    ]  # fmt: skip
    with path.open("wb") as raw, gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0) as out:
        for source, target, *numbers in read_rows(folder, columns):
            scores, counts = " ".join(map(repr, numbers[:4])), " ".join(f"{count:.0f}" for count in numbers[4:])
            out.write(f"{source} ||| {target} ||| {scores} ||| ||| {counts}\n".encode())
            progress.advance(1)
