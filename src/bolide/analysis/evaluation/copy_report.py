"""Which copy words a hypothesis kept, missed and added: of one segment, and over a corpus."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import compress
from typing import Any

from bolide.metric.alignment import Alignment

__all__ = ["CopyReport", "CorpusCopyReport"]

_SHOWN = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class CopyReport:
    """The copy words of one segment: matched ones of the reference, missed ones of it, and those that the hypothesis added."""

    kept: tuple[str, ...]
    missed: tuple[str, ...]
    added: tuple[str, ...]

    @classmethod
    def of(cls, alignment: Alignment) -> CopyReport:
        """Return the report of an alignment whose copy words were counted."""
        ours, theirs = alignment.covered
        reference = list(compress(zip(alignment.reference, theirs, strict=True), alignment.reference_copy))
        hypothesis = compress(zip(alignment.hypothesis, ours, strict=True), alignment.hypothesis_copy)
        return cls(
            kept=tuple(word for word, matcher in reference if matcher),
            missed=tuple(word for word, matcher in reference if not matcher),
            added=tuple(word for word, matcher in hypothesis if not matcher),
        )

    def __str__(self) -> str:
        """Return one line."""
        total = len(self.kept) + len(self.missed)
        parts = [f"copy words {len(self.kept)} of {total} kept"]
        parts += [f"{name}: {' '.join(words)}" for name in ("missed", "added") if (words := getattr(self, name))]
        return "; ".join(parts)

    def as_json(self) -> dict[str, Any]:
        """Return an object for JSON."""
        return {"kept": self.kept, "missed": self.missed, "added": self.added}


@dataclass(slots=True)
class CorpusCopyReport:
    """The copy words of many segments, counted by word."""

    segments: int = 0
    kept: Counter[str] = field(default_factory=Counter)
    missed: Counter[str] = field(default_factory=Counter)
    added: Counter[str] = field(default_factory=Counter)

    def add(self, report: CopyReport) -> None:
        """Add a segment."""
        self.segments += 1
        self.kept.update(report.kept)
        self.missed.update(report.missed)
        self.added.update(report.added)

    def __str__(self) -> str:
        """Return the counts, with the words most often missed and added."""
        kept, missed = self.kept.total(), self.missed.total()
        lines = [f"copy words {kept} of {kept + missed} kept, {self.added.total()} added, in {self.segments} segments"]
        for name in ("missed", "added"):
            if most := _most(getattr(self, name)):
                words = ", ".join(f"{word} {count}" for word, count in most[:_SHOWN])
                lines.append(f"most {name}: {words}")
        return "\n".join(lines)

    def as_json(self) -> dict[str, Any]:
        """Return an object for JSON: every word with its count."""
        return {"segments": self.segments} | {
            name: dict(_most(getattr(self, name))) for name in ("kept", "missed", "added")
        }


def _most(counts: Counter[str]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))
