"""Which columns of a table (or keys of a JSON object) hold what, and a row made from them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bolide.errors import InputError
from bolide.files.corpus import SegmentId, check_id, check_name

__all__ = ["ROLES", "Columns", "Row", "make_row", "parse_columns"]

ROLES = ("hypothesis", "reference", "system", "segment")

# The names that are understood, lower case, the better one first.
_HYPOTHESIS = ("hypothesis", "hyp", "mt", "prediction")
_REFERENCE = re.compile(r"(references?|refs?)([ _.-]?([0-9]+|[a-z]))?")
_SYSTEM = ("system", "system_id", "sysid", "system_name")
_SEGMENT = ("segment", "segment_id", "seg_id", "segid", "id")


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """The columns of each role; `None` is for the user's choice where there is none yet, an empty tuple for no such column."""

    hypothesis: tuple[str, ...] | None = None
    reference: tuple[str, ...] | None = None
    system: tuple[str, ...] | None = None
    segment: tuple[str, ...] | None = None

    def among(self, names: Sequence[str], place: str) -> Columns:
        """Return the columns that stand for each role among `names`: the user's choice, else those with a known name."""
        chosen = {role: getattr(self, role) for role in ROLES}
        for role, columns in chosen.items():
            for column in columns or ():
                if names.count(column) != 1:
                    fault = "is no column" if column not in names else "are two columns"
                    raise InputError(f"{place}: there {fault} {column!r} for the {role}: {_listing(names)}")
        found = Columns(
            **{role: _known(role, names, place) if columns is None else columns for role, columns in chosen.items()}
        )
        if len(found.hypothesis or ()) > 1 and found.system:
            raise InputError(f"{place}: several columns of hypotheses do not go with a column of systems")
        return found


@dataclass(frozen=True, slots=True)
class Row:
    """One segment: hypotheses by the name of their system (`None`: the file's own), and their references."""

    place: str
    segment: SegmentId | None
    hypotheses: dict[str | None, str]
    references: list[str]


def parse_columns(text: str) -> Columns:
    """Read `ROLE=COLUMN,…`; the hypothesis and reference roles may be repeated; `system=` and `segment=` mean no column.

    >>> parse_columns("hypothesis=mt,reference=a,reference=b,segment=").reference
    ('a', 'b')
    """
    chosen: dict[str, tuple[str, ...]] = {}
    for part in text.split(","):
        role, separator, name = part.partition("=")
        if role not in ROLES or not separator or (not name and role in ("hypothesis", "reference")):
            raise InputError(
                f"--columns takes ROLE=COLUMN[,ROLE=COLUMN ...] with the roles {', '.join(ROLES)}, not {part!r}"
            )
        if role in chosen and role in ("system", "segment"):
            raise InputError(f"--columns names two columns for the {role}")
        chosen[role] = chosen.get(role, ()) + ((name,) if name else ())
    return Columns(**chosen)


def make_row(record: Mapping[str, Any], columns: Columns, place: str) -> Row:
    """Return the row that a record holds; `InputError` says what is wrong with it, and where."""
    references = list(_references(record, columns.reference or (), place))
    if not references:
        raise InputError(f"{place}: there is no reference: every segment needs at least one (which may be empty text)")
    names = columns.hypothesis or ()
    system: str | None = None
    if columns.system:
        system = check_name(record[columns.system[0]], "name of a system", place)
    return Row(
        place=place,
        segment=check_id(record[columns.segment[0]], "segment id", place) if columns.segment else None,
        hypotheses={system if len(names) == 1 else name: _text(record[name], "hypothesis", place) for name in names},
        references=references,
    )


def _references(record: Mapping[str, Any], names: Iterable[str], place: str) -> Iterable[str]:
    """Yield what is there: a column may hold one reference, a list of them, or none."""
    for name in names:
        value = record[name]
        if isinstance(value, (list, tuple)):
            yield from (_text(part, "reference", place) for part in value)
        elif value is not None:
            yield _text(value, "reference", place)


def _text(value: Any, what: str, place: str) -> str:
    if not isinstance(value, str):
        kind = "missing" if value is None else f"no text but {type(value).__name__}"
        raise InputError(f'{place}: the {what} is {kind}: give text ("" if it is empty)')
    return value


def _known(role: str, names: Sequence[str], place: str) -> tuple[str, ...]:
    """Return the columns whose names say that they have a role."""
    lower = [name.lower() for name in names]
    if role == "reference":
        found = tuple(name for name, key in zip(names, lower, strict=True) if _REFERENCE.fullmatch(key))
    else:
        known = {"hypothesis": _HYPOTHESIS, "system": _SYSTEM, "segment": _SEGMENT}[role]
        found = tuple(names[place] for key in known for place in range(len(names)) if lower[place] == key)
    if role in ("system", "segment"):
        return found[:1]
    if not found or len(set(found)) != len(found) or (role == "hypothesis" and len(found) > 1):
        fault = "no column" if not found else "more than one column"
        raise InputError(
            f"{place}: {fault} is named for the {role}: choose with --columns {role}=COLUMN; {_listing(names)}"
        )
    return found


def _listing(names: Sequence[str]) -> str:
    shown = ", ".join(repr(name[:40]) for name in names[:12])
    return f"the columns are {shown}" + (", ..." if len(names) > 12 else "")
