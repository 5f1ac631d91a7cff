"""Phrase pairs: extracted and counted by the core, summed and scored by an engine; or read from a table in Moses' format. Stored as Parquet."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from itertools import chain
from pathlib import Path
from typing import IO, Any, TypeAlias

from bolide import _core
from bolide.build.parallel_text import line_batches, located
from bolide.errors import InputError
from bolide.files import Progress
from bolide.files.plain import LineFile

# A module, a column, a batch or a table of Arrow, and an expression of Ibis over a table: neither library has types.
Arrow: TypeAlias = Any
Table: TypeAlias = Any
Columns: TypeAlias = dict[str, Arrow]
# The notes of a step of a build about its result.
Facts: TypeAlias = dict[str, int]

# p(f|e), the first score of Moses' format, and p(e|f), the third.
COLUMNS = ("source", "target", "source_given_target", "target_given_source")
PART = "part-00000.parquet"
# Rows per row group: few enough to need little memory.
_GROUP = 1 << 17
# Lines per batch of phrase pairs.
_BATCH = 16384
# Bytes of phrases to write at a time.
_PORTION = 1 << 25


def text_column(column: tuple[Arrow, Arrow]) -> Arrow:
    """Return offsets and bytes of the core as a column of texts, without copying them."""
    import pyarrow as pa

    offsets, data = column
    return pa.StringArray.from_buffers(len(offsets) - 1, pa.py_buffer(offsets), pa.py_buffer(data))


def write_rows(folder: Path, batches: Iterable[Columns]) -> int:
    """Write batches of columns as the Parquet file of a folder; return the number of rows. Without batches, no file is written."""
    import pyarrow as pa
    from pyarrow import parquet

    writer, rows = None, 0
    form = {"compression": "snappy", "use_dictionary": False, "write_statistics": False}
    with ExitStack() as stack:
        for table in map(pa.table, batches):
            writer = writer or stack.enter_context(parquet.ParquetWriter(folder / PART, table.schema, **form))
            writer.write(table, row_group_size=_GROUP)
            rows += table.num_rows
    return rows


def read_rows(folder: Path, columns: list[str]) -> Iterator[tuple[Arrow, ...]]:
    """Yield the rows of the Parquet files of a folder, in the order of the files' names."""
    from pyarrow import parquet

    for path in sorted(folder.glob("*.parquet")):
        with parquet.ParquetFile(path) as file:
            for batch in file.iter_batches(columns=columns):
                yield from zip(*(batch.column(name).to_pylist() for name in columns), strict=True)


def count_rows(folder: Path) -> int:
    """Return the number of rows of the Parquet files of a folder, from their footers."""
    from pyarrow import parquet

    return sum(parquet.read_metadata(path).num_rows for path in folder.glob("*.parquet"))


def read_phrase_table(folder: Path, path: str, *, lowercase: bool, minimum: float, skip_bad_lines: bool) -> Facts:
    """Write the rows of a phrase table into a folder; `InputError` names the first bad line, unless bad lines are skipped."""
    reader = _core.PhraseTableReader(lowercase=lowercase, minimum=minimum)
    with LineFile(path) as file:
        rows = write_rows(folder, _portions(reader, file, skip_bad_lines))
    if not reader.lines:
        raise InputError(f"{path} is empty: a phrase table has a phrase pair on each line")
    facts = ("lines", "bad_lines", "most_of_source", "most_of_target")
    return {"rows": rows, "longest": reader.longest_phrase, **{name: getattr(reader, name) for name in facts}}


def _portions(reader: _core.PhraseTableReader, file: LineFile, skip_bad_lines: bool) -> Iterator[Columns]:
    with Progress(f"reading {file.name}") as progress:
        for block in chain(file.blocks(), [None]):
            before = reader.lines
            reader.finish() if block is None else reader.feed(block)
            if reader.bad_lines and not skip_bad_lines:
                line, reason = reader.first_bad_line
                raise InputError(f"{file.name}, line {line}: {reason}; fix it, or skip bad lines with --skip-bad-lines")
            progress.advance(reader.lines - before)
            if block is None or reader.waiting > _PORTION:
                source, target, *numbers = reader.take()
                yield dict(zip(COLUMNS, (text_column(source), text_column(target), *numbers), strict=True))


def extract_phrases(folder: Path, counter: _core.PhraseCounter, paths: Sequence[Path], name: str, lines: int) -> Facts:
    """Write the phrase pairs of aligned bitext, counted in batches, into a folder; `name` is the name of the links in errors."""
    with ExitStack() as stack:
        files = [stack.enter_context(path.open("rb")) for path in paths]
        return {"rows": write_rows(folder, _counted(counter, files, name, lines))}


def _counted(counter: _core.PhraseCounter, files: Sequence[IO[bytes]], name: str, lines: int) -> Iterator[Columns]:
    with Progress("extracting phrase pairs", lines) as progress:
        for number, batch in enumerate(line_batches(files, _BATCH)):
            with located(number * _BATCH, name):
                source, target, count = counter.count(*batch)
            # As doubles, which are exact: engines would sum whole numbers into different types.
            yield {"source": text_column(source), "target": text_column(target), "count": count.astype("float64")}
            progress.advance(_BATCH)


def count_phrases(batches: Table) -> Table:
    """Return each phrase pair once, with the sum of its counts."""
    return batches.group_by("source", "target").aggregate(count=batches["count"].sum())


def score_phrases(pairs: Table) -> Table:
    """Make a phrase table from counted pairs: p(f|e) = count(f,e) / count(e), p(e|f) = count(f,e) / count(f)."""
    sources = pairs.group_by("source").aggregate(source_count=pairs["count"].sum())
    targets = pairs.group_by("target").aggregate(target_count=pairs["count"].sum())
    joined = pairs.join(sources, "source").join(targets, "target")
    return joined.select(
        "source",
        "target",
        source_given_target=joined["count"] / joined.target_count,
        target_given_source=joined["count"] / joined.source_count,
    )
