"""WMT's ranking files: CSV, in each row five systems' translations of a segment with their ranks, the texts in a folder beside.

A row becomes the preferences between every two of its systems; ties, and ranks of -1 (not judged), are left out, as in the papers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path

from bolide.errors import InputError
from bolide.files.judgements import Preference, Refuse, Translation, given_reference
from bolide.files.plain import LineFile
from bolide.files.tsv import quoted_rows

__all__ = ["is_wmt_rankings", "read_wmt_rankings"]

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
) -> dict[str, list[Preference]]:
    """Return the preferences of every language pair, such as `cs-en`, in the order of their first rows.

    `texts` is the folder of system outputs and references, a segment on each line: the files whose path has the pair in it and
    ends in `.SYSTEM` (or `.SYSTEM.txt`, either with `.gz`), and those with `ref` in their name and the target language after
    the last dot. With a `language`, the rows of pairs into others are not looked at.
    """
    if texts is None:
        raise InputError(
            f"{file.name} holds ranks but no texts: say with --texts FOLDER where system outputs and references are"
        )
    if not texts.is_dir():
        raise InputError(f"there is no folder {texts}: --texts names that of system outputs and references")
    files = sorted(path for path in texts.rglob("*") if path.is_file())
    libraries: dict[str, _Library] = {}
    found: dict[str, list[Preference]] = {}
    for number, row in _rows(file, refuse):
        try:
            pair = _pair(row)
            if language is not None and pair.rpartition("-")[2] != language:
                continue
            if pair not in libraries:
                libraries[pair] = _Library(texts, files, pair)
                found[pair] = []
            found[pair] += _unroll(number - 2, row, libraries[pair])
        except InputError:
            raise  # Texts that cannot be read at all are no fault of the row.
        except ValueError as error:
            refuse(InputError(f"{file.name}:{number}: {error}"))
    return found


def _rows(file: LineFile, refuse: Refuse) -> Iterator[tuple[int, dict[str, str]]]:
    header: list[str] | None = None
    for number, cells in quoted_rows(file, ","):
        if header is None:
            header = [name.strip().lower() for name in cells]
        elif len(cells) == len(header):
            yield number, dict(zip(header, cells, strict=True))
        else:
            refuse(InputError(f"{file.name}:{number}: the row has {len(cells)} cells and the header {len(header)}"))


def _pair(row: dict[str, str]) -> str:
    codes = (row["srclang"].strip().lower(), row["trglang"].strip().lower())
    if not all(codes):
        raise ValueError("srclang or trglang is missing")
    return "-".join(_LANGUAGES.get(code, code) for code in codes)


def _unroll(number: int, row: dict[str, str], library: _Library) -> list[Preference]:
    places = [place for place in range(1, 10) if row.get(f"system{place}id", "").strip()]
    index = row.get("srcindex") or row.get("segmentid") or ""
    if not index.strip().isdecimal():
        raise ValueError(f"srcIndex is {index!r}: it has to be the number of a line")
    ranked: list[tuple[int, Translation]] = []
    for place in places:
        rank = row.get(f"system{place}rank", "").strip()
        if not re.fullmatch(r"-?\d+", rank):
            raise ValueError(f"system{place}rank is {rank!r}: it has to be a whole number")
        if int(rank) >= 0:
            ranked.append((int(rank), library.translation(row[f"system{place}id"].strip(), int(index))))
    return [
        Preference(number, index, first, second, second_is_better=other < rank)
        for (rank, first), (other, second) in combinations(ranked, 2)
        if rank != other
    ]


class _Library:
    """The texts of a language pair, read when they are first asked for."""

    def __init__(self, folder: Path, files: Sequence[Path], pair: str) -> None:
        self._folder = folder
        self._pair = pair
        self._files = [path for path in files if pair in str(path.relative_to(folder))]
        self._systems: dict[str, Path] = {}
        self._texts: dict[Path, list[str]] = {}
        self._references = self._find_references(files)

    def _find_references(self, files: Sequence[Path]) -> list[Path]:
        """Return the references: those that name the pair (`cs-en` or `csen`) if there are any, for not all pairs share theirs."""
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
        """Return what a system has on a line, and the references there; `ValueError` if something is missing."""
        references = tuple(given_reference(self._line(path, line)) for path in self._references)
        if system not in self._systems:
            found = [path for path in self._files if f".{_bare(path.name)}".endswith("." + system)]
            if len(found) != 1:
                fault = "is unknown: no file" if not found else "has several files: more than one"
                raise ValueError(f"the system {system!r} {fault} in {self._folder} for {self._pair} ends in .{system}")
            self._systems[system] = found[0]
        return Translation(system, self._line(self._systems[system], line), references)

    def _line(self, path: Path, line: int) -> str:
        if path not in self._texts:
            with LineFile(str(path)) as file:
                self._texts[path] = [text for _, text in file.numbered()]
        if not 1 <= line <= len(self._texts[path]):
            raise ValueError(f"there is no line {line} in {path}")
        return self._texts[path][line - 1]


def _bare(name: str) -> str:
    return name.removesuffix(".gz").removesuffix(".txt")
