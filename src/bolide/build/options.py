"""What can be chosen about a build, with the defaults of the papers. The command line reads its defaults from here."""

from __future__ import annotations

import os
import sys
import unicodedata
from dataclasses import dataclass
from functools import cache

from bolide.errors import ConfigurationError

__all__ = [
    "AT_THRESHOLD",
    "COMMON_RULES",
    "ENGINES",
    "FILTERS",
    "SIDES",
    "SUB_PHRASES",
    "SYMMETRIES",
    "TEXT_CHOICES",
    "EngineOptions",
    "PivotOptions",
    "processor_cores",
]

SIDES = ("target", "source", "both")
SUB_PHRASES = ("both", "paper", "keep")
COMMON_RULES = ("above", "from")
AT_THRESHOLD = ("keep", "java")
SYMMETRIES = ("grow-diag-final-and", "intersection", "union")
ENGINES = ("duckdb", "spark")
# The options of what is applied to final pairs and words, so that merging can choose them again.
FILTERS = ("min_final", "common", "common_rule", "at_threshold", "sub_phrases")
TEXT_CHOICES = ("norm", "unicode", "lower", "raw")

# Every character that Meteor's own extractor takes for punctuation: all of ASCII's.
ASCII_PUNCTUATION = "~`!@#$%^&*()-_=+[{]}\\|;:'\",<.>/?"
# A product and a sum of shares are off by a few times 2^-53; two different shares that are this close do not occur.
_ROUNDING = 2.0**-40


@dataclass(frozen=True, slots=True, kw_only=True)
class PivotOptions:
    """Which paraphrases are kept (Meteor Universal 2014, §3.2).

    A word is common whose share is `above` a threshold, or `from` it on, as versions up to 1.3 have it (2011, §2.3; 2010, §3.1). A
    probability that is the threshold but for rounding is kept; `java` compares numbers as they come out of the computer.

    >>> PivotOptions().min_final
    0.01
    """

    min_instance: float = 0.001
    min_final: float = 0.01
    common: float = 0.001
    common_rule: str = "above"
    at_threshold: str = "keep"
    punctuation: str = "unicode"
    sub_phrases: str = "both"

    def __post_init__(self) -> None:
        """Refuse what makes no sense."""
        for name in ("min_instance", "min_final", "common"):
            value = getattr(self, name)
            if not 0 <= value <= 1:
                raise ConfigurationError(f"{name} has to be a number from 0 to 1, not {value}")
        if self.min_instance == 0:
            raise ConfigurationError("min_instance has to be above 0: it is what bounds the join over a pivot phrase")
        for name, allowed in (
            ("sub_phrases", SUB_PHRASES),
            ("common_rule", COMMON_RULES),
            ("at_threshold", AT_THRESHOLD),
        ):
            if (value := getattr(self, name)) not in allowed:
                raise ConfigurationError(f"unknown {name} {value!r}: choose one of {' '.join(allowed)}")

    def least(self, threshold: float) -> float:
        """Return the smallest number that passes for a threshold."""
        return threshold * (1 - _ROUNDING) if self.at_threshold == "keep" else threshold


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineOptions:
    """Where tables are joined and grouped."""

    engine: str = "duckdb"
    memory: str = "2GB"
    threads: int | None = None
    master: str = "local[*]"


@cache
def punctuation_ranges() -> tuple[tuple[int, int], ...]:
    """Return the ranges of all characters that Unicode counts as punctuation or symbols."""
    ranges: list[tuple[int, int]] = []
    for code in range(sys.maxunicode + 1):
        if unicodedata.category(chr(code))[0] in "PS":
            if ranges and ranges[-1][1] == code - 1:
                ranges[-1] = (ranges[-1][0], code)
            else:
                ranges.append((code, code))
    return tuple(ranges)


def processor_cores() -> int:
    """Return how many processor cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
