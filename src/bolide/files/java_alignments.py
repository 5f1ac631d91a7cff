"""The alignment files of Meteor's jar (`-writeAlignments`), plain and SGML: what its X-ray reads."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from bolide.errors import InputError
from bolide.files.boundary import reading
from bolide.files.plain import LineFile

__all__ = ["JavaAlignment", "name_of_file", "read_alignments"]

_MATCH = re.compile(r"(\d+):(\d+)\t+(\d+):(\d+)\t+(\d+)\t+[-+.\dEeNanInfity]+$")
_HEAD = re.compile(r"Line2Start:Length\tLine1Start:Length\tModule\t+Score$")
_PLAIN, _SGML = 6, 9


@dataclass(frozen=True, slots=True, kw_only=True)
class JavaAlignment:
    """One segment: scores as the jar wrote them, words, and matches as (hypothesis start, length, reference start, length, module)."""

    name: str
    precision: float
    recall: float
    penalty: float
    score: float
    hypothesis: tuple[str, ...]
    reference: tuple[str, ...]
    matches: tuple[tuple[int, int, int, int, int], ...]


def name_of_file(path: str) -> str:
    """Return what a file is called without the jar's ending.

    >>> name_of_file("runs/baseline-align.out.gz")
    'baseline'
    """
    return Path(path).name.removesuffix(".gz").removesuffix(".out").removesuffix("-align") or path


def read_alignments(path: str) -> Iterator[JavaAlignment]:
    """Yield the segments of a file (gzip or not, `-` is standard input); `InputError` names the line that is wrong."""
    number = 0
    with LineFile(path) as file, reading(lambda: f"{file.name}:{number}"):
        lines = file.numbered()
        for number, line in lines:
            if line:
                rest = [text for _, text in islice(lines, 3)]
                yield _read(f"{file.name}:{number}", line, rest, lines)


def _read(place: str, title: str, rest: list[str], lines: Iterator[tuple[int, str]]) -> JavaAlignment:
    fields = title.split("\t")
    if fields[0] != "Alignment" or len(fields) not in (_PLAIN, _SGML):
        raise InputError(
            f"{place}: an alignment begins with 'Alignment', its number and four scores, not with {title[:60]!r}; "
            "files come from: java -jar meteor-1.5.jar HYP REF -writeAlignments"
        )
    if len(rest) < 3 or not _HEAD.match(rest[2]):
        raise InputError(f"{place}: after the title come hypothesis, reference and the names of the columns")
    precision, recall, penalty, score = map(float, fields[-4:])
    hypothesis, reference = (tuple(line.split()) for line in rest[:2])
    return JavaAlignment(
        name=fields[1] if len(fields) == _PLAIN else ":".join(fields[3:5]),
        precision=precision,
        recall=recall,
        penalty=penalty,
        score=score,
        hypothesis=hypothesis,
        reference=reference,
        matches=tuple(_matches(place, lines, len(hypothesis), len(reference))),
    )


def _matches(
    place: str, lines: Iterator[tuple[int, str]], hypothesis: int, reference: int
) -> Iterator[tuple[int, int, int, int, int]]:
    """Yield matches up to the blank line that ends them."""
    for number, line in lines:
        if not line:
            return
        found = _MATCH.match(line)
        if not found:
            raise InputError(f"{place}: line {number} is not a match: {line!r}")
        j, reference_length, i, hypothesis_length, module = map(int, found.groups())
        if (
            i + hypothesis_length > hypothesis
            or j + reference_length > reference
            or not hypothesis_length * reference_length
        ):
            raise InputError(f"{place}: line {number} matches words that the segment does not have: {line!r}")
        yield i, hypothesis_length, j, reference_length, module
