"""Readers for what the Java program prints, and for the texts it was given."""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from pathlib import Path

import numpy as np

__all__ = ["JavaAlignment", "VerboseOutput", "read_alignments", "read_lines", "read_statistics", "read_verbose"]


def read_lines(path: Path) -> list[str]:
    """Return the lines of a file, packed or not; only a line feed ends a line."""
    data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    return data.decode().removesuffix("\n").split("\n")


def read_statistics(lines: list[str]) -> np.ndarray:
    """Return the output of `-ssOut`: 23 whole numbers for each segment."""
    return np.array([[float(value) for value in line.split()] for line in lines]).astype(np.int64)


@dataclass(frozen=True, kw_only=True)
class VerboseOutput:
    """The output of `-vOut` (or the default output, which has only the last number of each segment)."""

    eval_id: str
    segments: list[list[float]]  # precision, recall, penalty, score
    summary: dict[str, float]


def read_verbose(lines: list[str]) -> VerboseOutput:
    """Read the header, the segments and the summary."""
    named = dict(line.split(":", 1) for line in lines if ":" in line and not line.startswith("Segment "))
    names = ("Chunks", "Precision", "Recall", "f1", "fMean", "Fragmentation penalty", "Final score")
    return VerboseOutput(
        eval_id=named["Eval ID"].strip(),
        segments=[[float(value) for value in line.split("\t")[1:]] for line in lines if line.startswith("Segment ")],
        summary={name: float(named[name]) for name in names},
    )


@dataclass(frozen=True, kw_only=True)
class JavaAlignment:
    """A block of an alignment file; matches as (hypothesis start, length, reference start, length, place of the matcher)."""

    title: str
    hypothesis: str
    reference: str
    matches: list[tuple[int, int, int, int, int]]


def read_alignments(lines: list[str]) -> list[JavaAlignment]:
    """Read blocks of a title, both texts, a header and a line for each match, each ended by an empty line."""
    found, rest = [], iter(lines)
    for title in rest:
        hypothesis, reference, _ = next(rest), next(rest), next(rest)
        matches = []
        while line := next(rest, ""):
            theirs, ours, place, _ = line.split()
            j, reference_length = map(int, theirs.split(":"))
            i, length = map(int, ours.split(":"))
            matches.append((i, length, j, reference_length, int(place)))
        found.append(JavaAlignment(title=title, hypothesis=hypothesis, reference=reference, matches=matches))
    return found
