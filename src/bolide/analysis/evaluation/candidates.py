"""What is evaluated: members of the METEOR family, scores in files, and sacreBLEU's metrics, all asked in the same way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from bolide.analysis.evaluation.judgements import JudgementSet
from bolide.analysis.evaluation.score_files import read_scores
from bolide.analysis.evaluation.systems import Systems, Table
from bolide.data.languages import MATCHERS
from bolide.errors import ConfigurationError, InputError
from bolide.metric.configuration import describe, load_files
from bolide.metric.known_presets import DEFAULT_PRESET
from bolide.metric.meteor import Meteor
from bolide.metric.statistics import Floats, Integers, ReferenceStatistics, Statistics, score_statistics

__all__ = ["Candidate", "FileScores", "MeteorCandidate", "MetricChoice", "SacreBleuScores"]


class Candidate(Protocol):
    """Something that scores translations."""

    name: str

    def segment_scores(self, judged: JudgementSet) -> Floats:
        """Return a score for each translation of a set."""

    def system_scores(self, judged: JudgementSet, members: Sequence[Integers]) -> Floats:
        """Return a score for each system, given the numbers of its translations."""

    def drawn_system_scores(self, judged: JudgementSet, systems: Systems, draws: Table) -> Table | None:
        """Return a score for each system on samples of the segments, a row for each sample; None where that is not known."""


# Stands for the preset that each language has by default.
OF_THE_LANGUAGE = "default"


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricChoice:
    """A metric for any language: a preset, and options that are the same or different from language to language.

    `by_language` has values of options by the code of their language, or under "" for all other languages. `without` is a matcher
    that is left out.
    """

    preset: str = DEFAULT_PRESET
    task: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    by_language: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    without: str | None = None

    @property
    def name(self) -> str:
        """The preset with task, aligner and the matcher left out, as `split_choice` reads it."""
        named = ((":", self.task), ("@", self.options.get("aligner")), ("~", self.without))
        return self.preset + "".join(f"{sign}{value}" for sign, value in named if value)

    def metric(self, judged: JudgementSet, **more: Any) -> Meteor:
        """Return the metric for the language of a set; `more` goes to it as it is."""
        if judged.language is None:
            raise InputError(
                f"the language of {judged.name} is unknown: its name does not say it, as wmt.cs-en.tsv would; give --language CODE"
            )
        given = {"preset": None if self.preset == OF_THE_LANGUAGE else self.preset, "task": self.task, **self.options}
        given |= {name: values.get(judged.language, values.get("")) for name, values in self.by_language.items()}
        loaded = load_files(given) | more
        if self.without:
            names = describe(language=judged.language, **loaded).matchers.names
            loaded["matchers"] = tuple(name for name in names if name != self.without)
            if loaded["matchers"] == names:
                raise ConfigurationError(
                    f"{self.name}: there is no matcher {self.without!r} to leave out: {' '.join(names)}"
                )
        return Meteor(judged.language, **loaded)


def split_choice(text: str) -> tuple[str, str | None, str | None, str | None]:
    """Split `PRESET[:TASK][@ALIGNER][~MATCHER]`, where the preset may be a file; the matcher is left out.

    >>> split_choice("meteor-1.5:adq@java~paraphrase")
    ('meteor-1.5', 'adq', 'java', 'paraphrase')
    """
    if Path(text).is_file():
        return text, None, None, None
    text, _, without = text.rpartition("~") if text.rpartition("~")[2] in MATCHERS else (text, "", "")
    rest, _, aligner = text.partition("@")
    preset, _, task = (rest, "", "") if Path(rest).is_file() else rest.partition(":")
    if not preset:
        raise ConfigurationError(f"{text!r} does not name a preset: write PRESET[:TASK][@ALIGNER][~MATCHER]")
    return preset, task or None, aligner or None, without or None


class MeteorCandidate:
    """A member of the METEOR family. Aligns every set once."""

    def __init__(self, choice: MetricChoice, *, threads: int | None = None) -> None:
        """Take the choice; metrics are made when a set asks for its language."""
        self.name = choice.name
        self.signatures: dict[str, str] = {}
        self._choice = choice
        self._threads = threads
        self._known: dict[str, tuple[Meteor, ReferenceStatistics]] = {}

    def _ask(self, judged: JudgementSet) -> tuple[Meteor, ReferenceStatistics]:
        if judged.name not in self._known:
            meteor = self._choice.metric(judged)
            found = meteor.statistics(judged.hypotheses, judged.references, threads=self._threads)
            self._known[judged.name] = meteor, found
            self.signatures[meteor.pipeline.language.code] = str(meteor.signature)
        return self._known[judged.name]

    def segment_scores(self, judged: JudgementSet) -> Floats:
        """Return a score for each translation."""
        meteor, statistics = self._ask(judged)
        return score_statistics(statistics.best(meteor.parameters)[0], meteor.parameters).score

    def system_scores(self, judged: JudgementSet, members: Sequence[Integers]) -> Floats:
        """Return the score of each system's sum of statistics."""
        meteor, statistics = self._ask(judged)
        best = statistics.best(meteor.parameters)[0]
        totals = np.concatenate([best.take(numbers).total().rows for numbers in members])
        return score_statistics(Statistics(totals, best.columns), meteor.parameters).score

    def drawn_system_scores(self, judged: JudgementSet, systems: Systems, draws: Table) -> Table:
        """Return the scores of the sums of what was drawn: whole numbers, added exactly."""
        meteor, statistics = self._ask(judged)
        best = statistics.best(meteor.parameters)[0]
        rows = best.rows.astype(np.float64)
        sums = [(draws[:, systems.segments[numbers]] @ rows[numbers]).astype(np.int64) for numbers in systems.members]
        return np.stack(
            [score_statistics(Statistics(total, best.columns), meteor.parameters).score for total in sums], axis=1
        )


class FileScores:
    """Scores that another program computed, read from a file that `bolide.analysis.evaluation.score_files` describes."""

    def __init__(self, name: str, path: str) -> None:
        """Take a file, for a single set, or a folder with a file `SET.txt` (or `.tsv`, or none, or with `.gz`) for each."""
        self.name = name
        self._path = path
        self._known: dict[str, Floats] = {}

    def segment_scores(self, judged: JudgementSet) -> Floats:
        """Return the scores from the file."""
        if judged.name not in self._known:
            self._known[judged.name] = read_scores(self._file(judged), judged)
        return self._known[judged.name]

    def _file(self, judged: JudgementSet) -> str:
        folder = Path(self._path)
        if not folder.is_dir():
            return self._path
        for ending in (".txt.gz", ".txt", ".tsv", ".tsv.gz", ""):
            if (folder / (judged.name + ending)).is_file():
                return str(folder / (judged.name + ending))
        raise InputError(f"{folder} has no scores for {judged.name}: no file {judged.name}.txt")

    def system_scores(self, judged: JudgementSet, members: Sequence[Integers]) -> Floats:
        """Return the means of the segments' scores."""
        scores = self.segment_scores(judged)
        return np.array([scores[numbers].mean() for numbers in members])

    def drawn_system_scores(self, judged: JudgementSet, systems: Systems, draws: Table) -> Table:
        """Return the means over what was drawn."""
        scores = self.segment_scores(judged)
        means = []
        with np.errstate(invalid="ignore"):
            for numbers in systems.members:
                weights = draws[:, systems.segments[numbers]]
                means.append((weights @ scores[numbers]) / weights.sum(axis=1))
        return np.stack(means, axis=1)


class SacreBleuScores:
    """BLEU, chrF, chrF++ or TER, through sacreBLEU; TER counts errors and is taken as its negative.

    Every translation is compared with its references once. Its scores, those of systems and those of samples all come from these
    statistics, by what sacreBLEU's own bootstrap calls.
    """

    KINDS = ("BLEU", "chrF", "chrF++", "TER")

    def __init__(self, kind: str) -> None:
        """Take a metric by its name; `ConfigurationError` if sacreBLEU is not installed."""
        try:
            from sacrebleu.metrics import BLEU, CHRF, TER
        except ImportError as error:
            raise ConfigurationError(f"{kind} needs sacreBLEU: pip install 'bolide[sacrebleu]'") from error
        self.name = kind
        make = {
            "BLEU": lambda: (BLEU(effective_order=True), BLEU()),
            "chrF": lambda: (CHRF(), CHRF()),
            "chrF++": lambda: (CHRF(word_order=2), CHRF(word_order=2)),
            "TER": lambda: (TER(), TER()),
        }
        self._segment, self._system = make[kind]()
        self._sign = -1.0 if kind == "TER" else 1.0
        self._known: dict[str, Table] = {}

    def _statistics(self, judged: JudgementSet) -> Table:
        """Return sacreBLEU's statistics of each translation, a row each; they add up."""
        if judged.name not in self._known:
            extract = self._segment._extract_corpus_statistics  # noqa: SLF001
            rows = [
                extract([item.hypothesis], [[reference] for reference in item.references])[0]
                for item in judged.translations
            ]
            self._known[judged.name] = np.array(rows, dtype=np.float64)
        return self._known[judged.name]

    def _scores(self, metric: Any, rows: Table) -> Floats:
        return self._sign * np.array([metric._compute_score_from_stats(row.tolist()).score for row in rows])  # noqa: SLF001

    def segment_scores(self, judged: JudgementSet) -> Floats:
        """Return sentence scores."""
        return self._scores(self._segment, self._statistics(judged))

    def system_scores(self, judged: JudgementSet, members: Sequence[Integers]) -> Floats:
        """Return corpus scores."""
        rows = self._statistics(judged)
        return self._scores(self._system, np.stack([rows[numbers].sum(axis=0) for numbers in members]))

    def drawn_system_scores(self, judged: JudgementSet, systems: Systems, draws: Table) -> Table:
        """Return the scores of the sums of what was drawn."""
        rows, columns = self._statistics(judged), []
        for numbers in systems.members:
            weights = draws[:, systems.segments[numbers]]
            columns.append(np.where(weights.any(axis=1), self._scores(self._system, weights @ rows[numbers]), np.nan))
        return np.stack(columns, axis=1)
