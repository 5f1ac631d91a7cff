"""The folders of the jar's Trainer: SGML texts with `.ter` files (a score for each segment) or `.rank` files (preferences).

Differs: the Trainer passes over preferences about systems it does not know, and stops without a word where a segment is missing;
here both are bad rows. What it calls a rank folder always runs with exact and paraphrase matches on lower-cased text; here the
caller's metric holds.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from bolide.errors import InputError
from bolide.files.boundary import reading
from bolide.files.judgements import Preference, Rating, Refuse, Translation, given_reference, parse_number
from bolide.files.plain import LineFile
from bolide.files.sgml import read_sgml

__all__ = ["read_rank_folder", "read_ter_set", "trainer_sets"]


def trainer_sets(folder: Path) -> list[str]:
    """Return the names of the sets in a folder: files `.ter`, one set each, or files `.rank`; `InputError` if it has none."""
    with reading(folder):
        names = sorted(path.name for path in folder.iterdir() if path.suffix in (".ter", ".rank"))
    if not names:
        raise InputError(f"{folder} is not a folder of judgements: it has no .ter file and no .rank file")
    return names


def read_ter_set(folder: Path, name: str, refuse: Refuse) -> Iterator[Rating]:
    """Yield the scores of `NAME.ter` (lines of document, segment, score) for the texts `NAME.tst` and `NAME.ref`."""
    stem = name.split(".", maxsplit=1)[0]
    hypotheses = _texts(folder / f"{stem}.tst")
    references = _texts(folder / f"{stem}.ref")
    with LineFile(str(folder / name)) as file:
        for number, line in file.numbered():
            if not line.strip():
                continue
            try:
                yield _ter_line(number, line, hypotheses, references)
            except ValueError as error:
                refuse(InputError(f"{file.name}:{number}: {error}"))


def read_rank_folder(folder: Path, name: str, refuse: Refuse) -> Iterator[Preference]:
    """Yield the preferences of a `.rank` file: lines of segment, pair, system, pair, system, the better system first.

    The texts are `PAIR.SYSTEM.sgm` and `PAIR.ref.sgm`, where PAIR names the languages.
    """
    texts: dict[tuple[str, str], dict[str, str]] = {}
    with LineFile(str(folder / name)) as file:
        for number, line in file.numbered():
            if not line.strip():
                continue
            try:
                yield _rank_line(number, line, folder, texts)
            except ValueError as error:
                refuse(InputError(f"{file.name}:{number}: {error}"))


def _texts(path: Path) -> dict[str, str]:
    """Return the segments of the only system of a file, by `document segment`, and by `segment` where that is enough."""
    with LineFile(str(path)) as file:
        lines = [line for _, line in file.numbered()]
    try:
        sets = read_sgml(lines)
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


def _ter_line(number: int, line: str, hypotheses: dict[str, str], references: dict[str, str]) -> Rating:
    cells = line.split()
    if len(cells) != 3:
        raise ValueError(f"a line holds document, segment and score, not {len(cells)} cells")
    key = f"{cells[0]} {cells[1]}"
    return Rating(
        number - 1,
        key,
        Translation(
            None, _find(hypotheses, key, "hypothesis"), (given_reference(_find(references, key, "reference")),)
        ),
        parse_number(cells[2], "score"),
    )


def _rank_line(number: int, line: str, folder: Path, texts: dict[tuple[str, str], dict[str, str]]) -> Preference:
    cells = line.split("\t")
    if len(cells) != 5:
        raise ValueError(f"a line holds segment, pair, system, pair and system, between tabs, not {len(cells)} cells")
    segment, pairs, systems = cells[0], cells[1::2], cells[2::2]
    sides = []
    for pair, system in zip(pairs, systems, strict=True):
        for wanted in (system, "ref"):
            if (pair, wanted) not in texts:
                path = folder / f"{pair}.{wanted}.sgm"
                if not path.is_file():
                    raise ValueError(f"the system {wanted!r} is unknown: there is no file {path}")
                texts[pair, wanted] = _texts(path)
        hypothesis = _find(texts[pair, system], segment, "hypothesis")
        reference = given_reference(_find(texts[pair, "ref"], segment, "reference"))
        sides.append(Translation(system, hypothesis, (reference,)))
    return Preference(number - 1, f"{pairs[0]} {segment}", sides[0], sides[1], second_is_better=False)


def _find(texts: dict[str, str], key: str, what: str) -> str:
    if key not in texts:
        raise ValueError(f"segment {key} has no {what}")
    return texts[key]
