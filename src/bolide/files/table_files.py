"""Tables: rows with a hypothesis and its references side by side, in TSV, CSV, JSON Lines or Parquet; and their corpus.

In plain TSV a tab always separates, a line feed always ends a row, and a quotation mark is text like any other.
"""

import csv
import json
import re
import tempfile
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from functools import partial
from hashlib import sha256
from importlib import import_module
from itertools import islice
from typing import IO, Any, TypeAlias

from bolide.errors import InputError, InputWarning
from bolide.files.boundary import reading, unique_keys
from bolide.files.corpus import MOST_SYSTEMS, Batch, Corpus, SegmentId, Source, check_id, check_name
from bolide.files.plain import LineFile
from bolide.records import record

# The columns of roles: those that the user chose, or all; a role with no columns has none in the table.
Columns: TypeAlias = Mapping[str, tuple[str, ...]]
Refuse: TypeAlias = Callable[[InputError], None]

_ALSO = {"id": "segment", "references": "reference"}
_NUMBERED = re.compile(r"(references?|refs?)([ _.-]?([0-9]+|[a-z]))?")


@record
class Roles:
    """The roles of columns in a table: the known names of each, in lower case, preferred ones first; and which may have `several` columns."""

    names: Columns
    several: tuple[str, ...] = ()

    def parse(self, texts: Sequence[str]) -> Columns:
        """Read texts of `ROLE=COLUMN,…`; a role with several columns is repeated, and `system=` and `id=` mean no column.

        >>> SCORED.parse(["hypothesis=mt,reference=a", "reference=b", "id="])
        {'hypothesis': ('mt',), 'reference': ('a', 'b'), 'segment': ()}
        """
        chosen: dict[str, tuple[str, ...]] = {}
        for part in [part for text in texts for part in text.split(",")]:
            role, separator, name = part.partition("=")
            role = _ALSO.get(role, role)
            if role not in self.names or not separator or not (name or role in ("system", "segment")):
                roles = ", ".join("id" if known == "segment" else known for known in self.names)
                raise InputError(f"--columns takes ROLE=COLUMN[,ROLE=COLUMN ...] with the roles {roles}, not {part!r}")
            if role in chosen and role not in self.several:
                raise InputError(f"--columns names two columns for the {role}")
            chosen[role] = chosen.get(role, ()) + ((name,) if name else ())
        return chosen

    def find(self, names: Sequence[str], chosen: Columns, place: str) -> Columns:
        """Return the columns of each role among `names`: the user's choice, else those with a known name."""
        by_key: dict[str, list[str]] = {}
        for name in names:
            by_key.setdefault(name.strip().lower(), []).append(name)
        found = {}
        for role, known in self.names.items():
            if role in chosen:  # As written, else in any case.
                groups = [
                    [name] if name in names else by_key.get(name.strip().lower(), [name]) for name in chosen[role]
                ]
            elif role in self.several:
                groups = [
                    [name]
                    for key in by_key
                    if key in known or (role == "reference" and _NUMBERED.fullmatch(key))
                    for name in by_key[key]
                ]
            else:
                groups = [by_key[key] for key in known if key in by_key][:1]
            for column, *others in groups:
                if others or names.count(column) != 1:
                    fault, advice = "is no column", ""
                    if column in names:
                        fault, advice = "are two columns", "; rename one, or choose with --columns"
                    raise InputError(f"{place}: there {fault} {column!r} for the {role}: {_listing(names)}{advice}")
            found[role] = tuple(column for column, *_ in groups)
        return found


NAMES = {
    "hypothesis": ("hypothesis", "hyp", "mt", "prediction", "translation"),
    "reference": ("reference", "ref"),
    "system": ("system", "system_id", "sysid", "system_name"),
    "segment": ("seg_id", "segment", "segment_id", "segid", "id"),
}
# Here ids are labels; in a table of judgements they group its rows, which a mere number of the row must not do.
_LABELS = (*NAMES["segment"], "sentence_id", "sent_id", "idx")
SCORED = Roles(names=NAMES | {"segment": _LABELS}, several=("hypothesis", "reference"))


def _scored(names: Sequence[str], chosen: Columns, place: str) -> Columns:
    """Return the columns of a table to score: at least a hypothesis and a reference."""
    found = SCORED.find(names, chosen, place)
    for role in SCORED.several:
        if not found[role] or (role == "hypothesis" not in chosen and len(found[role]) > 1):
            fault = "more than one column" if found[role] else "no column"
            raise InputError(
                f"{place}: {fault} is named for the {role}: choose with --columns {role}=COLUMN; {_listing(names)}"
            )
    if len(found["hypothesis"]) > 1 and found["system"]:
        raise InputError(f"{place}: several columns of hypotheses cannot be combined with a column of systems")
    return found


def _listing(names: Sequence[str]) -> str:
    shown = ", ".join(repr(name[:40]) for name in names[:12])
    return f"the columns are {shown}" + (", ..." if len(names) > 12 else "")


@record
class Row:
    """One segment: hypotheses by the name of their system (`None`: that of the file), and their references."""

    place: str
    segment: SegmentId | None
    hypotheses: dict[str | None, str]
    references: list[str]


def _row(record: Mapping[str, object], columns: Columns, place: str) -> Row:
    """Return the row of a record; `InputError` says what is wrong with it, and where."""
    references = list(_references(record, columns["reference"], place))
    if not references:
        raise InputError(f"{place}: there is no reference: every segment needs at least one (it may be empty)")
    system, segment = ([record[name] for name in columns[role]] for role in ("system", "segment"))
    named = check_name(system[0], "name of a system", place) if system else None
    names = columns["hypothesis"]
    return Row(
        place=place,
        segment=check_id(segment[0], "segment id", place) if segment else None,
        hypotheses={named if len(names) == 1 else name: _text(record[name], "hypothesis", place) for name in names},
        references=references,
    )


def _references(record: Mapping[str, object], names: Iterable[str], place: str) -> Iterable[str]:
    """Yield all references: a column may hold one, a list of them, or none."""
    for name in names:
        value = record[name]
        if isinstance(value, (list, tuple)):
            yield from (_text(part, "reference", place) for part in value)
        elif value is not None:
            yield _text(value, "reference", place)


def _text(value: object, what: str, place: str) -> str:
    if not isinstance(value, str):
        kind = "missing" if value is None else f"no text but {type(value).__name__}"
        raise InputError(f'{place}: the {what} is {kind}: give text ("" if it is empty)')
    return value


_BEYOND_CHANCE = 12
_QUOTED = re.compile('"[^"]*(?:""[^"]*)+"')
_Lines = Iterator[tuple[int, list[str]]]


def table_rows(
    file: LineFile, delimiters: str, mend: str, refuse: Refuse
) -> tuple[list[str], Iterator[tuple[int, int, list[str]]]]:
    """Return the header of a table of text, and its rows: their numbers from 0, the numbers of their first lines, and their cells.

    With `delimiters`, cells may be in double quotes, as spreadsheets and pandas write them; without, it is plain TSV. A row with more or
    fewer cells than the header goes to `refuse`.
    """
    lines = _quoted_rows(file, delimiters) if delimiters else _tsv_rows(file, mend)
    _, header = next(lines, (1, []))
    if header in ([], [""]):
        raise InputError(f"{file.name}:1: there is no header: the first line must name the columns")
    return header, _whole_rows(lines, len(header), file.name, refuse)


def _whole_rows(lines: _Lines, width: int, name: str, refuse: Refuse) -> Iterator[tuple[int, int, list[str]]]:
    for row, (number, cells) in enumerate(lines):
        if len(cells) == width:
            yield row, number, cells
        else:
            refuse(InputError(f"{name}:{number}: the row has {len(cells)} cells and the header {width}"))


def _tsv_rows(file: LineFile, mend: str) -> _Lines:
    """Yield rows, cut at tabs, with their numbers; warn of the first cell that looks quoted, with what would `mend` it."""
    is_noted = False
    for number, line in file.numbered():
        cells = line.split("\t")
        if not is_noted and '""' in line and any(map(_QUOTED.fullmatch, cells)):
            is_noted = True
            told = (
                "a cell is quoted, as pandas and spreadsheets do it, but plain TSV takes all quotation marks for text"
            )
            warnings.warn(f"{file.name}:{number}: {told}: if they are not, {mend}", InputWarning, stacklevel=2)
        yield number, cells


def _quoted_rows(file: LineFile, delimiters: str) -> _Lines:
    """Yield rows, cut at the delimiter that the header has most of, with the number of their first line.

    `InputError` names the line of a quotation mark that would swallow other rows. These are marks that are never closed, or not at the end of a cell (csv's limit on cells bounds the damage), and marks closed in
    another line, if the row has not as many cells as the header, or if each of its lines has as many by itself.
    """
    delimiter = max(delimiters, key=file.first_line().count)
    taken: list[str] = []  # The lines of the current row.
    reader = csv.reader(_noted(file, taken), delimiter=delimiter, strict=True)
    first, count = 1, 0
    while True:
        try:
            cells = next(reader, None)
        except csv.Error as error:
            raise _unclosed(file.name, first, taken, delimiter, f"{error}") from error
        if cells is None:
            return
        count = count or len(cells)
        # If every line looks like a row, the quotes are wrong: quoted text would not have delimiters in just these places by chance.
        are_rows = len(taken) * (count - 1) >= _BEYOND_CHANCE and all(
            line.count(delimiter) == count - 1 for line in taken
        )
        if len(taken) > 1 and (len(cells) != count or are_rows):
            raise _unclosed(file.name, first, taken, delimiter, f"it closes in line {first + len(taken) - 1}")
        yield first, cells
        first += len(taken)
        taken.clear()


def _noted(file: LineFile, taken: list[str]) -> Iterator[str]:
    for _, line in file.numbered():
        taken.append(f"{line}\n")
        yield taken[-1]


def _unclosed(name: str, first: int, lines: Sequence[str], delimiter: str, reason: str) -> InputError:
    """Return the error for a row of these lines; it names the line of the first cell that does not end as a quoted one must."""
    text = "".join(lines)
    quoted = list(re.finditer(rf'(?:\A|[{delimiter}\n])("[^"]*(?:""[^"]*)*)("(?=[{delimiter}\n]))?', text))
    wrong = [cell for cell in quoted if not cell[2]] or [cell for cell in quoted if "\n" in cell[1]]
    line = first + (text.count("\n", 0, wrong[0].start(1)) if wrong else 0)
    return InputError(
        f"{name}:{line}: a quotation mark opens a cell that does not end in its row ({reason}): "
        "close every quotation mark, and double those inside a cell"
    )


def _read_text(path: str, columns: Columns, delimiters: str = "") -> Iterator[Row]:
    with LineFile(path) as file:
        header, rows = table_rows(file, delimiters, "use --input tsv-quoted", _refuse)
        found = _scored(header, columns, f"{file.name}:1")
        for _, number, cells in rows:
            record: dict[str, object] = dict(zip(header, cells, strict=True))
            if len(found["reference"]) > 1:  # If there are several references, an empty one is missing.
                record |= {column: record[column] or None for column in found["reference"]}
            yield _row(record, found, f"{file.name}:{number}")


def _refuse(error: InputError) -> None:
    raise InputError(f"{error}: fix the row") from error


def _read_jsonl(path: str, columns: Columns) -> Iterator[Row]:
    """Yield the rows of a file; each object may have other keys."""
    keys: list[str] = []
    found = columns
    with LineFile(path) as file:
        for number, line in file.numbered():
            place = f"{file.name}:{number}"
            record = _parse(line, place)
            if not keys or list(record) != keys:
                keys = list(record)
                found = _scored(keys, columns, place)
            yield _row(record, found, place)


_DECODER = json.JSONDecoder(object_pairs_hook=unique_keys)


def _parse(line: str, place: str) -> dict[str, object]:
    try:
        record = _DECODER.decode(line)
    except KeyError as error:
        raise InputError(f"{place}: the key {error} occurs twice in one object: remove one of them") from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"{place}: the line is not JSON ({error}): every line must be one whole object") from error
    if not isinstance(record, dict):
        raise InputError(f"{place}: the line is a JSON {type(record).__name__}: every line must be one whole object")
    return record


_BATCH = 4096


def _read_parquet(path: str, columns: Columns) -> Iterator[Row]:
    """Yield the rows of a file, reading only the needed columns."""
    if path == "-":
        raise InputError("Parquet cannot be read from standard input: name a file")
    try:
        parquet: Any = import_module("pyarrow.parquet")
    except ImportError as error:
        raise InputError("Parquet needs pyarrow: pip install 'bolide[parquet]'") from error
    number = 0
    with reading(lambda: f"{path} after row {number}"), parquet.ParquetFile(path) as file:
        found = _scored(file.schema_arrow.names, columns, path)
        wanted = [column for columns in found.values() for column in columns]
        for batch in file.iter_batches(batch_size=_BATCH, columns=wanted):
            for record in batch.to_pylist():
                number += 1
                yield _row(record, found, f"{path}, row {number}")


_DIFFER = "the systems have different segments ({}), or not in the same order: each is scored on its own, and scores of different segments do not tell which system is better"


_REPEATED = (
    "the id {} occurs more than once in {}: is another column the id or the system (--columns id=COLUMN,system=COLUMN)?"
)
_REMEMBERED = 100_000  # The ids of a system that are looked up to find a repeated one.


_Kept = tuple[SegmentId | None, str, list[str]]  # id, hypothesis, references


class _System:
    """The rows of one system, in a temporary file: a JSON array [id, hypothesis, references] on each line."""

    def __init__(self, source: Source) -> None:
        self.file: IO[str] = tempfile.TemporaryFile("w+", encoding="utf-8", newline="\n")
        self.source = source
        self.count = 0
        self.ids = sha256()
        self.repeated: SegmentId | None = None
        self._seen: set[SegmentId | None] = set()

    def add(self, segment: SegmentId | None, hypothesis: str, references: list[str]) -> None:
        """Keep a segment."""
        self.file.write(json.dumps([segment, hypothesis, references]) + "\n")
        self.ids.update(f"{segment}\n".encode())
        self.count += 1
        if segment in self._seen and self.repeated is None:
            self.repeated = segment
        elif len(self._seen) < _REMEMBERED:
            self._seen.add(segment)

    def read(self) -> Iterator[_Kept]:
        """Yield all segments from the beginning."""
        self.file.seek(0)
        return map(json.loads, self.file)


class RowCorpus(Corpus):
    """Reads all rows once, and keeps them in temporary files, one for each system, until they are needed."""

    def __init__(self, tables: Iterable[tuple[Source, Iterable[Row]]], *, may_differ: bool = False) -> None:
        """Read the tables; `InputError` if they are damaged, or if the systems have different segments without `may_differ`."""
        self._systems: dict[str, _System] = {}
        with ExitStack() as stack:
            stack.callback(self._remove_files)
            try:
                has_ids = self._read(tables)
                for system in self._systems.values():
                    system.file.flush()
            except OSError as error:  # Readers have turned their own into others.
                raise InputError(f"cannot write a temporary file: {error.strerror or error}") from error
            counts = {name: system.count for name, system in self._systems.items()}
            differ = len({(system.count, system.ids.digest()) for system in self._systems.values()}) > 1
            if differ and not may_differ:
                self._refuse(counts)
            listing = ", ".join(f"{name} {count:,}" for name, count in counts.items())
            repeated = (
                (system.repeated, name) for name, system in self._systems.items() if system.repeated is not None
            )
            notes = [_DIFFER.format(listing)] * differ + [_REPEATED.format(*each) for each in islice(repeated, 1)]
            super().__init__(
                list(self._systems),
                sum(counts.values()) if differ else next(iter(counts.values())),
                has_ids=has_ids,
                note="; ".join(notes) or None,
                apart=counts if differ else None,
            )
            self.push(stack.pop_all())

    def _remove_files(self) -> None:
        """Remove the temporary files; errors in writing their rest do not matter."""
        for system in self._systems.values():
            with suppress(OSError):
                system.file.close()

    def batches(self, size: int) -> Iterator[Batch]:
        """Yield the segments of all systems in step; if the systems differ, one system after the other."""
        groups = [[name] for name in self._systems] if self.apart else [list(self._systems)]
        for names in groups:
            readers = {name: self._systems[name].read() for name in names}
            while any((rows := {name: list(islice(reader, size)) for name, reader in readers.items()}).values()):
                yield Batch(
                    ids=[row[0] for row in rows[names[0]] if row[0] is not None] if self.has_ids else None,
                    hypotheses={name: [row[1] for row in part] for name, part in rows.items()},
                    references={name: [row[2] for row in part] for name, part in rows.items()},
                )

    def _read(self, tables: Iterable[tuple[Source, Iterable[Row]]]) -> bool:
        """Keep all rows; return whether they have ids."""
        has_ids: bool | None = None
        empty = []
        for source, rows in tables:
            row = None
            for row in rows:
                if has_ids is None:
                    has_ids = row.segment is not None
                if has_ids != (row.segment is not None):
                    raise InputError(f"{row.place}: either all segments have ids or none: --columns id= ignores them")
                for name, hypothesis in row.hypotheses.items():
                    self._system(name, source, row.place).add(row.segment, hypothesis, row.references)
            empty += [source.path] if row is None else []
        if has_ids is None:
            raise InputError("there are no segments to score: the input has no rows")
        if empty:
            raise InputError(f"{empty[0]}: the table has no rows: add them, or leave the file out")
        return has_ids

    def _system(self, given: str | None, source: Source, place: str) -> _System:
        if given is not None and source.name is not None:
            raise InputError(
                f"{place}: the file names its systems itself: give the file without --system {source.name}="
            )
        name = given or source.name or source.path
        if name not in self._systems:
            if len(self._systems) == MOST_SYSTEMS:
                raise InputError(
                    f"{place}: this is system number {MOST_SYSTEMS + 1}, more than can be scored at once: "
                    "is the column of systems the right one (--columns system=COLUMN)?"
                )
            self._systems[name] = _System(source)
        system = self._systems[name]
        if system.source is not source:
            raise InputError(f"{place}: two systems are named {name}, the other is in {system.source.path}")
        return system

    def _refuse(self, counts: dict[str, int]) -> None:
        """Raise `InputError`: all systems need the same segments in the same order."""
        if len(set(counts.values())) > 1:
            listing = ", ".join(f"{name} has {count}" for name, count in counts.items())
            raise InputError(f"the systems differ in their number of segments: {listing}")
        first, *others = self._systems
        wanted = self._systems[first].ids.digest()
        other = next(name for name in others if self._systems[name].ids.digest() != wanted)
        pairs = zip(self._systems[first].read(), self._systems[other].read(), strict=True)
        names = ((str(a[0]), str(b[0])) for a, b in pairs)
        place, a, b = next((i, a, b) for i, (a, b) in enumerate(names, start=1) if a != b)
        raise InputError(
            f"the systems differ in their segments: number {place} is {a} in {first} and {b} in {other}: "
            "put them into the same order, or ignore the ids with --columns id="
        )


READERS: dict[str, Callable[[str, Columns], Iterator[Row]]] = {
    "tsv": _read_text,
    "tsv-quoted": partial(_read_text, delimiters="\t"),
    "csv": partial(_read_text, delimiters=",;"),
    "jsonl": _read_jsonl,
    "parquet": _read_parquet,
}
