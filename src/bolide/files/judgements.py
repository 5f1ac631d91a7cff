"""Human judgements of translations: what a row of any of their formats holds, and the two layouts of TSV.

What to do with a bad row is the caller's to say: a reader hands every one to `refuse`, which raises it or counts it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from bolide.errors import InputError
from bolide.files.plain import LineFile

__all__ = ["Preference", "Rating", "Refuse", "Translation", "given_reference", "parse_number", "read_judgement_tsv"]

Refuse: TypeAlias = Callable[[InputError], None]

# What a table of judgements calls its columns, lower case.
_NAMES = {
    "segment": ("seg_id", "segment", "segment_id", "segid", "id"),
    "system": ("system", "system_id", "sysid"),
    "source": ("source", "src"),
    "reference": ("reference", "ref"),
    "hypothesis": ("hypothesis", "hyp", "mt", "translation"),
    "human": ("human", "score", "z", "da", "raw"),
    "system_a": ("sysa", "system_a"),
    "hypothesis_a": ("hypa", "hypothesis_a"),
    "system_b": ("sysb", "system_b"),
    "hypothesis_b": ("hypb", "hypothesis_b"),
    "preferred": ("preferred", "better"),
}
_RATINGS = ("reference", "hypothesis", "human")
_PREFERENCES = ("reference", "hypothesis_a", "hypothesis_b", "preferred")


@dataclass(frozen=True, slots=True)
class Translation:
    """A hypothesis of a system with its references. Where the system is not known, it is None."""

    system: str | None
    hypothesis: str
    references: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rating:
    """A human score of a translation. `row` counts the rows of the file from 0, the bad ones too."""

    row: int
    segment: str
    translation: Translation
    human: float


@dataclass(frozen=True, slots=True)
class Preference:
    """Of two translations of a segment a human found one the better: the first, unless `second_is_better`."""

    row: int
    segment: str
    first: Translation
    second: Translation
    second_is_better: bool


def read_judgement_tsv(file: LineFile, refuse: Refuse) -> Iterator[Rating | Preference]:
    """Yield the judgements of a table of either layout; ties between two translations are left out.

    The layouts are told apart by the header: with a column `preferred` the rows are preferences, else human scores. So are TSV, which
    has tabs in its header, and CSV. Without ids, what has the same source (else the same reference) is the same segment; these are
    counted from 1.
    """
    rows = _rows(file)
    _, header = next(rows, (1, [""]))
    places = _find(header)
    kind = "preferred" if "preferred" in places else "human"
    wanted = _PREFERENCES if kind == "preferred" else _RATINGS
    missing = [name for name in wanted if name not in places]
    if missing:
        raise InputError(
            f"{file.name}:1: the header lacks {', '.join(_NAMES[name][0] for name in missing)}: judgements are a table "
            "with the columns reference, hypothesis, human (COMET's ref, mt, score), or reference, hypA, hypB, preferred; and seg_id, "
            "source and system where there are any"
        )
    make = _preference if kind == "preferred" else _rating
    segments = _Segments(places)
    for place, (number, cells) in enumerate(rows):
        try:
            row = make(place, segments.name(_checked(cells, len(header))), cells, places)
        except ValueError as error:  # noqa: PERF203 - a bad row is the reader's business
            refuse(InputError(f"{file.name}:{number}: {error}"))
        else:
            if row is not None:
                yield row


def parse_number(text: str, what: str) -> float:
    """Read a finite number; `ValueError` says what it was to be."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise ValueError(f"the {what} is {text!r}, which is not a finite number")
    return value


def given_reference(text: str) -> str:
    """Return a reference; `ValueError` if it is empty."""
    if not text.strip():
        raise ValueError("the reference is missing")
    return text


def _find(header: Sequence[str]) -> dict[str, int]:
    lower = [name.strip().lower() for name in header]
    return {role: place for role, names in _NAMES.items() for place in [_first(lower, names)] if place is not None}


def _first(header: Sequence[str], names: Sequence[str]) -> int | None:
    return next((header.index(name) for name in names if name in header), None)


def _rows(file: LineFile) -> Iterator[tuple[int, list[str]]]:
    """Yield the cells of each row, with the number of its first line: of TSV as they are, of CSV without their quotes."""
    header = file.take(1)
    file.put_back(header)
    if "," in "".join(header) and "\t" not in header[0]:
        from bolide.files.tsv import quoted_rows

        return quoted_rows(file, ",")
    return ((number, line.split("\t")) for number, line in file.numbered())


class _Segments:
    """The names of the segments of a table: its ids, else numbers of what tells its segments apart."""

    def __init__(self, places: dict[str, int]) -> None:
        self._place = next(places[name] for name in ("segment", "source", "reference") if name in places)
        self._numbers: dict[str, str] | None = None if "segment" in places else {}

    def name(self, cells: Sequence[str]) -> str:
        key = cells[self._place]
        return key if self._numbers is None else self._numbers.setdefault(key, str(len(self._numbers) + 1))


def _checked(cells: list[str], count: int) -> list[str]:
    if len(cells) != count:
        raise ValueError(f"the row has {len(cells)} cells and the header {count}")
    return cells


def _translation(cells: Sequence[str], places: dict[str, int], side: str = "") -> Translation:
    reference = given_reference(cells[places["reference"]])
    system = cells[places["system" + side]] if "system" + side in places else ""
    return Translation(system if system not in ("", "-") else None, cells[places["hypothesis" + side]], (reference,))


def _rating(row: int, segment: str, cells: Sequence[str], places: dict[str, int]) -> Rating:
    human = parse_number(cells[places["human"]], "human score")
    return Rating(row, segment, _translation(cells, places), human)


def _preference(row: int, segment: str, cells: Sequence[str], places: dict[str, int]) -> Preference | None:
    preferred = cells[places["preferred"]].strip()
    first, second = _translation(cells, places, "_a"), _translation(cells, places, "_b")
    names = {"A": False, "B": True, first.system: False, second.system: True}
    if preferred.lower() in ("tie", "=", "none"):
        return None
    if preferred not in names or first.system == second.system is not None:
        raise ValueError(f"preferred is {preferred!r}: it has to be A, B or tie")
    return Preference(row, segment, first, second, names[preferred])
