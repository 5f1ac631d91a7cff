"""The options of a build, with the defaults of the papers. The command line reads its defaults from here."""

from dataclasses import asdict
from pathlib import Path

from bolide.build.word_alignment import DEFAULT_ALIGNER, find_aligner
from bolide.data.languages import any_language
from bolide.errors import ConfigurationError
from bolide.records import record

SIDES = ("target", "source", "both")
SUB_PHRASES = ("both", "paper", "keep")
COMMON_RULES = ("above", "from")
SYMMETRIES = ("grow-diag-final-and", "intersection", "union")
ENGINES = ("duckdb", "spark")
TEXT_CHOICES = ("norm", "unicode", "lower", "raw")


def _check_choice(name: str, value: str, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise ConfigurationError(f"unknown {name} {value!r}: choose one of {' '.join(allowed)}")


@record
class PivotOptions:
    """The limits of paraphrases to keep (Meteor Universal 2014, §3.2).

    A word is common if its share is `above` a threshold, or at least the threshold (`from`), as in versions up to 1.3 (2011, §2.3; 2010, §3.1).

    >>> PivotOptions().min_final
    0.01
    """

    min_instance: float = 0.001
    min_final: float = 0.01
    common: float = 0.001
    common_rule: str = "above"
    punctuation: str = "unicode"
    sub_phrases: str = "both"

    def __post_init__(self) -> None:
        for name in ("min_instance", "min_final", "common"):
            value = getattr(self, name)
            if not 0 <= value <= 1:
                raise ConfigurationError(f"{name} must be a number from 0 to 1, not {value}")
        if self.min_instance == 0:
            raise ConfigurationError("--min-instance must be above 0: it limits the join over a pivot phrase")
        _check_choice("sub_phrases", self.sub_phrases, SUB_PHRASES)
        _check_choice("common_rule", self.common_rule, COMMON_RULES)


@record
class EngineOptions:
    """The engine that joins and groups tables."""

    engine: str = "duckdb"
    memory: str = "2GB"
    threads: int | None = None
    master: str = "local[*]"


@record
class BuildRequest:
    """Everything that determines a build: texts, the source of phrases, and the choices of the papers.

    One of `phrase_table`, `alignments` and `aligner` is the source of phrase pairs; the default is an aligner, which needs only the text.
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
    keep_work: bool = False
    pivot: PivotOptions = PivotOptions()
    engine: EngineOptions = EngineOptions()

    def __post_init__(self) -> None:
        given = [bool(self.phrase_table), bool(self.alignments), bool(self.aligner)]
        if sum(given) > 1:
            raise ConfigurationError("a build takes its phrases from one of: a phrase table, alignments, an aligner")
        if not any(given):
            object.__setattr__(self, "aligner", DEFAULT_ALIGNER)
        if len(self.alignments) > 2:
            raise ConfigurationError("give one symmetrised alignment file, or two (one per direction)")
        if not 1 <= self.longest <= 100:
            raise ConfigurationError(f"the longest phrase must have 1 to 100 words, not {self.longest}")
        _check_choice("sides", self.sides, SIDES)
        _check_choice("symmetry", self.symmetry, SYMMETRIES)
        _check_choice("engine", self.engine.engine, ENGINES)
        for code in (self.language, self.source_language):
            any_language(code)
        if self.aligner:
            find_aligner(self.aligner)
        for path in self.inputs:
            if path == "-" or (Path(path).exists() and not (Path(path).is_file() or Path(path).is_dir())):
                name = "standard input" if path == "-" else path
                raise ConfigurationError(
                    f"{name} is not a regular file, but a build reads its input more than once: save it to a file first (gzip or not)"
                )

    @property
    def inputs(self) -> tuple[str, ...]:
        """All input files."""
        given = (self.source, self.target, self.phrase_table, *self.alignments, *self.target_text)
        return tuple(path for path in given if path)

    def text_of(self, side: str) -> str:
        """Return the text mode of a side.

        The tokens of a phrase table and of alignments are only lower-cased; for an aligner, the text mode is that of scoring in the
        language.
        """
        chosen = any_language(self.language if side == "target" else self.source_language)
        wanted = self.text or (
            "norm" if self.aligner and chosen.normaliser else "raw" if chosen.case_sensitive else "lower"
        )
        _check_choice("text", wanted, TEXT_CHOICES)
        return "lower" if wanted == "norm" and not chosen.normaliser else wanted

    @property
    def natives(self) -> tuple[str, ...]:
        """The sides to find paraphrases for."""
        return ("target", "source") if self.sides == "both" else (self.sides,)

    def describe(self, native: str) -> dict[str, object]:
        """Return the options that determine the resource of a side, for its description."""
        return {
            "longest": self.longest,
            "symmetry": None if self.phrase_table or len(self.alignments) == 1 else self.symmetry,
            "aligner": self.aligner,
            "text": self.text_of(native),
            "side": native,
            **asdict(self.pivot),
        }
