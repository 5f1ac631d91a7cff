"""What a build is asked for."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bolide.build.aligners import DEFAULT_ALIGNER, find_aligner
from bolide.build.options import ENGINES, SIDES, SYMMETRIES, TEXT_CHOICES, EngineOptions, PivotOptions
from bolide.data.languages import any_language
from bolide.errors import ConfigurationError

__all__ = ["BuildRequest"]


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildRequest:
    """All that decides a build: texts, where phrases come from, and the choices of the papers.

    One of `phrase_table`, `alignments` and `aligner` says where phrase pairs come from; the default is an aligner, on the text alone.
    """

    out: Path
    source: str
    target: str
    phrase_table: str | None = None
    alignments: tuple[str, ...] = ()
    aligner: str | None = None
    language: str = "other"
    source_language: str = "other"
    text: str | None = None
    symmetry: str = SYMMETRIES[0]
    longest: int = 7
    target_text: tuple[str, ...] = ()
    sides: str = SIDES[0]
    skip_bad_lines: bool = False
    write_phrase_table: Path | None = None
    keep_work: bool = False
    corpora: tuple[dict[str, Any], ...] = ()  # where the text comes from, for the description
    pivot: PivotOptions = field(default_factory=PivotOptions)
    engine: EngineOptions = field(default_factory=EngineOptions)

    def __post_init__(self) -> None:
        """Refuse what does not fit together, before any work."""
        given = [bool(self.phrase_table), bool(self.alignments), bool(self.aligner)]
        if sum(given) > 1:
            raise ConfigurationError("a build takes its phrases from one of: a phrase table, alignments, an aligner")
        if not any(given):
            object.__setattr__(self, "aligner", DEFAULT_ALIGNER)
        if len(self.alignments) > 2:
            raise ConfigurationError("alignments are one file of symmetric links, or two of the two directions")
        if self.write_phrase_table and self.phrase_table:
            raise ConfigurationError("there is a phrase table already: none is written from it")
        if not 1 <= self.longest <= 100:
            raise ConfigurationError(f"the longest phrase has 1 to 100 words, not {self.longest}")
        self._check_names()
        if self.aligner:
            find_aligner(self.aligner)
        for path in self.inputs:
            if path == "-" or (Path(path).exists() and not (Path(path).is_file() or Path(path).is_dir())):
                name = "standard input" if path == "-" else path
                raise ConfigurationError(
                    f"{name} is not a regular file, and a build reads its input more than once: save it to a file first (gzip is read as it is)"
                )

    def _check_names(self) -> None:
        choices = (
            ("sides", self.sides, SIDES),
            ("symmetry", self.symmetry, SYMMETRIES),
            ("engine", self.engine.engine, ENGINES),
        )
        for name, value, allowed in choices:
            if value not in allowed:
                raise ConfigurationError(f"unknown {name} {value!r}: choose one of {' '.join(allowed)}")
        for code in (self.language, self.source_language):
            any_language(code)

    @property
    def inputs(self) -> tuple[str, ...]:
        """All files that are read."""
        given = (self.source, self.target, self.phrase_table, *self.alignments, *self.target_text)
        return tuple(path for path in given if path)

    def text_of(self, side: str) -> str:
        """Return how the text of a side becomes tokens.

        A phrase table and alignments come with tokens of their own, which are only lower-cased; an aligner takes the tokens that
        the language's texts will be scored by.
        """
        chosen = any_language(self.language if side == "target" else self.source_language)
        wanted = self.text or (
            "norm" if self.aligner and chosen.normaliser else "raw" if chosen.case_sensitive else "lower"
        )
        if wanted not in TEXT_CHOICES:
            raise ConfigurationError(f"unknown text {wanted!r}: choose one of {' '.join(TEXT_CHOICES)}")
        return "lower" if wanted == "norm" and not chosen.normaliser else wanted

    @property
    def natives(self) -> tuple[str, ...]:
        """The sides whose paraphrases are wanted."""
        return ("target", "source") if self.sides == "both" else (self.sides,)

    def describe(self, native: str) -> dict[str, Any]:
        """Return the options that decide what is built for a side, for its description."""
        return {
            "longest": self.longest,
            "symmetry": None if self.phrase_table or len(self.alignments) == 1 else self.symmetry,
            "aligner": self.aligner,
            "text": self.text_of(native),
            "side": native,
            "min_instance": self.pivot.min_instance,
            "min_final": self.pivot.min_final,
            "common": self.pivot.common,
            "common_rule": self.pivot.common_rule,
            "at_threshold": self.pivot.at_threshold,
            "punctuation": self.pivot.punctuation,
            "sub_phrases": self.pivot.sub_phrases,
        }
