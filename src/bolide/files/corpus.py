"""The corpus that every reader returns: systems and their segments in order, each with references; and formats by file endings."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING

from bolide.errors import InputError
from bolide.files.plain import LineFile
from bolide.records import record

if TYPE_CHECKING:
    from bolide.files.table_files import Columns

MOST_SYSTEMS = 200
# Text or a number, as in the input: a number stays one in JSON.
SegmentId = str | int

# Characters that would break a line of output: controls, line separators, halves of surrogate pairs.
_UNPRINTABLE = "[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]"


@record
class Source:
    """A file to read (`-` is standard input), and the name that the user gave to the system in it."""

    path: str
    name: str | None = None


@record
class Batch:
    """Some segments: their ids, if the input has them, and for every system its hypotheses with the references of each."""

    ids: list[SegmentId] | None
    hypotheses: dict[str, list[str]]
    references: dict[str, list[list[str]]]

    def __len__(self) -> int:
        return len(next(iter(self.hypotheses.values())))

    def after(self, count: int) -> Batch:
        """Return the batch without its first segments."""
        return Batch(
            ids=None if self.ids is None else self.ids[count:],
            hypotheses={name: texts[count:] for name, texts in self.hypotheses.items()},
            references={name: texts[count:] for name, texts in self.references.items()},
        )


class Corpus(ExitStack):
    """Systems with the same `count` segments, None if the count is known only after reading. As an exit stack, it closes its files.

    `references` are the files that hold only references, if any.

    If systems have different segments, `apart` has the number of each, `count` is their sum, and a batch holds segments of one system:
    all of the first system, then all of the next.
    """

    def __init__(
        self,
        systems: Sequence[str],
        count: int | None,
        *,
        has_ids: bool = False,
        note: str | None = None,
        apart: Mapping[str, int] | None = None,
    ) -> None:
        """Describe the corpus; `note` is a message to the user. `InputError` if it has too many systems."""
        super().__init__()
        if len(systems) > MOST_SYSTEMS:
            raise InputError(
                f"there are {len(systems):,} systems, but at most {MOST_SYSTEMS} can be scored at once: leave some out"
            )
        self.systems = list(systems)
        self.count = count
        self.has_ids = has_ids
        self.note = note
        self.references: list[str] = []
        self.apart = apart

    @abstractmethod
    def batches(self, size: int) -> Iterator[Batch]:
        """Yield all segments in order, at most `size` at a time. Can be called once."""


def check_name(value: object, what: str, place: str) -> str:
    """Return the name of a system or segment as text; `InputError` if it does not fit in a line of output."""
    if isinstance(value, bool) or not isinstance(value, (str, int)):
        raise InputError(f"{place}: the {what} must be text or a whole number, not {type(value).__name__}")
    name = value if isinstance(value, str) else f"{value}"
    if not name or (not name.isprintable() and re.search(_UNPRINTABLE, name)):
        raise InputError(
            f"{place}: the {what} {name!r} is empty or contains a tab, a line break or a control character"
        )
    return name


def check_id(value: object, what: str, place: str) -> SegmentId:
    """Return the id of a segment as given, text or a number; `InputError` if it does not fit in a line of output."""
    name = check_name(value, what, place)
    return value if isinstance(value, int) else name


# A batch takes no more text than this from a file, apart from its last line: it limits memory for long lines.
CHARACTERS = 1 << 21


class ParallelCorpus(Corpus):
    """A file for each system, and one or more reference files; read in step, never held in memory."""

    def __init__(
        self, systems: Mapping[str, str], references: Sequence[str], per_segment: int = 1, *, live: bool = False
    ) -> None:
        """Open the files and count their lines; with `per_segment`, the one reference file has that many for each segment.

        With `live`, pipes are read as data arrives; whether their lengths agree is known only at the end.
        """
        with ExitStack() as stack:
            self._systems = {name: stack.enter_context(LineFile(path, live=live)) for name, path in systems.items()}
            self._references = [stack.enter_context(LineFile(path, live=live)) for path in references]
            self._per_segment = per_segment
            # The lines of a segment in each file.
            self._widths = dict.fromkeys(self._systems.values(), 1) | dict.fromkeys(self._references, per_segment)
            counts = {file: file.count() for file in self._widths if not file.is_live}
            super().__init__(list(systems), self._count(counts))
            self.references = list(references)
            self.push(stack.pop_all())

    def batches(self, size: int) -> Iterator[Batch]:
        """Yield the segments, without ids; `InputError` at the end if a pipe has another length."""
        done = 0
        while count := self._ready(size):
            done += count
            hypotheses = {name: file.take(count) for name, file in self._systems.items()}
            width = self._per_segment
            taken = [file.take(count * width) for file in self._references]
            columns = [lines[first::width] for lines in taken for first in range(width)]
            references = [list(row) for row in zip(*columns, strict=True)]
            yield Batch(ids=None, hypotheses=hypotheses, references=dict.fromkeys(hypotheses, references))
        if any(file.is_live for file in self._widths):
            self._count({file: file.count_rest() for file in self._widths})
        elif done != self.count:
            raise InputError(f"a file was changed while it was read: it has only {done} of {self.count} segments left")

    def _ready(self, size: int) -> int:
        """Return the number of segments that all files have for the next batch."""
        return min(
            file.ready(size * width, least=width, characters=CHARACTERS) // width
            for file, width in self._widths.items()
        )

    def _count(self, counts: Mapping[LineFile, int]) -> int | None:
        """Return the number of segments of the counted files; `InputError` with all counts if they differ.

        Differs: the jar prints an error, scores nothing and exits with 0.
        """
        segments = {count / self._widths[file] for file, count in counts.items()}
        if len(segments) > 1 or any(not count.is_integer() for count in segments):
            listing = ", ".join(f"{file.name} has {count} lines" for file, count in counts.items())
            groups = f" ({self._per_segment} reference lines for each segment)" if self._per_segment > 1 else ""
            raise InputError(
                f"the files differ in length{groups}: {listing}; line n of each is segment n, so all need the same number"
            )
        if segments == {0} and len(counts) == len(self._widths):
            raise InputError("there are no segments to score: all files are empty")
        return int(segments.pop()) if segments else None


class TextCorpus(Corpus):
    """Texts in memory: the hypotheses of each system by name, and the references of each segment."""

    def __init__(
        self,
        systems: Mapping[str, Sequence[str]],
        references: Sequence[list[str]],
        ids: Sequence[SegmentId] | None = None,
        note: str | None = None,
    ) -> None:
        super().__init__(list(systems), len(references), has_ids=ids is not None, note=note)
        self._texts, self._segment_references, self._ids = systems, references, ids

    @classmethod
    def of_lines(cls, systems: Mapping[str, Sequence[str]], references: Sequence[Sequence[str]]) -> TextCorpus:
        """Return the corpus of systems and one or more references, all lists of lines; `InputError` with all counts if they differ in length."""
        counts = {name: len(lines) for name, lines in systems.items()}
        counts |= {f"reference {number}": len(lines) for number, lines in enumerate(references, 1)}
        if len(set(counts.values())) > 1:
            listing = ", ".join(f"{name} has {count} lines" for name, count in counts.items())
            raise InputError(f"the texts differ in length: {listing}")
        if not systems or not references or not next(iter(counts.values())):
            raise InputError("there are no segments to score: at least one system and one reference are needed")
        return cls(systems, [list(row) for row in zip(*references, strict=True)])

    def batches(self, size: int) -> Iterator[Batch]:
        """Yield the segments, with their ids if there are any."""
        for start in range(0, self.count or 0, size):
            part = slice(start, start + size)
            references = list(self._segment_references[part])
            yield Batch(
                ids=None if self._ids is None else list(self._ids[part]),
                hypotheses={name: list(lines[part]) for name, lines in self._texts.items()},
                references=dict.fromkeys(self._texts, references),
            )


FORMATS = {
    "plain": "one segment per line, hypotheses and references in separate files",
    "tsv": "tab-separated, first line names the columns, no quoting",
    "tsv-quoted": "the same with cells in double quotes where needed",
    "csv": "separated by commas or semicolons, cells in double quotes where needed",
    "jsonl": "a JSON object on each line",
    "parquet": "columns in Parquet (needs bolide[parquet])",
    "coco": "COCO captions: annotations and results",
    "wmt-xml": "WMT test sets from 2021 on",
    "sgml": "NIST reference and test sets",
}

# Formats with a hypothesis and its references side by side; the others but plain have texts joined by an id.
TABLES = ("tsv", "tsv-quoted", "csv", "jsonl", "parquet")

_ENDINGS = {f".{name}": name for name in ("tsv", "csv", "jsonl", "parquet", "sgml")}
_ENDINGS |= {".ndjson": "jsonl", ".json": "coco", ".xml": "wmt-xml", ".sgm": "sgml"}


def detect(paths: Iterable[str]) -> str:
    """Return the format of the files by their endings; standard input has that of the others. Without a known ending: plain.

    >>> detect(["results.json.gz", "-"])
    'coco'
    """
    found = {}
    for path in paths:
        name = path.lower().removesuffix(".gz")
        if path != "-":
            found[path] = next((form for ending, form in _ENDINGS.items() if name.endswith(ending)), "plain")
    formats = set(found.values())
    if len(formats) > 1:
        listing = ", ".join(f"{path} looks like {form}" for path, form in found.items())
        raise InputError(f"the files look like different formats: {listing}: choose one with --input")
    return formats.pop() if formats else "plain"


def read_corpus(
    form: str, sources: Sequence[Source], columns: Columns | None = None, *, may_differ: bool = False
) -> Corpus:
    """Return the corpus in files of one format other than plain; the caller closes it.

    With `may_differ`, systems in tables may have different segments.
    """
    if form in TABLES:
        from bolide.files.table_files import READERS, RowCorpus

        tables = ((source, READERS[form](source.path, columns or {})) for source in sources)
        return RowCorpus(tables, may_differ=may_differ)
    from bolide.files.keyed_formats import read_keyed

    return read_keyed(form, sources)
