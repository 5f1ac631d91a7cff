"""What is evaluated: members of the METEOR family, scores in files, and sacreBLEU's metrics, all asked in the same way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from bolide.errors import ConfigurationError, InputError
from bolide.evaluation.judgements import JudgementSet
from bolide.evaluation.systems import Systems, Table
from bolide.formats.judgements import parse_number
from bolide.formats.plain import LineFile
from bolide.metric import Meteor
from bolide.parameters import DEFAULT_PRESET
from bolide.statistics import Floats, Integers, ReferenceStatistics, Statistics, score

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


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricChoice:
    """A metric for any language: a preset, and what is the same or different from language to language.

    Matchers and files are given by the code of their language, or under "" for all other languages. `copy` goes to the metric as
    it is: `copy_words`, `copy_from`, `copy_x` or `recogniser`.
    """

    preset: str = DEFAULT_PRESET
    task: str | None = None
    aligner: str | None = None
    beam: int | None = None
    text: str | None = None
    matchers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    unit: str = "words"
    function_words: Mapping[str, str] = field(default_factory=dict)
    synonyms: Mapping[str, str] = field(default_factory=dict)
    paraphrases: Mapping[str, str] = field(default_factory=dict)
    copy: Mapping[str, Any] = field(default_factory=dict)
    offline: bool | None = None

    @property
    def name(self) -> str:
        """The preset with task and aligner, as `parse` reads it."""
        return self.preset + (f":{self.task}" if self.task else "") + (f"@{self.aligner}" if self.aligner else "")

    def metric(self, judged: JudgementSet, **more: Any) -> Meteor:
        """Return the metric for the language of a set; `more` goes to it as it is."""
        if judged.language is None:
            raise InputError(
                f"the language of {judged.name} is unknown: its name says none (as wmt.cs-en.tsv would); say --language CODE"
            )
        options: dict[str, Any] = {
            name: getattr(self, name) for name in ("preset", "task", "aligner", "beam", "text", "unit", "offline")
        }
        for name in ("matchers", "synonyms", "paraphrases"):
            given = getattr(self, name)
            options[name] = given.get(judged.language, given.get(""))
        words = self.function_words.get(judged.language, self.function_words.get(""))
        if words is not None:
            with LineFile(words) as file:
                options["function_words"] = [line for _, line in file.numbered()]
        return Meteor(judged.language, **(options | dict(self.copy) | more))


def split_choice(text: str) -> tuple[str, str | None, str | None]:
    """Split `PRESET[:TASK][@ALIGNER]`, where the preset may be a file.

    >>> split_choice("meteor-1.5:adq@java")
    ('meteor-1.5', 'adq', 'java')
    """
    rest, _, aligner = text.partition("@")
    if Path(text).is_file():
        return text, None, None
    preset, _, task = (rest, "", "") if Path(rest).is_file() else rest.partition(":")
    if not preset:
        raise ConfigurationError(f"{text!r} names no preset: write PRESET[:TASK][@ALIGNER]")
    return preset, task or None, aligner or None


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
            self.signatures[meteor.configuration.language.code] = str(meteor.signature)
        return self._known[judged.name]

    def segment_scores(self, judged: JudgementSet) -> Floats:
        """Return a score for each translation."""
        meteor, statistics = self._ask(judged)
        return score(statistics.best(meteor.parameters)[0], meteor.parameters).score

    def system_scores(self, judged: JudgementSet, members: Sequence[Integers]) -> Floats:
        """Return the score of each system's sum of statistics."""
        meteor, statistics = self._ask(judged)
        best = statistics.best(meteor.parameters)[0]
        totals = np.concatenate([best.take(numbers).total().rows for numbers in members])
        return score(Statistics(totals), meteor.parameters).score

    def drawn_system_scores(self, judged: JudgementSet, systems: Systems, draws: Table) -> Table:
        """Return the scores of the sums of what was drawn: whole numbers, added exactly."""
        meteor, statistics = self._ask(judged)
        rows = statistics.best(meteor.parameters)[0].rows.astype(np.float64)
        sums = [(draws[:, systems.segments[numbers]] @ rows[numbers]).astype(np.int64) for numbers in systems.members]
        return np.stack([score(Statistics(total), meteor.parameters).score for total in sums], axis=1)


class FileScores:
    """Scores that another program computed: a line for each row of the judgement file, with two numbers (A and B) for rankings."""

    def __init__(self, name: str, path: str) -> None:
        """Take a file, for a single set, or a folder with a file `SET.txt` (or `.tsv`, or none, or with `.gz`) for each."""
        self.name = name
        self._path = path

    def segment_scores(self, judged: JudgementSet) -> Floats:
        """Return the scores from the file."""
        path = self._file(judged)
        with LineFile(path) as file:
            lines = [line for _, line in file.numbered()]
        scores = np.full(len(judged.translations), np.nan)
        for index, row in enumerate(judged.rows.tolist()):
            if row >= len(lines):
                raise InputError(f"{path} has {len(lines)} lines, but {judged.name} has a judgement in row {row + 1}")
            try:
                values = [parse_number(cell, "score") for cell in lines[row].split()]
            except ValueError as error:
                raise InputError(f"{path}:{row + 1}: {error}") from error
            self._place(judged, index, values, scores, f"{path}:{row + 1}")
        return scores

    @staticmethod
    def _place(judged: JudgementSet, index: int, values: list[float], scores: Floats, place: str) -> None:
        """Put the scores of a row where they belong."""
        if len(values) != 1 + judged.is_ranking:
            raise InputError(f"{place}: {len(values)} numbers, where {1 + judged.is_ranking} are needed")
        if judged.second is None:
            scores[judged.first[index]] = values[0]
            return
        better, worse = reversed(values) if judged.swapped[index] else values
        scores[judged.first[index]], scores[judged.second[index]] = better, worse

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
    """BLEU, chrF, chrF++ or TER, through sacreBLEU; TER counts errors and is taken as its negative."""

    KINDS = ("BLEU", "chrF", "chrF++", "TER")

    def __init__(self, kind: str) -> None:
        """Take a metric by its name; `ConfigurationError` if sacreBLEU is not installed."""
        try:
            from sacrebleu.metrics import BLEU, CHRF, TER  # noqa: PLC0415 - an extra
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

    def segment_scores(self, judged: JudgementSet) -> Floats:
        """Return sentence scores."""
        return np.array(
            [
                self._sign * self._segment.sentence_score(item.hypothesis, list(item.references)).score
                for item in judged.translations
            ]
        )

    def system_scores(self, judged: JudgementSet, members: Sequence[Integers]) -> Floats:
        """Return corpus scores."""
        values = []
        for numbers in members:
            items = [judged.translations[number] for number in numbers]
            most = max(len(item.references) for item in items)
            references = [[(item.references * most)[place] for item in items] for place in range(most)]
            values.append(self._sign * self._system.corpus_score([item.hypothesis for item in items], references).score)
        return np.array(values)

    def drawn_system_scores(self, judged: JudgementSet, systems: Systems, draws: Table) -> None:  # noqa: ARG002
        """Return nothing: a corpus score for each sample would take as long as scoring anew."""
        return
