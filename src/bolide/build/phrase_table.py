"""Phrase tables in the format of Moses, or as Parquet (one file, or a folder of them, as Spark writes it); and columns of the core as Parquet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from bolide import _core
from bolide.build.parallel_text import packed
from bolide.errors import ConfigurationError, InputError
from bolide.files.boundary import reading
from bolide.files.plain import LineFile
from bolide.files.progress import Progress
from bolide.files.whole_file import unfinished_file

_PART = "part-00000.parquet"
# Row groups of this many rows: what one of them takes of memory stays small.
_GROUP = 1 << 17


def load_arrow(module: str) -> Any:
    """Return a module of pyarrow; `ConfigurationError` names the extra where it is not installed."""
    try:
        return import_module(module)
    except ImportError as error:
        raise ConfigurationError(f"building needs pyarrow: pip install 'bolide[build]' ({error})") from error


def text_column(column: tuple[Any, Any]) -> Any:
    """Return offsets and bytes of the core as a column of texts, without copying them."""
    arrow = load_arrow("pyarrow")
    offsets, data = column
    return arrow.StringArray.from_buffers(len(offsets) - 1, arrow.py_buffer(offsets), arrow.py_buffer(data))


def write_rows(folder: Path, batches: Iterable[dict[str, Any]]) -> int:
    """Write batches of columns as the Parquet file of a folder; return the number of rows. Without any batch there is no file."""
    arrow = load_arrow("pyarrow")
    form = {"compression": "snappy", "use_dictionary": False, "write_statistics": False}
    return _write_parquet(folder / _PART, map(arrow.table, batches), _GROUP, **form)


def _write_parquet(path: Path, tables: Iterable[Any], group: int | None = None, **form: Any) -> int:
    """Write tables one after the other, in row groups of a size; return the number of rows."""
    parquet, writer, rows = load_arrow("pyarrow.parquet"), None, 0
    try:
        for table in tables:
            writer = writer or parquet.ParquetWriter(path, table.schema, **form)
            writer.write(table, row_group_size=group)
            rows += table.num_rows
    finally:
        if writer is not None:
            writer.close()
    return rows


def parquet_files(path: Path) -> list[Path]:
    """Return the Parquet files of a folder, in the order of their names; of a file, itself."""
    return sorted(file for file in path.iterdir() if file.suffix == ".parquet") if path.is_dir() else [path]


def read_rows(folder: Path, columns: list[str]) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of the Parquet files of a folder, in the order of the files' names."""
    for batch in _batches(folder, columns):
        yield from zip(*(batch.column(name).to_pylist() for name in columns), strict=True)


def count_rows(folder: Path) -> int:
    """Return the number of rows of the Parquet files of a folder, from their footers."""
    parquet = load_arrow("pyarrow.parquet")
    return sum(parquet.read_metadata(path).num_rows for path in parquet_files(folder))


# p(f|e), the first score of Moses' format, and p(e|f), the third.
COLUMNS = ("source", "target", "source_given_target", "target_given_source")
# Text that would not stay in its field or on its line: such a row is bad.
_BREAKING = r"\|\|\||[\r\n]"


def is_parquet(path: str | Path) -> bool:
    """Whether a path names Parquet: by its ending, or a folder."""
    return str(path).endswith(".parquet") or Path(path).is_dir()


def parquet_lines(path: str) -> Iterator[bytes]:
    """Yield a phrase table as blocks of lines, one for each row, in order of the names of files; `InputError` if it cannot be."""
    with reading(path):
        files = parquet_files(Path(path))
    if not files:
        raise InputError(f"there are no Parquet files in {path}")
    for file in files:
        yield from _file_lines(file)


def _file_lines(file: Path) -> Iterator[bytes]:
    with reading(file), load_arrow("pyarrow.parquet").ParquetFile(file) as table:
        names = table.schema_arrow.names
        if missing := [name for name in COLUMNS if name not in names]:
            raise InputError(
                f"{file} has no column {missing[0]!r}: a phrase table has {' '.join(COLUMNS)}, not {' '.join(names)}"
            )
        for batch in table.iter_batches(columns=list(COLUMNS)):
            yield _batch_lines(batch)


def _batch_lines(batch: Any) -> bytes:
    """Return the rows of a batch as lines; numbers keep all their bits."""
    arrow, compute = load_arrow("pyarrow"), load_arrow("pyarrow.compute")
    empty = arrow.scalar("", arrow.large_string())
    phrases = []
    for name in COLUMNS[:2]:
        column = batch.column(name).cast(arrow.large_string())
        phrases.append(compute.if_else(compute.match_substring_regex(column, _BREAKING), empty, column))
    scores = [batch.column(name).cast(arrow.float64()).cast(arrow.large_string()) for name in COLUMNS[2:]]
    bars, zero, end = (arrow.scalar(text, arrow.large_string()) for text in (" ||| ", " 0 ", "\n"))
    pieces = [phrases[0], bars, phrases[1], bars, scores[0], zero, scores[1], end, empty]
    joined = compute.binary_join_element_wise(*pieces, null_handling="replace", null_replacement="")
    _, offsets, data = joined.buffers()
    if not len(joined):
        return b""
    ends = memoryview(offsets).cast("q")
    return bytes(memoryview(data)[ends[joined.offset] : ends[joined.offset + len(joined)]])


def _batches(folder: Path, columns: list[str] | None = None) -> Iterator[Any]:
    """Yield the rows of the Parquet files of a folder in batches, in the order of the files' names."""
    parquet = load_arrow("pyarrow.parquet")
    for path in parquet_files(folder):
        with parquet.ParquetFile(path) as file:
            yield from file.iter_batches(columns=columns)


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
    facts = ("lines", "bad_lines", "most_of_source", "most_of_target")
    return {"rows": rows, "longest": reader.longest_phrase, **{name: getattr(reader, name) for name in facts}}


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
            _write_parquet(unfinished, _batches(folder))
        else:
            _write_lines(folder, unfinished, progress)


def _write_lines(folder: Path, path: Path, progress: Progress) -> None:
    """Write lines `f ||| e ||| p(f|e) lex(f|e) p(e|f) lex(e|f) ||| ||| count(e) count(f) count(f,e)`."""
    columns = [
        "source", "target", "source_given_target", "source_weight", "target_given_source", "target_weight",
        "target_count", "source_count", "count",
    ]  # fmt: skip
    with packed(path) as out:
        for source, target, *numbers in read_rows(folder, columns):
            scores, counts = " ".join(map(repr, numbers[:4])), " ".join(f"{count:.0f}" for count in numbers[4:])
            out.write(f"{source} ||| {target} ||| {scores} ||| ||| {counts}\n".encode())
            progress.advance(1)
