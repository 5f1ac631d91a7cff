"""Human judgements of translations: tables, WMT's ranking files, and the folders of the jar's Trainer.

The caller decides about bad rows: a reader passes an error for each to `refuse`, which raises it or counts it.
"""

import math
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations
from pathlib import Path

from bolide.errors import InputError
from bolide.files.boundary import reading
from bolide.files.plain import LineFile, read_lines
from bolide.files.table_files import NAMES, Columns, Refuse, Roles, table_rows
from bolide.records import record

JUDGED = Roles(
    names=NAMES
    | {
        "pair": ("lp", "lang_pair", "language_pair"),
        "source": ("source", "src"),
        "human": ("human", "score", "z", "da", "raw"),
        "system_a": ("sysa", "system_a"),
        "hypothesis_a": ("hypa", "hypothesis_a"),
        "system_b": ("sysb", "system_b"),
        "hypothesis_b": ("hypb", "hypothesis_b"),
        "preferred": ("preferred", "better"),
    }
)
# Spreadsheets write semicolons between the cells where a comma is the decimal mark.
_DECIMAL_COMMA = re.compile(r"^(\s*[-+]?\d+),(\d+\s*)$")
_RATINGS = ("reference", "hypothesis", "human")
_PREFERENCES = ("reference", "hypothesis_a", "hypothesis_b", "preferred")


@record
class Translation:
    """A hypothesis of a system with its references; the system is None if unknown."""

    system: str | None
    hypothesis: str
    references: tuple[str, ...]


@record
class Judgement:
    """A human score of a translation, or a preference between two: for the first, unless `second_is_better`.

    `row` counts the rows of the file from 0, including bad ones.
    """

    row: int
    segment: str
    first: Translation
    second: Translation | None = None
    human: float = 0.0
    second_is_better: bool = False


def read_judgement_tsv(file: LineFile, refuse: Refuse, columns: Columns) -> Iterator[tuple[str, Judgement]]:
    """Yield the judgements of a table of either layout, with the language pair of its column; ties are left out.

    The header determines the layout: with a column `preferred` the rows are preferences, else human scores; with tabs it is TSV, else
    CSV with commas or semicolons. Without ids, rows with the same source (else the same reference) have the same segment, numbered from
    1.
    """
    first = file.first_line()
    delimiter = "\t" if "\t" in first else max(",;", key=first.count)
    header, rows = table_rows(file, delimiter.strip(), "save the table as CSV", refuse)
    found = JUDGED.find(header, columns, f"{file.name}:1")
    places = {role: header.index(names[0]) for role, names in found.items() if names}
    kind = "preferred" if "preferred" in places else "human"
    missing = [name for name in (_PREFERENCES if kind == "preferred" else _RATINGS) if name not in places]
    if missing:
        there = ", ".join(name[:40] for name in header)
        needed = ", ".join("/".join(JUDGED.names[name]) for name in missing)
        raise InputError(
            f"{file.name}:1: found {there}; needed {needed}: the first line names the columns, which are ref, mt, score, or "
            f"ref, hypA, hypB, preferred (docs/formats.md), or choose with --columns {missing[0]}=COLUMN"
        )
    make = _preference if kind == "preferred" else _rating
    key_place = next(places[name] for name in ("segment", "source", "reference") if name in places)
    numbers: dict[str, str] = {}
    for place, number, cells in rows:
        if delimiter == ";" and kind == "human":
            cells[places[kind]] = _DECIMAL_COMMA.sub(r"\1.\2", cells[places[kind]])
        try:
            key = cells[key_place]
            segment = key if "segment" in places else numbers.setdefault(key, str(len(numbers) + 1))
            row = make(place, segment, cells, places)
        except ValueError as error:
            refuse(InputError(f"{file.name}:{number}: {error}"))
        else:
            if row is not None:
                yield cells[places["pair"]].strip() if "pair" in places else "", row


def parse_number(text: str, what: str) -> float:
    """Read a finite number; `ValueError` names `what` it is."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        hint = " (write a point, not a comma)" if "," in text else ""
        raise ValueError(f"the {what} is {text!r}, which is not a finite number{hint}")
    return value


def given_reference(text: str) -> str:
    """Return a reference; `ValueError` if it is empty."""
    if not text.strip():
        raise ValueError("the reference is missing")
    return text


def _translation(cells: Sequence[str], places: dict[str, int], side: str = "") -> Translation:
    reference = given_reference(cells[places["reference"]])
    system = cells[places["system" + side]] if "system" + side in places else ""
    known = system if system not in ("", "-") else None
    return Translation(system=known, hypothesis=cells[places["hypothesis" + side]], references=(reference,))


def _rating(row: int, segment: str, cells: Sequence[str], places: dict[str, int]) -> Judgement:
    human = parse_number(cells[places["human"]], "human score")
    return Judgement(row=row, segment=segment, first=_translation(cells, places), human=human)


def _preference(row: int, segment: str, cells: Sequence[str], places: dict[str, int]) -> Judgement | None:
    preferred = cells[places["preferred"]].strip()
    first, second = _translation(cells, places, "_a"), _translation(cells, places, "_b")
    names = {"A": False, "B": True, first.system: False, second.system: True}
    if preferred.lower() in ("tie", "=", "none"):
        return None
    if preferred not in names or first.system == second.system is not None:
        raise ValueError(f"preferred is {preferred!r}: it must be A, B or tie")
    return Judgement(row=row, segment=segment, first=first, second=second, second_is_better=names[preferred])


_LANGUAGES = {
    "czech": "cs", "english": "en", "french": "fr", "german": "de", "spanish": "es", "russian": "ru", "hindi": "hi",
    "finnish": "fi", "romanian": "ro", "turkish": "tr", "hungarian": "hu", "cze": "cs", "ces": "cs", "eng": "en", "fre": "fr",
    "fra": "fr", "ger": "de", "deu": "de", "spa": "es", "rus": "ru", "hin": "hi", "fin": "fi", "ron": "ro", "tur": "tr", "hun": "hu",
}  # fmt: skip


def is_wmt_rankings(header: str) -> bool:
    """Whether the first line of a file is the header of WMT's ranking files."""
    names = {name.strip().lower() for name in header.split(",")}
    return {"srclang", "trglang", "system1id", "system1rank"} <= names


def read_wmt_rankings(
    file: LineFile, texts: Path | None, refuse: Refuse, *, language: str | None = None
) -> Iterator[tuple[str, Judgement]]:
    """Yield the preferences, each with its language pair, such as `cs-en`.

    `texts` is the folder of system outputs and references, one segment per line: the files with the pair in their path that end in
    `.SYSTEM` (or `.SYSTEM.txt`, either with `.gz`), and those with `ref` in their name and the target language after the last dot.
    With a `language`, rows of pairs into other languages are skipped.
    """
    if texts is None:
        raise InputError(
            f"{file.name} holds ranks but no texts: give the folder of system outputs and references with --texts FOLDER"
        )
    if not texts.is_dir():
        raise InputError(f"there is no folder {texts}: --texts needs the folder of system outputs and references")
    files = sorted(path for path in texts.rglob("*") if path.is_file())
    libraries: dict[str, _Library] = {}
    header, rows = table_rows(file, ",", "", refuse)
    names = [name.strip().lower() for name in header]
    for number, line, cells in rows:
        try:
            row = dict(zip(names, cells, strict=True))
            pair = _pair(row)
            if language is not None and pair.rpartition("-")[2] != language:
                continue
            if pair not in libraries:
                libraries[pair] = _Library(texts, files, pair)
            for judgement in _unroll(number, row, libraries[pair]):
                yield pair, judgement
        except InputError:
            raise  # Unreadable texts are not a fault of the row.
        except ValueError as error:
            refuse(InputError(f"{file.name}:{line}: {error}"))


def _pair(row: dict[str, str]) -> str:
    codes = (row["srclang"].strip().lower(), row["trglang"].strip().lower())
    if not all(codes):
        raise ValueError("srclang or trglang is missing")
    return "-".join(_LANGUAGES.get(code, code) for code in codes)


def _unroll(number: int, row: dict[str, str], library: "_Library") -> list[Judgement]:
    places = [place for place in range(1, 10) if row.get(f"system{place}id", "").strip()]
    index = row.get("srcindex") or row.get("segmentid") or ""
    if not index.strip().isdecimal():
        raise ValueError(f"srcIndex is {index!r}: it must be the number of a line")
    ranked: list[tuple[int, Translation]] = []
    for place in places:
        rank = row.get(f"system{place}rank", "").strip()
        if not re.fullmatch(r"-?\d+", rank):
            raise ValueError(f"system{place}rank is {rank!r}: it must be a whole number")
        if int(rank) >= 0:
            ranked.append((int(rank), library.translation(row[f"system{place}id"].strip(), int(index))))
    return [
        Judgement(row=number, segment=index, first=first, second=second, second_is_better=other < rank)
        for (rank, first), (other, second) in combinations(ranked, 2)
        if rank != other
    ]


class _Library:
    """The texts of a language pair, read on first use."""

    def __init__(self, folder: Path, files: Sequence[Path], pair: str) -> None:
        self._folder = folder
        self._pair = pair
        self._files = [path for path in files if pair in str(path.relative_to(folder))]
        self._references = self._find_references(files)
        self._file, self._lines = cache(self._find_file), cache(lambda path: list(read_lines(str(path))))

    def _find_references(self, files: Sequence[Path]) -> list[Path]:
        """Return the references: those that name the pair (`cs-en` or `csen`) if any, since not all pairs share theirs."""
        target = self._pair.rpartition("-")[2]
        found = [path for path in files if "ref" in path.name.lower() and _bare(path.name).endswith("." + target)]
        if not found:
            raise InputError(
                f"{self._folder} has no reference for {self._pair}: a file with 'ref' in its name that ends in .{target}"
            )
        names = {path: str(path.relative_to(self._folder)).lower() for path in found}
        own = [path for path in found if self._pair in names[path] or self._pair.replace("-", "") in names[path]]
        return own or found

    def translation(self, system: str, line: int) -> Translation:
        """Return the hypothesis of a system on a line with the references there; `ValueError` if something is missing."""
        references = tuple(given_reference(self._line(path, line)) for path in self._references)
        return Translation(system=system, hypothesis=self._line(self._file(system), line), references=references)

    def _find_file(self, system: str) -> Path:
        found = [path for path in self._files if f".{_bare(path.name)}".endswith("." + system)]
        if len(found) != 1:
            fault = "is unknown: no file" if not found else "has several files: more than one"
            raise ValueError(f"the system {system!r} {fault} in {self._folder} for {self._pair} ends in .{system}")
        return found[0]

    def _line(self, path: Path, line: int) -> str:
        lines = self._lines(path)
        if not 1 <= line <= len(lines):
            raise ValueError(f"there is no line {line} in {path}")
        return lines[line - 1]


def _bare(name: str) -> str:
    return name.removesuffix(".gz").removesuffix(".txt")


def trainer_sets(folder: Path) -> list[str]:
    """Return the names of the sets in a folder: files `.ter`, one set each, or files `.rank`; `InputError` if it has none."""
    with reading(folder):
        names = sorted(path.name for path in folder.iterdir() if path.suffix in (".ter", ".rank"))
    if not names:
        raise InputError(f"{folder} is not a folder of judgements: it has no .ter file and no .rank file")
    return names


def read_ter_set(folder: Path, name: str, refuse: Refuse) -> Iterator[Judgement]:
    """Yield the scores of `NAME.ter` (lines of document, segment, score) for the texts `NAME.tst` and `NAME.ref`."""
    stem = name.split(".", maxsplit=1)[0]
    hypotheses, references = _texts(folder / f"{stem}.tst"), _texts(folder / f"{stem}.ref")
    return _read_lines(folder / name, refuse, lambda number, line: _ter_line(number, line, hypotheses, references))


def read_rank_folder(folder: Path, name: str, refuse: Refuse) -> Iterator[Judgement]:
    """Yield the preferences of a `.rank` file: lines of segment, pair, system, pair, system, the better system first.

    The texts are `PAIR.SYSTEM.sgm` and `PAIR.ref.sgm`, where PAIR names the languages.
    """
    texts: dict[tuple[str, str], dict[str, str]] = {}
    return _read_lines(folder / name, refuse, lambda number, line: _rank_line(number, line, folder, texts))


def _read_lines(path: Path, refuse: Refuse, read: Callable[[int, str], Judgement]) -> Iterator[Judgement]:
    """Yield the judgements on the lines of a file; empty lines are skipped."""
    with LineFile(str(path)) as file:
        for number, line in file.numbered():
            if not line.strip():
                continue
            try:
                yield read(number, line)
            except ValueError as error:
                refuse(InputError(f"{file.name}:{number}: {error}"))


def _texts(path: Path) -> dict[str, str]:
    """Return the segments of the only system of a file, by `document segment`, and by `segment` if that is unique."""
    from bolide.files.java_files import read_sgml

    try:
        sets = read_sgml(read_lines(str(path)))
    except InputError as error:
        raise InputError(f"{path}: {error}") from error
    systems = [documents for by_system in sets.values() for documents in by_system.values()]
    if not systems:
        raise InputError(f"{path} has no segments")
    texts: dict[str, str] = {}
    alone: dict[str, str] = {}
    for document, segments in systems[0].items():
        for segment, text in segments.items():
            texts[f"{document} {segment}"] = text
            alone[segment] = text
    return texts | alone if len(alone) == len(texts) else texts | {str(i): t for i, t in enumerate(texts.values(), 1)}


def _ter_line(number: int, line: str, hypotheses: dict[str, str], references: dict[str, str]) -> Judgement:
    cells = line.split()
    if len(cells) != 3:
        raise ValueError(f"a line must have document, segment and score, not {len(cells)} cells")
    key = f"{cells[0]} {cells[1]}"
    found = _found(None, key, hypotheses, references)
    return Judgement(row=number - 1, segment=key, first=found, human=parse_number(cells[2], "score"))


def _rank_line(number: int, line: str, folder: Path, texts: dict[tuple[str, str], dict[str, str]]) -> Judgement:
    cells = line.split("\t")
    if len(cells) != 5:
        raise ValueError(
            f"a line must have segment, pair, system, pair and system, separated by tabs, not {len(cells)} cells"
        )
    segment, pairs, systems = cells[0], cells[1::2], cells[2::2]
    sides = []
    for pair, system in zip(pairs, systems, strict=True):
        for wanted in (system, "ref"):
            if (pair, wanted) not in texts:
                path = folder / f"{pair}.{wanted}.sgm"
                if not path.is_file():
                    raise ValueError(f"the system {wanted!r} is unknown: there is no file {path}")
                texts[pair, wanted] = _texts(path)
        sides.append(_found(system, segment, texts[pair, system], texts[pair, "ref"]))
    name = f"{pairs[0]} {segment}"
    return Judgement(row=number - 1, segment=name, first=sides[0], second=sides[1])


def _found(system: str | None, key: str, hypotheses: dict[str, str], references: dict[str, str]) -> Translation:
    for what, texts in (("hypothesis", hypotheses), ("reference", references)):
        if key not in texts:
            raise ValueError(f"segment {key} has no {what}")
    return Translation(system=system, hypothesis=hypotheses[key], references=(given_reference(references[key]),))
